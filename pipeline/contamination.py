"""What a builder alone can ask: the release, its private build and reserve → probes of memory."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from rich.console import Console
from rich.table import Table

from cpsyexam.config import Settings
from cpsyexam.errors import ConfigError
from cpsyexam.terminal import say
from pipeline import apart
from pipeline.paths import Paths
from pipeline.terminal import echo

if TYPE_CHECKING:
    from evaluation.engine import Engine
    from evaluation.releases import Release
    from evaluation.runs import Ask, Replies
    from psychometrics.contamination import Material, Report

_CHOICES = ("SCQ", "MAQ")


def material(
    paths: Paths, release: "Release", split: str, keys: Path | None, limit: int, *, reserve: bool
) -> "Material":
    """Questions of the release and what the build knows of them; with `reserve` reserved ones."""
    from evaluation.releases import known, questions, sample
    from psychometrics.contamination import Material, guids

    public = sample(known(questions(release, split, keys), _CHOICES), limit)
    reserved = _reserved(release, keys, limit) if reserve else pl.DataFrame()
    canary = release.folder / "CANARY.md"
    return Material(
        _rows(public),
        _rows(reserved),
        **private(paths, release, public),
        expected=_expected(paths, public),
        guids=guids(canary.read_text("utf-8")) if canary.is_file() else (),
    )


def _rows(found: pl.DataFrame) -> list[dict[str, Any]]:
    from evaluation.scoring import chance

    wanted = ("id", "format", "question", "material", "options", "key", "cluster")
    rows = found.select(wanted).to_dicts() if found.height else []
    return [{**row, "chance": chance(row["format"], len(row["options"]))} for row in rows]


def _reserved(release: "Release", keys: Path | None, limit: int) -> pl.DataFrame:
    from evaluation.releases import known, questions, sample

    try:
        found = questions(release, "reserved", keys)
    except ConfigError:
        return pl.DataFrame()
    return sample(known(found, _CHOICES), limit)


def built_here(paths: Paths, label: str) -> bool:
    """Whether a build below `paths` is the one of a release."""
    return label in apart.labels(apart.of_label(paths.build, label))


def private(paths: Paths, release: "Release", public: pl.DataFrame) -> Mapping[str, Any]:
    """Printed order, kind of source and date of capture, where the build is this release's.

    Keyword arguments of Material: printed, kinds, captured.
    """
    build = apart.of_label(paths.build, release.label)
    split, parsed = build / "split/kept.parquet", build / "parsed"
    if not built_here(paths, release.label) or not split.is_file():
        return {}
    sources = pl.read_parquet(parsed / "sources.parquet").select("source", "kind")
    captures = pl.read_parquet(parsed / "captures.parquet").select("capture", "fetched")
    built = (
        pl.read_parquet(split).filter(pl.col("id").is_in(public["id"].implode()))
        .join(sources.unique("source"), on="source", how="left")
        .join(captures.unique("capture"), on="capture", how="left")
    )  # fmt: skip
    rows = built.select("id", "order", "kind", "fetched").to_dicts()
    return {
        "printed": {row["id"]: _inverse(row["order"]) for row in rows if row["order"]},
        "kinds": {row["id"]: row["kind"] for row in rows if row["kind"]},
        "captured": {row["id"]: str(row["fetched"])[:10] for row in rows if row["fetched"]},
    }


def _inverse(order: Sequence[int]) -> list[int]:
    """order[i] is the printed place of released option i → the released options as printed."""
    return sorted(range(len(order)), key=order.__getitem__)


def _expected(paths: Paths, public: pl.DataFrame) -> dict[str, float]:
    """Mean score of all models with answers here, by question; at least two models."""
    from evaluation.runs import stored
    from evaluation.scoring import score

    try:
        answers = stored(paths.root / "evaluations")
    except ConfigError:
        return {}
    models = answers.filter(~pl.col("model").str.starts_with("baseline: "))
    if models["model"].n_unique() < 2:
        return {}
    means = score(models, public).group_by("id").agg(pl.col("score").mean())
    return dict(means.select("id", "score").iter_rows())


def run(engine: "Engine", given: "Material", folder: Path, cutoff: str) -> "Report":
    """Ask the model; every reply goes through the journal, so that a stopped run goes on."""
    from evaluation.journal import Journal
    from psychometrics.contamination import examine

    with Journal(folder / "journal.jsonl") as journal:

        def send(name: str, asks: "Sequence[Ask]") -> "Replies":
            echo(f"{name}: {len(asks)} calls", err=True)
            return engine.call_all(asks, journal, logs=folder / "logs")

        return examine(engine.model, given, send, cutoff)


class Scored(Settings):
    """A line of a file of log-probabilities."""

    id: str
    logprobs: tuple[float | None, ...]


def log_probabilities(file: Path) -> dict[str, list[float]]:
    """Question → log-probabilities of its tokens, from lines {"id": …, "logprobs": […]}.

    The first token has none in most servers: null is left out. Raises ConfigError.
    """
    from pydantic import ValidationError

    found: dict[str, list[float]] = {}
    try:
        rows = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot be read: {error}", where=str(file)) from error
    for number, text in enumerate(rows, start=1):
        where = f"{file} line {number}"
        try:
            row = Scored.model_validate_json(text)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"])) or "line"
            raise ConfigError(
                f"{place}: {first['msg']}", where=where,
                remedy='write {"id": "q…", "logprobs": [-1.5, …]}, one object a line',
            ) from error  # fmt: skip
        if row.id in found:
            raise ConfigError(f"{row.id!r} twice", where=where, remedy="keep one line each")
        found[row.id] = [value for value in row.logprobs if value is not None]
    return found


def show(report: "Report", model: str, console: Console) -> None:
    """Print the rows; shares in per cent."""
    heads = ("probe", "value", "95 %", "n", "p", "verdict", "power", "for", "blind to")
    grid = Table(*map(say, heads), title=model)
    for row in report.probes:
        grid.add_row(
            row.name, f"{100 * row.value:+.1f}", f"{100 * row.low:.1f} … {100 * row.high:.1f}",
            str(row.n), "" if row.p is None else f"{row.p:.3f}", row.verdict,
            "" if row.power is None else f"{100 * row.power:.0f} %", row.effect, row.blind,
        )  # fmt: skip
    console.print(grid)
    for reason in report.left_out:
        console.print(say("not asked: {}", reason), highlight=False)


def save(report: "Report", folder: Path) -> None:
    """Write contamination.json (no text of any question) and recited.parquet (ids)."""
    from cpsyexam.files import write_frame, write_json

    rows = [
        {"probe": row.name, "value": row.value, "low": row.low, "high": row.high, "n": row.n,
         "p": row.p, "power": row.power, "effect": row.effect, "blind": row.blind,
         "verdict": row.verdict}
        for row in report.probes
    ]  # fmt: skip
    write_json(folder / "contamination.json", {"probes": rows, "left_out": report.left_out})
    write_frame(folder / "recited.parquet", report.recited)
