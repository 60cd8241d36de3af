"""Where a reply names options, by letter, text, place or as "the others": a sign G for a list."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.extraction.labels import COUNTS, relettered
from evaluation.extraction.marking import CLOSING, OPENING, TORN_SIGN, M, marked

G = "\uf000"
ALL, REST, OPEN, TORN = "all", "rest", "open", "torn"


@dataclass(frozen=True)
class Group:
    """Options named together; `kind`: "", ALL, REST (of `size`), OPEN ("A or B") or TORN (A. b)."""

    places: tuple[int, ...]
    kind: str = ""
    size: int = 0
    lines: bool = False  # one an option


@dataclass(frozen=True)
class Body:
    """A reply in which every list of options is one sign."""

    text: str
    groups: tuple[Group, ...]
    count: int

    @property
    def ticked(self) -> bool:
        """Whether signs like ☑ stand before the options, not behind them."""
        return bool(_TICKED.match(self.text))

    @property
    def named(self) -> set[int]:
        """All options that are named one by one."""
        return {place for group in self.groups for place in group.places}


_AND = r"(?:[、,/&+|·•＋\\]|和|与|及|以及|跟|还有|再?加上?|\b(?:and|plus|as well as)\b)"
_BULLET = r"(?:[-*•·>]|\(?\d{1,2}[.、)]|[①-⑩])"
_JOIN = (  # A、B; A, and B; AB, (A)(B); A; B; one a line
    rf"(?:{CLOSING}(?:[,、;]?\s*{_AND}\s*){{1,3}}{OPENING}|[\"'”」』】\])*_`]{{0,3}}\x20{{0,2}}[\"'“「『*_`]{{0,3}}(?:[(\[【](?={M}\s?[)\]】]))?|\s?[>]?[;<]\s?(?={M}(?:\s?[>]?[;<]\s?{M})*[\s>]*(?:[.。\n]|\Z))"
    rf"|{CLOSING}[.。;,]?[\x20\t]*\n\s*{_BULLET}?\s*{OPENING}(?={M}{CLOSING}[.。;,]?[\x20\t]*(?:\n|\Z)))"
)
_LIST = re.compile(rf"{M}(?:{_JOIN}{M})*")
_OR = re.compile(
    rf"({G})(?:[,、]?\s?(?:或者?是?|还是|抑或|\bn?or\b)\s?[\"'“(*]{{0,3}})({G})|不是\s?({G})\s?,?\s?(?:就|便)是\s?({G})"
)
_TICKED = re.compile(
    rf"[^{G}]*?(?:\[[xX√✓✔vV ]?\]|[☑✅✔✓√☐□❌✗✘×●◉🔘○◯⚪⬜🔲◻👍👎🟢🔴⭕])\s*[\"“(\[*]*{G}"
)
_TITLE = re.compile(r"(?m)^(#+ ?[^\n:A-J]{1,20}|\*\*[^\n:*A-J]{1,20}\*\*)\x20*$")
_TABLE = re.compile(r"(?m)(?:^[ \t]*\|.*\|[ \t]*(?:\n|\Z)){2,}")
_BELOW = re.compile(  # rows below a heading that is a question
    r"(?m)^([^\n:?A-J]{2,24}[?:])[ *]*\n((?:[-*• ]*[A-J][^\n:]{0,40}:[^\n:,.]{1,6}(?:\n|\Z)){2,})"
)
_EXCLUDES = re.compile(  # a head below which 是 speaks against an option
    r"(?i)(?P<out>排除|剔除|删|[去划]掉|舍|淘汰|不[应该需要能可]{0,2}(?:入?选|要)|无关|不符|exclu|elimin|irrelev)|错|有误|不(?:正确|对|属于|包括|成立|恰当)|wrong|incorrect|false"
)
_EITHER = re.compile(r"(?i)[/或]|正误|对错|理由|原因|分析|说明|为什么|why|reason")
_SAYS = re.compile(
    r"(?i)[*\s]*(?:(?P<yes>是|需?要|对|[√✓✔✅]|yes|true)|否|不[是要]?|[×✗✘❌]|no|false)[*\s]*"
)
_CELL = re.compile(r"[*(\s]*[A-J](?![A-Za-z])[*).、:\s]*")
_BRACKETED = re.compile(r"[\[【]([\u4e00-\u9fff]{1,8})[\]】](?![\]】:])")  # 【正确选项】C
_NUMBERED = re.compile(rf"(?m)^\s*\(?\d{{1,2}}[.、)]\s*(?={OPENING}{M})")
_DOT = re.compile(rf"(?m)(?:(?<=^{G})|(?<=[.。;]{G})|(?<=[.。;]\s{G}))\s?[.、](?=\s?\S)")
_REST = re.compile(
    r"(?:其余|其他|其它|剩下|剩余|余下|(?<![\u4e00-\u9fff])别的)的?[那这]?(?P<n>[一两二三四五])?(?:个|项|者|种|条|位|句|样|人)?(?:各?选?项|说法|做法|句话?|答案|理论|因素|方法|技术|[\u4e00-\u9fff]{1,4}(?=[都均全皆]))?(?!(?!没)[\u4e00-\u9fff]{0,3}(?:学者|人|研究|方面|情况|书|教材|版本|问题|类型的))"
    r"(?=[都均全皆才则就也不非亦统通]|[是为属要应可没正错保留入当选符站经无即有合对(,.。;:!\s√✓✔✅×✗✘❌○]|$)|另外?的?(?P<m>[两二三四五])(?:个|项|者|条)(?:选?项|说法)?|另外的(?:选?项)?"
    r"|\b(?:[Tt]he )?(?:others?|rest|remaining (?:ones?|options?|two|three|four))\b(?! than)"
)
_ALL = re.compile(
    rf"(?!(?:所有|全部)正确的?(?:答案|选项))(?:(?:以上|上述|(?<!{M})(?<!{M}[\s)])(?:[四五六]个?|这[四五]个?)|所有|全部|各个?|每一?[个项条])(?:选项|项|说法|答案|种|者|条)*(?:的(?:说法|表述|描述))?(?:全部|无一例外)?(?=[都均全皆也]|无一例外|符合|正确)"
    r"|^\s*全部(?=[.!。]?\s*$)|(?:全部|统统|通通)(?=[都均]?(?:是|选|对|正确|入选|当选|符合|属于|成立|要|应))"
    r"|(?<![上述项个者种法句些人\ue000-\ue029])(?:全|都|皆)(?=选(?!项)|对(?=[.!,]|$)|(?:部)?正确[.!]?$)|\b(?:[Aa]ll|[Ee]very|[Ee]ach)(?:\sof)?(?:\sthe)?(?:\s(?:above|them|four|five|three|options?|statements?|choices?))+\b(?!\s(?:but|except)\b)"
    r"|\ball(?= (?:are )?correct))"
)
_COMMA = re.compile(
    rf"(?P<one>{M}(?:(?:[、/]|和|与|及|\s){{0,3}}{M})*),\s?(?P<two>{M}(?:(?:[、/]|和|与|及|\s){{0,3}}{M})*)(?=(?:选?项|[两三四][项者])?(?:则|却|都|均|皆|也|先|暂|分别|说法|表述|明显|显然){{0,3}}(?:[更最]|[是为](?!正确|对|本题|答案)|不|错|属于|描述|指|反映|说|涉及|待定|存疑|可选))"
)
_TOKENS = re.compile(
    rf"(?P<torn>{TORN_SIGN})|(?P<list>{_LIST.pattern})|(?P<rest>{_REST.pattern})|(?P<all>{_ALL.pattern})"
)
_ADVERBS = ("都", "全", "皆", "全部", "统统", "通通")


def named(text: str, options: Sequence[str], stem: str) -> Body:
    """The body of a reply in comparison form."""
    text = _BELOW.sub(
        lambda m: f"|选项|{m[1]}|\n" + re.sub(r"(?m)^(.+?):(.+)$", r"|\1|\2|", m[2]), text
    )
    text = _TABLE.sub(_rows, text)
    text = _BRACKETED.sub(r"\1:", _TITLE.sub(r"\1:", text).replace("**", ""))
    text = _NUMBERED.sub("", marked(relettered(text, options), options, stem))
    text = _COMMA.sub(_apart, text)
    parts: list[str] = []
    groups: list[Group] = []
    since = 0
    for match in _TOKENS.finditer(text):
        if match["all"] and _is_adverb(match):
            continue
        parts += [text[since : match.start()], G]
        groups.append(_group(match, len(options)))
        since = match.end()
    text = _DOT.sub(" ", "".join([*parts, text[since:]])).replace("。", ".")
    return Body(*_either(text, groups), len(options))


def _rows(match: re.Match[str]) -> str:
    """The rows of a table with the option first: columns of letters as lines, as are cells."""
    rows = [[cell.strip() for cell in line.strip(" |").split("|")] for line in match[0].split("\n")]
    rows = [row for row in rows if "".join(row).strip("-: ")]
    letters = [i for i, cell in enumerate(rows[0] if rows else []) if _CELL.fullmatch(cell)]
    if len(letters) > 1:
        told = [(rows[0][i], row[i]) for row in rows[1:] for i in letters if i < len(row)]
        return "\n".join(f"{name}: {cell}" for name, cell in told) + "\n"
    columns = [i for row in rows for i, cell in enumerate(row) if _CELL.match(cell)]
    at = max(set(columns), key=columns.count, default=0)
    turned = bool(rows) and _turned(rows)
    if not turned and (not at or columns.count(at) < 2):
        return match[0]
    first = ([*row[at : at + 1], *row[:at], *row[at + 1 :]] for row in rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in first) + "\n"


def _turned(rows: list[list[str]]) -> bool:
    """Whether cells say now by themselves what the head of their column excludes: 是 → 不选."""
    heads = [None if _EITHER.search(head) else _EXCLUDES.search(head) for head in rows[0]]
    for row in rows[1:]:
        for i, head in enumerate(heads[: len(row)]):
            if head and (said := _SAYS.fullmatch(row[i])):
                row[i] = (("选", "不选") if head["out"] else ("正确", "错误"))[bool(said["yes"])]
    return any(heads)


def _group(match: re.Match[str], count: int) -> Group:
    if match["torn"]:
        return Group((), TORN)
    if match["all"]:
        return Group(tuple(range(count)), ALL)
    if match["rest"]:
        return Group((), REST, COUNTS.get(match["n"] or match["m"] or "", 0))
    said = {ord(sign) & 0xF for sign in re.findall(M, match["list"])}
    return Group(tuple(sorted(said)), lines="\n" in match["list"])


def _is_adverb(match: re.Match[str]) -> bool:
    """Whether 都 or 全 speaks of options named before it in its sentence."""
    before = re.split(r"[.。;!?\n]", match.string[max(0, match.start() - 80) : match.start()])[-1]
    concludes = re.search(r"(?:所以|因此|故|综上|本题)[,]?$", before)
    spoken = re.search(M, before) or _REST.search(before)
    return match[0] in _ADVERBS and not concludes and bool(spoken)


def _apart(match: re.Match[str]) -> str:
    """In "A、B,C不选" what is said behind the comma is said of C alone, unless A and B are bare."""
    before = match.string[max(0, match.start() - 4) : match.start()]
    bare = not re.search(r"[选是为有括含:答案填]\s?$", before) and len(match["one"]) == 1
    return match[0] if bare else f"{match['one']};{match['two']}"


def _either(text: str, groups: list[Group]) -> tuple[str, tuple[Group, ...]]:
    """Lists that "or" joins as one open list."""
    while match := _OR.search(text):
        at = text[: match.start()].count(G)
        one, two = groups[at], groups[at + 1]
        both = tuple(sorted({*one.places, *two.places}))
        groups = [*groups[:at], Group(both, OPEN), *groups[at + 2 :]]
        text = text[: match.start()] + G + text[match.end() :]
    return text, tuple(groups)
