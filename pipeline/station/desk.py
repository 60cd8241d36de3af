"""The desk of a build: made in a process of its own where the build or the reports changed."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from cpsyexam import chain, stage
from cpsyexam.errors import StageError
from cpsyexam.files import canonical, digest, digest_file
from pipeline.paths import Paths

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import polars as pl

    from reviewing.settings import QueueSettings

FILE = "review/desk.sqlite"
_VERSION = "14"  # of the desk's tables and of what a payload holds


def desk(paths: Paths, settings: "QueueSettings", reports: Path) -> Path:
    """The desk's file, made anew where something changed. Raises StageError without a build.

    `reports`: file of readers' reports, which may be missing; beside it is kept what was asked. A
    process of its own makes the desk, so that the server stays small.
    """
    key = _key(paths, settings, reports)
    path = paths.build / FILE
    if path.is_file() and _made_from(path) == key:
        return path
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        pool.submit(_make, paths, settings, reports, key).result()
    return path


def _key(paths: Paths, settings: "QueueSettings", reports: Path) -> str:
    parts = [_VERSION, settings.model_dump_json(), str(reports.parent.resolve())]
    for name in chain.CHAIN.stage_names:
        receipt = stage.read_receipt(paths.build, name)
        if receipt is None:
            raise StageError("not built yet", where=str(paths.build), remedy="run `make dataset`")
        parts.append(canonical(receipt["outputs"]))
    further = (reports, *_further(paths.root), *_files(settings.known))
    parts += [digest_file(file) for file in further if file.is_file()]
    return digest(canonical(parts))


def _further(root: Path) -> tuple[Path, ...]:
    """Tables of evaluation, where there are any."""
    return (
        *sorted(root.glob("evaluations/*/answers.parquet")),
        root / "evaluations/suspects.parquet",
    )


def _files(places: "Iterable[Path]") -> "Iterator[Path]":
    for place in places:
        yield from sorted(place.rglob("*")) if place.is_dir() else (place,)


def recipe(paths: Paths) -> "QueueSettings":
    """What the recipe of the last build says of the queue."""
    from reviewing.settings import ReviewSettings

    receipt = stage.read_receipt(paths.build, "reviewed") or {"settings": {}}
    return ReviewSettings.model_validate(receipt["settings"]).queue()


def last(paths: Paths) -> "QueueSettings":
    """The settings of the last station, else of the recipe."""
    from reviewing.desk import Desk
    from reviewing.settings import QueueSettings

    made = paths.build / FILE
    meta = Desk(made).meta if made.is_file() else {}
    if meta.get("version") != _VERSION:
        return recipe(paths)
    return QueueSettings.model_validate_json(meta["settings"])


def _made_from(path: Path) -> str:
    from reviewing.desk import Desk

    try:
        return Desk(path).meta.get("key", "")
    except Exception:  # noqa: BLE001  whatever is wrong with it, it is made again
        return ""


def _make(paths: Paths, settings: "QueueSettings", reports: Path, key: str) -> None:
    import polars as pl

    from cpsyexam.showing import secret
    from pipeline.station.likes import in_banks, of_rejected
    from reviewing import desk as desks
    from reviewing import sample
    from reviewing.items import listed, paper, payloads
    from reviewing.queue import queue

    found = frames(paths, reports)
    made = queue(found, settings)
    alike = of_rejected(made["raw_id"].unique(), found["parsed"], found["split"])
    hidden = secret(paths.build, reserve=settings.reserve)
    # what a rule rejected may be another print of the reserve, or stand on a case of it
    beside = alike.filter(pl.col("left").is_in(list(hidden.names)))["right"].implode()
    made = made.filter(~pl.col("raw_id").is_in(beside), ~pl.col("other").is_in(beside))
    found["edges"] = pl.concat([found["edges"].select(alike.columns), alike])
    sample.write(reports.parent, sample.asked(made, found["asked"]))
    asked = made["raw_id"].unique()
    found["known"] = in_banks(asked, found["parsed"], settings.known, hidden.names)
    exam = paper(found["split"], found["parsed"])
    every = listed(hidden.without(found["split"]), reserve=settings.reserve)
    titles = canonical(dict(found["sources"].select("source", "title").iter_rows()))
    meta = {"key": key, "version": _VERSION, "settings": settings.model_dump_json(),
            "titles": titles}  # fmt: skip
    desks.write(
        paths.build / FILE, payloads(made, found, reserve=settings.reserve), meta, exam, every
    )


def frames(paths: Paths, reports: Path) -> "dict[str, pl.DataFrame]":
    """The tables that queue and items read."""
    import polars as pl

    from pipeline.alarms import alarms
    from reviewing import sample
    from reviewing.errata import reported

    build, root = paths.build, paths.root
    last = chain.CHAIN.last
    gone = [
        stage.read(build, f"{name}/rejected").select("parent", "rule", "detail", "counterpart")
        for name in chain.CHAIN.rejecting
    ]
    found = {
        "parsed": stage.read(build, "parsed"),
        "cleaned": stage.read(build, "cleaned"),
        "split": stage.read(build, last),
        "rejected": pl.concat(gone),
        "held": stage.read(build, f"{chain.CHAIN.gate}/{chain.HELD}"),
        "reread": stage.read(build, f"{chain.CHAIN.gate}/reread"),
        "alarms": alarms(build),
        "edges": stage.read(build, "unique/edges"),
        "sources": stage.read(build, "parsed/sources"),
        "captures": stage.read(build, "parsed/captures"),
        "decisions": stage.read(build, "reviewed/decisions"),
        "asked": sample.read(reports.parent),
    }
    if reports.is_file():
        found["errata"] = reported(reports, found["parsed"], found["split"])
    answers = sorted(root.glob("evaluations/*/answers.parquet"))
    if answers:
        found["replies"] = _replies(answers, found["split"])
    suspects = root / "evaluations/suspects.parquet"
    if suspects.is_file():
        found["suspects"] = pl.read_parquet(suspects)
    return found


def _replies(files: "list[Path]", split: "pl.DataFrame") -> "pl.DataFrame":
    """Answers of models to open questions: raw_id, detail (the answer), model."""
    import polars as pl

    said = [
        pl.read_parquet(file).filter(pl.col("error") == "", pl.col("text") != "") for file in files
    ]
    asked = split.filter(pl.col("format") == "QA").select("id", "raw_id")
    rows = [frame.filter(pl.col("engine") != "baseline").join(asked, on="id") for frame in said]
    return pl.concat([frame.select("raw_id", "model", detail="text") for frame in rows]).select(
        "raw_id", "detail", "model"
    )
