"""Words after which a reply names its answer, and words that take them back."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_LINK = (
    r"(?:\s*(?:应该|应当|应|就|还|仍然?|依然|依旧|便|才|无疑|只能|一定|很?可能|大概|显然|当然|确实|最终|分别|选项|代码|字母|编号"
    r"|是|为|系|选择?|填|即|有|包括|如下)){0,4}"
)
# tier 1: the reply speaks of its answer
_ANSWER = re.compile(
    rf"(?P<zh>(?:答案|正解)(?:\s?\||[】\])」』]|[^,.;:\n不非错误见]{{1,8}}(?=:))?{_LINK}"
    r"|(?:解答|回答|作答|结论(?:先行|在前)?|先说结论|一句话|速答|简答|长话短说|太长不看|tl;dr|结果|我的选择|最终选择"
    r"|(?<![A-J各个除析断较看])(?<![A-J] )"
    r"(?<!其[他它余])(?<!干扰)(?<!错误)(?<![列给]出)(?<![未没不落]选的)(?<!未选择的)(?<!排除的)选项|选择|答)"
    r"[\"'”」』】*\s]*(?::|=>?|→|是|为|应为|应是))"
    rf"|(?P<ones>(?:正确|最佳|最?合适|最?恰当|最?合理|最?准确|最优|最贴切|最?符合(?:题[意干目]|要求|定义)?|应选|该选|所选|入选)(?:的)?一?[个项]?"
    rf"(?:选项|选择|说法|表述|做法|描述|项)?(?:应该|应当|应|就|还|分别|只有)?[*\"”]{{0,3}}(?:(?:是|为|有|包括|如下|:)+|(?<=只有))"
    r"(?:共?[一两二三四五1-5] ?[个项]:?)?)"
    r"|(?P<row>(?:^|[\n;,.])\s{0,4}[-*•]{0,3}\s?(?:对的?|入选|应选|正确|要选)[*]{0,3}:)"
    r"|(?P<head>#{1,6}\s{0,4}(?:final\s|correct\s)?(?:answers?|response)\s{0,2}:?\s{0,4}(?=\n))"
    r"|(?P<draft>(?:终稿|定稿|(?:最终|修正|订正|更正)(?:版|后)):(?=\s?[A-J]))"
    r"|(?P<lastly>最[终后](?:仍|还)?[选是]?(?=\s?[A-J](?:[、, ]{0,2}[A-J]){0,7}[.!]?\s*(?:\n|\Z)))"
    r"|(?P<last>最[终后](?:的?(?:决定|确定|选定|敲定|定|提交|交卷|填写?|写下?)(?:为|是|下)?:?|:)(?=[\s\"'“(\[【*]{0,4}[A-J]))"
    r"|(?P<thus>(?:于是|由此):(?=\s?[A-J]{1,8}(?:[.!\n]|\Z)))"
    r"|(?P<final>最[终后]的?答案,(?=\s?[A-J]{1,8}(?:[.!\n]|\Z)))"
    r"|(?P<json>\"?(?:answers?|ans|final_answer|correct_answer|choices?|selected|selection|prediction)\"\s*:)"
    r"|(?P<boxed>\\boxed\s*\{\s*(?:\\(?:text|mathrm|textbf|mathbf)\s*\{)?)"
    r"|(?P<tag><(?:answers?|ans|final|output|result|response|reply|答案|final_answer|choices?|selected|selection|选择|回答)>"
    r"(?:\s{0,16}<(?:option|choice|letter|item|answer)>)?|<(?:option|letter)>)"
    r"|(?P<arrow>(?<![A-J])(?:→|⇒|=>|->)\s{0,4}(?=[(\[*]{0,3}[A-J]{1,8}\W{0,8}\Z))"
    r"|(?P<fits>(?:属于|符合|描述|体现|反映|适合)[^,.;:!?\n不非]{0,16}的(?:选?项)?"
    r"(?:应该|应|就|只有)?(?:是|有|为|包括):? ?(?=[A-J]{1,8}(?![A-Za-z.])))"
    r"|(?P<en>(?<![a-z])(?:(?:final|correct|best|right|my)\s+)?(?:answers?|options?|choices?|selected|ans\.?)(?:\s*\(s\))?"
    r"(?:\s+to\s+(?:this|the)\s+question)?[\"'*\s]*"
    r"(?:(?:(?<=ans\.\s)|:|=|is|are|would\s+be|should\s+be|must\s+be|option|choice|letters?|clearly|therefore)[*\s]*){1,4})",
    re.IGNORECASE,
)
# tier 2: it chooses; counts alone, and after an answer only where it is decisive
_CHOICE = re.compile(
    r"(?P<choose>(?!(?<=[A-J各个除析断较看])选项|(?<=[A-J] )选项|(?<=[列给]出)选项)"
    r"(?:只剩下?|(?:剩下?|余下|剩余)的?(?:选项)?(?:就|便|也)?(?:只有|只能|是|即)+"
    r"|(?:只?剩下?|余下|剩余)的?(?=[A-J](?:选?项)?(?:[就即才是,.!]|\Z))"
    r"|选择?|选定|挑|填)"
    r"(?:了|的是|出|项|选项|是|为|:|答案)*)"
    r"|(?P<so>(?:因此|所以|因而|于是|故而?|那么?)(?:答案|应该?|就|便|只能|也就){0,2}"
    r"(?:是|(?=[【\[(]?[A-J、,和 ]{1,16}(?:选?项)?[】\])]?[.!]?\Z))"
    r"(?=[\s\"'“(\[【*]{0,3}[A-J]{1,8}\W{0,3}[了吧啦哦呢]?(?:[,.!\n]|选?项|\Z)))"
    r"|(?P<truly>其实(?:应该?)?是(?=\s?[A-J](?:[,.;!\n]|选?项|\Z)))"
    r"|(?P<gives>(?:我|个人|本人)(?:就|还是|会|要|最后|最终){0,3}(?:给|投|押)(?:选项)?(?=\s?[A-J](?:[,.;!]|选?项|\Z)))"
    r"|(?P<abroad>(?:bonne réponse est|réponse correcte est|respuesta correcta es"
    r"|richtige antwort (?:ist|lautet))(?:\s(?:la|option))?\s?:?(?=\s?[A-J]\b)"
    r"|(?:正解は|答えは|정답은)(?=\s?[A-J]))"
    r"|(?P<yes>\byes,\s?(?=[A-J](?:[.!\n]|\Z))|为准[,:]\s?(?=[A-J][.!]?(?:\n|\Z)))"
    r"|(?P<thinks>(?:我|个人|本人)(?:还是|更|最终|最后)?(?:认为|觉得|想|猜|倾向于?)"
    r"(?:应该?|大概|可能)?(?:是|为|选|,|(?<=倾向)|(?<=倾向于))(?=[\s\"'“(\[*]{0,3}[A-J]))"
    r"|(?P<namely>(?<!不)(?:即|也就是|就是)(?:选项)?"
    r"(?=\s?[A-J](?:[、,和及与 ]?[A-J]){0,7}(?:[两三四五]?(?:个选)?项)?(?:[.;!\n]|\Z)))"
    r"|(?P<revise>(?:(?<![反效适对])(?:应该?是|应当是|应为)|改为|改成了?|改选了?|(?:更|订|纠|修)正[为成]?|而是|只能是)"
    r"|(?:(?<![A-J项都均也])(?<![A-J][.:、—])(?<![A-J][.:、] )不对|不,|等等"
    r"|等一下|纠正|重新考虑后?|再想想)[,.:!\s]*(?![(*]{0,3}[A-J](?:选?项)?[\u4e00-\u9fff]{1,6}的?是?(?:别的|其他))(?:我?(?:觉得|认为))?(?:应该?)?(?:是|选|为)?)"
    r"|(?P<not>\bnot\s(?:option\s)?[(*]{0,3}[A-J][)*]{0,3},?"
    r"\sbut\s(?:rather\s)?(?:option\s)?(?=[(*]{0,3}[A-J]\b))"
    r"|(?P<then>\b(?:therefore|thus|hence|so)[,:\s]{1,3}(?:option\s)?"
    r"(?=[(*]{0,3}[A-J]{1,8}(?:(?:,|,? and) [A-J])*[)*]{0,3}(?:[.,!\n]|\Z))"
    r"|(?<![a-z] )\bit(?:'s|\sis)\s(?:option\s)?"
    r"(?=[(*]{0,3}[A-J][)*]{0,3}(?:[.,!\n]|\Z|\s(?:because|since|as)\b)))"
    r"|(?P<en>(?:i(?:'d| would| will|'ll)?\s+(?:choose|pick|select|go\s+with|say|answer)"
    r"|(?:i\s+(?:think|believe)|so|thus|therefore|hence|then)[,\s]+(?:that\s+)?it(?:'s|\s+is|\s+must\s+be)"
    r"|(?:actually|rather|instead|correction)[,:\s]+(?:it(?:'s|\s+is))?|go\s+with|corresponds?\s+to|must\s+be)\s*(?:option\s*)?)",
    re.IGNORECASE,
)
_DECISIVE = re.compile(
    r"(?:故|因此|所以|因而|综上|应|应该|应当|该|我|最终|最后|改|还是|那就?|只能|决定|正确)[,:\s]*(?:会|要|就|还是|应该?)?$"
)
_SPOKEN = ("zh", "ones", "row", "fits", "en")
_NOT_ANSWER = re.compile(
    r"(?:错误|不正确|不对|不恰当|不合适|不合理|干扰|迷惑|非|不|误|wrong|incorrect|not)(?:的|\s)*$",
    re.IGNORECASE,
)
_NOT_CHOICE = re.compile(
    r"(?:不|未|没有?|别|勿|误|错|漏|少|多|若|如果|假如|要是|倘若|(?<!我)会|易|容易|有人|考生|同学|避免|而非|单|多|供|可供"
    r"|第一|各|次|备|学生|[他她它]们?|小[明红刚华李王张]|大家|选手|用户|对方|错误的?|不正确的?|不对的?)(?:会|能|可|应|该|应该|应当|要|是|去|再|被|错|误|直接|项){0,2}$"
)
_FALSE_ONE = re.compile(
    r"(?:错误|不正确|不对|不恰当|不合适|不合理|不属于|不符合|不包括|无关|有误|不是|不当)[^,.\n:A-J]{0,12}?"
    r"(?:是|为|有|包括|:)+"
)
_TRUE_ONES = re.compile(r"正确的?(?:说法|表述|描述|有|是)")
_IF = re.compile(
    r"(?:如果|假如|假设|假若|倘若|要是|若是?|一旦|\bif\b)(?!从|按|照|依|考虑|只能|只选|必须|一定要|非要|单选|根据)"
)
_HERE = re.compile(
    r"但|而(?!且)|不过|然而|本题|题[中干]|题目(?=[中里要问是])|这里|此处|所以|因此|故|实际|其实|错(?!误的)|不对(?!的)|\bbut\b|\bhere\b|\bso\b"
)
_OTHERS_SAY = re.compile(
    r"(?:有的|有些|有人|一些|部分|不少|许?多(?=人|书|同|考|教|学)|某些|网上|别的|个别|原先|以前|最初|起初|(?:一|刚|我)?开始(?:时|我|只|先)|一开始|刚开始|起先|原本|原以为|误以为|误认为)"
    r"[^,.;:\n]{0,12}$"
)
_STOP = re.compile(r"[.;!?\n]")
_REACH = 60  # characters of a sentence before an anchor


@dataclass(frozen=True)
class Anchor:
    """`at` is where the answer would stand; `tier` 1 outranks 2; a decisive one may revise."""

    rule: str
    start: int
    at: int
    tier: int
    decisive: bool = False
    stem: bool = False  # words that the question itself may end with


@lru_cache(maxsize=2)
def anchors(text: str, *, asks_false: bool) -> tuple[Anchor, ...]:
    """All anchors of a reply in comparison form that are not taken back, in no order.

    `asks_false`: the question asks for the statement that is wrong, so "错误的是" names it.
    """
    return tuple(_anchors(text, asks_false=asks_false))


def _anchors(text: str, *, asks_false: bool) -> Iterator[Anchor]:
    for match in _ANSWER.finditer(text):
        rule = match.lastgroup or ""
        if asks_false and rule == "ones" and _TRUE_ONES.match(match[0]) and _FALSE_ONE.search(text):
            continue
        if rule in _SPOKEN and _NOT_ANSWER.search(text, max(0, match.start() - 10), match.start()):
            continue
        if _supposed(text, match.start()):
            continue
        said = "answer" if rule in (*_SPOKEN, "arrow", "head", "last", "lastly", "draft") else rule
        yield Anchor(said, match.start(), match.end(), 1, stem=rule in ("ones", "fits"))
    for match in _CHOICE.finditer(text):
        before = max(0, match.start() - 10)
        if match.lastgroup == "choose" and _NOT_CHOICE.search(text, before, match.start()):
            continue
        if _supposed(text, match.start()):
            continue
        sure = match.lastgroup != "choose" or bool(_DECISIVE.search(text, before, match.start()))
        yield Anchor("choice", match.start(), match.end(), 2, decisive=sure)
    if asks_false:
        for match in _FALSE_ONE.finditer(text):
            yield Anchor("answer", match.start(), match.end(), 1)


def _supposed(text: str, at: int) -> bool:
    """Whether what is said there holds under a condition, or is what others say."""
    before = _STOP.split(text[max(0, at - _REACH) : at])[-1]
    conditions = list(_IF.finditer(before))
    if conditions and not _HERE.search(before, conditions[-1].end() + 2):
        return True
    return bool(_OTHERS_SAY.search(before))
