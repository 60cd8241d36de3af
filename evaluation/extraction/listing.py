"""Lists, tables and rows in which every option has a verdict of one word: "| A | … | 否 |"."""

import re
from collections.abc import Sequence

from evaluation.extraction.letters import LETTERS

_ROW = re.compile(
    r"^[\s|>*•·\-]{0,12}(?:\d{1,2}\s?[.、)]\s?)?\**(?:选项|option\s)?\s?[(\[【]?(?P<letter>[A-J])(?![A-Za-z0-9])[)\]】]?"
    r"(?:选?项)?",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^[\s|>*•·\-]{0,12}(?:\(?\d{1,2}\s?[.、)]\s?)?\**")
_SELECTS = {"选": True, "入选": True, "当选": True, "应选": True, "要选": True, "可选": True,
            "不选": False, "不能选": False, "排除": False, "不入选": False}  # fmt: skip
_HOLDS = {
    **dict.fromkeys(
        ("○", "〇", "◯", "⭕"), True,
    ),
    **dict.fromkeys(
        ("是", "对", "√", "✓", "✔", "✅", "正确", "符合", "属于", "包括", "包含", "成立", "真",
         "true", "yes", "correct", "right", "t", "y", "符合题意"), True,
    ),
    **dict.fromkeys(
        ("否", "错", "×", "✗", "✘", "❌", "错误", "不正确", "不对", "不符合", "不属于", "不包括",
         "不包含", "不成立", "不是", "假", "false", "no", "incorrect", "wrong", "f", "n", "有误",
         "不符合题意", "不在其中", "不在内"), False,
    ),
}  # fmt: skip
_WORDS = "|".join(sorted((re.escape(word) for word in (*_SELECTS, *_HOLDS)), key=len, reverse=True))
_ENDS = re.compile(
    rf"(?:^|[\s|:,(=*—–\-])(?:该项|此项|说法|表述|故|所以|因此|应)?({_WORDS})[\s|)*.,;了的]*$",
    re.IGNORECASE,
)
_BEGINS = re.compile(rf"\s*\**\s*(?:[—–]+|:|-+|=)\s*({_WORDS})(?=[\s,.;(]|$)", re.IGNORECASE)
_POINTED = re.compile(
    r"(?:←|<-{1,2}|⬅|👈|⭐|🌟|★|🎯|✨)[ \t.]*$|^[ \t|*]*[A-J]\s?(?:⭐|🌟|★|🎯|✨)[ \t]*\|"
    r"|(?:←|<-+|⬅)\s?(?:选|答案|就是|正确|this|answer|correct)"
    r"|(?<=\S)\s?[(\[【]\s?(?:(?:正确|最佳|标准)?答案|correct\sanswer|answer)\s?[)\]】][*.\s]*$",
    re.IGNORECASE,
)
_RANKED = re.compile(r"(?<![A-Za-z])[A-J](?:\s?>\s?[A-J]){2,9}\s?[.]?\Z")
_ORDER = re.compile(r"排序|排列|顺序|程度|可能性|\brank|\border", re.IGNORECASE)
_CELL = re.compile(r"[\n;.]")
_COMMA = re.compile(r"[\n;.,]|\s/\s|(?<=[√×✓✗✔✘✅❌对错]) ")


def tabled(
    text: str, options: Sequence[str], *, several: bool, asks_false: bool
) -> tuple[int, ...]:
    """Positions that a reply chooses where it gives every option one verdict, in order; () else."""
    for cut in (_CELL, _COMMA):
        verdicts, kinds = _verdicts(cut.split(text), options)
        if sorted(verdicts) == list(range(len(options))) and len(kinds) == 1:
            right = tuple(place for place, verdict in sorted(verdicts.items()) if verdict)
            wrong = tuple(place for place, verdict in sorted(verdicts.items()) if not verdict)
            if not asks_false or kinds == {"selects"}:
                return right if several or len(right) == 1 else ()
            if several or len(wrong) == 1:
                return wrong
            return right if len(right) == 1 else ()
    return ()


def _verdicts(rows: Sequence[str], options: Sequence[str]) -> tuple[dict[int, bool], set[str]]:
    found: dict[int, bool] = {}
    kinds: set[str] = set()
    for row in rows:
        place, rest = _option(row, options)
        end = (_BEGINS.match(rest) or _ENDS.search(rest)) if place is not None else None
        if place is None or end is None:
            continue
        if place in found or place >= len(options):
            return {}, set()
        word = end[1].lower()
        kinds.add("selects" if word in _SELECTS else "holds")
        found[place] = _SELECTS.get(word, _HOLDS.get(word, False))
    return found, kinds


def _option(row: str, options: Sequence[str]) -> tuple[int | None, str]:
    """The option that a row begins with, by letter or text, and what follows it."""
    head = _ROW.match(row)
    if head and head["letter"].isupper():
        place = LETTERS.index(head["letter"])
        rest = row[head.end() :]
        own = options[place] if place < len(options) else ""
        at = rest.find(own) if own else -1
        return place, " " + (rest[at + len(own) :] if 0 <= at <= 6 else rest)
    bullet = _BULLET.match(row)
    start = bullet.end() if bullet else 0
    named = [i for i, option in enumerate(options) if option and row.startswith(option, start)]
    if not named:
        return None, ""
    place = max(named, key=lambda i: len(options[i]))
    return place, " " + row[start + len(options[place]) :]


def pointed(text: str, options: Sequence[str], *, several: bool) -> tuple[int, ...]:
    """Positions of the lines that an arrow points at: "观察学习 ← 选这个"; () else."""
    lines = [line for line in text.splitlines() if _POINTED.search(line)]
    places = {_option(line, options)[0] for line in lines}
    said = tuple(sorted(place for place in places if place is not None and place < len(options)))
    return said if len(said) == len(places) and (several or len(said) == 1) else ()


def ranked(text: str, options: Sequence[str], *, asks_false: bool) -> tuple[int, ...]:
    """The first of all letters put in order by ">" at the end of a reply; () else."""
    found = _RANKED.search(text) if _ORDER.search(text) and not asks_false else None
    order = re.findall("[A-J]", found[0]) if found else []
    whole = sorted(order) == list(LETTERS[: len(options)])
    return (LETTERS.index(order[0]),) if whole else ()
