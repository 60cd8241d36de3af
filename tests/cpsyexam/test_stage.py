"""The runner: row law, skipping, atomic results, one run at a time."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import dataframely as dy
import polars as pl
import pytest

from cpsyexam import files
from cpsyexam import stage as stages
from cpsyexam.config import Settings
from cpsyexam.errors import BusyError, CpsyexamError, StageError
from cpsyexam.records import Rejected, reject
from cpsyexam.runner import run
from cpsyexam.stage import Frames, Stage, StageResult


class Row(dy.Schema):
    raw_id = dy.String()
    source = dy.String()


class Choice(Settings):
    drop: tuple[str, ...] = ()
    lose: tuple[str, ...] = ()


def rows(*ids: str) -> pl.DataFrame:
    return pl.DataFrame(
        {"raw_id": list(ids), "source": ["s"] * len(ids)},
        schema={"raw_id": pl.String, "source": pl.String},
    )


def world(*ids: str) -> Callable[[Frames, Choice], StageResult]:
    def read(frames: Frames, settings: Choice) -> StageResult:
        del frames, settings
        captures = pl.DataFrame({"capture": list(ids)}, schema={"capture": pl.String})
        return StageResult(
            rows(*ids), Rejected.create_empty(), {"captures": captures}, {"n": len(ids)}
        )

    return read


def source(*ids: str, **more: object) -> Stage:
    return Stage("web", world(*ids), Choice(), Row, ("cpsyexam",), parent="raw_id", **more)  # type: ignore[arg-type]


def sift(frames: Frames, settings: Choice) -> StageResult:
    frame = frames["web"].filter(~pl.col("raw_id").is_in(settings.lose))
    bad = pl.col("raw_id").is_in(settings.drop)
    return StageResult(
        frame.filter(~bad), reject(frame.filter(bad), stage="cleaned", rule="unwanted", detail="x")
    )


def sifting(settings: Choice, how: Callable[[Frames, Choice], StageResult] = sift) -> Stage:
    return Stage("cleaned", how, settings, Row, ("cpsyexam",), reads=("web",))


def test_kept_and_rejected_rows_and_a_receipt_are_written(tmp_path: Path) -> None:
    run(source("a", "b"), tmp_path)
    report = run(sifting(Choice(drop=("b",))), tmp_path)
    assert not report.skipped
    assert stages.read(tmp_path, "cleaned")["raw_id"].to_list() == ["a"]
    gone = stages.read(tmp_path, "cleaned/rejected").row(0, named=True)
    assert (gone["parent"], gone["rule"], gone["detail"]) == ("b", "unwanted", "x")
    assert json.loads(gone["record"]) == {"raw_id": "b", "source": "s"}
    assert report.receipt["rules"] == {"unwanted": 1}
    assert report.receipt["outputs"]["kept"]["rows"] == 1
    assert stages.read(tmp_path, "web/captures")["capture"].to_list() == ["a", "b"]


def test_an_unchanged_stage_is_skipped(tmp_path: Path) -> None:
    run(source("a"), tmp_path)
    assert run(source("a"), tmp_path).skipped
    assert not run(source("a"), tmp_path, force=True).skipped


@pytest.mark.parametrize("cause", ["settings", "input", "outside", "extra_inputs", "damage"])
def test_a_change_runs_a_stage_again(tmp_path: Path, cause: str) -> None:
    outside = tmp_path / "outside"
    outside.write_text("1")
    run(source("a", files=(outside,)), tmp_path)
    run(sifting(Choice()), tmp_path)
    if cause == "settings":
        assert not run(sifting(Choice(drop=("a",))), tmp_path).skipped
    elif cause == "input":
        assert not run(source("a", "b", files=(outside,), extra_inputs=("k",)), tmp_path).skipped
        assert not run(sifting(Choice()), tmp_path).skipped
    elif cause == "outside":
        outside.write_text("2")
        assert not run(source("a", files=(outside,)), tmp_path).skipped
    elif cause == "extra_inputs":
        assert not run(source("a", files=(outside,), extra_inputs=("k",)), tmp_path).skipped
    else:
        stages.product(tmp_path, "cleaned").write_bytes(b"damaged")
        assert not run(sifting(Choice()), tmp_path).skipped


def test_the_row_law_names_what_was_lost(tmp_path: Path) -> None:
    run(source("a", "b"), tmp_path)
    with pytest.raises(StageError, match="cleaned: lost 1 rows, first b"):
        run(sifting(Choice(lose=("b",))), tmp_path)
    assert not (tmp_path / "cleaned").exists()


def twice(frames: Frames, settings: Choice) -> StageResult:
    kept, rejected = sift(frames, settings).kept, reject(frames["web"], stage="cleaned", rule="y")
    return StageResult(kept, rejected)


def doubled(frames: Frames, settings: Choice) -> StageResult:
    kept = sift(frames, settings).kept
    return StageResult(pl.concat([kept, kept]), Rejected.create_empty())


def invented(frames: Frames, settings: Choice) -> StageResult:
    del frames, settings
    return StageResult(rows("a", "z"), Rejected.create_empty())


def misshapen(frames: Frames, settings: Choice) -> StageResult:
    del settings
    return StageResult(frames["web"].drop("source"), Rejected.create_empty())


def misnamed(frames: Frames, settings: Choice) -> StageResult:
    done = sift(frames, settings)
    return StageResult(done.kept, done.rejected.with_columns(pl.lit("clean").alias("stage")))


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (twice, "row a is both kept and rejected"),
        (doubled, "row a is kept twice"),
        (invented, "made up 1 rows, first z"),
        (misshapen, "do not fit their schema"),
    ],
)
def test_a_broken_stage_writes_nothing(
    tmp_path: Path, how: Callable[[Frames, Choice], StageResult], message: str
) -> None:
    run(source("a"), tmp_path)
    run(sifting(Choice()), tmp_path)
    with pytest.raises(StageError, match=message):
        run(sifting(Choice(drop=("q",)), how), tmp_path)
    assert stages.read(tmp_path, "cleaned")["raw_id"].to_list() == ["a"]


def test_names_and_products_are_those_of_the_chain(tmp_path: Path) -> None:
    run(source("a"), tmp_path)
    drops = Choice(drop=("a",))
    with pytest.raises(StageError, match="its rows name 'clean' as stage"):
        run(sifting(drops, misnamed), tmp_path)
    with pytest.raises(StageError, match="rejects rows, but the chain says that it does not"):
        run(replace(sifting(drops), rejects=False), tmp_path)
    with pytest.raises(StageError, match="table 'edges' is made or declared, not both"):
        run(replace(sifting(drops), tables=("edges",)), tmp_path)


def test_a_stage_of_the_world_may_give_many_rows_for_one_capture(tmp_path: Path) -> None:
    def read(frames: Frames, settings: Choice) -> StageResult:
        del frames, settings
        kept = pl.DataFrame({"raw_id": ["a", "b"], "source": ["s", "s"], "capture": ["c", "c"]})
        captures = pl.DataFrame({"capture": ["c"]})
        return StageResult(kept, Rejected.create_empty(), {"captures": captures})

    class Raw(Row):
        capture = dy.String()

    stage = Stage("web", read, Choice(), Raw, (), parent="capture", one_to_one=False)
    assert run(stage, tmp_path).receipt["outputs"]["kept"]["rows"] == 2


def test_reading_what_is_not_there_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(StageError, match="not built yet; run cpsyexam build"):
        stages.read(tmp_path, "split")
    with pytest.raises(StageError, match="not built yet"):
        run(sifting(Choice()), tmp_path)
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "kept.parquet").write_bytes(b"x")
    (tmp_path / "web" / "receipt.json").write_text("{}")
    with pytest.raises(StageError, match="damaged; delete it"):
        stages.read(tmp_path, "web")
    assert stages.read_receipt(tmp_path, "web") is None


def test_a_run_killed_between_two_renames_is_put_back(tmp_path: Path) -> None:
    run(source("a"), tmp_path)
    (tmp_path / "web").rename(tmp_path / ".web.old")
    assert run(source("a"), tmp_path).skipped


def test_leftovers_of_a_killed_run_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / ".web.draft").mkdir(parents=True)
    (tmp_path / ".web.draft" / "kept.parquet").write_bytes(b"half")
    run(source("a"), tmp_path)
    assert stages.read(tmp_path, "web").height == 1
    assert sorted(p.name for p in tmp_path.iterdir()) == ["web"]


def test_a_second_run_stops(tmp_path: Path) -> None:
    first, second = stages.build_lock(tmp_path), stages.build_lock(tmp_path)
    with first, pytest.raises(BusyError, match="another run is building here"):
        second.__enter__()
    with stages.build_lock(tmp_path):
        pass


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    held = stages.build_lock(tmp_path / "file" / "build")
    with pytest.raises(CpsyexamError, match="choose another folder"):
        held.__enter__()


def passing(frames: Frames, settings: Choice) -> StageResult:
    del settings
    frame = frames["web"]
    return StageResult(frame, reject(frame.clear(), stage="cleaned", rule=""))


@pytest.mark.parametrize(
    "change",
    [
        {"key": [1]}, {"outputs": None}, {"outputs": {"kept": "0" * 64}}, {"rules": "many"},
        {"outputs": {"../../x": {"sha256": "0", "rows": 0}}}, {"spent": {"seconds": "long"}},
        {"folders": [1]}, {"metrics": 1}, "nested", [1],
    ],
    ids=str,
)  # fmt: skip
def test_a_receipt_of_other_types_is_none_and_the_stage_runs_again(
    tmp_path: Path, change: dict[str, object] | list[int] | str
) -> None:
    receipt = run(source("a", "b"), tmp_path).receipt
    changed = {**receipt, **change} if isinstance(change, dict) else change
    text = "[" * 100_000 if change == "nested" else json.dumps(changed)
    (tmp_path / "web" / "receipt.json").write_text(text)
    assert stages.read_receipt(tmp_path, "web") is None
    assert not run(source("a", "b"), tmp_path).skipped
    assert run(source("a", "b"), tmp_path).skipped


def test_what_a_stage_passes_on_is_a_copy_of_what_it_read(tmp_path: Path) -> None:
    run(source("a", "b"), tmp_path)
    read = stages.product(tmp_path, "web")
    # as another writer would have it: written again, these rows would have other bytes
    pl.read_parquet(read).write_parquet(read, compression="uncompressed")
    receipt = stages.read_receipt(tmp_path, "web")
    assert receipt
    receipt["outputs"]["kept"]["sha256"] = files.digest_file(read)
    files.write_json(tmp_path / "web" / "receipt.json", receipt)
    report = run(sifting(Choice(), passing), tmp_path)
    assert stages.product(tmp_path, "cleaned").read_bytes() == read.read_bytes()
    assert report.receipt["outputs"]["kept"] == receipt["outputs"]["kept"]


def test_what_is_not_as_its_receipt_says_is_written_anew(tmp_path: Path) -> None:
    run(source("a", "b"), tmp_path)
    read = stages.product(tmp_path, "web")
    sound = read.read_bytes()
    pl.read_parquet(read).write_parquet(read, compression="uncompressed")
    run(sifting(Choice(), passing), tmp_path)
    assert stages.product(tmp_path, "cleaned").read_bytes() == sound


def test_of_a_product_only_what_is_asked_for_is_read(tmp_path: Path) -> None:
    rows = pl.DataFrame({"raw_id": ["a"], "stem": ["x" * 9]})
    (tmp_path / "parsed").mkdir()
    rows.write_parquet(tmp_path / "parsed" / "kept.parquet")
    (tmp_path / "unique").mkdir()
    (tmp_path / "unique" / "kept.parquet").write_bytes(b"no table")
    frames = stages.Products(tmp_path, ("parsed", "unique"))
    assert stages.some(frames, "parsed", "raw_id").columns == ["raw_id"]
    assert "unique" in frames  # told without a look at the file
    assert "split" not in frames
    with pytest.raises(StageError):
        frames["unique"]
    with pytest.raises(KeyError):
        stages.some(frames, "split", "raw_id")


def test_a_product_is_read_in_one_piece(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    rows(*"abcdef").write_parquet(tmp_path / "web/kept.parquet", row_group_size=2)
    found = stages.read(tmp_path, "web")
    assert found["raw_id"].to_list() == [*"abcdef"]
    # taking rows from several pieces takes the time of all of them, each time
    assert set(found.n_chunks("all")) == {1}
