"""Replies that reason letter by letter: each clause that names letters rejects, chooses or neither.

The last verdict of a letter counts. What is said of "the others" goes to the letters without one.
A letter both chosen and rejected in one sentence, and a letter left open, make it no answer.
"""

import re
from collections.abc import Iterator

from evaluation.extraction.letters import lists

_WRONG = (
    r"不(?:能|可以?|应该?|该|应当|必|要|好|宜|予|会|再|用)*(?:选|对|是(?:正确|对)?|符合|属于|正确|在|成立|考虑|包括|包含|算|行|合适|恰当|妥)"
    r"|不(?:可以|可|行|能)(?=[,.;!]|$)|(?<![没不无])错(?!觉)|有误|(?:太|过于?)绝对|除外|(?<!不能)排除|去掉|删掉|剔除|划掉|\b(?:is|are)\s+(?:out|wrong|not)\b|×|❌"
)
_RIGHT = (
    r"(?:肯定|必须|一定|都|均|皆|可以?|应该?|应当|当然|要|得|能|该)+选|选上|入选|当选|正确|符合|成立|没问题|没有问题|没错|无误"
    r"|(?<!不)可以(?=[,.;!]|$)|可选|对$|√|✅|\b(?:is|are)\s+(?:in|right|correct)\b"
)
_VERDICT = re.compile(rf"(?P<wrong>{_WRONG})|(?P<right>{_RIGHT})")
# a question that asks for what is false: either the choice is told, or what holds
_CHOSEN = re.compile(
    r"(?P<wrong>不(?:能|可以?|应该?|该|应当|必|要|好|会|再)*选|不入选|不当选|排除|剔除|不符合题[意目])"
    r"|(?P<right>(?:必须|一定|可以?|应该?|应当|要|故|得|能|该)+选|选上|入选|当选|(?<!不)符合题[意目]|(?<![挑可供])选(?![项择]))"
)
_HOLDS = re.compile(
    r"(?P<wrong>不(?:能|可以?|应该?|应当|会|再|完全)*(?:对|正确|符合|属于|在|成立|包括|包含|算|是)|并非|没有(?:提到|涉及|包括|包含)"
    r"|(?<![没不无])错(?!觉)|有误|×|❌|\b(?:is|are)\s+(?:wrong|not|false|incorrect)\b)"
    r"|(?P<right>正确|符合(?!题[意目])|属于|包括|包含|成立|没错|无误|(?<![绝相针反面核])对(?![于象策话比照抗待方应])|(?:都|均|皆)是|√|✅"
    r"|\b(?:is|are)\s+(?:right|correct|true)\b)"
)
_ALL_ARE = re.compile(r"[\s项个者两三四选全部]{0,6}(?:都|均|皆|才)(?:是(?!不)|属于)|属于")
_REFUSED = re.compile(
    r"(?:不(?:能|可以?|应该?|该|应当|要|好|会)*(?:选择?|是|包括|考虑)|并非|而非|排除(?:了|掉)?|去掉|删掉|剔除|划掉|别选|误选|错选|错误的?(?:选项|一?项|说法)?(?:只?有|是|为|:))"
    r"(?:选项)?\s*$|除(?:了|去|开)?(?:选项)?\s*$"
)
_MISSES = re.compile(r"(?:不(?:包括|包含|属于|含|涉及)|没有|除了?)(?:选项)?\s*$")
_TAKEN = re.compile(
    r"(?:(?<!不)(?:加上|补上|保留|入选的是|要选|应选|只有|(?<![不能可误错])选(?:了|择)?)|(?:就|正|都|才|便)是)(?:选项)?\s*$"
)
_NAMELY = re.compile(r"\s?(?:那?就|也就|便)是(?:选项)?\s?")
_WRONG_ONE = re.compile(r"错|不对|不正确|有误|不属于|不符合|不是|例外|干扰")
_NOT_SO = re.compile(r"\s?(?:选?项)?(?:[^,]{0,8})(?:不|非|错|有误|除外)")
_ALSO = re.compile(r"\s*选?项?\s*(?:同样|也)(?:是|一样|如此)")
_OPEN = re.compile(
    r"同学|考生|有人|很多人|不少人|容易|如果|若|假如|假设|看似|似乎|貌似|乍看|表面上|好像|也许|可能|或许|以为|部分(?:正确|对|符合|成立)|不确定|存疑|有争议|拿不准|(?<![错有])误(?!差)|吗|[?]|\bif\b|\bmay"
)
_OTHERS = re.compile(
    r"(?:其余|其他|其它|剩下|剩余|余下|另外)(?:的)?(?P<count>[两二三四])?(?:个|项|者|种|人|位)?(?:选项|项)?(?:就|则)?(?=都|均|全|皆|才|要|应|是|正确|符合|可|不|错|属)"
)
_COUNTS = {"两": 2, "二": 2, "三": 3, "四": 4}
_ASIDE = re.compile(r"\([^()\n]{0,60}\)")
_CLAUSE = re.compile(r"[,]|(?<=[^A-Za-z]):|——")
_SENTENCE = re.compile(r"[.;!?\n]")
_REACH = 160  # characters after the letters that may judge them

Part = tuple[int, int, tuple[int, ...] | None]  # start and end of what names; None for "the others"


def weighed(text: str, options: int, *, several: bool, asks_false: bool = False) -> tuple[int, ...]:
    """Positions chosen by a reply that judges every option somewhere (or all but the chosen one).

    `text` in comparison form, without the options' texts; () where anything stays open. Where the
    question asks for what is false, what is chosen outranks what is false.
    """
    text = _ASIDE.sub(" ", text)
    parts = sorted(_parts(text))
    if asks_false:
        return _false_one(text, parts, options, several=several)
    verdicts = _verdicts(text, parts, options, _VERDICT)
    if verdicts is None:
        return ()
    chosen = tuple(place for place in range(options) if verdicts.get(place))
    open_ = [place for place in range(options) if place not in verdicts]
    if not several and not chosen and len(open_) == 1 and len(parts) > 1:
        return (open_[0],)
    if open_ or (not several and len(chosen) != 1):
        return ()
    return chosen


def _false_one(text: str, parts: list[Part], options: int, *, several: bool) -> tuple[int, ...]:
    for pattern, wanted in ((_CHOSEN, True), (_HOLDS, False)):
        verdicts = _verdicts(text, parts, options, pattern)
        said = tuple(p for p, verdict in sorted((verdicts or {}).items()) if verdict is wanted)
        named = {place for _, _, places in parts for place in places or range(options)}
        whole = verdicts is not None and named <= set(verdicts)
        if whole and said and (len(named) == options if several else len(said) == 1):
            return said
    return ()


def _verdicts(
    text: str, parts: list[Part], options: int, pattern: re.Pattern[str]
) -> dict[int, bool] | None:
    """The last verdict of each position; None where the reply contradicts itself."""
    verdicts: dict[int, bool] = {}
    torn: set[int] = set()
    last: bool | None = None
    for i, (start, end, said) in enumerate(parts):
        until = parts[i + 1][0] if i + 1 < len(parts) else len(text)
        since = parts[i - 1][1] if i else 0
        after = text[end : min(until, end + _REACH)]
        found = _judge(text[max(since, start - 16) : start], after, pattern)
        several = said is None or len(said) > 1
        if not found and several and pattern is _VERDICT and _ALL_ARE.match(after):
            found = {True}
        if found == {None}:
            found = set() if last is None else {last}
        if said is None:
            places = {place for place in range(options) if place not in verdicts}
            count = _COUNTS.get(text[start:end].rstrip("个项者种选就则人位")[-1:])
            if not found or (count and count != len(places)):
                return None
        else:
            places = set(said)
        if max(places, default=0) >= options:
            if len(places) > 1:  # a term such as GH
                continue
            return None
        torn = torn | places if len(found) > 1 else torn - places
        if len(found) == 1:
            last = next(iter(found))
            verdicts.update((place, bool(last)) for place in places)
    return None if torn else verdicts


def _parts(text: str) -> Iterator[Part]:
    for start, found in lists(text):
        if not found.hedged:
            yield start, found.end, found.said
    for match in _OTHERS.finditer(text):
        yield match.start(), match.end(), None


def _judge(before: str, after: str, pattern: re.Pattern[str]) -> set[bool | None]:
    """The verdicts on letters from the words before and after; {None}: the same as the last."""
    *earlier, before = _CLAUSE.split(_SENTENCE.split(before)[-1])
    if _OPEN.search(before):
        return set()
    sentence = _SENTENCE.split(after, maxsplit=1)
    wrong_one = earlier and _NAMELY.fullmatch(before) and _WRONG_ONE.search(earlier[-1])
    if wrong_one or (_MISSES if pattern is _HOLDS else _REFUSED).search(before):
        return {False}
    if pattern is not _HOLDS and _TAKEN.search(before) and not _NOT_SO.match(sentence[0]):
        return {True}
    if len(sentence) > 1 and after[len(sentence[0])] == "?":
        return set()
    if _ALSO.match(after):
        return {None}
    found: set[bool | None] = set()
    for clause in _CLAUSE.split(sentence[0]):
        if not _OPEN.search(clause):
            found |= {match.lastgroup == "right" for match in pattern.finditer(clause)}
    return found
