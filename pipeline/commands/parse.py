"""`cpsyexam parse PATH`: what the parser makes of one file."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from documents.kinds import KINDS

if TYPE_CHECKING:
    from parsing import Printed


@click.command(
    epilog="Example: cpsyexam parse paper.html --json",
    short_help="Show the questions found in one file.",
)
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--as", "kind", type=click.Choice(KINDS), help="What it is (default: by its name).")
@click.option(
    "--key", type=click.Path(path_type=Path), help="File with the answers, where they are apart."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(path: Path, kind: str | None, key: Path | None, *, as_json: bool) -> None:
    """Show the questions that the parser finds in PATH: text, web page, Word, Markdown,
    spreadsheet, PDF or image (docs/files.md).

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
            click.echo(json.dumps(as_record(question), ensure_ascii=False))
        return
    for question in parsed.questions:
        click.echo(as_text(question) + "\n")
    click.echo(
        f"{len(parsed.questions)} questions, alarm {told(parsed.alarm) or f'{parsed.alarm:.2f}'}"
    )
    for note in paper.notes:
        click.echo(f"note: {note}")
    if parsed.leftovers:
        click.echo(f"\n{len(parsed.leftovers)} lines in no question:")
        for left in parsed.leftovers:
            click.echo(f"  {left.line + 1:>5} {left.rule}: {left.text[:60]}")


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
    """A parsed question for a person."""
    head = click.style(
        f"{question.number or '-'}  {as_record(question)['format'] or '?'}", bold=True
    )
    rows = [head]
    if question.material:
        rows.append(f"   〔材料〕{question.material[:60]}… ({len(question.material)})")
    rows.append(f"   {question.stem}")
    rows += [f"   {letter}. {o}" for letter, o in zip("ABCDEFGH", question.options, strict=False)]
    rows.append(f"   〔答案〕{question.answer or '—'}")
    if question.explanation:
        rows.append(f"   〔解析〕{question.explanation}")
    if question.notes:
        rows.append(click.style(f"   {'; '.join(question.notes)}", dim=True))
    return "\n".join(rows)
