"""Labels (答案：), what stands behind them, and verdicts in free words: 故选B, 综上，本题错误."""

import re
from typing import NamedTuple

from parsing import words
from parsing.records import ALPHABET, Parts, decide
from parsing.source_text import Sheet, fold
from parsing.words import NEGATED, VERDICTS, any_of, spaced

_L, _R = r"[\[【〖(]", r"[\]】〗)]"
_IN = r"[^\[\]【】〖〗():\n]"
# no article: 2. D. A narrow good…, 1. A change in…
_ARTICLE = r"(?!(?<=A)[^\S\n](?!is\b|because\b)[a-z])"
LETTERS = (
    rf"[A-H]{_ARTICLE}(?:[^\S\n]{{0,2}}[、,;/和及与+.]?[^\S\n]{{0,2}}[A-H](?![a-z]){_ARTICLE})*"
)
_BOL = r"^[^\S\n]{0,40}"
_ANSWER = (
    r"(?:(?:正确|参考|参照|标准|本题|试题|最佳|对的|精确|准确)的?)?答\s{0,4}案(?:要点|提示|示例)?"
)
_IS = r"(?:应该|应当|应)?(?:是|为|选)?"
_PATTERN = (
    rf"(?P<own>{_L}?\s?(?:(?<![\u3400-\u9fff])(?<![A-H][.、)]){any_of(words.OWN)}|(?<![A-Za-z])(?i:"
    rf"{any_of(words.OWN_LATIN)}))\s?{_R}?\s?(?:[:是为]\s?|(?=[A-H√×](?!\s?[.、)])))"
    rf"|(?<![\u3400-\u9fff])(?:得分|本题得分)\s?:\s?(?=\d|-|$))"
    rf"|(?P<strong>{_L}(?![^\])】\n]{{0,8}}[含附及带有]答案)\s?{_IN}{{0,14}}?答\s{{0,4}}案(?!解析|详解|说明){_IN}{{0,4}}?\s?{_R}\s?:?\s?"
    rf"|(?:(?<=[)\]】。?])[(\[【]\s?)?{_ANSWER}\s?{_IS}\s?:\s{{0,3}}"
    rf"|{spaced(words.ANSWER_CHOICE)}\s?[是为]?\s?:\s{{0,3}}"
    rf"|(?<![A-Za-z])(?i:{any_of(words.ANSWER_LATIN)})\s?(?:[:.]|is\s)\s{{0,3}}(?=[\[(【]?[A-Ha-h](?![A-Za-z])"
    rf"|[TF](?![A-Za-z])|(?i:true|false)|[\u3400-\u9fff√×])"
    rf"|{_BOL}(?i:{any_of(words.ANSWER_LATIN)})\s?:[^\S\n]{{0,3}}(?=\S)"
    rf"|(?<![A-Za-z])(?i:{any_of(words.ANSWER_LATIN)})[^\S\n]{{1,2}}(?=[A-H]{{1,5}}(?:\.\s|\.?[^\S\n]*$))"
    r"|(?:^[^\S\n]{0,40}[\[【(]?\s?(?:答题?要点|参考答案|解答|拟答|参考拟答|范例答案|答|解(?=\s?:))\s?[\]】)]?\s?[:.][^\S\n]?"
    r"|[\[【]\s?(?:参考)?拟答\s?[\]】]\s?:?|[\[【]\s?(?:参考|答题|作答|回答)思路\s?[\]】]\s?:?|^[^\S\n]{0,40}[\[【]\s?答\s?[\]】]|(?<=[。？?！!)])答\s?:|(?<=[\u3400-\u9fff][^\S\n])答:(?!\s?“))"
    r"|(?:(?<=[\u3400-\u9fff:、])(?<![回解作问应对抢])答:(?!\s?“))"
    rf"|{_BOL}(?:参考|正确|标准)?答案[^\S\n]{{1,4}}(?=[\u3400-\u9fff(]{{2}}|[对错][^\S\n]*$)"
    rf"|{_BOL}(?:(?:参考|正确|标准)答案|参考拟答|拟答|解答)[^\S\n]{{0,10}}$)"
    rf"|(?P<weak>(?<![—–-])(?:{_ANSWER}\s?{_IS}|{spaced(words.ANSWER_CHOICE)}[是为]?)[^\S\n]?"
    rf"(?=[(\[【]?\s?(?:[A-H]{{1,8}}(?!\s?[.、:]|[A-Za-z])|[√×]|T(?![A-Za-z])))"
    rf"|(?:{_ANSWER}|{spaced(words.ANSWER_CHOICE)})[是为][^\S\n]?(?=[A-H](?:、[A-H])*:)"
    rf"|{_BOL}(?:故|所以|因此)?(?:本题|此题)?(?:应?选|正确答案[是为选])[^\S\n]?(?=[A-H]{{1,8}}\s?[.。]?[^\S\n]*$))"
    rf"|(?P<expl>(?:[\[【〖]|(?<![\u3400-\u9fff])\()\s?{_IN}{{0,10}}?(?:解\s?析|{any_of(words.EXPLANATION)}){_IN}{{0,4}}\s?"
    rf"(?:{_R}|(?<=析)1)\s?:?\s?|[\[【「]\s?(?:分析|解释|解|析|说明)\s?[\]】」]\s?:?\s?"
    r"|(?:(?:正确|参考)?答案|本题|试题|考题|考点|参考|题目|专家|名师|教材|详细|文字|答题|官方)?(?:解\s?析(?:思路)?|详解"
    r"|精析|(?<=本题)思路)\s?:\s?|本题解释\s?:?\s?"
    rf"|{_BOL}{spaced(words.EXPLANATION_LINE)}\s?:\s?"
    r"|(?<=[^\S\n])考点[^\S\n][^\n:。]{1,30}?[^\S\n]解析[^\S\n]"
    rf"|{_BOL}(?:(?:答案|试题|参考|本题|官方)?解析|答案详解)(?:[^\S\n]{{0,9}}$|[^\S\n]{{1,4}}(?=[\u3400-\u9fff“(]{{2}}))"
    rf"|(?:{_BOL}|(?<=[A-H√×]))(?:点拨|精析)(?=[\u3400-\u9fff“《]{{2}})"
    rf"|(?:{_BOL}|(?<=[.。;]\s))(?i:{any_of(words.EXPLANATION_LATIN)})\s?:\s?)"
    rf"|(?P<extra>[\[【]\s?{any_of(words.EXTRA)}{_IN}{{0,8}}[\]】]\s?:?\s?)"
    rf"|(?P<fact>(?:{_BOL}[\[【(]?|(?<=[\s;|,]))(?:{any_of(words.STATISTIC)}"
    rf"|(?i:{any_of(words.STATISTIC_LATIN)}))[\]】)]?\s?:[^\S\n]{{0,3}})"
)
_FIRST = {w[0] for table in words.LABELS for w in table} | set(
    "答选故所因此应析依说分点思解文官教名专题拟范对精准"
)
_FIRST |= {c.upper() for c in _FIRST} | set("[【〖「( \t")
# what can begin a label: a quick refusal for all else, such as blanks and an option's letter
_LATIN = "".join(sorted(c for c in _FIRST if c.isascii() and c.isalpha()))
_SIGNS = re.escape("".join(sorted(_FIRST - {" ", "\t", *_LATIN})))
_TAG = re.compile(
    rf"(?=[^\S\n]{{0,41}}+(?:[{_SIGNS}]|[{_LATIN}][A-Za-z]))(?:{_PATTERN})", re.MULTILINE
)


class Tag(NamedTuple):
    """A label of a kind: strong or weak (announcing an answer), expl, extra, own, fact.

    own = what a reader chose, fact = what the page says besides (难度, 正确率): never an answer.
    """

    kind: str
    start: int
    end: int


def tags(text: str, start: int, end: int) -> list[Tag]:
    """Every label of a stretch, in order."""
    found = _TAG.finditer(text, start, end)
    return [Tag(m.lastgroup or "strong", m.start(), m.end()) for m in found]


_LETTER = re.compile("[A-H]")
VALUE = re.compile(  # letters at the very start of a stretch
    rf"[\s:,、.;]{{0,4}}[(\[【〖]?\s?(?P<letters>{LETTERS}"
    rf"(?:\s?[)\]】〗]\s?[、,]?\s?[(\[【〖]\s?{LETTERS})*)\s?[)\]】〗]?(?![A-Za-z])"
)
_LETTERED = re.compile(r"\s{0,3}([A-H])(?:[^\S\n]?[.、:]\s{0,2}|[^\S\n]{0,2})")
_SEPARATORS = [re.compile(f"[{signs}]+") for signs in ("、", ";", ",", "、,;和 ")]
_TORN_HEAD = re.compile(r"[一二三四五六七八九十]{1,3}[、.]?$")
# a verdict that its reason in brackets, or the next question's number, is glued to
_JUDGED_ON = re.compile(
    r"\s*(?P<word>正确|错误|对|错|[√×])"
    r"(?:\s?(?=\d{1,3}\s?[.、]|[(][^)\n]{4})|\s+(?=[\u3400-\u9fff]{4}))"
)
JUDGED = re.compile(
    r"\s*(?:[(\[【]\s*(?P<in>[√×✓✗✔✘∨]|对|错|正确|错误)\s*[)\]】]|(?P<out>[√×✓✗✔✘]))"
    r"\s*[,.。;:]?\s*(?=\S{2})"
    r"|\s*(?P<word>(?:正确|错误|对|错|(?i:true|false))(?=\s?[。.;,]|\n)|(?:正确|错误)(?=[^\S\n]))\s?[。.;,]?\s*(?=\S{2})"
)
LETTERS_ONLY = re.compile(r"[\s\[【「(]*[A-H](?:[、,\s]{0,2}[A-H]){0,7}[\s\]】」).。]*")
_LETTER_FIRST = re.compile(r"[A-Ha-h](?:[、,\s]{0,2}[A-H])*(?=[\s)\]】,、.]|$)")
_COUNTER = re.compile(r"\d{1,3}、")
_WORD_TOLD = re.compile(r"\s*(?P<word>[^\n。.,(]{1,14})。\s?(?P<reason>[^\n。]{6,}。[^\n]*)\s*")
_IN_REASON = [
    re.compile(verdict.format(L=rf"\s{{0,4}}(?P<letters>{LETTERS})(?![A-Za-z型])"))
    for verdict in VERDICTS
]
_NEGATED = re.compile(NEGATED)
_VERDICT_HINT = re.compile(
    r"[选即是为项は][^\n]{0,8}\s{0,4}[A-H]|[A-H]\s?(?:选?项|正确|符合|当选|是正确|为正确)|(?:故|因此|所以|可知)[,:]?\s?[A-H]"
)


def letters_of(text: str) -> str:
    """The letters in a text, sorted, each once."""
    return "".join(sorted(set(_LETTER.findall(text))))


def believable(text: str, *, several: bool) -> bool:
    """Whether letters can be one question's key: they rise, or differ where several are right."""
    letters = _LETTER.findall(text)
    return len(set(letters)) == len(letters) and (several or letters == sorted(letters))


def truth(text: str) -> str:
    """对 or 错 for the whole of a short text that says so, else ""."""
    bare = fold(text).strip(" \n()[]【】。.:")
    return "对" if bare in words.TRUE else "错" if bare in words.FALSE else ""


def from_text(value: str, options: list[str]) -> str:
    """Letters of the options that a text names in full, "" where it is none of them exactly."""
    value = value.strip(" 。.\n")
    plain = [o.strip(" 。.") for o in options]
    for pieces in ([value], *([p for p in s.split(value) if p] for s in _SEPARATORS)):
        if pieces and all(plain.count(piece) == 1 for piece in pieces):
            return letters_of("".join(ALPHABET[plain.index(piece)] for piece in pieces))
    return ""


def lettered_text(text: str, options: list[str]) -> tuple[str, int] | None:
    """`D.顿悟` or `A.同化；C.顺应`: the letters, and where they end, if every text fits."""
    out, at = "", 0
    while m := _LETTERED.match(text, at):
        index = ALPHABET.index(m[1])
        option = options[index] if index < len(options) else ""
        if not option or not text.startswith(option, m.end()):
            break
        out += m[1]
        at = m.end() + len(option)
    return (letters_of(out), at) if out else None


def open_value(sheet: Sheet, tag: Tag, stop: int, parts: Parts, form: str) -> str:
    """The answer of a question without options; returns what cannot be one."""
    text, at = sheet.text, tag.end
    whole = sheet.read(at, stop)
    said = text[at:stop].strip()
    if form == "TF":  # a heading cut off behind the last verdict
        said = _TORN_HEAD.sub("", said)
    judged = JUDGED.match(text, at, stop) if form in ("TF", "") else None
    judged = judged or (_JUDGED_ON.match(text, at, stop) if form == "TF" else None)
    if judged:
        decide(parts, truth(judged[judged.lastgroup or "word"]), "answer:tag")
        return sheet.verbatim(judged.end(), stop)
    if form == "FILL" and said.startswith("(") and said.endswith(")") and said.count("(") == 1:
        whole = whole[1:-1].strip()
    verdict = truth(said) if stop - at < 12 else ""
    only = LETTERS_ONLY.fullmatch(text, at, stop) is not None
    lettered = only or _LETTER_FIRST.match(said) is not None
    letters = VALUE.match(text, at, stop)
    if verdict and (form == "TF" or (form == "" and not lettered)):
        whole = verdict
    elif form == "" and lettered:
        parts.notes.append("doubt:answer_without_options")
        if not only:
            return whole
    if form == "FILL" and (told := _WORD_TOLD.fullmatch(text, at, stop)):  # and its reason
        decide(parts, sheet.verbatim(*told.span("word")), "answer:tag")
        return sheet.verbatim(*told.span("reason"))
    if form != "FILL" and _COUNTER.fullmatch(text[at:stop].strip()):  # of a preview
        return ""
    if form in ("FILL", "QA") or whole == verdict:
        letters = None
    if form in ("SCQ", "MAQ", "INDEF") or (letters and "\n" in text[letters.end() : stop]):
        if not letters or text[letters.end() : stop].strip(" 。.\n"):
            parts.notes.append("doubt:answer_without_options")
            return whole
        whole = letters_of(letters["letters"])
    decide(parts, whole, "answer:tag")
    return ""


def verdicts(text: str, start: int, end: int) -> set[str]:
    """The letters that a stretch calls right in free words: 故选B."""
    if not _VERDICT_HINT.search(text, start, end):
        return set()
    return {
        letters_of(m["letters"].split(".")[0])  # …是B.A适用于…
        for pattern in _IN_REASON
        for m in pattern.finditer(text, start, end)
        if not _NEGATED.search(text, max(start, m.start() - 4), m.start("letters"))
    }
