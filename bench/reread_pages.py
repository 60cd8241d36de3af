"""`make bench-reread-pages ARGS=PATH`: real second readers over what a build of pages holds.

In: annotated pages (`bench.annotated` tells their form) that no weights have seen. They are built,
and the real `cpsyexam reread` asks a local endpoint about all that is held; behind it stand the
project's own labeller (a random field that finds fields of its own and errs often; with the
grammar's reading among its features, and without) and a reader who knows the truth. Out: by reader
how many readings a named rule refuses, how many differ and agree; and how many of those that agree,
which the next build would release, are faulty, and have a wrong key.
"""

import argparse
import json
import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl

from bench.annotated import Annotated, annotated
from bench.endpoint import Endpoint
from bench.frame import publish
from bench.pages import judge, plain, truths
from bench.quoting import Known, quotation
from gating.second.page import bare
from gating.second.readings import digest_of, load
from parsing import Parsed, grammar
from parsing.learned.fields import Stretches, fields, stretches
from parsing.learned.second import labelled
from parsing.source_text import Sheet

Fields = dict[str, Any]
Reader = Callable[[str], list[Fields]]  # text of a page → its questions as quotations
_PAGE = re.compile(r"\n={4}\n(.*)\n={4}", re.DOTALL)
_WANTED = re.compile(r"^(\d+)\. (?:第.*?题，)?以“(.*)”开头的那道题$", re.MULTILINE)
_LABEL = re.compile(r"(?:\d{1,3}\W{0,3})?[【\[(]?\s?(?:正确|参考|标准)?(?:答案|答)?\W{0,3}$")
_COLUMNS = ("held", "asked", "refused", "differs", "agreed", "of them faulty", "with a wrong key")
_ONE = threading.Lock()  # the labeller knows no threads, and the endpoint answers in several
_RECIPE = '\n[reader]\nfolder = "{0}"\n\n[reader.model]\nname = "{0}"\nbase_url = "{1}"\n'


def main() -> None:
    """Print what each reader's readings come to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", type=Path)
    pages = {page.name.replace("/", "-"): page for page in annotated(parser.parse_args().pages)}
    readers: dict[str, Reader] = {
        "labels-and-grammar": lambda text: list(_labels(text, grammar.parse(text))),
        "labels-alone": lambda text: list(_labels(text, Parsed((), ()))),
        "truth": lambda text: list(_truth(text, pages.values())),
    }
    with TemporaryDirectory() as folder:
        own = Path(folder)
        held, released = _built(own, pages)
        rows = [[name, *_read(own, name, reader, held)] for name, reader in readers.items()]
    facts = {"released without a second reader": released}
    publish("reread-pages", "Second readers of what is held", ["reader", *_COLUMNS], rows, facts)


def _built(folder: Path, pages: dict[str, Annotated]) -> tuple[dict[str, str], int]:
    """Digest → verdict of all that is held, and how much is released."""
    (folder / "papers").mkdir()
    for name, page in pages.items():
        (folder / "papers" / f"{name}.txt").write_text(page.text, "utf-8")
    about = ["--exam", "GEE", "--subject", "普通心理学", "--yes"]
    _run(folder, "init", "pages", "--from", "papers", *about)
    _run(folder, "build", "pages.toml")
    urls = dict(_rows(folder, "parsed/captures").select("capture", "url").iter_rows())
    rows = [json.loads(text) for text in _rows(folder, "gated/held")["record"]]
    verdicts = {name: _verdicts(page) for name, page in pages.items()}
    held = {
        digest_of(row): verdicts[Path(urls[row["capture"]]).stem].get(plain(row["stem"]), "cut")
        for row in rows
    }
    return held, _rows(folder, "gated/kept").height


def _verdicts(page: Annotated) -> dict[str, str]:
    told = judge(truths(page.truth), page.parsed()).verdicts
    return {plain(question.stem): verdict for question, verdict in told}


def _rows(folder: Path, table: str) -> pl.DataFrame:
    stage, _, name = table.partition("/")
    return pl.read_parquet(folder / "build" / stage / f"{name}.parquet")


def _run(folder: Path, *args: str) -> None:
    program = "from pipeline.entry import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, *args], cwd=folder, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{args[0]}: {done.stdout[-500:]}{done.stderr[-500:]}")


def _read(folder: Path, name: str, reader: Reader, held: dict[str, str]) -> list[int]:
    recipe = folder / f"{name}.toml"
    with Endpoint(answerer=lambda messages: _answer(messages[1]["content"], reader)) as endpoint:
        text = (folder / "pages.toml").read_text("utf-8")
        recipe.write_text(text + _RECIPE.format(name, endpoint.base_url), "utf-8")
        _run(folder, "reread", recipe.name, "--reserve")
    found = load(folder / name / "readings.jsonl")
    rules = Counter(one.rule for one in found.values() if one.rule)
    print(name, dict(rules.most_common()))
    counts = Counter(one.outcome for one in found.values())
    agreed = Counter(held[of] for of, one in found.items() if one.outcome == "agreed")
    faulty = sum(n for verdict, n in agreed.items() if verdict not in ("exact", "cut"))
    outcomes = (counts[outcome] for outcome in ("refused", "differs", "agreed"))
    return [len(held), len(found), *outcomes, faulty, agreed["wrong"]]


def _answer(asked: str, reader: Reader) -> str:
    """What a reader answers to a call: of each question asked for, the one that begins so."""
    page = _PAGE.search(asked)
    with _ONE:
        read = reader(page[1]) if page else []
    out = []
    for item, start in _WANTED.findall(asked):
        own = next((one for one in read if bare(one["stem"]).startswith(bare(start))), None)
        if own:
            out.append(own | {"item": int(item)})
    return json.dumps({"questions": out}, ensure_ascii=False)


def _labels(text: str, first: Parsed) -> Iterator[Fields]:
    page = labelled(grammar.rows(text), first)
    if page is None:
        return
    for one in stretches(page.sheet.text, page.found, page.labels):
        parts = fields(page.sheet, one, None)
        yield {
            "number": one.number,
            "material": "".join(page.sheet.verbatim(*span) for span in one.material),
            "stem": parts.stem,
            "options": parts.options,
            "key": parts.answer,
            "evidence": _evidence(page.sheet, one) if parts.options else parts.answer,
        }


def _evidence(sheet: Sheet, one: Stretches) -> str:
    """The first answer with the words before it that say so."""
    if not one.answers:
        return ""
    start, end = one.answers[0][0][0], one.answers[0][-1][1]
    label = _LABEL.search(sheet.text, max(0, start - 12), start)
    return sheet.verbatim(label.start() if label else start, end)


def _truth(text: str, pages: Iterable[Annotated]) -> Iterator[Fields]:
    here = bare(text)
    for page in pages:
        if bare(page.text)[:200] in here or here[:200] in bare(page.text):
            for row in page.truth:
                known = Known(
                    str(row.get("number") or ""), row.get("material") or "", row["stem"],
                    tuple(row.get("options") or ()), row.get("answer") or "",
                )  # fmt: skip
                yield quotation(known, text)


if __name__ == "__main__":
    main()
