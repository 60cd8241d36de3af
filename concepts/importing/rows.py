"""Rows of a table → subjects. A cell left empty takes what stands above it in that column."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from concepts.schema import Chapter, Concept, Prompt, Subject
from cpsyexam.errors import SourceError
from cpsyexam.text import fold

COLUMNS = {
    "subject": ("科目", "学科", "课程"),
    "english": ("英文", "英文名"),
    "exam": ("考试",),
    "listed_as": ("归入科目", "归入"),
    "chapter": ("章", "章节", "一级标题"),
    "wanted_concepts": ("目标知识点",),
    "wanted_questions": ("目标题数",),
    "section": ("节", "二级标题"),
    "concept": ("知识点", "概念", "name"),
    "description": ("描述", "说明", "内容"),
    "prompts": ("题型", "提示"),
    "formula": ("公式",),
    "example": ("例", "例题", "示例"),
}
_PROMPTS: dict[str, Prompt] = {
    "理论": "theory", "理解": "theory", "知识": "theory", "案例": "case", "计算": "calculation",
    "综合": "mixed", "混合": "mixed",
    "theory": "theory", "case": "case", "calculation": "calculation", "mixed": "mixed",
}  # fmt: skip
_CARRIED = ("subject", "english", "exam", "listed_as", "chapter", "section")


@dataclass
class Row:
    """Cells by the names of COLUMNS, and the row of the file that they stand in."""

    number: int
    cells: dict[str, str] = field(default_factory=dict)

    def cell(self, name: str) -> str:
        """A cell's text, "" where there is none."""
        return self.cells.get(name, "").strip()


@dataclass(frozen=True)
class Defaults:
    """What a table need not say in every row."""

    exam: str = ""
    listed_as: str = ""
    source: str = ""
    licence: str = ""


def named(table: Sequence[tuple[int, Sequence[str]]], where: str) -> list[Row]:
    """Rows of a table whose first row names the columns. Raises SourceError where it does not."""
    if not table:
        raise SourceError("the table is empty", where=where, remedy="add a row of column names")
    names = {fold(other).lower(): name for name, more in COLUMNS.items() for other in more}
    names |= {name: name for name in COLUMNS}
    row, heads = table[0]
    columns = [names.get(fold(head).strip().lower(), "") for head in heads]
    for needed in ("subject", "chapter", "concept", "description"):
        if needed not in columns:
            raise SourceError(
                f"row {row}: no column {needed!r} ({COLUMNS[needed][0]})",
                where=where,
                remedy=f"columns found: {', '.join(h for h in heads if h) or 'none'}",
            )
    rows = []
    for number, cells in table[1:]:
        found = {name: cell for name, cell in zip(columns, cells, strict=False) if name}
        if any(cell.strip() for cell in found.values()):
            rows.append(Row(number, found))
    return rows


def subjects(rows: Sequence[Row], defaults: Defaults, where: str) -> list[Subject]:
    """Subjects in the order of the rows. Raises SourceError for the first row that has a fault."""
    tree: dict[str, dict[str, list[Concept]]] = {}
    heads: dict[str, Row] = {}
    wanted: dict[tuple[str, str], list[int]] = {}
    above: dict[str, str] = {}
    for row in rows:
        _carry(row, above)
        subject, chapter = row.cell("subject"), row.cell("chapter")
        if not subject or not chapter:
            missing = "chapter" if subject else "subject"
            raise _fault(where, row, f"no {missing}", "fill the cell, or one above it")
        heads.setdefault(subject, row)
        concepts = tree.setdefault(subject, {}).setdefault(chapter, [])
        if not wanted.get((subject, chapter), [0])[0]:
            names = ("wanted_concepts", "wanted_questions")
            wanted[subject, chapter] = [_count(row, name, where) for name in names]
        if row.cell("concept"):
            concepts.append(_concept(row, where))
    return [_subject(heads[name], chapters, wanted, defaults) for name, chapters in tree.items()]


def _carry(row: Row, above: dict[str, str]) -> None:
    for i, name in enumerate(_CARRIED):
        if text := row.cell(name):
            if above.get(name) != text:  # a new subject ends the chapter, a new chapter the section
                for later in _CARRIED[i + 1 :]:
                    above.pop(later, None)
            above[name] = text
        elif name in above:
            row.cells[name] = above[name]


def _subject(
    head: Row,
    chapters: dict[str, list[Concept]],
    wanted: dict[tuple[str, str], list[int]],
    defaults: Defaults,
) -> Subject:
    name = head.cell("subject")
    return Subject(
        name=name,
        english=head.cell("english"),
        exam=head.cell("exam") or defaults.exam,
        listed_as=head.cell("listed_as") or defaults.listed_as or name,
        source=defaults.source,
        licence=defaults.licence,
        chapters=tuple(
            Chapter(
                name=chapter,
                wanted_concepts=wanted[name, chapter][0],
                wanted_questions=wanted[name, chapter][1],
                concepts=tuple(concepts),
            )
            for chapter, concepts in chapters.items()
        ),
    )


def _concept(row: Row, where: str) -> Concept:
    name = row.cell("concept")
    if "/" in name:
        raise _fault(where, row, f"concept {name!r} has a slash in its name", "write 或 or ／")
    if not row.cell("description"):
        raise _fault(where, row, f"concept {name!r} has no description", "write one to three lines")
    parts = fold(row.cell("prompts")).replace("、", " ").replace(",", " ").replace(";", " ").split()
    unknown = [part for part in parts if part.lower() not in _PROMPTS]
    if unknown:
        known = "理论、案例、计算、综合"
        raise _fault(where, row, f"unknown prompt type {unknown[0]!r}", f"choose from {known}")
    return Concept(
        name=name,
        section=row.cell("section"),
        description=row.cell("description"),
        prompts=tuple(dict.fromkeys(_PROMPTS[part.lower()] for part in parts)) or ("theory",),
        formula=row.cell("formula"),
        example=row.cell("example"),
    )


def _count(row: Row, name: str, where: str) -> int:
    text = row.cell(name).removesuffix(".0") or "0"
    if not text.isdecimal():
        raise _fault(where, row, f"{name} is no number: {text!r}", "write digits or nothing")
    return int(text)


def _fault(where: str, row: Row, what: str, remedy: str) -> SourceError:
    return SourceError(f"row {row.number}: {what}", where=where, remedy=remedy)
