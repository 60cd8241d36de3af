"""What a reply only repeats (the question and its options) or goes on with (further questions)."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from evaluation.extraction.labels import LETTERS

_GOES_ON = re.compile(
    r"(?i)\n\s*(?:[【\[](?:题目|问题|例题|试题|下一题|变式(?:练习|训练|题)?)[】\]]|(?:问题|题目|试题|下一题|第\s*\d+\s*题|question|q)\s*\d*\s*[:.、]"
    r"|\d{1,3}\s*[.、]\s*[^\n]{4,}(?:\(\s*\)|[?:])[ \t]*[.。]?\s*\n\s*A\s*[.、:)]"
    r"|(?:\(\s{0,4}\)\s{0,4})?[\[(【]?(?:单项?|多项?|不定项)选(?:择)?题[\])】]?\s{0,4}\d{1,3}\s{0,4}[.、:]|(?:user|human|用户|提问者?|问)\s{0,2}:|#{1,4}\s{0,2}(?:instruction|input|user|human|question|新?题目|下一题)\b)"
)
_STEM = re.compile(  # a line, then options that are not this question's, or an answer at once
    r"(?i)\n[ \t]{0,8}(?P<stem>[^\n]{4,200})\n\s{0,8}"
    r"(?:A\s{0,2}[.、:)]\s{0,4}(?P<a>[^\n]{1,80}?)\s{1,8}B\s{0,2}[.、:)]\s{0,4}(?P<b>[^\n]{1,80})|(?:正确|参考)?(?:答案?|answer)\s{0,2}[:.、])"
)
_ASKS = re.compile(
    r"(?:\?|\(\s{0,8}\)|_{2,}|\.{3,}|[是为有指]|包括|属于|称作|叫做?|的)\s{0,2}[.。:]?$"
)
_JUDGES = re.compile(
    r"(?<!精神)分析|逐[项一个]|选项|判断|解析|如下|理由|综上|为什么|思路|结论|排除|\banaly|\boption"
)
_VERDICT = re.compile(r"(?i)正确|错误|[√×✓✗✔✘✅❌]|^(?:是|否|对|错|true|false|yes|no)\b")
_TOLD_APART = 8  # characters of a question that no other one has
_WORD = re.compile(r"[^\W_]")
_FILLED = re.compile(r"[(\[【_]\s{0,4}[A-J](?:[、, ]{0,2}[A-J]){0,7}\s{0,4}[)\]】_]")
_BETWEEN = re.compile(r"(?i)[^\w]{0,40}(?:选项|options|choices)?[^\w]{0,8}")
_LEAD = re.compile(r"(?i)[\W\d_]*(?:(?:原|本|该)?(?:题目?|题干|问题|试题)|question|q)?[\W\d_]*")
_GIVES = re.compile(r"(?i)(?:答案|正确|[应入全]选|选择|answer|correct)[^\n]*:[\s*]*$")
_SHORTEST = 6  # characters of a stem that can be known again
_BEFORE = 16  # characters that may stand before the stem: a number, "题目"
_ALIKE = 92.0


def own(text: str, options: Sequence[str], stem: str) -> str:
    """What a reply says itself; "" where it only repeats. All in comparison form.

    A stem whose bracket or blank a letter fills is no repetition.
    """
    text = _of_this_question(text, options, stem)
    end = _stem_end(text, stem)
    if end is None:
        return _unlisted(text, options, stem)
    rest = _after_options(text, end, options)
    if rest is not None:
        return text[rest:].strip()
    return text if _WORD.search(text, end) else ""


def _unlisted(text: str, options: Sequence[str], stem: str) -> str:
    """A text without a plain list of all options, unless it is given as the answer."""
    if not all(option and option in text for option in options[: len(LETTERS)]):
        return text
    rows = (
        rf"[(\[]?{n}[)\]]?\s?[.、:)]?\s?{re.escape(o)}"
        for n, o in zip(LETTERS, options, strict=False)
    )
    found = re.search(r"(?m)^[\s>]*" + r"[\s>.。;,]+".join(rows) + r"[.。;]?\s*$", text)
    if found is None or not all(options):
        return text
    head = text[: found.start()].rstrip().rpartition("\n")[2]
    given = _GIVES.search(head) and head.strip(" :*") not in stem
    return text if given else f"{text[: found.start()]}\n{text[found.end() :]}".strip()


def _of_this_question(text: str, options: Sequence[str], stem: str) -> str:
    """The part before a further question."""
    asked = stem.rstrip(" ?.。:_()")
    said = _WORD.search(text)
    since = said.end() if said else len(text)
    here = text.find(asked, since) if len(asked) >= _TOLD_APART else -1  # after its own 题目:
    told = next(
        (m for m in _GOES_ON.finditer(text, since) if not 0 <= here - m.start() < 3 * _BEFORE), None
    )
    ends = [told.start()] if told else []
    ends += [m.start() for m in _STEM.finditer(text, since) if _is_foreign(m, options, asked)][:1]
    return text[: min(ends, default=len(text))]


def _is_foreign(match: re.Match[str], options: Sequence[str], asked: str) -> bool:
    stem = match["stem"]
    if not _ASKS.search(stem) or _JUDGES.search(stem):
        return False
    if match["a"] is None:
        return stem.rstrip().endswith(("?", ")")) and "为什么" not in stem
    shown = (match["a"], match["b"])
    if any(_VERDICT.search(part) for part in shown):
        return False
    if len(asked) >= _TOLD_APART and not (asked in stem or stem.rstrip(" ?.。:_()") in asked):
        return True
    pairs = zip(options, shown, strict=False)
    return not any(o and (o in part or part.strip(" .。") in o) for o, part in pairs)


def _stem_end(text: str, stem: str) -> int | None:
    """Where the repeated stem ends in a reply; None where it is not repeated."""
    wanted = "".join(_WORD.findall(stem))
    if len(wanted) < _SHORTEST:
        return None
    places = [match.start() for match in _WORD.finditer(text[: 3 * len(stem) + 60])]
    said = "".join(text[i] for i in places[: len(wanted) + _BEFORE])
    if len(said) < len(wanted) - 1:
        return None
    found = fuzz.partial_ratio_alignment(wanted, said, score_cutoff=_ALIKE)
    if found is None or found.dest_start > _BEFORE or found.dest_end <= found.dest_start:
        return None
    if not _LEAD.fullmatch(text[: places[min(found.dest_start, len(places) - 1)]]):
        return None
    end = places[min(found.dest_end, len(places)) - 1] + 1
    return None if _FILLED.search(text[: end + 8]) else end


def _after_options(text: str, at: int, options: Sequence[str]) -> int | None:
    """Where the repeated options end, which may break off; None where they are not repeated."""
    begun = _BETWEEN.match(text, at)
    at = begun.end() if begun else at
    line = "\n" in (begun[0] if begun else "")
    for i, option in enumerate(options):
        label = rf"[^\w]{{0,8}}{LETTERS[i]}(?![A-Za-z])[\s.、:,)\]】]{{0,4}}"
        head = re.compile(label).match(text, at)
        if head is None:
            return at if i > 1 else None
        rest = text[head.end() :]
        if not rest.startswith(option):
            bare = not rest and head[0].strip() == LETTERS[i]  # it is the answer
            cut = option.startswith(rest.strip()) and (not bare or i)
            return len(text) if cut else (at if i > 1 else None)
        if not rest[len(option) :].strip() and i == 0:
            return len(text) if line or not text.rstrip().endswith((".", "。", "!", ")")) else None
        at = head.end() + len(option)
    return at
