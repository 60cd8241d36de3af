"""The words that announce an answer, an explanation, or what a page says besides."""

import re
from typing import NamedTuple

from parsing import words
from parsing.words import any_of, spaced

_L, _R = r"[\[【〖(]", r"[\]】〗)]"
_IN = r"[^\[\]【】〖〗():\n]"
LETTERS = r"[A-H](?:[^\S\n]{0,2}[、,;/和及与+.]?[^\S\n]{0,2}[A-H](?![a-z]))*"
_BOL = r"^[^\S\n]{0,40}"
_ANSWER = (
    r"(?:(?:正确|参考|参照|标准|本题|试题|最佳|对的|精确|准确)的?)?答\s{0,4}案(?:要点|提示|示例)?"
)
_IS = r"(?:应该|应当|应)?(?:是|为|选)?"
_PATTERN = (
    rf"(?P<own>{_L}?\s?(?:(?<![\u3400-\u9fff])(?<![A-H][.、)]){any_of(words.OWN)}|(?<![A-Za-z])(?i:"
    rf"{any_of(words.OWN_LATIN)}))\s?{_R}?\s?(?:[:是为]\s?|(?=[A-H√×]))"
    rf"|(?<![\u3400-\u9fff])(?:得分|本题得分)\s?:\s?(?=\d|-|$))"
    rf"|(?P<strong>{_L}(?![^\])】\n]{{0,8}}[含附及带有]答案)\s?{_IN}{{0,14}}?答\s{{0,4}}案(?!解析|详解|说明){_IN}{{0,4}}?\s?{_R}\s?:?\s?"
    rf"|(?:(?<=[)\]】。?])[(\[【]\s?)?{_ANSWER}\s?{_IS}\s?:\s{{0,3}}"
    rf"|{spaced(words.ANSWER_CHOICE)}\s?[是为]?\s?:\s{{0,3}}"
    rf"|(?<![A-Za-z])(?i:{any_of(words.ANSWER_LATIN)})\s?(?:[:.]|is\s)\s{{0,3}}(?=[\[(【]?[A-Ha-h](?![A-Za-z])"
    rf"|[TF](?![A-Za-z])|(?i:true|false)|[\u3400-\u9fff√×])"
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
    rf"|(?:{_BOL}|(?<=[.。;]\s))(?i:{any_of(words.EXPLANATION_LATIN)})\s?:\s?)"
    rf"|(?P<extra>[\[【]\s?{any_of(words.EXTRA)}{_IN}{{0,8}}[\]】]\s?:?\s?)"
    rf"|(?P<fact>(?:{_BOL}[\[【(]?|(?<=[\s;|,]))(?:{any_of(words.STATISTIC)}"
    rf"|(?i:{any_of(words.STATISTIC_LATIN)}))[\]】)]?\s?:[^\S\n]{{0,3}})"
)
_TABLES: tuple[tuple[str, ...], ...] = (
    *(words.ANSWER, words.ANSWER_CHOICE, words.ANSWER_LATIN, words.OWN, words.OWN_LATIN),
    *(
        words.EXPLANATION,
        words.EXPLANATION_LINE,
        words.EXPLANATION_LATIN,
        words.STATISTIC,
        words.STATISTIC_LATIN,
    ),
)
_FIRST = {w[0] for table in _TABLES for w in table} | set(
    "答选故所因此应析依说分点思解文官教名专题拟范对精准"
)
_FIRST |= {c.upper() for c in _FIRST} | set("[【〖「( \t")
# the characters that can begin a label: a quick refusal for all others
_TAG = re.compile(rf"(?=[{re.escape(''.join(sorted(_FIRST)))}])(?:{_PATTERN})", re.MULTILINE)


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
