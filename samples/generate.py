"""Makes the committed sample again: archives, bank and truth (`python -m samples.generate`).

Everything follows from plan.toml, questions/ and planted/; equal inputs give equal bytes. The scan
of the book needs fonts and is made again only where its text has changed.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click

from cpsyexam.executor import Processes, available_cores
from cpsyexam.files import write_json
from ocr.settings import BooksSettings
from ocr.stage import extract
from samples import plan, press, truth
from samples.book import make as book
from samples.book.plan import PAGES, content
from samples.sites import examcoo, hxter, mxqe, studyez
from samples.sites.paper import Paper, html
from spiders.http_messages import Received, Sent
from spiders.warc_writer import Writer, write_exchange, write_info

HERE = Path(__file__).parent
READINGS = HERE / "readings"
FETCHED = datetime(2026, 11, 2, 8, 0, tzinfo=UTC)
SITES: dict[str, Any] = {"examcoo": examcoo, "studyez": studyez, "hxter": hxter, "mxqe": mxqe}
_WALL = (
    '<!DOCTYPE html><html><head><meta charset="utf-8"><title>登录</title></head><body>'
    '<form action="/passport/login/preurl/L2VkaXRvcg==" method="post"><p>请先登录</p>'
    '<input name="uid"><input name="pwd" type="password"><img id="captchaImage" src="/pin">'
    "</form></body></html>"
)
Pages = dict[Sent, Received]


def make(folder: Path) -> None:
    """Write archives/, banks/structured.json and truth.jsonl below a folder."""
    rows: list[dict[str, Any]] = []
    for name in SITES:
        rows += _site(name, folder / "archives" / f"{name}.warc.gz")
    rows += truth.of_book()
    for paper in plan.papers():
        if paper.site == "bank":
            entries, proofs = press.bank(paper)
            write_json(folder / "banks" / "structured.json", entries)
            page = "structured.json"
            rows += [truth.question(p, source=truth.BANK, page=page) for p in proofs]
    truth.write(folder / "truth.jsonl", rows)


def scan_is_current() -> bool:
    """Whether the committed scan shows the text that the book's plan says."""
    pages: dict[str, Any] = json.loads(PAGES.read_text("utf-8")) if PAGES.exists() else {}
    return bool(pages.get("content") == content())


def read_scan() -> None:
    """Read the pages of the book that have no reading yet; what is of other pages goes."""
    settings = BooksSettings(sources=(HERE / "books" / "exercises.toml",))
    extracted = extract({}, settings, cache=READINGS, executor=Processes(available_cores()))
    read = set(extracted.tables["captures"]["digest"])
    for path in READINGS.rglob("*.json"):
        if path.stem not in read:
            path.unlink()


def _site(name: str, path: Path) -> Iterator[dict[str, Any]]:
    setting: Callable[[plan.Paper], tuple[Paper, list[press.Proof]]]
    setting = press.listed if name == "examcoo" else press.article
    papers = [paper for paper in plan.papers() if paper.site == name]
    set_papers = [setting(paper) for paper in papers]
    spoiled = [entry for entry in plan.captures() if entry["site"] == name]
    printed = [p for p, _ in set_papers]
    pages: Pages = SITES[name].pages([*printed, *(_spoiled(entry, name) for entry in spoiled)])
    for paper, proofs in set_papers:
        page = _address(pages, paper.title)
        yield from (truth.question(p, source=name, page=page) for p in proofs)
    for entry in spoiled:
        page = _address(pages, entry["title"])
        _spoil(pages, page, entry)
        yield truth.capture(source=name, page=page, kind=entry["kind"])
    record(path, name, SITES[name].start(), pages)


def record(path: Path, name: str, seeds: Sequence[str], pages: Mapping[Sent, Received]) -> None:
    """Write the WARC of a site: a second between requests, ids that follow from the content."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        writer = Writer(stream)
        write_info(writer, source=name, seeds=seeds, fetched=_time(0))
        for second, (sent, received) in enumerate(pages.items(), 1):
            write_exchange(writer, sent, received, fetched=_time(second))


def _time(second: int) -> str:
    return (FETCHED + timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%SZ")


def _spoiled(entry: Mapping[str, Any], site: str) -> Paper:
    paper = plan.Paper("", site, entry["title"], "", tuple(entry["keys"]))
    if entry["kind"] == "image_answers":
        lines = [f"[图:{number:032x}.jpg]" for number in range(1, 5)]
        return Paper(entry["title"], lines=tuple(lines))
    return (press.listed if site == "examcoo" else press.article)(paper)[0]


def _spoil(pages: Pages, page: str, entry: Mapping[str, Any]) -> None:
    if entry["kind"] == "login_wall":
        pages[Sent(page)] = html(_WALL)
        ident = page.rpartition("/")[2]
        for sent in list(pages):
            if f"pid/{ident}/" in sent.url or f"pid={ident}&".encode() in sent.body:
                del pages[sent]
    elif entry["kind"] == "missing":
        del pages[Sent(page)]


def _address(pages: Pages, title: str) -> str:
    """The address of a paper's first page."""
    for sent, received in pages.items():
        text = received.body.decode("gb18030" if b"gb2312" in received.body[:200] else "utf-8")
        if f">{title}</h1>" in text or f">{title}</h3>" in text:
            return sent.url
    raise ValueError(f"no page holds the paper {title!r}")


@click.command()
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=HERE)
def main(out: Path) -> None:
    """Make the sample again. Example: python -m samples.generate --out /tmp/sample."""
    if out == HERE and not scan_is_current():
        book.main()
    make(out)
    if out == HERE:
        read_scan()
    sizes = sum(p.stat().st_size for p in out.rglob("*") if p.is_file())
    click.echo(f"{out}: {sizes / 1e6:.1f} MB")


if __name__ == "__main__":
    sys.exit(main())
