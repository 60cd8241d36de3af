"""The words that announce an answer or an explanation."""

import re
from dataclasses import dataclass

_L, _R = r"[\[【〖(]", r"[\]】〗)]"
_IN = r"[^\[\]【】〖〗():\n]"
LETTERS = r"[A-H](?:[^\S\n]{0,2}[、,;/和及+.]?[^\S\n]{0,2}[A-H](?![a-z]))*"
_TAG = re.compile(
    rf"(?P<strong>{_L}\s?{_IN}{{0,14}}?答\s?案(?!解析|详解){_IN}{{0,4}}?\s?{_R}\s?[::]?\s?"
    r"|(?:(?:正确|参考|标准|本题|试题|最佳)的?)?答\s?案(?:要点|提示|示例)?\s?(?:是|为)?\s?:\s{0,3}"
    r"|(?P<qa>^[^\S\n]{0,40}[\[【(]?\s?(?:答题?要点|参考答案|解答|答)\s?[\]】)]?\s?[:.][^\S\n]?"
    r"|^[^\S\n]{0,40}[\[【]\s?答\s?[\]】]|(?<=[。？?！!)])答\s?:)"
    r"|^[^\S\n]{0,40}(?:参考|正确|标准)答案[^\S\n]{0,10}$)"
    r"|(?P<weak>(?:正确|参考"
    r"|标准)?答[^\S\n]?案(?:应?[是为选])?[^\S\n]?(?=[A-H]{1,8}(?![A-Za-z.、:)])|[√×]))"
    rf"|(?P<expl>{_L}\s?{_IN}{{0,10}}?(?:解\s?析|详解|精析|点评|评析|点拨|解答|解题思路"
    rf"|答案说明){_IN}{{0,4}}\s?(?:{_R}|(?<=析)1)\s?:?\s?|[\[【]\s?(?:分析|解释|解|析"
    rf"|说明)\s?[\]】]\s?:?\s?"
    r"|(?:(?:正确|参考)?答案|本题|试题|考点|参考|题目|专家|名师|教材|详细)?(?:解\s?析|详解"
    r"|精析)\s?:\s?"
    r"|^[^\S\n]{0,40}(?:分析|点评|解释|评析|说明|析|依据)\s?:\s?)"
    rf"|(?P<extra>[\[【]\s?(?:考点|知识点|考查|考察|难度|题型|出处|来源|能力|知识扩散|知识扩展"
    rf"|页码|分值|命题){_IN}{{0,8}}[\]】]\s?:?\s?)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag word of a kind: strong or weak (announcing an answer), qa, expl, extra."""

    kind: str
    start: int
    end: int


def tags(text: str, start: int, end: int) -> list[Tag]:
    """Every tag of a stretch, in order."""
    out = []
    for m in _TAG.finditer(text, start, end):
        kind = m.lastgroup or "strong"
        out.append(Tag(kind, m.start(), m.end()))
    return out
