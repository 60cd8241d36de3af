"""`cpsyexam book`: look at a new scan, write its TOML, show its pages as they are understood."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click
from rich.console import Console

from cpsyexam.terminal import language, say
from pipeline.paths import InputPath, Paths, out_option
from pipeline.terminal import SafeConsole, echo

if TYPE_CHECKING:
    from ocr.alarms import Verdict
    from ocr.book import Book
    from ocr.page.pages import Place
    from ocr.recognise import PageRead
    from ocr.settings import BooksSettings


class Pages(click.ParamType[tuple[int, ...]]):
    """`1-5,9` or `all`."""

    name = "1-5,9|all"

    def convert(
        self,
        value: str | tuple[int, ...],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[int, ...]:
        """The page numbers; none for `all`."""
        if isinstance(value, tuple):
            return value
        found: list[int] = []
        try:
            for part in [] if value == "all" else value.split(","):
                first, _, last = part.partition("-")
                found += range(int(first), int(last or first) + 1)
        except ValueError:
            self.fail(f"{value!r} is not like 1-5,9 or all", param, ctx)
        return tuple(found)


@click.command(
    epilog="Example: cpsyexam book scans/exercises.pdf --pages 1-5 --exam GEE --subject 普通心理学",
    short_help="Look at a scan, write its TOML and a preview.",
)
@click.argument("scan", type=InputPath(exists=True))
@click.option("--pages", type=Pages(), help="Pages to look at; default: five over the book.")
@click.option("--exam", default="", help="Exam of all chapters; asked for where not given.")
@click.option("--subject", default="", help="Subject of all chapters; asked for where not given.")
@click.option(
    "--dpi",
    type=click.IntRange(72, 600),
    default=200,
    show_default=True,
    help="At which pages of a PDF are drawn; kept in the TOML.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "onnxruntime", "openvino", "paddle"]),
    default="auto",
    show_default=True,
    help="What reads the pages.",
)
@click.option("--force", is_flag=True, help="Write the TOML also over one that is there.")
@out_option
def command(  # noqa: PLR0913  the options of a verb
    scan: Path,
    pages: tuple[int, ...] | None,
    exam: str,
    subject: str,
    dpi: int,
    engine: Literal["auto", "onnxruntime", "openvino", "paddle"],
    root: Path,
    *,
    force: bool,
) -> None:
    """Read a few pages of SCAN (a PDF, a TIFF, a folder of images).

    Writes <scan>.toml beside it, which says what was seen and what is unsure, and an HTML page with
    regions, reading order and question boundaries drawn over three pages. Readings are kept, so a
    build does not read those pages again.
    """
    from cpsyexam.pages.tongues import Tongue
    from cpsyexam.taxonomy import exams, subjects
    from ocr.book import Book, read_book
    from ocr.engines import chosen
    from ocr.page.pages import places
    from ocr.settings import BooksSettings
    from ocr.survey import book_toml, compared, survey

    console = SafeConsole(stderr=True)
    target = scan.with_suffix(".toml") if scan.is_file() else scan.parent / f"{scan.name}.toml"
    every = places(scan)
    looked = [p for p in every if p.number in (pages or _sample(len(every)))]
    looked = every if pages == () else looked
    if not looked:
        raise click.UsageError(f"{scan} has pages 1 to {len(every)}")
    written = not force and target.exists()
    layer = read_book(target).about.text_layer if written else None
    settings = BooksSettings(engine=engine, dpi=dpi, text_layer=layer is not False)
    cache = Paths(root).build / "cache" / "ocr"
    echo(say("engine: {}", ": ".join(chosen(settings))))
    read, seconds = _read(looked, settings, cache, console)
    told = None if written else compared(read, settings, cache)
    if told:
        echo(Tongue(language()).note(told.line()))
    if told and told.worse:
        echo(say("so OCR reads this book: text_layer = false"))
        settings = settings.model_copy(update={"text_layer": False})
        read, seconds = _read(looked, settings, cache, console)
    readings = [(p.place.number, p.reading) for p in read if p.reading is not None]
    seen = survey(readings)
    if not written:
        if not exam:
            exam = click.prompt("exam", type=click.Choice(list(exams())))
        if not subject:
            subject = click.prompt("subject", type=click.Choice(list(subjects(exam))))
        target.write_text(
            book_toml(scan, len(every), seen, exam=exam, subject=subject, dpi=dpi, told=told),
            encoding="utf-8",
        )
        echo(say("{}: written; fill in [terms]", target))
    book: Book = read_book(target)
    shown = Paths(root).build / "books" / f"{target.stem}.html"
    _say(_show(book, read, settings, shown), len(looked))
    columns = say("{} column(s)", seen.columns) if seen.columns else say("columns differ")
    echo(say("quality: {}; {}; chapters: {}", say(seen.quality), columns, len(seen.titles)))
    for doubt in seen.doubts:
        echo(say("unsure: {}", doubt))
    fresh = sum(not (p.cached or p.given) for p in read)
    if fresh:
        minutes = seconds / fresh * len(every) / 60
        echo(
            say("about {:.0f} minutes of one core for all {} pages", minutes, len(every))
            if minutes >= 1
            else say("less than a minute of one core for all {} pages", len(every))
        )
    echo(say("look at {}", shown))


def _sample(count: int) -> tuple[int, ...]:
    """Five pages over the book: beginning, middle, and the end, where keys stand."""
    return tuple(sorted({max(1, round(count * share)) for share in (0.02, 0.2, 0.5, 0.8, 1.0)}))


def _read(
    looked: list["Place"], settings: "BooksSettings", cache: Path, console: Console
) -> tuple[list["PageRead"], float]:
    """The pages as read, and the CPU seconds that took."""
    import time

    from rich.progress import Progress, TextColumn

    from ocr.recognise import read_page

    read, began = [], time.process_time()
    columns = [*Progress.get_default_columns(), TextColumn("page {task.fields[page]}")]
    with Progress(*columns, console=console) as bar:
        task = bar.add_task("reading", total=len(looked), page="")
        for place in looked:
            bar.update(task, page=str(place.number))
            read.append(read_page(place, settings, cache))
            bar.advance(task)
    return read, time.process_time() - began


def _show(book: "Book", read: list["PageRead"], settings: "BooksSettings", path: Path) -> "Verdict":
    """Write the preview of up to three pages; the verdict on all that were read."""
    from ocr.alarms import verdict
    from ocr.page.pages import picture
    from ocr.preview import Shown, preview
    from ocr.recognise import as_read
    from ocr.records import rows_of, understood

    text, parsed = understood(book, read)
    pages = []
    for page in [p for p in read if p.reading is not None and p.reading.fragments][:3]:
        pixels = picture(page.place, dpi=settings.dpi, max_side=settings.max_side)
        if page.reading is not None:
            pages.append(Shown(page.place.number, as_read(pixels, page.reading), page.reading))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(preview(book.about.title, pages, text, parsed), encoding="utf-8")
    rows = rows_of(book, read, text, parsed)
    return verdict(rows.questions, rows.captures, rows.rejected)


def _say(found: "Verdict", pages: int) -> None:
    from cpsyexam.pages.tongues import Tongue

    echo(
        say(
            "{} questions on {} pages, {} with an answer, {} doubtful",
            found.questions,
            pages,
            found.answered,
            found.doubtful,
        )
    )
    spoken = Tongue(language())
    for gap in found.gaps[:20]:
        echo(say("missing: {}", spoken.note(gap)))
    for key in found.keys[:20]:
        echo(say("key without question: {}", spoken.note(key)))
    for reason, count in found.reasons[:8]:
        echo(f"{count} × {reason}")
