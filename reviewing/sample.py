"""The control sample and the gold items, drawn from the questions that nobody doubts.

A question that was ever queued, reported or decided on is not drawn afterwards; one that was drawn
stays in the sample, whatever is said of it later. So the measured error rate is one of what nobody
had flagged, before and after every rebuild. `asked.csv`, beside the opinions, keeps who is which.
"""

from collections.abc import Mapping
from pathlib import Path

import polars as pl

from cpsyexam.errors import ConfigError
from cpsyexam.files import digest, replacing
from reviewing.settings import QueueSettings

FILE = "asked.csv"
ASKED = {"raw_id": pl.String, "control": pl.Boolean}  # in the queue once; as one of the sample


def drawn(names: pl.Series, seed: str) -> pl.Series:
    """A number from 0 to 1 for each name, the same for ever for one seed."""
    made = [int(digest(f"{seed}\n{name}")[:13], 16) / 16**13 for name in names]
    return pl.Series("draw", made, dtype=pl.Float64)


def sample(
    frames: Mapping[str, pl.DataFrame], doubted: pl.Series, settings: QueueSettings
) -> pl.DataFrame:
    """Rows raw_id, kind (control, gold), detail. `frames` as for `reviewing.queue.queue`;
    `doubted`: names of the questions that wait for a reason.
    """
    before = frames.get("asked", pl.DataFrame(schema=ASKED))
    touched = [doubted, before.filter(~pl.col("control"))["raw_id"]]
    if "decisions" in frames:
        applied = frames["decisions"].filter(pl.col("status") == "applied")
        touched.append(applied["raw_ids"].explode(empty_as_null=False))
    free = ~pl.col("raw_id").is_in(pl.concat(touched).unique().implode())
    kept = pl.col("raw_id").is_in(before.filter("control")["raw_id"].implode())
    rows = frames["split"].select("raw_id", "format")
    rows = rows.with_columns(drawn(rows["raw_id"], settings.seed))
    draw = pl.col("draw")
    control = rows.filter(free | kept, draw < settings.control).with_columns(
        kind=pl.lit("control"), detail=pl.lit("")
    )
    # half of the gold items get a wrong key planted, the others stay as they are
    gold = rows.filter(free, draw >= 1 - settings.gold, pl.col("format") == "SCQ")
    half = 1 - settings.gold / 2
    planted = pl.when(draw < half).then(pl.lit("planted")).otherwise(pl.lit("good"))
    both = [control, gold.with_columns(kind=pl.lit("gold"), detail=planted)]
    return pl.concat([part.select("raw_id", "kind", "detail") for part in both])


def asked(queue: pl.DataFrame, before: pl.DataFrame) -> pl.DataFrame:
    """What was asked before, and what a queue asks; gold items are not doubted by that."""
    some = queue.filter(pl.col("kinds").list.first() != "gold")
    control = pl.col("kinds").list.contains("control")
    beside = some.filter(pl.col("other") != "").select(raw_id="other", control=pl.lit(value=False))
    rows = pl.concat([before, some.select("raw_id", control=control), beside])
    return rows.group_by("raw_id").agg(pl.col("control").max()).sort("raw_id")


def read(folder: Path) -> pl.DataFrame:
    """What was asked before. Raises ConfigError where the file is no such table."""
    file = folder / FILE
    if not file.is_file():
        return pl.DataFrame(schema=ASKED)
    try:
        return pl.read_csv(file, schema=ASKED)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise ConfigError(
            f"not the list of what was asked: {str(error).splitlines()[0]}",
            where=str(file),
            remedy="put it back as it was; without it the control sample is drawn anew",
        ) from error


def write(folder: Path, rows: pl.DataFrame) -> None:
    """Keep what was asked."""
    with replacing(folder / FILE) as temporary:
        rows.write_csv(temporary)
