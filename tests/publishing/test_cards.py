"""Card, Croissant, eval.yaml: what machines and people read of a release."""

import json
import shutil
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest
import yaml

from bench import builds
from cpsyexam import taxonomy
from cpsyexam.files import canonical, digest
from publishing.columns import COLUMNS, NAMES, canary, public
from tests.publishing.conftest import CONFIGS, LABEL, drafted, sealed

# mlcroissant's own calls of rdflib and pandas
croissant = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore:The inplace keyword")


def _matter(folder: Path) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = yaml.safe_load(
        (folder / "README.md").read_text("utf-8").split("---\n")[1]
    )
    return found


def test_card_names_exact_files_and_counts(made: Path) -> None:
    folder = made / "releases" / LABEL
    text = (folder / "README.md").read_text("utf-8")
    assert "*" not in text.split("---\n")[1]
    matter = _matter(folder)
    assert [c["config_name"] for c in matter["configs"]] == CONFIGS
    assert [c.get("default") for c in matter["configs"]] == [True, *[None] * 10]
    split = pl.read_parquet(made / "build/split/kept.parquet")
    for info in matter["dataset_info"]:
        columns = ("exam", "task", "format")
        name = str(info["config_name"])
        parts = name.split("_")
        task = pl.lit(value=name == "all") | pl.all_horizontal(
            pl.any_horizontal(pl.col(column) == part for column in columns) for part in parts
        )
        for part in info["splits"]:  # type: ignore[attr-defined]
            mine = split.filter(task, pl.col("split") == part["name"])
            assert part["num_examples"] == mine.height


def test_reserve_is_told_by_exam_alone(made: Path) -> None:
    folder = made / "releases" / LABEL
    text = (folder / "README.md").read_text("utf-8")
    held = pl.read_parquet(made / "build/split/kept.parquet").filter(pl.col("split") == "reserved")
    counts = dict(held.group_by("exam").len().iter_rows())
    assert ", ".join(f"{exam} {counts[exam]}" for exam in sorted(counts)) in text
    assert not list(folder.rglob("*reserved*"))


def test_case_analyses_are_the_same_files_twice_named(made: Path) -> None:
    folder = made / "releases" / LABEL
    paths = {
        str(path)
        for config in _matter(folder)["configs"]
        if config["config_name"] == "CA"
        for part in config["data_files"]  # type: ignore[attr-defined]
        for path in part["path"]
    }
    tasks = {
        str(p.relative_to(folder)): set(pl.read_parquet(p)["task"]) for p in folder.glob("data/*/*")
    }
    assert all(len(found) == 1 for found in tasks.values())
    assert {path for path, found in tasks.items() if found == {"CA"}} == paths


def test_shards_are_written_for_readers_of_the_hub(made: Path) -> None:
    for path in (made / "releases" / LABEL).glob("data/*/*.parquet"):
        file = pq.ParquetFile(path)
        column = file.metadata.row_group(0).column(0)
        assert column.compression == "ZSTD"
        assert column.has_offset_index
        assert column.has_column_index
        rows = pl.read_parquet(path)
        assert rows.columns == NAMES
        assert rows.height
        kind = path.name.split("-")[0]
        assert file.schema_arrow.metadata[b"canary"].decode() == canary(
            "made-up", path.parent.name, kind
        )
        assert (rows["canary"].null_count() == 0) == (kind == "test")


@croissant
def test_croissant_is_valid_and_reads_the_shards(made: Path) -> None:
    import mlcroissant  # loaded by the worker that needs it alone

    path = made / "releases" / LABEL / "croissant.json"
    document = mlcroissant.Dataset(jsonld=str(path))
    assert not document.metadata.ctx.issues.errors
    sets = {one.id: one for one in document.metadata.record_sets}
    assert len(sets) == len(json.loads(path.read_text("utf-8"))["distribution"])
    file = min((made / "releases" / LABEL).glob("data/GEE/test-*.parquet"))
    name = f"GEE-{file.stem}"
    rows = list(document.records(name))
    shard = pl.read_parquet(file)
    assert [row[f"{name}/id"].decode() for row in rows] == shard["id"].to_list()


@croissant
def test_croissant_notices_another_file(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "release"
    shutil.copytree(made / "releases" / LABEL, folder)
    path = min(folder.glob("data/GEE/test-*.parquet"))
    pl.read_parquet(path).reverse().write_parquet(path)
    import mlcroissant

    document = mlcroissant.Dataset(jsonld=str(folder / "croissant.json"))
    with pytest.raises(mlcroissant.GenerationError, match="Download") as caught:
        list(document.records(f"GEE-{path.stem}"))
    assert "hash" in str(caught.value.__cause__).lower()


def test_tasks_of_the_hub_leaderboard(made: Path) -> None:
    document = yaml.safe_load((made / "releases" / LABEL / "eval.yaml").read_text("utf-8"))
    assert document["evaluation_framework"] == "inspect-ai"
    assert [(t["config"], t["split"]) for t in document["tasks"]] == [
        (name, "test") for name in CONFIGS[6:]
    ]
    for task in document["tasks"]:
        fields, solvers = task["field_spec"], [solver["name"] for solver in task["solvers"]]
        assert set(fields["metadata"]) <= set(NAMES)
        assert "material" in task["solvers"][0]["args"]["template"]
        if task["config"] == "QA":
            assert (fields["target"], solvers[1]) == ("reference", "generate")
        else:
            assert (fields["target"], solvers[1]) == ("answer", "multiple_choice")
            several = task["solvers"][1]["args"]["multiple_correct"]
            assert several == task["config"].endswith("MAQ")


def test_tasks_ask_dev_where_test_has_no_keys(tmp_path: Path) -> None:
    builds.make(tmp_path / "build", 200)
    folder = drafted(tmp_path, test_answers="withheld")
    document = yaml.safe_load((folder / "eval.yaml").read_text("utf-8"))
    assert {task["split"] for task in document["tasks"]} == {"dev"}


def test_answers_are_letters_of_the_released_order(made: Path) -> None:
    split = pl.read_parquet(made / "build/split/kept.parquet")
    rows = public(split, None)
    assert rows.columns == [column.name for column in COLUMNS]
    both = rows.join(split.select("id", pl.col("answer").alias("places")), on="id")
    for letters, places in both.select("answer", "places").iter_rows():
        assert letters == taxonomy.letters(places)


def test_the_reserve_s_canaries_follow_from_nothing_public(made: Path) -> None:
    held = pl.read_parquet(made / "build/split/kept.parquet").filter(pl.col("split") == "reserved")
    stems = digest(canonical(sorted(held["stem"])))
    known = {
        canary(seal, exam, "reserved")
        for seal in ("made-up", LABEL, stems, "")
        for exam in taxonomy.exams()
    }
    shards = sorted((made / "reserve" / LABEL).glob("data/*/*.parquet"))
    canaries = {name for path in shards for name in pl.read_parquet(path)["canary"]}
    assert len(canaries) == held["exam"].n_unique()
    assert not canaries & known


def test_the_card_says_what_does_not_hold(tmp_path: Path) -> None:
    builds.make(tmp_path / "build", 200)
    first = " ".join((sealed(tmp_path) / "README.md").read_text("utf-8").split())
    rows = pl.read_parquet(tmp_path / "build/split/kept.parquet").group_by("exam", "subject")
    gone = rows.agg((pl.col("split") == "reserved").all().alias("gone"))["gone"].sum()
    assert gone > 0  # the made-up build spares no subject
    assert f"{gone} subjects have no public question" in first
    receipt = tmp_path / "build/split/receipt.json"
    receipt.write_text(receipt.read_text("utf-8").replace('"page"', '"group"'))
    folder = drafted(tmp_path, "0.1.1", test_answers="withheld")
    card = " ".join((folder / "README.md").read_text("utf-8").split())
    assert "No subject is missing" not in card
    assert "the reserve is no secret to who follows them" in card
    tested = sum(pl.read_parquet(path).height for path in folder.glob("data/*/test-*.parquet"))
    assert f"and {tested} of these answers stand in another version" in card


def test_a_release_tells_of_single_sources_what_is_public_alone(made: Path) -> None:
    rows = pl.read_parquet(made / "build/split/kept.parquet")
    text = (made / "releases" / LABEL / "README.md").read_text("utf-8")
    for source in ("book", "site"):
        mine = rows.filter(pl.col("source") == source)
        shown = mine.filter(pl.col("split") != "reserved").height
        assert shown < mine.height
        assert f"cleared | {shown} |" in text
        assert f"| {mine.height} |" not in text
