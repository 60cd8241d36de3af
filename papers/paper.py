"""Setting a paper: items and a layout in, lines and the exact truth out."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from papers.blocks import Block, set_item
from papers.breaks import break_line
from papers.items import Item
from papers.keys import explains, set_key
from papers.layouts import Layout
from papers.materials import MATERIAL_STYLES
from papers.noise import NOISES, Lines
from papers.numbering import NUMBERLESS
from papers.sections import SECTION_STYLES, Section
from parsing.records import Printed

_ORDER = ("SCQ", "MAQ", "INDEF", "CASE", "TF", "FILL", "QA")
_UNHEADED = ("SCQ", "MAQ", "INDEF", "TF", "FILL", "QA", "CASE")  # nothing else ends a case
_HAN = "一二三四五六七八九十"


@dataclass(frozen=True)
class Paper:
    """A printed paper. `expected` holds the parser's truth, without notes."""

    lines: tuple[str, ...]
    key_lines: tuple[str, ...] | None
    expected: tuple[Printed, ...]
    items: tuple[Item, ...]  # in printed order, one per expected question


@dataclass
class _Setter:
    layout: Layout
    lines: Lines = field(default_factory=list)
    key: Lines = field(default_factory=list)
    truth: list[Printed] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    number: int = 0

    def say(self, texts: Sequence[str], owner: int = -1) -> None:
        self.lines += [(text, owner) for text in texts]


def render(items: Sequence[Item], layout: Layout, seed: int = 0, title: str = "") -> Paper:
    """Print items in a layout; the same arguments give the same lines.

    The order of items is kept within a section; sections go by format, cases by themselves.
    """
    setter = _Setter(layout)
    if title:
        setter.say([title])
    for chapter, part in _chapters(items, layout):
        _set_chapter(setter, chapter, part)
    page = layout.answers == "key" and layout.key_place == "page"
    if setter.key and not page:
        setter.say(["参考答案"])
        setter.lines += setter.key
    dice = random.Random(f"{seed}/{layout.name}")  # noqa: S311, noise for tests
    lines, truth = _spoiled(setter, dice)
    key = tuple(text for text, _ in setter.key) if page else None
    return Paper(tuple(lines), key, tuple(truth), tuple(setter.items))


def _chapters(items: Sequence[Item], layout: Layout) -> Iterator[tuple[str, Sequence[Item]]]:
    if not layout.chapters:
        yield "", items
        return
    runs = [list(group) for _, group in groupby(items, key=lambda i: i.material or id(i))]
    size = -(-len(runs) // layout.chapters)
    names = ("心理学概述", "感觉与知觉", "记忆与思维", "情绪与意志", "人格与能力")
    for i in range(0, len(runs), size):
        ordinal = i // size
        title = f"第{_HAN[ordinal]}章 {names[ordinal % len(names)]}"
        yield title, [item for run in runs[i : i + size] for item in run]


def _set_chapter(setter: _Setter, chapter: str, items: Sequence[Item]) -> None:
    layout = setter.layout
    if chapter:
        setter.say([chapter])
        if layout.key_place != "chapter":
            setter.key.append((chapter, -1))
    if not layout.run_on:
        setter.number = 0
    order = _ORDER if layout.sections != "none" else _UNHEADED
    sections = [(f, [i for i in items if _section(i) == f]) for f in order]
    inner: Lines = []
    for ordinal, (form, part) in enumerate((f, p) for f, p in sections if p):
        inner += _set_section(setter, chapter, ordinal, form, part)
    if layout.answers == "key" and layout.key_place == "chapter":
        setter.say(["参考答案"])
        setter.lines += inner
    elif layout.key_place != "section":
        setter.key += inner
    if chapter and layout.answers != "key":
        setter.key.clear()


def _section(item: Item) -> str:
    return "CASE" if item.material and item.format != "QA" else item.format


def _set_section(
    setter: _Setter, chapter: str, ordinal: int, form: str, items: Sequence[Item]
) -> Lines:
    layout = setter.layout
    if not layout.run_on and layout.sections != "none":
        setter.number = 0
    heading = SECTION_STYLES[layout.sections](Section(ordinal, form, len(items), setter.number + 1))
    setter.say(heading)
    declared = "" if not heading or form == "CASE" else form
    if form == "CASE" and layout.sections in ("instructed", "instructed_line"):
        declared = "INDEF"
    entries: list[tuple[int, Item]] = []
    for case, (material, group) in enumerate(groupby(items, key=lambda i: i.material), 1):
        part = list(group)
        if material:
            span = (setter.number + 1, setter.number + len(part))
            setter.say(MATERIAL_STYLES[layout.material](case, material, *span))
        for item in part:
            setter.number += 1
            tagging = bool(material) and layout.material == "tagged"
            block = set_item(item, setter.number, layout, tagging=tagging)
            _add(setter, block, item, chapter, heading[0] if heading else "", declared)
            entries.append((setter.number, item))
    if layout.answers != "key":
        return []
    key_heading = _plain_heading(heading)
    inner = [(text, -1) for text in [*key_heading, *set_key(layout.key, entries)]]
    if layout.key_place == "section":
        setter.say(["参考答案"])
        setter.lines += inner[len(key_heading) :]
    return inner


def _plain_heading(heading: list[str]) -> list[str]:
    for mark in "（(：":
        heading = [line.split(mark)[0] if not line.startswith(mark) else line for line in heading]
    return [line for line in heading[:1] if line]


def _add(
    setter: _Setter, block: Block, item: Item, chapter: str, section: str, declared: str
) -> None:
    layout = setter.layout
    owner = len(setter.truth)
    setter.say(block.lines, owner)
    answer, explanation = block.answer, block.explanation
    if layout.answers == "key":
        answer = item.answer
        explanation = item.explanation if explains(layout.key, item) else ""
    number = "" if layout.numbering in NUMBERLESS else str(setter.number)
    setter.truth.append(
        Printed(
            number=number,
            format=block.format or declared,
            section=section,
            chapter=chapter,
            material=item.material,
            stem=block.stem,
            options=block.options,
            answer=answer,
            explanation=explanation,
            images=(),
            notes=(),
            lines=(0, 0),
        )
    )
    setter.items.append(item)


def _spoiled(setter: _Setter, dice: random.Random) -> tuple[list[str], list[Printed]]:
    if setter.layout.stream:
        return _streamed(setter)
    lines = _wrapped(setter.lines, setter.layout.wrap)
    for name in setter.layout.noise:
        lines = NOISES[name](lines, dice)
    spans: dict[int, tuple[int, int]] = {}
    for i, (_, owner) in enumerate(lines):
        if owner >= 0:
            spans[owner] = (spans.get(owner, (i, i))[0], i)
    truth = [replace(printed, lines=spans[i]) for i, printed in enumerate(setter.truth)]
    return [text for text, _ in lines], truth


def _streamed(setter: _Setter) -> tuple[list[str], list[Printed]]:
    """Lines of one section run together, as pages do that lost their line breaks."""
    lines: list[str] = []
    places: dict[int, int] = {}
    open_line = False
    for text, owner in setter.lines:
        if not open_line or (owner < 0 and places):
            lines.append("")
        open_line = True
        lines[-1] += text
        if owner >= 0:
            places[owner] = len(lines) - 1
    truth = []
    for i, printed in enumerate(setter.truth):
        flat = {
            name: getattr(printed, name).replace("\n", "")
            for name in ("stem", "answer", "explanation")
        }
        truth.append(replace(printed, lines=(places[i], places[i]), **flat))
    return lines, truth


def _wrapped(lines: Lines, width: int) -> Lines:
    return [(row, owner) for text, owner in lines for row in break_line(text, width)]
