"""A paper's document → rows: its questions, its capture, and what is in no question."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cpsyexam.records import OWN_FILE, capture_row, question_row
from cpsyexam.taxonomy import exams, find_subject, subjects
from cpsyexam.text import fold
from documents.images import pictured, without_pictures
from documents.reading import Document
from parsing import Parsed, Printed, parse, told

Row = dict[str, Any]
_MEDIA = {
    "text": "text/plain", "html": "text/html", "markdown": "text/markdown",
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "odt": "application/vnd.oasis.opendocument.text", "doc": "application/msword",
    "xls": "application/vnd.ms-excel", "rtf": "application/rtf", "mhtml": "multipart/related",
    "archive": "application/zip",
}  # fmt: skip


@dataclass
class Rows:
    """Rows of one file. `refused`: capture, rule, detail, lines."""

    questions: list[Row] = field(default_factory=list)
    refused: list[tuple[str, str, str, str]] = field(default_factory=list)


def file_capture(source: str, file: Path, digest: str, kind: str) -> Row:
    """The capture of a file."""
    url = file.as_posix()
    media = _MEDIA.get(kind, "application/octet-stream")
    return capture_row(
        source, url, digest, instead=OWN_FILE, media_type=media, archive=url, offset=0
    )


def paper_rows(
    capture: Row, paper: Document, about: tuple[str, str], key: tuple[Row, Document] | None = None
) -> Rows:
    """Rows of a paper; `key` is the capture and document of a file with its answers."""
    parsed = parse(paper.lines, key=key[1].lines if key else None, marks=paper.marks)
    out = Rows()
    seen: Counter[str] = Counter()
    exam, subject = about
    for printed in parsed.questions:
        place = f"line={printed.lines[0] + 1}-{printed.lines[1] + 1}"
        seen[place] += 1
        again = f"#{seen[place]}" if seen[place] > 1 else ""  # several questions on one line
        row = _question(capture, printed, place + again, paper)
        out.questions.append(row | {"exam": exam, "subject": subject})
    _leftovers(out, parsed, capture, key[0] if key else capture)
    for note in paper.notes:
        out.refused.append((capture["capture"], "file_note", note, ""))
    if parsed.questions and (doubt := told(parsed.alarm)):
        out.refused.append((capture["capture"], "page_alarm", doubt, ""))
    if not parsed.questions:
        shown = " / ".join(paper.lines[:3])[:160]
        out.refused.append((capture["capture"], "no_questions", shown, ""))
    if key is not None:
        out.refused.append((key[0]["capture"], "part_of_paper", f"answers of {capture['url']}", ""))
        for note in key[1].notes:
            out.refused.append((key[0]["capture"], "file_note", note, ""))
    return out


def subject_of(inside: str, exam: str) -> tuple[str, str]:
    """(exam, subject) that a path names by a subject's full name, the longest first."""
    text = fold(inside)
    named = sorted(
        ((e, s) for e in ((exam,) if exam else exams()) if e in exams() for s in subjects(e)),
        key=lambda pair: -len(pair[1]),
    )
    found = next((pair for pair in named if fold(pair[1]) in text), None)
    return found or (find_subject(Path(inside).stem) or (exam, ""))


def _question(capture: Row, printed: Printed, locator: str, paper: Document) -> Row:
    first, last = printed.lines
    told = "\n".join([printed.explanation, "" if printed.options else printed.answer])
    asked = "\n".join(
        [printed.material, printed.stem, *printed.options, *paper.lines[first : last + 1]]
    )
    needed = dict.fromkeys(n for n in pictured(asked) if n not in pictured(told))
    images = [paper.images[n - 1] for n in needed if 0 < n <= len(paper.images)]
    return question_row(
        capture["source"],
        capture["capture"],
        locator,
        url=capture["url"],
        number=printed.number,
        section=printed.section,
        declared=printed.format,
        material=printed.material,
        stem=printed.stem,
        options=list(printed.options),
        answer=without_pictures(printed.answer),
        explanation=without_pictures(printed.explanation),
        images=[f"{capture['url']}#{image}" for image in images],
        notes=list(printed.notes),
        confidence=printed.confidence,
    )


def _leftovers(out: Rows, parsed: Parsed, capture: Row, key: Row) -> None:
    grouped: dict[tuple[str, str], list[str]] = {}
    for left in parsed.leftovers:
        owner = key if left.page == "key" else capture
        grouped.setdefault((owner["capture"], f"leftover_{left.rule}"), []).append(left.text)
    for (owner_id, rule), said in grouped.items():
        detail = f"{len(said)} lines: {' / '.join(said)[:160]}"
        out.refused.append((owner_id, rule, detail, "\n".join(said)))
