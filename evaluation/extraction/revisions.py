"""Letters that a reply takes out of its answer, or adds to it, after it has given it."""

import re

from evaluation.extraction.letters import LETTERS, Listed, lists

_OUT = re.compile(
    r"\s?选?项?(?:应该?|也|要|得)?(?:应该?|应当|要)?(?:去掉|删掉|删去|剔除|划掉|排除|拿掉|去除|划去|撤掉|撤回|撤销|作废|舍去)(?=[了掉,.;!\n]|$)"
)
_LATER = re.compile(
    r"[^.;!?\n不没]{0,30},(?:所以|因此|故|因而)?(?:应该?|应当|要|得|可以)?(?:去掉|删掉|删去|剔除|划掉|排除|拿掉|去除)(?=[了掉,.;!\n]|$)"
)
_IN = re.compile(
    r"(?:(?:还要|还应该?|应该?|应当|需要?|要|得)(?:再|把)?|再|另外?|还|外|[,.;(]\s?)(?:加上?|补上?|补充|加选|补选|漏了|漏掉了?|漏选了?)"
    r"(?:一个|个)?(?:选项)?\s?$"
)
_ALSO_IN = re.compile(
    r"(?:选?项)?\s?(?:其实|应该|我觉得)?(?:也|同样|亦)(?:应该?|应当|要|得|可以?|能|该|算|是|一并|需要?)*"
    r"(?:选|入选|当选|补上|加上|补选|加进[来去]|补进[来去]|算(?=[,.;!]|$)|对(?=[,.;!的]|$)|正确|(?<=要)(?=[,.;!]|$))(?![^,.;]{0,3}[吗?])"
    r"|,?\s?(?:too|as well)\b"
)
_CUT = re.compile(
    r"(?:去掉|删掉|删去|剔除|划掉|拿掉|去除|划去|撤掉|撤回|撤销|舍去)(?:了|选项)?\s?$"
    r"|(?<=[A-J]) ?[-−–] ?$"
)
_LEFT_OPEN = re.compile(
    r"(?:选?项)?(?:嘛|呢|吧)?[,:]?\s?(?:暂时?|还|先|仍|有点?)?(?:可[算选]可不[算选]|两可|待定|待议|存疑|拿不准|不(?:太|敢|能|大)?确定|不好说|说不准|未定|两可|可选可不选)"
    r"(?![^.;\n]{0,12}(?:不选|排除|不要|舍|去掉|删|故|所以|只选|也?选上))"
)
_OPEN_BEFORE = re.compile(
    r"(?:不(?:太|敢|能|大)?确定|拿不准|说不准|犹豫|存疑|待定"
    r"|\bnot (?:so |quite |entirely )?(?:sure|certain) (?:about|of|whether|if)"
    r"|\bunsure (?:about|of))"
    r"(?:的?(?:就|只)?[是有])?(?:选项)?:?\s?$",
    re.IGNORECASE,
)
_AT_ONCE = 8  # characters between an answer and a letter that is left open
_ADDED = re.compile(
    r"(?:另外|还有|补充|还要|再加|加上|别忘|漏)[^.;\n不没A-J]{0,8}[A-J](?![A-Za-z])(?!选?项?(?:不|错|×))"
    r"|[A-J](?:选?项)?(?:也|同样)(?:要|应该?|可以|得|该|能)?(?:是(?!不)|选|对|正确|符合|属于|入选)"
)
_ITEM = re.compile(
    r"[\s)\]】]*(?:[√✓✔✅]|(?:选?项)?(?:是|:|——|\()?[^.\n;,、:A-J]{0,16}\)?)[\s;,、]{1,3}"
    r"(?P<letter>[A-J])(?=[√✓✔✅]|(?:选?项)?(?:是|为|:|——|\()|[\s.]?[\u4e00-\u9fff])(?!选?项?(?:则|却|不|错|×|的))"
)
_FIRST = re.compile(
    r"\W{0,6}(?:正确|参考|最终)?答案\W{0,4}(?:应该?)?[是为选]?\W{0,4}(?P<said>[A-J](?:[,、\s]{0,2}[A-J]){0,7})"
    r"(?![A-Za-z]|\s?[吗?])"
)
_LAST = re.compile(
    r"(?:正确|最终|本题)?的?(?:答案|选项)\W{0,3}(?:应该?)?[是为选]?\W{0,4}"
    r"(?P<said>[A-J](?:[,、\s]{0,2}[A-J]){0,7})\W{0,4}\Z"
)
_ANEW = re.compile(
    r"更正|修正|纠正|订正|不对|等等|等一下|重新|改为|应改|改成|抱歉|对不起|有误|错了|复核|核对|检查|终稿|去掉|之前|刚才|补充|还有|另外|遗漏|漏|前面|其实|仔细"
    r"|但|不过|然而|wait|actually|sorry|but|correct|mistake|however",
    re.IGNORECASE,
)
_SWAP = re.compile(
    r"[把将]\s?(?P<out>[A-J])(?:选?项)?(?:换[成为]|改[成为]|替换[成为]?)(?:选项)?\s?(?P<by>[A-J])(?![A-Za-z])"
)
_NEGATED = re.compile(r"(?:不|别|没有?|勿|如果|若)[^,.;\n]{0,4}$")


def goes_on(text: str, found: Listed) -> bool:
    """Whether a list of letters is added to, or is but the first of several items in a row."""
    added = _ADDED.search(text, found.end)
    if added and not set(re.findall("[A-J]", added[0])) <= {LETTERS[i] for i in found.said}:
        return True
    item = _ITEM.match(text, found.end) if len(found.said) == 1 else None
    return item is not None and LETTERS.index(item["letter"]) not in found.said


def torn(text: str) -> bool:
    """Whether a reply begins with one answer and ends with another, and nothing takes it back."""
    first, last = _FIRST.match(text), _LAST.search(text[-60:])
    if first is None or last is None or max(0, len(text) - 60) + last.start() <= first.end():
        return False
    begun, ended = (set(re.findall("[A-J]", found["said"])) for found in (first, last))
    again = first["said"].startswith(last["said"])  # a repetition that breaks off
    return begun != ended and not again and not _ANEW.search(text, first.end())


def revised(text: str, said: tuple[int, ...], *, several: bool) -> tuple[int, ...]:
    """An answer less letters taken out later ("应该把D去掉"), with those added; () for none."""
    if not said:
        return said
    kept = set(said)
    given = False
    for start, found in lists(text):
        before = text[max(0, start - 10) : start]
        more = several and given and not set(found.said) <= kept
        if more and _OPEN_BEFORE.search(text[max(0, start - 40) : start]):
            return ()
        if set(found.said) == set(said):
            given, kept = True, set(said)
        if not given or _NEGATED.search(before):
            continue
        if several and not set(found.said) <= kept and _left_open(text, start, found, said):
            return ()
        later = len(found.said) == 1 and _LATER.match(text, found.end)
        if later or _OUT.match(text, found.end) or _CUT.search(before):
            kept -= set(found.said)
        elif several and (_IN.search(before) or _ALSO_IN.match(text, found.end)):
            kept |= set(found.said)
    for swap in _SWAP.finditer(text) if several else ():
        if LETTERS.index(swap["out"]) in kept and LETTERS.index(swap["by"]) not in set(said):
            kept = kept - {LETTERS.index(swap["out"])} | {LETTERS.index(swap["by"])}
    return tuple(sorted(kept))


def _left_open(text: str, at: int, found: Listed, said: tuple[int, ...]) -> bool:
    """Whether letters right after the answer are neither in nor out: "AB,C待定"."""
    before = re.findall("[A-J]", text[max(0, at - _AT_ONCE) : at])
    beside = bool(before) and LETTERS.index(before[-1]) in said
    return beside and bool(_LEFT_OPEN.match(text, found.end))
