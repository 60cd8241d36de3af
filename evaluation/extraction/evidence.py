"""What a whole reply says of each option: evidence clause by clause, then one decision.

A clause chooses (选, 排除), judges (对, 错), or says where an option belongs (属于…). The last kind
is weighed against the question's own words, over all options of the reply at once.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from evaluation.extraction.belonging import Target, belongs, fits
from evaluation.extraction.carrying import AGAIN, Evidence, Said, at_once, carried, polar, same
from evaluation.extraction.complements import everything
from evaluation.extraction.enumerating import enumerated, parted, reworded
from evaluation.extraction.headings import pairs
from evaluation.extraction.marking import MARK, marked, places
from evaluation.extraction.words import CHOICE, CLASS, TRUTH, verdict

GROUP = re.compile(
    rf"{MARK}(?:[\s\"'”」』*_)\]】]*(?:[、,/+&＋]|和|与|及|以及|还有|加上?|再加上?|,?\s?\b(?:and|plus)\b)+[\s\"'“「『*_(\[【]*{MARK}"
    rf"|[\"”」』]{{0,2}}[\"“「『]{{0,2}}{MARK}|[ ]{MARK})*"
)
REST = re.compile(
    r"(?:其余|其他|其它|剩下|剩余|余下|另外|别)的?[那这]?(?P<n>[一两二三四])?(?:个|项|者|种|条|位|句)?(?:各?选?项|说法|做法|句话?|[\u4e00-\u9fff]{1,3}(?=[都均全皆]))?(?=[都均全皆才则就也不非]|[是为属要应可没正错保留入当符选站√✓✔✅×✗✘❌○]|$)"
    r"|\b(?:the\s)?(?:others?|rest)\b"
)
_STATED = re.compile(rf"\s*{GROUP.pattern}\s*(?:$|[(.;\n])")
_THESE = re.compile(
    r"(?:^|(?<=[,.;:\s]))(?:这|以上|上述|前述|前)?(?P<n>[两二三四五])(?:个|项|者|种|条|类|点)(?:选?项|做法|因素|说法|方法|技术|表现|症状|特征)?(?=[都均全皆才]|[是为属要应可无]|入选|当选)"
)
_SIZES = {"一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5}
_SENTENCE = re.compile(r"[.;!?\n]+")
_COMMA = re.compile(r"[,)]|(?=\()")
_OF_THE_LAST = re.compile(
    r"\s?选?项?\s?(?:则|却|也|又|更|就|显然|明显)?(?:不|错|×|✗|✘|❌|有误|排除|除外|[是为指]|属于)"
)
ASK = re.compile(r"[吗么呢]\s*$|哪[些个项]|无法|没办法|是否|会不会|算不算|是不是|对不对|要不要")
UNSURE = re.compile(
    r"如果|假如|要么|可选可不|小[明红刚华李王张]|学生|最初|起初|一开始|刚开始|原本|若(?!干)|要是|倘若|同学|考生|有人|有的|很多人|容易|看似|似乎|貌似|乍[看一]|表面上|好像|也许|可能|或许|以为|未必|看起来|看上去|不一定|不见得|难说|不能说|不等于|部分正确|不确定|存疑|争议|拿不准"
    r"|\bif\b|\bmay\b|\bmight\b"
)
_BUT = re.compile(r"但是?|不过|然而|其实|实际上|因此|所以|故|\bbut\b")
_ITEM_BEFORE = re.compile(r"([^,.;:、\ue000-\ue009]{2,12})[、和与及]\s?$")
_ITEM_AFTER = re.compile(r"\s?、([^,.;:、\ue000-\ue009]{2,4})")
_NEITHER = re.compile(
    rf"((?:不是|排除|除了|\bnot |\bneither |n't be |\bexcept (?:for )?){MARK})"
    rf"\W{{0,4}}(?:或者?|\bn?or\b)\W{{0,4}}(?={MARK})"
)
_EITHER = re.compile(rf"{MARK}\W{{0,4}}(?:或者?|还是|\bor\b)\W{{0,4}}{MARK}")
_HEDGED = re.compile(
    r"(?:答案|说法|选项)(?:都|均)(?:有可能|可能|可以|行)|(?:都|均|各)(?:说得通|讲得通|有(?:一定)?(?:的)?道理|有可能(?=[.,;]|$))"
    r"|(?:至少|至多|最多|不止)有?[一两二三四]个|取决于|视[^,.;]{1,12}而定|两种答案|之一,请|没有(?:正确|合适)(?:的)?(?:答案|选项)|(?<![\ue000-\ue009])(?:都|均)(?:不正确|不对|不符合|不是正确)|无正确答案|不清楚|不知道|(?:不好|难以|无法|很难)取舍|不好选|左右为难"
)
_BROKEN = re.compile(r"(?:属于|包括|[为指和与及、,:(“]|(?<![不也都就才正可的\ue000-\ue009])是)\s*$")
_HANGS, _LONG = re.compile(r"[是有]\s*$"), 30
_ENOUGH = re.compile(
    r"即|就行|就好|就可以|便可|应当?(?:排除|剔除|去掉)|其余|其他|剩|余下|从(?:选项|备选|中)|因此|所以|故"
)

_NAMES = re.compile(
    rf"(?<!不)(?:是|为|叫做?|称[为作]|属于?|即|=|→|选|指|:)[\s\"“「*]*{MARK}[\"”」*]*\s?(?:[.,;!]|\Z)"
)
_WHOLE = re.compile(r"(?<=[.;!?\n])")
_TAKES_BACK = re.compile(r"[不非误错没无除?]|\bnot\b")
_EVERY = re.compile(r"都|均|皆|全|也|各|一个|\ball\b|四者|[三四五][个项者种]")
_ONLY = re.compile(rf"(?:只有|仅有?|唯有|唯一|\bonly\b)[^,.;\n]{{0,6}}{MARK}")

_APART = re.compile(rf"(?<=[\ue000-\ue009])\s?;\s?(?={MARK}\s?(?:[;.\n]|\Z))")
_DISMISSED = re.compile(rf"{MARK}\s?[?]")
_AMONG = re.compile(r"\s?(?:这?[两三四五几]个?[项者]?)?(?:之中|当中|中|里面?)(?!的)")
_CONDITION = re.compile(r"如果|假如|倘若|要是|若(?!干)|\bif\b")
_THEN = re.compile(r"\s?(?:则|那么?|就|便)")
_NAMELY = re.compile(r",?\s?(?:那?就|也就|便)是\s?")
_WRONG_ONE = re.compile(r"^[^\ue000-\ue009]*(?:错|不对|不正确|有误|例外|干扰)[^\ue000-\ue009]*$")


@dataclass
class Verdicts:
    """The last verdict on an option by level, and the levels of which two disagree."""

    last: dict[int, bool] = field(default_factory=dict)
    torn: set[int] = field(default_factory=set)
    classed: bool = False  # it was said where the option belongs

    def say(self, level: int, *, holds: bool) -> None:
        """Note a verdict."""
        if self.last.get(level, holds) != holds:
            self.torn.add(level)
        self.last[level] = holds

    @property
    def level(self) -> int:
        """The highest level that says anything."""
        return max(self.last, default=0)

    @property
    def value(self) -> bool | None:
        """What holds in the end; None where nothing was said."""
        return self.last.get(self.level)


def weigh(text: str, options: Sequence[str], stem: str, *, several: bool, asks_false: bool) -> Said:
    """Positions that the evidence of a whole reply chooses; () where it does not decide."""
    body = marked(text, options, stem)
    body = _NEITHER.sub(r"\1、", body.replace("**", "")) if body else body
    broken = body and len(body) > _LONG and _HANGS.search(body)
    if body is None or broken or any(p.search(body) for p in (_EITHER, _HEDGED, _BROKEN)):
        return ()
    if (told := at_once(body, several=several, asks_false=asks_false)) is not None:
        return told
    body = _APART.sub("、", body) if several else _DISMISSED.sub("?", body)
    table = {i: Verdicts() for i in range(len(options))}
    classes: list[tuple[Said, float]] = []
    first = _STATED.match(body) if several else None
    if first and 1 < len(places(first[0])) < len(options):
        for i in places(first[0]):
            table[i].say(CHOICE, holds=True)
    events = 0  # how many lists of options something is said of
    for said, level, value in carried(_evidence(body, options, table, Target.of(stem))):
        events += 1
        if level == CLASS:
            classes.append((said, float(value)))
            for i in said:
                table[i].classed = True
            continue
        for i in said:
            table[i].say(level, holds=bool(value) != (level == TRUTH and asks_false))
    for i, holds in belongs(classes).items():
        table[i].say(CLASS, holds=holds != asks_false)
    found = _decided(body, table, several=several, asks_false=asks_false, events=events)
    values = {i: verdicts.value for i, verdicts in table.items()}
    if found or (asks_false and several):
        return found
    if asks_false:  # all but one belong to what is asked for
        named = enumerated(body, dict.fromkeys(values), stem)
        rest = tuple(i for i in values if i not in named)
        return rest if len(rest) == 1 and rest[0] not in places(body) else ()
    if several:
        count = len(options)
        return (
            enumerated(body, values, stem)
            or everything(body, count)
            or parted(body, count)
            or polar(body, count, asks_false=asks_false)
        )
    return () if places(body) or _HANGS.search(body) else reworded(body, options)


def _decided(
    body: str, table: dict[int, Verdicts], *, several: bool, asks_false: bool, events: int
) -> Said:
    if any(v.level in v.torn and v.level < CHOICE for v in table.values()):
        return ()
    if several:
        return _several(body, table, events)
    return _single(body, table, asks_false=asks_false, events=events)


def _split(table: dict[int, Verdicts]) -> tuple[Said, Said, Said]:
    """Options chosen, refused, and left without a verdict."""
    yes = tuple(i for i, v in table.items() if v.value)
    no = tuple(i for i, v in table.items() if v.value is False)
    return yes, no, tuple(i for i, v in table.items() if v.value is None)


def _single(body: str, table: dict[int, Verdicts], *, asks_false: bool, events: int) -> Said:
    yes, no, left = _split(table)
    named = set(places(body))
    best = max((table[i].level for i in yes), default=0)
    top = tuple(i for i in yes if table[i].level == best)
    alone = len(yes) == 1 and (not set(left) & named or (asks_false and best == TRUTH))
    if len(top) == 1 and (best == CHOICE or alone):
        return top
    if not yes and len(named) == 1 and not named & set(no) and _named_once(body):
        return tuple(named)
    sure = not yes and len(left) == 1 and all(table[i].level > CLASS for i in no)
    return left if sure and (events > 1 or table[no[0]].level == CHOICE) else ()


def _several(body: str, table: dict[int, Verdicts], events: int) -> Said:
    yes, no, left = _split(table)
    open_ = set(left) & set(places(body))
    levels = {table[i].level for i in yes}
    heading = len(yes) == len(table) and events == 1 and not _EVERY.search(body)
    if heading or {CHOICE, CLASS} <= levels:
        return ()
    only = len(yes) == 1 and len(set(places(body))) == 1 and _ONLY.search(body)
    if yes and (only or not left or (len(yes) > 1 and not open_)):
        return yes
    chosen = all(table[i].level == CHOICE for i in no)
    rest = not yes and no and chosen and len(left) > 1 and not open_
    return left if rest and _ENOUGH.search(body) else ()


def _stranger(before: str, after: str, options: Sequence[str]) -> bool:
    """Whether the list goes on with what may be an option in other words: "团体…、环境都"."""
    found = [m[1] for m in (_ITEM_BEFORE.search(before), _ITEM_AFTER.match(after)) if m]
    return any(pairs(item) & pairs(option) for item in found for option in options)


def _named_once(body: str) -> bool:
    """Whether a sentence ends with the name of the only option named, and takes nothing back."""
    return any(
        _NAMES.search(sentence) and not _TAKES_BACK.search(sentence) and not UNSURE.search(sentence)
        for sentence in _WHOLE.split(body)
    )


def _evidence(
    body: str, options: Sequence[str], table: dict[int, Verdicts], target: Target
) -> Iterator[Evidence]:
    for sentence in _SENTENCE.split(body):
        pending: Said = ()  # named, and nothing said of them yet
        subject: Said = ()  # what the sentence speaks of
        told = ""
        for clause in _COMMA.split(GROUP.sub(_glued, sentence)):
            told, earlier = clause, told
            pending = () if clause[:1] == "(" else pending
            if ASK.search(clause) or (_THEN.match(clause) and _CONDITION.search(earlier)):
                continue
            groups = _groups(clause, table, pending)
            if not groups:
                told_of = _of_them(clause, pending, subject, target)
                if told_of:
                    yield told_of
                    pending = ()
                continue
            since = 0
            for i, (start, end, said) in enumerate(groups):
                last = i + 1 == len(groups)
                before = clause[since:start] if since else "," + clause[:start]
                after = clause[end:] if last else clause[end : groups[i + 1][0]]
                since, subject = end, said
                if _stranger(before, after, options) or (len(said) > 1 and _AMONG.match(after)):
                    pending = ()
                    continue
                if _unsure(before) or (last and _unsure(after)):
                    pending = ()
                    continue
                found = verdict(before, after)
                if _NAMELY.fullmatch(before) and _WRONG_ONE.search(earlier):
                    found = (TRUTH, False)
                fit = None if found else fits(before, after, target)
                if found:
                    yield pending + said, *found
                elif fit is not None:
                    yield pending + said, CLASS, fit
                elif (again := same(after)) is not None:
                    yield pending + said, AGAIN, again
                bare = found is None and fit is None and not after.strip(" 、")
                pending = pending + said if bare else ()


def _of_them(clause: str, pending: Said, subject: Said, target: Target) -> Evidence | None:
    """What a clause that names no option says of those before it."""
    if pending and (again := same(clause)) is not None:
        return pending, AGAIN, again
    found = None if _unsure(clause) else verdict("", clause)
    if found and (pending or subject):
        return (pending or subject, *found)
    fit = None if found else fits("", clause, target)
    if fit is not None and (pending or fit == -1.0):
        return pending or subject, CLASS, fit
    return None


def _glued(match: re.Match[str]) -> str:
    """A list without commas; of "A、B,C不选" the last option stays for itself."""
    *first, last = match[0].split(",")
    apart = len(first) == 1 and len(places(first[0])) > 1
    if apart and _OF_THE_LAST.match(match.string, match.end()):
        return f"{first[0]}({last}"
    return match[0].replace(",", "、")


def _groups(clause: str, table: dict[int, Verdicts], pending: Said) -> list[tuple[int, int, Said]]:
    """Where a clause names options, in its order, and which."""
    groups = [(m.start(), m.end(), places(m[0])) for m in GROUP.finditer(clause)]
    for m in REST.finditer(clause):
        if re.match(rf"\s?[:(]?\s?{MARK}", clause[m.end() :]):
            continue
        rest = tuple(
            i for i, verdicts in table.items() if verdicts.value is None and not verdicts.classed
        )
        size = _SIZES.get(m["n"] or "")
        known = len(rest) < len(table) and size in (None, len(rest))
        groups.append((m.start(), m.end(), rest if known else ()))
    for m in _THESE.finditer(clause):
        if not groups and len(set(pending)) == _SIZES[m["n"]]:
            groups.append((m.start(), m.end(), pending))
    return sorted(groups)


def _unsure(words: str) -> bool:
    found = list(UNSURE.finditer(words))
    return bool(found) and not _BUT.search(words, found[-1].end())
