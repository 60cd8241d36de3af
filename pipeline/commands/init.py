"""`cpsyexam init`: the first recipe for a person's own questions."""

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cpsyexam.terminal import say
from pipeline.paths import InputPath
from pipeline.terminal import echo

if TYPE_CHECKING:
    from banks.mapping import Mapping
    from cpsyexam.config import Terms
    from pipeline.start.looking import Found, Look
    from pipeline.start.scans import Scan


_ASKED = ("owner", "licence")  # what must be told of terms


@click.command(
    epilog="Example: cpsyexam init mine --from questions.csv",
    short_help="Start with your own questions.",
)
@click.argument("name", required=False)
@click.option(
    "--from",
    "places",
    multiple=True,
    type=InputPath(),
    metavar="FILE|FOLDER",
    help="CSV, xlsx, Parquet, JSON; Word, PDF, pages, text; or a folder of them.",
)
@click.option("--exam", default="", help="Exam of questions that name none.")
@click.option("--subject", default="", help="Subject of questions that name none.")
@click.option("--owner", default="", help="Who owns the questions.")
@click.option(
    "--cleared-by",
    default="",
    metavar="NAME",
    help="Who found that they may be published under owner and licence; unsettled without.",
)
@click.option("--licence", default="", help="Licence id of the release, such as cc-by-4.0.")
@click.option("--contact", default="", help="Where errors are reported: mail or page.")
@click.option(
    "--map", "columns", multiple=True, metavar="ROLE=COLUMN", help="A column that is not guessed."
)
@click.option(
    "--first-option",
    type=click.Choice(["0", "1"]),
    help="Number of the first option, where keys are numbers and nothing tells it.",
)
@click.option("--scans", "with_scans", is_flag=True, help="Take scans and images along as books.")
@click.option("--yes", "-y", is_flag=True, help="Ask nothing; take what is guessed.")
def command(
    name: str | None,
    places: tuple[Path, ...],
    columns: tuple[str, ...],
    first_option: str | None,
    *,
    with_scans: bool,
    yes: bool,
    **said: str,
) -> None:
    """Look at your files and write what a build needs: recipe, source, keys, taxonomy.

    Columns, keys, exam and subject are guessed and shown; what cannot be told is asked for, and
    without an answer nothing is written. Subjects that psychology's exams do not have are added
    to them; a field that is not psychology gets a taxonomy of its own. Nothing that is there
    already is changed.
    """
    from pipeline.start import fields, scans, telling, writing

    ask = not yes and sys.stdin.isatty()
    if not places:
        if not ask:
            raise click.UsageError("say where the questions are: --from FILE|FOLDER")
        places = (Path(click.prompt(say("file or folder with the questions"))),)
    mapping = _mapping(columns, first_option)
    looked = [(place, _look(place, mapping, ask=ask)) for place in places]
    found = [one for _, look in looked for one in look.found]
    _refuse_twice(found)
    left = {file: why for _, look in looked for file, why in look.left.items()}
    guessed = _slug(places[0].resolve().stem)
    chosen = name or (click.prompt(say("name of the release"), default=guessed) if ask else guessed)
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", chosen):
        raise click.UsageError(f"name {chosen!r}: small letters, digits and dashes only")
    owner, licence = said["owner"], said["licence"]
    if ask and not owner:
        owner = str(click.prompt(say("who owns the questions"), default=_person()))
    frames = [one.questions for one in found]
    books = _books(looked, said["exam"], said["subject"], ask=ask, wanted=with_scans)
    if not frames and not books:
        raise click.UsageError("only scans are there: --scans takes them as books")
    if books:
        frames.append(scans.frame(books))
    field = fields.decide(chosen, frames, said["exam"], said["subject"])
    plan = writing.Plan(
        name=chosen,
        title=name or places[0].resolve().stem,
        found=tuple(found),
        field=field,
        terms=_terms(owner, licence, str(said["cleared_by"])),
        licence=licence or "other",
        contact=said["contact"],
        books=_book_texts(chosen, [replace(b, exam=field.code(b.exam)) for b in books]),
    )
    written = writing.write(Path(), writing.texts(plan), chosen)
    taken = {scan.path for scan in books}
    telling.tell(plan, written, {f: why for f, why in left.items() if not {f, f.parent} & taken})


def _books(
    looked: "list[tuple[Path, Look]]", exam: str, subject: str, *, ask: bool, wanted: bool
) -> "list[Scan]":
    """The scans, where they are wanted as books; who can be asked is."""
    from pipeline.start import scans

    there = [(place, scan) for place, look in looked for scan in look.scans()]
    if not there or not (wanted or ask):
        return []
    if not wanted and not click.confirm(
        say("take {} scans along as books", len(there)), default=True
    ):
        return []
    return [one for place, scan in there for one in scans.about([scan], place, exam, subject)]


def _book_texts(name: str, books: "list[Scan]") -> dict[str, str]:
    """File name → TOML of each scan; some of its pages are read for that."""
    from pipeline.paths import Paths
    from pipeline.start import scans

    texts = {}
    for number, scan in enumerate(books, start=1):
        echo(say("looking at scan {} of {}: {}", number, len(books), scan.path))
        texts[f"{name}-scan-{number}.toml"] = scans.book_text(
            scan, Paths(Path()).build / "cache" / "ocr"
        )
    return texts


def _look(place: Path, mapping: "Mapping", *, ask: bool) -> "Look":
    """What lies there; where keys are numbers that nothing explains, the person is asked."""
    from banks.understanding import AmbiguousKeyError
    from pipeline.start import looking

    try:
        return looking.look(place, mapping)
    except AmbiguousKeyError as error:
        if not ask:
            raise
        echo(error.what)
        first = click.prompt(say("number of the first option"), type=click.Choice(["0", "1"]))
        return looking.look(place, mapping.model_copy(update={"first_answer": int(first)}))


def _mapping(columns: tuple[str, ...], first_option: str | None) -> "Mapping":
    from banks.mapping import Mapping
    from banks.names import ROLES

    named: dict[str, object] = {"first_answer": int(first_option)} if first_option else {}
    for one in columns:
        role, _, column = one.partition("=")
        if role not in ROLES or not column:
            raise click.UsageError(f"--map {one!r}: ROLE=COLUMN, a role of {', '.join(ROLES)}")
        named[role] = tuple(column.split(",")) if role == "options" and "," in column else column
    return Mapping.model_validate(named)


def _refuse_twice(found: "list[Found]") -> None:
    kinds = [one.kind for one in found]
    if len(kinds) > len(set(kinds)):
        raise click.UsageError(
            "several banks or several sets of papers: put the files into one folder and give that"
        )


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "mine"


def _person() -> str:
    import getpass
    import subprocess

    try:
        said = subprocess.run(
            ["git", "config", "user.name"], capture_output=True, text=True, check=False
        ).stdout.strip()
    except OSError:
        said = ""
    try:
        return said or getpass.getuser()
    except (OSError, KeyError):
        return "me"


def _terms(owner: str, licence: str, cleared_by: str) -> "Terms":
    from datetime import datetime

    from cpsyexam.config import Terms

    today = datetime.now().astimezone().date().isoformat()
    found = Terms(
        owner=owner,
        licence=licence,
        terms_url="",
        decided_by=cleared_by,
        decided_on=today if cleared_by else "",
        status="cleared" if cleared_by else "unclear",
    )
    if cleared_by and found.unsettled:
        missing = " and ".join(f"--{name}" for name in found.unsettled if name in _ASKED)
        raise click.UsageError(f"--cleared-by without {missing}: nobody knows what was cleared")
    return found
