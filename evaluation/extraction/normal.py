"""Replies and options in one comparison form: no thinking, one width, one script."""

import html
import re
from functools import cache, lru_cache

from opencc import OpenCC

from cpsyexam.text import fold

LONGEST = 16_000  # characters looked at; of longer replies the beginning and the end
_HEAD = 4_000
_THOUGHT = (
    r"(?:[a-z]{1,8}:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|analysis|reflection|scratchpad"
    r"|cot|inner_monologue|思考(?:过程)?|推理(?:过程)?|思维链?)"
)
_OPENING = re.compile(  # in brackets it may as well be a heading, and counts where it is closed
    rf"<\|?(?:(?:begin|start)_of_)?{_THOUGHT}\|?>|◁{_THOUGHT}▷", re.IGNORECASE
)
_CLOSING = re.compile(
    rf"(?i)</\|?{_THOUGHT}\|?>|<\|/{_THOUGHT}\|>|<\|?end_of_{_THOUGHT}\|?>|◁/{_THOUGHT}▷|[\[【]/{_THOUGHT}[\]】]"
)
# a thought that was never closed, whose last paragraph is the answer
_CONCLUDED = re.compile(
    r"(?:\n\s*\n|[。.])\s*(?:\*\*)?((?:所以|因此|综上|故)?[,,]?(?:最终|正确|本题)?(?:的)?答案(?:应|应该|就)?(?:是|为|选|[:：])[^\n?吗。]{0,40}[。.!)*A-J])\s*\Z"
)
_FINAL = "<|channel|>final"
_ENDED = re.compile(
    r"<\|(?:im_end|endoftext|eot_id|im_start\|>\s*user|user)\|?>|</s>|<end_of_turn>|\[/?INST\]"
)
_SQUARED = (
    {first + i: chr(65 + i) for first in (0x1F150, 0x1F170, 0x1F1E6) for i in range(26)}
    | {0x2460 + i: f"({i + 1})" for i in range(20)}
    | {0xFE0F: ""}
    | dict.fromkeys((*range(0xE000, 0xE030), *range(0xF000, 0xF010)), " ")  # our own signs
)  # letters in boxes and discs, which NFKC leaves alone, and numbers in them
_CHANNEL = re.compile(r"<\|(?:channel|message|start|end|im_start|im_end|eot_id)\|>(?:final)?")
_CANTONESE = {"唔係": "不是", "唔": "不", "先至係": "才是", "係晒": "都是", "揀": "选", "嘅": "的"}
_DASH = re.compile(r"(?<=[\u4e00-\u9fff])[-–—](?=[\u4e00-\u9fff])")  # one name: 比内—西蒙
_HTML = re.compile(
    r"</?(?:span|p|div|b|strong|em|i|u|font|br|t[dhr]|table|tbody|li|[uo]l|h[1-6]|mark|item)(?:\s[^<>]{0,80})?/?>"
)  # in small letters: <B> may be an answer
_STRUCK = re.compile(
    r"(?i)~~[^~\n]{1,80}~~|<(?:del|s|strike)>[^<\n]{1,80}</(?:del|s|strike)>"
)  # what a reply strikes out itself
_CAPITAL = re.compile("[A-J]")
_SMALL = re.compile(  # "a对,b错"
    r"(?<![A-Za-z0-9α-ω.'])[a-j](?=\s?[对错√×✓✗✔✘✅❌选](?!照)|选?项|[是不]|\s?[、和与]\s?[a-j](?![A-Za-z]))|(?<=[a-j][、和与])[a-j](?![A-Za-z])"
)
_DOUBLE_NEGATION = re.compile(r"(?:不能|不得|不可|没有?理由)不选|不可能不[选是]")
_SPACED = re.compile(r"(?m)^(?=.*[\u4e00-\u9fff][ \t])(?:\S[ \t]+){4,}\S?$")  # 答 案 : D
_LATEX = re.compile(r"\\[,:;! ]|\\q?quad|\\(?:text(?:bf|rm|it)?|math(?:bf|rm))\{([^{}]{0,200})\}")
_NEXT_TAG = re.compile(r"(?i)</([a-z_]{1,16})>\s{0,16}<\1>")


@cache
def _simplify() -> OpenCC:
    return OpenCC("t2s")


def plain(text: str) -> str:
    """A text in simplified characters and NFKC form, option letters in marks as plain letters."""
    folded = fold(text.replace("\x00", " ").translate(_SQUARED))
    return _DASH.sub("—", str(_simplify().convert(folded)))


@lru_cache(maxsize=65_536)
def option_text(option: str) -> str:
    """An option as it is looked for in a reply."""
    return plain(option).strip().rstrip(".。;,")


def spoken(text: str) -> str:
    """A reply without its thinking, in comparison form; "" where it never came to an answer."""
    text = _own_turn(_unthought(text))
    text = html.unescape(_HTML.sub(" ", _CHANNEL.sub(" ", _STRUCK.sub(" ", text))))
    if len(text) > LONGEST:
        text = text[:_HEAD] + "\n" + text[_HEAD - LONGEST :]
    for dialect, standard in _CANTONESE.items():
        text = text.replace(dialect, standard)
    text = _NEXT_TAG.sub("、", _LATEX.sub(r"\1 ", plain(text)))
    text = text.replace("\\{", "{").replace("\\}", "}").replace("\\%", "%")
    if not _CAPITAL.search(text) and len(set(_SMALL.findall(text))) > 1:
        text = _SMALL.sub(lambda match: match[0].upper(), text)
    text = _DOUBLE_NEGATION.sub("应选", text.strip())
    return _SPACED.sub(lambda match: re.sub(r"\s", "", match[0]), text)


def _unthought(text: str) -> str:
    """What follows the last thought; without one that ended, what precedes the first."""
    if _FINAL in text:
        return text.rpartition(_FINAL)[2]
    rest = text[max((match.end() for match in _CLOSING.finditer(text)), default=0) :]
    rest = rest if rest.strip() else text
    opening = _OPENING.search(rest)
    if opening is None:
        return rest
    last = _CONCLUDED.search(rest, opening.end())
    return rest[: opening.start()].strip() or (last[1] if last else "")


def _own_turn(text: str) -> str:
    """The first turn that says anything: base models play the user, too."""
    for turn in _ENDED.split(text):
        if _CHANNEL.sub(" ", turn).strip():
            return turn
    return text
