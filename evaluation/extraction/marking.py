"""One sign for every mention of an option, by letter, text, or a part of it that is its own."""

import re
from collections.abc import Sequence
from functools import lru_cache

from cpsyexam.text import shared_ends
from evaluation.extraction.labels import LETTERS

LETTER, TEXT = 0xE000, 0xE020  # private characters, one an option: named by letter, by text
M = "[\ue000-\ue009\ue020-\ue029]"
TORN_SIGN = "\uf001"  # a letter beside the text of another option
_OPEN_BRACKET, _BOXED = "\uf002", "\uf003"
OPENING = (
    r"[\s\"'“‘「『《*_~`<]{0,6}(?:[(\[【](?=[\ue000-\ue029]\s?[)\]】]))?"  # no "(" of ABC(D错误)
)
CLOSING = r"[\s\"'”’」』》】\])*_~`>]{0,6}"
_WORDS = (
    "型|类|组(?!合)|理论|检验|值|分数|反应|因子|因素|染色体|系列|某|君|同学|公司|量表|效应|波|先生|女士|小姐|老师|医生|教授|患者|来访者"
    "|被试|校|班|事件|阶段|曲线|细胞|群"
)
_TOKEN = re.compile(
    rf"(?<![A-Za-z0-9\-])(?<![A-Z]\.)([A-J]{{1,10}})(?![A-Za-z0-9])(?!-[A-Za-z0-9]|['’][a-z])(?!\s?(?:{_WORDS}|(?:models?|theory|scale|test|types?)\b))(?!\.[A-Z]\.|\.\s?[A-Z][a-z]+[^\u4e00-\u9fff]{{0,3}}\))"
    r"(?!(?<=A)\x20(?!because|since|as|and|or|is|for|due|which|yes|no|too|are|fits?|holds|stands|was|does|plus|applies|belongs|matches|only|looks|says|refers|describes|seems|-)[a-z])"
)
_SMALL = re.compile(r"(?<![A-Za-z0-9])[a-j](?:[\s,、/]{0,3}[a-j]){0,9}(?![A-Za-z0-9])")
_SMALL_CHOSEN = re.compile(
    r"(?i:\b(?:answer|ans|option|choice)[.:]?\s*(?:is|:)?\s*\(?)[a-j](?=\)|[\s.,;]|$)|^\([a-j]\)(?=\s)|(?:(?<=[选答])|(?<=[选答]\s))[a-j]{1,6}(?![A-Za-z])|(?<=案[:是为])\s?[a-j]{1,6}(?![A-Za-z])"
)
_DOTTED = re.compile(r"[A-J](?:\s?[.\\]\s?[A-J]){1,9}[.]?")
_NUMERIC = re.compile(r"([-+]?\d+(?:\.\d+)?)\s?([^\d\s]{0,3})")
_TOLD = r"(?:(?<=[=≈:→(\"“{ ])|(?<=[是为约得选有即和与及、])|(?<=[A-J][.、:)])|^)"
_ENDS = (
    r"(?=[\s,.。;:!)}\]\"”」*$、的]|$|[\u4e00-\u9fff]{0,2}(?:[.。,;\n]|$))(?!\.\d|\s?[+\-×÷*/=≈])"
)
_PAIR = re.compile(
    rf"(?P<a>{M}){CLOSING}(?:选?项|option)?\s?[.、:,|—–\-]{{0,2}}\s?(?:(?:[是为即指]|就是)(?=\s?[\"“「『]))?{OPENING}(?P<b>{M})"
    rf"(?=(?P<close>[\s\"'”」』】\])*_~`]{{0,4}}))",
)
_HEAD = re.compile(
    r"(?:选项|[Oo]ptions?|OPTION)\s?(?=[\ue000-\ue009])|(?<=[\ue000-\ue009])\s?选?项(?![目的])"
)
_JUDGES = (
    r"(?:[√✓✔✅×✗✘❌?]|不|非|否|没|误|存疑|待|可能|也许|或|[对错是选真假TFYN](?=[\s,.。;)]|$)"
    r"|正确|错误|符合|入选|排除|去掉|[Tt]rue|[Ff]alse|[Yy]es|[Nn]o\b|[Cc]orrect|[Ww]rong)"
)
_BRACKET = re.compile(rf"{_OPEN_BRACKET}(?:(?:(?!{M})[^()\[\]【】\n]){{0,60}}[)\]】])?")
_GLOSS = re.compile(
    rf"(?<={M})\s?\((?!\s?{M})(?!\s?(?:是|应|可以|要|都)?{_JUDGES})(?![^()]*{_JUDGES}\s?\))(?!\s?[\d.]+\s?[%分]?\s?\))(?![^()]*(?:更正|改|应为))[^()\n]{{1,80}}\)"
)
_RANGE = re.compile(r"(?<![A-Za-z0-9])([A-J]) ?(?:[-~—–]|至|到) ?([A-J])(?![A-Za-z0-9])")
_FOREIGN = re.compile(r"\([A-Za-z][A-Za-z ,.'’-]{3,60}\)")


def marked(text: str, options: Sequence[str], stem: str) -> str:
    """The reply with a sign for every mention; letter and text of one option are one."""
    for i in sorted(range(len(options)), key=lambda i: -len(options[i])):
        text = _replaced(text, options[i].strip(LETTERS) and options[i], chr(TEXT + i))
    text = _lettered(_RANGE.sub(_spread, text), len(options))
    known = {ord(sign) & 0xF for sign in re.findall(M, text)}
    for name, i in sorted(_names(tuple(options), stem).items(), key=lambda pair: -len(pair[0])):
        if i not in known:
            text = _replaced(text, name, chr(TEXT + i))
    text = _HEAD.sub("", text)
    for _ in range(2):
        text = _PAIR.sub(_paired, _GLOSS.sub("", text))
    text = _FOREIGN.sub("", _BRACKET.sub("", text))
    return re.sub(rf"[(\[【]?\s?{_BOXED}", "", text)


def _spread(match: re.Match[str]) -> str:
    first, last = LETTERS.index(match[1]), LETTERS.index(match[2])
    return LETTERS[first : last + 1] if first < last else match[0]


def _lettered(text: str, count: int) -> str:
    """Signs for letters that name options; a letter beyond them is left as it is."""
    if _SMALL.fullmatch(text.strip(" \n.。()[]*\"'`")):
        text = text.upper()
    text = _SMALL_CHOSEN.sub(lambda match: match[0].upper(), text)
    if _DOTTED.fullmatch(text):
        text = re.sub(r"[.\\]", "、", text.rstrip(". "))

    def signs(match: re.Match[str]) -> str:
        places = [LETTERS.index(letter) for letter in match[1]]
        if max(places) >= count or len(set(places)) < len(places):
            return match[0]
        return "".join(chr(LETTER + place) for place in places)

    return _TOKEN.sub(signs, text)


def _replaced(text: str, name: str, by: str) -> str:
    """A reply with a sign for an option's text; a number or a single sign only where it is told."""
    if not name or name[:1] not in text:
        return text
    if (number := _NUMERIC.fullmatch(name)) or len(name) < 2:
        value = f"{float(number[1]):g}" if number else ""
        zeros = "0*" if "." in value else r"(?:\.0+)?"
        told = f"{re.escape(value)}{zeros}\\s?(?:{re.escape(number[2])}|%)?" if number else name
        return re.sub(rf"{_TOLD}(\s?){told}{_ENDS}", rf"\1{by}", text, flags=re.MULTILINE)
    if "—" in name:
        return re.sub(re.escape(name).replace("—", "[—·-]?"), by, text)
    if not name[0].isascii() and not name[-1].isascii():
        return text.replace(name, by)
    return re.sub(rf"(?<![A-Za-z0-9])(?<!\d\.){re.escape(name)}(?![A-Za-z0-9]|\.\d)", by, text)


@lru_cache(maxsize=4096)
def _names(options: tuple[str, ...], stem: str) -> dict[str, int]:
    """What may stand for an option beside its text: a part of it that is its own."""
    head, tail = shared_ends(list(options))
    found: dict[str, int] = {}
    twice: set[str] = set()
    for i, option in enumerate(options):
        core = option[head : len(option) - tail or None].strip("的-—、 ")
        forms = {core, option.replace("的", ""), option.rpartition("的")[2]}
        forms |= set(re.split(r"[(),;并]|以及", option))
        if tail > 1:
            forms.add(option[head : len(option) - tail + 1])
        for form in forms - {option}:
            name = form.strip("的-—、 ")
            if len(name) > 1 and not name.isdigit() and name not in stem:
                twice |= {name} & {n for n, other in found.items() if other != i}
                found[name] = i
    return {name: i for name, i in found.items() if name not in twice}


def _paired(match: re.Match[str]) -> str:
    a, b = ord(match["a"]), ord(match["b"])
    between = match[0][1:-1]
    if a >= TEXT and "\n" in between:
        return match[0]
    if a < TEXT <= b and "," in between and not match.start():
        return f"{match['a']},"  # "D，希波克拉底最早…": the answer, and what is said of it
    if a & 0xF == b & 0xF:
        bracket = between.strip()[:1] in ("(", "[", "【")
        boxed = between.lstrip()[:1] in (")", "]", "】")  # (A) 知觉
        return (_BOXED if boxed else "") + chr(max(a, b)) + (_OPEN_BRACKET if bracket else "")
    tight = a < TEXT <= b and re.fullmatch(r"\s?[.、:(]\s?[\"“(]?", between)
    tight = tight and re.match(r"[\s\"”)]*(?:[,.。;)\n]|$)", match.string[match.end() :][:8])
    return TORN_SIGN if tight and "、" not in between else match[0]
