"""From questions to blocks of a chapter: heading, sections, options in rows, key at the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from samples.book.press import Block

HEADINGS = {
    "SCQ": "单项选择题（每题只有一个正确答案）",
    "MAQ": "多项选择题（每题有两个或两个以上正确答案）",
    "QA": "简答题",
    "case": "案例分析题（每小题有一个或多个正确答案）",
}
ORDINALS = "一二三四五六七八九十"
TAGS = {"SCQ": "（单选）", "MAQ": "（多选）", "QA": "（问答）"}


@dataclass(frozen=True)
class Item:
    """A question as printed: `case` names the shared case, `answer` what the key says."""

    key: str
    number: int
    format: str
    stem: str
    options: Sequence[str]
    answer: str
    explanation: str = ""
    case: str = ""
    material: str = ""

    @classmethod
    def of(cls, row: dict[str, Any], case: str) -> "Item":
        """From a row of samples.book.plan.printed()."""
        names = ("key", "format", "stem", "options", "answer", "explanation", "material")
        return cls(number=int(row["number"]), case=case, **{name: row[name] for name in names})

    @property
    def section(self) -> str:
        """Name of the section that it stands in."""
        return "case" if self.case else self.format


def chapter(title: str, items: Sequence[Item], key_style: str, chars: int) -> Iterator[Block]:
    """Blocks of a chapter; `chars` is how many characters a line of the column holds."""
    if title:
        yield Block(title, "title", centred=True, above=1.2, keep=8)
    for at, (section, members) in enumerate(_sections(items)):
        yield Block(f"{ORDINALS[at]}、{HEADINGS[section]}", "bold", above=0.5, keep=5)
        yield from _members(members, chars)
    yield from _key(title.split("　", maxsplit=1)[0], items, key_style)


def _sections(items: Sequence[Item]) -> Iterator[tuple[str, list[Item]]]:
    for section, members in groupby(items, key=lambda item: item.section):
        yield section, list(members)


def _members(items: Sequence[Item], chars: int) -> Iterator[Block]:
    case, count = "", 0
    for item in items:
        if item.case != case:
            case, count = item.case, count + 1
            yield Block(f"案例{ORDINALS[count - 1]}", "bold", above=0.4, keep=5)
            for paragraph in item.material.split("\n"):
                yield Block(paragraph, "kai", first=2)
        tag = TAGS[item.format] if item.case else ""
        yield Block(f"{item.number}．{tag}{item.stem}", key=item.key, keep=2)
        yield from option_rows(item.options, chars - 2)


def option_rows(options: Sequence[str], chars: int) -> Iterator[Block]:
    """Options four, two or one a row, as they fit."""
    texts = [f"{'ABCDEFGH'[at]}．{text}" for at, text in enumerate(options)]
    longest = max((wide(text) for text in texts), default=0.0)
    for per_row in (4, 2, 1):
        cell = chars / per_row
        if longest + 1 <= cell or per_row == 1:
            break
    for start in range(0, len(texts), per_row):
        row = texts[start : start + per_row]
        line = "".join(text + "　" * round(cell - wide(text)) for text in row[:-1]) + row[-1]
        yield Block(line, hang=2.0)


def wide(text: str) -> float:
    """Width of a text in characters: Latin letters and digits count half."""
    return sum(0.55 if char.isascii() else 1.0 for char in text)


def _key(name: str, items: Sequence[Item], style: str) -> Iterator[Block]:
    yield Block(f"{name}参考答案", "bold", centred=True, above=0.8, keep=3)
    for at, (section, members) in enumerate(_sections(items)):
        heading = HEADINGS[section].split("（")[0]
        yield Block(f"{ORDINALS[at]}、{heading}", "bold", above=0.2, keep=2)
        known = [item for item in members if item.answer]
        if style == "explained":
            for item in known:
                yield from _explained(item)
            continue
        yield from _listed(known, style if section == "SCQ" else "items")


def _listed(items: Sequence[Item], style: str) -> Iterator[Block]:
    """Letters on common lines, open answers on their own, in the order of the numbers."""
    for is_open, members in groupby(items, key=lambda item: item.format == "QA"):
        if not is_open:
            part = list(members)
            runs = (f"{item.number}．{item.answer}" for item in part)
            yield Block("　".join(_runs(part) if style == "runs" else runs))
            continue
        for item in members:
            first, *rest = item.answer.split("\n")
            yield Block(f"{item.number}．{first}")
            yield from (Block(text, first=2) for text in rest)


def _explained(item: Item) -> Iterator[Block]:
    if item.format == "QA":
        first, *rest = item.answer.split("\n")
        yield Block(f"{item.number}．【参考答案】{first}")
        yield from (Block(text, first=2) for text in rest)
        return
    said = f"【解析】{item.explanation}" if item.explanation else ""
    yield Block(f"{item.number}．【答案】{item.answer}　{said}".rstrip("　"))


def _runs(items: Sequence[Item]) -> Iterator[str]:
    for start in range(0, len(items), 5):
        part = items[start : start + 5]
        yield f"{part[0].number}～{part[-1].number}　" + "".join(item.answer for item in part)
