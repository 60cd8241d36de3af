"""Export and import of the queue, by the kind of file."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cpsyexam.errors import ConfigError
from cpsyexam.showing import secret
from cpsyexam.terminal import say
from pipeline.paths import Paths
from pipeline.station.originals import BuildOriginals
from pipeline.station.report import open_board

if TYPE_CHECKING:
    from reviewing.exchange.taking import Taken


def export(
    paths: Paths, reviews: Path, path: Path, to: str, *, kind: str, limit: int, by: str
) -> Iterator[str]:
    """Write a file or folder; lines that say what was written.

    The queue is written for `by`, who has seen the keys that it tells from then on. Raises
    BusyError beside a station.
    """
    from reviewing.board import alone

    if to in ("answers", "marks"):
        yield from _said(paths, reviews, path, to)
        return
    with alone(reviews):
        yield from _queue(paths, reviews, path, to, kind=kind, limit=limit, by=by)


def _said(paths: Paths, reviews: Path, path: Path, to: str) -> Iterator[str]:
    """What people answered, or marked."""
    from reviewing.exchange import answers
    from reviewing.opinions import Paper

    desk, board = open_board(paths, reviews)
    if to == "answers":
        files = sorted((reviews / "answers").glob("*.jsonl"))
        forms = [Paper(file.parent, _name(file)) for file in files]
        for name, made in answers.write(path, forms, desk, board).items():
            model = f"human:{Path(name).stem.removeprefix('human-')}"
            scoring = f"cpsyexam score {path / name} --model {model} --missing skip"
            yield say("{}: {} answers; {}", path / name, made.written, scoring)
            if made.open:
                yield say("  left out: {} that are not handed in", made.open)
            if made.late:
                yield say("  left out: {} to questions whose keys this person had seen", made.late)
        return
    yield say("{}: {} rows", path, answers.write_marks(path, desk, board))


def _queue(
    paths: Paths, reviews: Path, path: Path, to: str, *, kind: str, limit: int, by: str
) -> Iterator[str]:
    from reviewing.exchange import label_studio, xlsx
    from reviewing.exchange.taking import reader

    desk, board = open_board(paths, reviews)
    known = [name for name, _ in desk.counts("kind")]
    if kind and kind not in known:
        raise ConfigError(f"no items for {kind!r}", remedy=f"reasons: {', '.join(known)}")
    slips = desk.waiting(by, {"kind": kind} if kind else {}, limit=limit)
    hidden = secret(paths.build)  # the last station may have shown the reserve
    slips = [slip for slip in slips if not hidden.hides(desk.payload(slip.rank)["raw_id"])]
    writer = xlsx if to == "xlsx" else label_studio
    person = reader(board, slips, by)
    number = writer.write(path, desk, slips, BuildOriginals(paths.build), person)
    told = "{}: {} items, {} without keys, for {} to answer first"
    yield say(told, path, number, len(person.closed), by)
    if to == "label-studio":
        yield say("{}: the labelling configuration", path.with_name(label_studio.CONFIG))


def _name(file: Path) -> str:
    from reviewing import chained
    from reviewing.opinions import Answer

    return next(chained.read(file, Answer, "answer")).row.by


def take(paths: Paths, reviews: Path, path: Path, by: str) -> "Taken":
    """Take a filled file. Raises ConfigError for one that is none, BusyError beside a station."""
    from reviewing.board import alone
    from reviewing.exchange import label_studio, taking, xlsx

    if not path.is_file():
        raise ConfigError("no such file", where=str(path), remedy="check the path")
    with alone(reviews):
        desk, board = open_board(paths, reviews)
        rows = label_studio.read(path) if path.suffix == ".json" else xlsx.read(path, desk)
        return taking.take(rows, desk, board, by)
