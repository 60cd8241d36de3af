"""The files of a first recipe, as text, and writing them without touching what is there."""

import dataclasses
import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from glob import escape
from pathlib import Path

import polars as pl

from cpsyexam.config import Terms
from cpsyexam.errors import ConfigError
from cpsyexam.taxonomy import PSYCHOLOGY, Exam, Taxonomy, psychology
from pipeline.start.fields import Field
from pipeline.start.looking import Found

SMALL = 2000  # questions
IGNORED = ("/keys/", "/build/", "/reserve/")


@dataclass(frozen=True)
class Plan:
    """What the files say."""

    name: str
    title: str
    found: tuple[Found, ...]
    field: Field
    terms: Terms
    licence: str
    contact: str
    books: dict[str, str] = dataclasses.field(default_factory=dict)  # file name → TOML of a scan


def texts(plan: Plan) -> dict[str, str]:
    """File name → text: the recipe, a TOML for each source, and a taxonomy where one is needed."""
    made = {f"{plan.name}.toml": _recipe(plan)}
    made |= {file: _with_terms(text, plan.terms) for file, text in plan.books.items()}
    for found in plan.found:
        made[source_file(plan.name, found)] = _source(plan, found)
    if plan.field.own:
        made[f"{plan.name}-taxonomy.toml"] = taxonomy_text(plan.field.own)
    if plan.field.more:
        made[f"{plan.name}-taxonomy.toml"] = extension_text(plan.name, plan.field.more)
    return made


def source_file(name: str, found: Found) -> str:
    """Name of the TOML of a source."""
    return f"{name}-{'bank' if found.kind == 'banks' else 'papers'}.toml"


def write(folder: Path, made: dict[str, str], name: str) -> list[Path]:
    """Write the files and the keys; `.gitignore` gets what must not be published.

    Raises ConfigError, before anything is written, where a file is there already.
    """
    there = next((folder / file for file in made if (folder / file).exists()), None)
    if there:
        raise ConfigError(
            "is there already", where=str(there), remedy="choose another name, or delete it"
        )
    for file, text in made.items():
        (folder / file).write_text(text, "utf-8")
    keys = folder / "keys"
    keys.mkdir(mode=0o700, exist_ok=True)
    for purpose in ("split", "salt"):
        path = keys / f"{name}-{purpose}.key"
        if not path.exists():
            path.touch(mode=0o600)
            path.write_text(secrets.token_hex(32) + "\n", "ascii")
    (keys / ".gitignore").write_text("*\n", "ascii")
    _ignore(folder / ".gitignore")
    return [folder / file for file in made]


def _ignore(path: Path) -> None:
    told = path.read_text("utf-8").splitlines() if path.exists() else []
    missing = [line for line in IGNORED if line not in told and line.strip("/") + "/" not in told]
    if missing:
        lines = [*told, "# made by cpsyexam: never published", *missing]
        path.write_text("\n".join(lines) + "\n", "utf-8")


def quoted(text: str) -> str:
    """A TOML string."""
    return json.dumps(text, ensure_ascii=False)


def _recipe(plan: Plan) -> str:
    lines = [
        "# A release of your own questions. Paths are relative to the folder you run in.",
        f"# Build it: cpsyexam build {plan.name}.toml. Every key: docs/reference/recipe.md.",
        "",
        f"name = {quoted(plan.name)}",
        'version = "0.1.0"  # higher each time: 0.1.1 texts or keys, 0.2.0 questions come or go',
    ]
    if plan.field.own or plan.field.more:
        lines.append(f"taxonomy = {quoted(plan.name + '-taxonomy.toml')}")
    lines += [
        "",
        "[keys]  # secrets: whoever has them knows the reserve. Keep a copy, publish neither.",
        f"split = {quoted(f'keys/{plan.name}-split.key')}",
        f"salt = {quoted(f'keys/{plan.name}-salt.key')}",
    ]
    for found in plan.found:
        lines += [
            "",
            f"[{found.kind}]",
            f"sources = [{quoted(source_file(plan.name, found))}]",
        ]
    if plan.books:
        lines += ["", "[books]", f"sources = {_list(plan.books)}"]
    lines += [
        "",
        "[split]  # shares of every subject and format; the rest is train",
        'reserve_unit = "group"',
        "share = 0.1     # test",
        "reserved = 0.5  # the reserve, in test shares",
        "dev = 0.1       # of what these leave",
        *_small(plan.found),
        "",
        "[release]",
        f"pretty_name = {quoted(plan.title)}",
        f"licence = {quoted(plan.licence)}",
        f"contact = {quoted(plan.contact)}  # where errors and takedown requests go",
        "",
    ]
    return "\n".join(lines)


def _small(found: tuple[Found, ...]) -> list[str]:
    """A small bank's subjects have few questions: one for train is enough."""
    small = sum(one.questions.height for one in found) < SMALL
    return ["min_train = 1   # questions that every subject and format keeps for train"] * small


def _source(plan: Plan, found: Found) -> str:
    head = [f"title = {quoted(plan.title)}", f"path = {quoted(found.path.as_posix())}"]
    field = plan.field
    if found.kind == "banks":
        lines = ["# A bank: which column means what (docs/banks.md).", *head, "", "[mapping]"]
        for role, columns in found.columns.items():
            lines.append(f"{role} = {_list(columns) if len(columns) > 1 else quoted(columns[0])}")
        if found.first is not None:
            lines.append(f"first_answer = {found.first}  # keys are numbers: that of option A")
        if field.exam or field.subject:
            lines += ["", "[[mapping.defaults]]  # for rows that do not say it"]
            lines += _about(field)
    else:
        lines = ["# Papers in files (docs/files.md).", *head]
        lines += [f"only = {_list(found.only)}"] if found.only else []
        lines += _subjects(found, field)
    return "\n".join([*lines, "", *_terms(plan.terms), ""])


def _with_terms(text: str, terms: Terms) -> str:
    """A book's TOML with these terms in place of its own."""
    head, _, rest = text.partition("[terms]")
    return "\n".join(
        [
            head + _terms(terms)[0],
            *_terms(terms)[1:],
            "",
            "[[chapter]]" + rest.partition("[[chapter]]")[2],
        ]
    )


def _about(field: Field) -> list[str]:
    pairs = (("exam", field.exam), ("subject", field.subject))
    return [f"{key} = {quoted(value)}" for key, value in pairs if value]


def _subjects(found: Found, field: Field) -> list[str]:
    """Exam and subject of papers whose paths name none; what a path says stays."""
    if not field.exam and not field.subject:
        return []
    told = found.questions.group_by("url", maintain_order=True).agg(pl.col("subject").max())
    silent = told.filter(pl.col("subject") == "")["url"].to_list()
    if len(silent) == told.height or not field.subject:
        return _about(field)
    lines = []
    for url in silent:
        inside = escape(Path(url).relative_to(found.path).as_posix())
        lines += [
            "",
            "[[subjects]]  # its path names none",
            f"match = {quoted(inside)}",
            *_about(field),
        ]
    return lines


def _list(values: Iterable[str]) -> str:
    return f"[{', '.join(map(quoted, values))}]"


def _terms(terms: Terms) -> list[str]:
    lines = ["[terms]  # who owns the questions, and what was found about publishing them"]
    lines += [f"{key} = {quoted(str(value))}" for key, value in terms.model_dump().items()]
    told = 'status = "unclear"'
    return [f"{x}  # cleared: nothing is pushed before" if x == told else x for x in lines]


def taxonomy_text(own: Taxonomy) -> str:
    """A taxonomy of exams and subjects as TOML."""
    lines = [
        "# Exams and subjects of these questions; tasks, categories and words: docs/fields.md."
    ]
    lines += ["", f"name = {quoted(own.name)}", ""]
    lines += [
        "[words]",
        'field = ""    # "law": the card says "Chinese law examination questions"',
        'chinese = ""',
    ]
    lines += _exam_lines(own.exams)
    for short, task in own.tasks.items():
        lines += ["", f"[tasks.{short}]", f"english = {quoted(task.english)}"]
        lines.append(f"chinese = {quoted(task.chinese)}")
    return "\n".join([*lines, ""])


def extension_text(name: str, more: dict[str, Exam]) -> str:
    """The subjects that psychology's taxonomy does not have, as TOML."""
    lines = [
        "# Psychology's exams and subjects, and these besides (docs/fields.md). A subject that is",
        "# another's: [mapping] subjects in the bank's file, and delete its line here.",
        "",
        f"name = {quoted(name)}",
        f"extends = {quoted(PSYCHOLOGY)}",
    ]
    return "\n".join([*lines, *_exam_lines(more), ""])


def _exam_lines(exams: dict[str, Exam]) -> list[str]:
    lines: list[str] = []
    for short, exam in exams.items():
        if short not in psychology().exams:
            lines += ["", f"[exams.{short}]", f"chinese = {quoted(exam.chinese)}", 'english = ""']
        lines.append(f"\n[exams.{short}.subjects]  # Chinese = English")
        lines += [f"{quoted(name)} = {quoted(english)}" for name, english in exam.subjects.items()]
    return lines
