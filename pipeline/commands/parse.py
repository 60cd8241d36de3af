"""`cpsyexam parse PATH`: what the parser makes of one file."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpsyexam.terminal import json_text, say
from documents.kinds import KINDS
from pipeline.paths import InputPath
from pipeline.terminal import echo

if TYPE_CHECKING:
    from parsing import Printed


@click.command(
    epilog="Example: cpsyexam parse paper.html --json",
    short_help="Show the questions found in one file.",
)
@click.argument("path", type=InputPath())
@click.option("--as", "kind", type=click.Choice(KINDS), help="What it is (default: by its name).")
@click.option("--key", type=InputPath(), help="File with the answers, where they are apart.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(path: Path, kind: str | None, key: Path | None, *, as_json: bool) -> None:
    """Show the questions that the parser finds in PATH: text, web page, Word, Markdown,
    spreadsheet, PDF or image (docs/files.md); `-` is standard input.

    With --json one object a line: number, format, material, stem, options, answer (letters, or
    the text of an open question), explanation, notes.
    """
    from parsing import parse, told
    from pipeline.reading import read_document

    paper = read_document(path, kind or "")
    answers = read_document(key).lines if key else None
    parsed = parse(paper.lines, key=answers, marks=paper.marks)
    if as_json:
        for question in parsed.questions:
            echo(json_text(as_record(question)))
        return
    for question in parsed.questions:
        head = f"{question.number or '-'}  {as_record(question)['format'] or '?'}"
        echo("\n" + as_text(question) + "\n", bold=head)
    figure, _, odd = told(parsed.alarm).partition(": ")
    alarm = f"{figure}: {say(odd)}" if odd else f"{parsed.alarm:.2f}"
    echo(say("{} questions, alarm {}", len(parsed.questions), alarm))
    for note in paper.notes:
        echo(say("note: {}", note))
    if parsed.leftovers:
        echo(say("\n{} lines in no question:", len(parsed.leftovers)))
        for left in parsed.leftovers:
            echo(f"  {left.line + 1:>5} {left.rule}: {left.text[:60]}")


def as_record(question: "Printed") -> dict[str, object]:
    """A parsed question as the JSON object that people and programs read."""
    return {
        "number": question.number,
        "format": question.format or _guess(question),
        "material": question.material,
        "stem": question.stem,
        "options": list(question.options),
        "answer": question.answer,
        "explanation": question.explanation,
        "notes": list(question.notes),
    }


def _guess(question: "Printed") -> str:
    if not question.options:
        return "QA" if question.answer else ""
    letters = len(question.answer)
    return "" if not letters else "SCQ" if letters == 1 else "MAQ"


def as_text(question: "Printed") -> str:
    """A parsed question for a person, without its number and format."""
    rows = []
    if question.material:
        rows.append(f"   〔材料〕{question.material[:60]}… ({len(question.material)})")
    rows.append(f"   {question.stem}")
    rows += [f"   {letter}. {o}" for letter, o in zip("ABCDEFGH", question.options, strict=False)]
    rows.append(f"   〔答案〕{question.answer or '—'}")
    if question.explanation:
        rows.append(f"   〔解析〕{question.explanation}")
    if question.notes:
        rows.append(f"   {'; '.join(question.notes)}")
    return "\n".join(rows)
