"""Replies that judge the options one by one, or name all but some."""

import re
from collections.abc import Sequence

from evaluation.extraction.letters import LETTERS, START, Listed, listed, lists

_WRONG = (
    r"错误|不正确|不对|有误|不符合|不属于|不是|不选|错|×|✗|✘|❌|\bfalse\b|\bincorrect\b|\bwrong\b"
)
_RIGHT = (
    r"正确(?!吗|与否|的吗|的话|答案:?\s*$)|符合|(?<![绝相针反面核])对(?=[\s,.;:!)\]、的了哦呀]|$)(?!的象)|√|✓|✔|✅|\btrue\b|\bcorrect\b"
    r"|\bright\b|应选|入选"
)
_VERDICT = re.compile(rf"(?P<wrong>{_WRONG})|(?P<right>{_RIGHT})", re.IGNORECASE)
_ITEM = re.compile(
    r"(?<![A-Za-z0-9])((?:[A-J](?:[、,/和与及]\s*)?)+)(?=\s*(?:选?项|[.、:,)】\]]|[—–-]|是|都|均|两项|三项|为|属于|错|对|正确|不|符合"
    r"|√|×|✓|✗|✘|✔|❌|✅|[(]|\s))"
)
_REFUSED = re.compile(
    r"(?:(?:^|[→,;.\s])(?:去|划|删|否)(?=\s?[A-J](?![A-Za-z]))|不是|不能?选|不应该?选|不该选|误选|错选|排除(?:了|掉)?|不考虑|不可能是)(?:选项)?\s*"
)
_BOX = re.compile(
    r"^\s*(?:[-*•]\s*)?(?:\[(?P<tick>[xX√✓✔v ]?)\]|(?P<mark>[☑✅✔✓√☐□❌✗✘×●◉🔘○◯⚪⬜🔲◻]))\s*"
    r"(?P<letter>[A-J])(?![A-Za-z]|\s?[、,/和与]\s?[A-J](?![A-Za-z]))",
    re.MULTILINE,
)
_ELSE = re.compile(r"\n\n|\n[^\n:A-J]{1,4}:|其余|其他|其它|剩下|余下")
_TICKS, _CROSSES = "☑✅✔✓√xXv●◉🔘", "☐□❌✗✘×○◯⚪⬜🔲◻"
_TICK = re.compile("[√✓✔✅☑]")
_IS_ANSWER = re.compile(
    r"\s*(?:[两三四]?个?选?项|这[两三四]?[项个])?(?:都|均|皆)?(?:(?:就|才|便|即|应)?(?:是|为)(?:本题|该题|这题)?(?:的)?"
    r"(?:正确|最佳|标准|唯一|参考|最终)?(?:的)?(?:答案|选项)|的?(?:可能性|概率)最[大高]|当选|入选|应选|符合题意|[才方](?:是|为)?(?:正确|对|[最更]?(?:佳|合适|恰当|准确|合理|贴切)|符合|(?=[的,.;!\n]|$)))"
)
_IS_RIGHT = re.compile(
    r"\s*(?:[两三四]?个?选?项|这[两三四]?[项个])?(?:都|也|亦|同样|均|皆|全)?(?:是)?(?:说法|表述)?"
    r"(?:正确(?!吗|与否|的吗|的话)|对的(?!吗|话)|对$|对[,.;]|符合|[最更](?:恰当|合适|合理|贴切|符合|准确)|成立|算(?=[,.;!]|$))"
    r"|\s+(?:is|are)\s+(?:all\s+)?(?:correct|right|true|the\s+(?:correct\s+)?answers?)"
)
_ONLY = re.compile(r"(?:只有|仅有?)(?:选项)?\s*(?=[(\[【「“]?[A-J](?![A-Za-z0-9]))")
_FITS = re.compile(
    r"(?:选?项)?(?:\([^)\n]{0,20}\))?[^,.;\n不错]{0,8}(?:符合|正确|对(?![于应])|成立|属于)"
)
_DENIES = re.compile(r"[^.;\nA-J]{0,40}?(?:不|错|误|非|排除|剔除|无关|只是|仅)")
_BEFORE = re.compile(
    r"(?:不是|不选|并非|如果|若|假如|不认为|误以为|以为|不能说|不等于|未必|不一定|难说|不如)[^,.;\n]{0,6}$|比[^,.;\n]{0,2}$"
)
_ALSO = re.compile(r"(?:选?项)?(?:也|同样|亦)(?:是|算|在)(?!不)")
_FILLER = re.compile(
    r"(?:毫?无疑问|不用说|没错|(?:但|不过)?(?:我)?(?:不太|不很|不|不敢)?(?:完全)?确定)[,.]?"
)
_BUT = re.compile(r"[^.;\n]{0,8}[,.;]?\s?(?:但|不过|然而|只是|可是|\bbut\b|\bin general\b)")
# what is left open: "B不确定", "C部分正确"
_HALF = re.compile(
    r"(?:选?项)?(?:[^,.;\n]{0,6})(?:不确定|拿不准|不好说|存疑|待定|有争议|说不准|部分|一半|可选可不选|可能|二选一|两选一|择一)"
)
_PLAIN_END = re.compile(
    r"(?:[\W_]|选?项|吧|啦|了|呢|哦|呀|嘛|哈|的|是|这个|一项|答案|[最更]|比较|正确|好|合适|恰当|准确|对|靠谱|合理|符合|像"
    r"|中|里|可能|大|没跑|稳|莫属|正解|没错|无疑|题意|只|有|都|都对)*"
)
_SHORT = 24  # characters
_DOUBT = re.compile(
    r"[不非未没无错误除或若]|如果|至少|部分|例如|比如|列出|好像|假如|排斥|从|\b(?:not|or|if|from|except)\b",
    re.IGNORECASE,
)


def judged(text: str, options: int, *, several: bool, asks_false: bool) -> tuple[int, ...]:
    """Positions that a reply calls right, where it judges every option (one is enough for one)."""
    items = list(_ITEM.finditer(text))
    verdicts: dict[int, bool] = {}
    for item in items:
        if _taken_back(text, item.start()):
            continue
        following = START.search(text, item.end())
        end = following.start() if following else len(text)
        verdict = _last_verdict(text[item.end() : min(end, item.end() + 200)])
        for letter in re.findall("[A-J]", item[1]):
            if verdict is not None:
                verdicts[LETTERS.index(letter)] = verdict
    if any(place >= options for place in verdicts):
        return ()
    right = tuple(sorted(place for place, verdict in verdicts.items() if verdict))
    wrong = tuple(sorted(place for place, verdict in verdicts.items() if not verdict))
    complete = len(verdicts) == options
    if asks_false and complete and not several and len(wrong) == 1:
        return wrong
    if several:
        return right if complete and not asks_false else ()
    if len(right) == 1 and not asks_false:
        return right
    return right if len(right) == 1 and complete and len(wrong) != 1 else ()


def _last_verdict(segment: str) -> bool | None:
    found = None
    for match in _VERDICT.finditer(_ELSE.split(segment, maxsplit=1)[0]):
        right = match.lastgroup == "right"
        found = None if right and _BUT.match(segment, match.end()) else right
        break
    return found


def left_over(text: str, options: int) -> tuple[int, ...]:
    """The one position that a reply does not refuse, where it refuses all others by letter."""
    refused: set[int] = set()
    for match in _REFUSED.finditer(text):
        found = listed(text, match.end(), ())
        refused |= set(found.said) if found else set()
    rest = [place for place in range(options) if place not in refused]
    return (rest[0],) if len(rest) == 1 and max(refused, default=0) < options else ()


def ticked(text: str, options: Sequence[str]) -> tuple[int, ...]:
    """Positions ticked in a list of boxes before letters, or of marks after the options' texts."""
    boxes = {
        LETTERS.index(m["letter"]): (m["tick"] or m["mark"] or " ") for m in _BOX.finditer(text)
    }
    if len(boxes) < 2:
        boxes = {}
        for line in text.splitlines():
            named = [i for i, option in enumerate(options) if option and option in line]
            marks = [c for c in line if c in _TICKS[:5] + _CROSSES]
            if named and len(marks) == 1:
                boxes[max(named, key=lambda i: len(options[i]))] = marks[0]
        if len(boxes) < len(options):
            boxes = _ticked_only(text, options)
    return tuple(sorted(place for place, mark in boxes.items() if mark in _TICKS))


def _ticked_only(text: str, options: Sequence[str]) -> dict[int, str]:
    """Marks by position where every option has a line of its own and some are ticked; {} else."""
    if not _TICK.search(text):
        return {}
    rows = []
    for i, option in enumerate(options):
        line = (
            rf"^\s*(?:[-*•]\s*)?{LETTERS[i]}\s?[.、:)]\s*{re.escape(option)}\s*([√✓✔✅☑]?)\s*[.;]?$"
        )
        rows.append(re.search(line, text, re.MULTILINE))
    marks = {i: row[1] or " " for i, row in enumerate(rows) if row}
    ticks = sum(mark != " " for mark in marks.values())
    return marks if len(marks) == len(options) and 0 < ticks < len(options) else {}


def called_answer(text: str, *, several: bool, asks_false: bool) -> tuple[int, ...]:
    """Positions called the answer, or right: "剩下的D就是答案", "A、C正确", "只有B符合"; () else.

    The last letters called the answer count; of those called right, all of them for several, the
    only one for one. Where the question asks for what is false, "right" says nothing.
    """
    answer: tuple[int, ...] = ()
    right: set[int] = set()
    left: set[int] = set()
    whole: tuple[int, ...] = ()
    for start, found in lists(text):
        if found.hedged or _taken_back(text, start):
            continue
        only = _ONLY.search(text, max(0, start - 8), start + 1)
        if _IS_ANSWER.match(text, found.end) or (only and _FITS.match(text, found.end)):
            answer = found.said
        elif not asks_false and (verdict := _IS_RIGHT.match(text, found.end)):
            if not several and _BUT.match(text, verdict.end()):
                continue
            whole = found.said if len(found.said) > 1 and not right else ()
            right |= set(found.said)
        elif several and (_HALF.match(text, found.end) or _unlike(text, found, right)):
            return ()
        elif several and not _DENIES.match(text, found.end):
            left |= set(found.said)
    if answer:
        return answer
    if left - right and set(whole) != right:  # of these it says something else
        return ()
    return tuple(sorted(right)) if (len(right) > 1) is several else ()


def _unlike(text: str, found: Listed, right: set[int]) -> bool:
    """Whether letters after right ones are said to be so too, or are right ones now denied."""
    denied = bool(right & set(found.said)) and found.negated(text)
    return denied or bool(right and _ALSO.match(text, found.end))


def lone(text: str, *, several: bool) -> tuple[int, ...]:
    """The letters of a short reply that names no others and takes nothing back: "我认为是B"."""
    text = _FILLER.sub("", text)
    starts = [match.start() for match in START.finditer(text)]
    if len(text) > _SHORT or not starts or _DOUBT.search(text[: starts[-1]]):
        return ()
    found = listed(text, starts[0], ())
    letters = re.findall("[A-J]", text)
    if "\n" in text.strip() and len(set(letters)) < len(letters):
        return ()
    if found is None or found.hedged or found.negated(text) or found.end <= starts[-1]:
        return ()
    if _DOUBT.search(text, found.end) or "吗" in text or not _PLAIN_END.fullmatch(text, found.end):
        return ()
    return found.said if (len(found.said) > 1) is several else ()


def _taken_back(text: str, at: int) -> bool:
    return bool(_BEFORE.search(text[max(0, at - 12) : at]))
