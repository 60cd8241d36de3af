"""What stands in the texts beside the shards: licence, columns, sizes, the files for machines."""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import yaml

from bench import builds
from cpsyexam import taxonomy
from cpsyexam.records import PublicRecord
from cpsyexam.release import ReleaseSettings
from publishing import draft, licence

Matter = dict[str, Any]


@pytest.fixture(scope="module")
def drafted(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Writes the draft of a release with such settings; returns its public folder."""
    root = tmp_path_factory.mktemp("texts")
    builds.make(root / "build", 240)

    @cache
    def write(**settings: Any) -> Path:
        other = root / str(len(list(root.iterdir())))
        other.mkdir()
        (other / "build").symlink_to(root / "build")
        spec = builds.spec(other, **settings)
        draft.write(spec)
        return spec.public

    return write


def _matter(folder: Path) -> Matter:
    found: Matter = yaml.safe_load((folder / "README.md").read_text("utf-8").split("---\n")[1])
    return found


def test_the_licence_is_named_and_linked(drafted: Callable[..., Path]) -> None:
    folder = drafted(licence="cc-by-nc-sa-4.0")
    where = "https://creativecommons.org/licenses/by-nc-sa/4.0/legalcode"
    assert (folder / "LICENSE").read_text("utf-8").splitlines()[:3] == [
        "made-up: CC-BY-NC-SA-4.0", where, "",
    ]  # fmt: skip
    card = (folder / "README.md").read_text("utf-8")
    assert f"CC-BY-NC-SA-4.0 ({where}); the terms of each source" in card
    matter = _matter(folder)
    assert matter["license"] == "cc-by-nc-sa-4.0"
    assert "license_name" not in matter
    assert json.loads((folder / "croissant.json").read_text("utf-8"))["license"] == where


def test_another_licence_is_named_by_the_recipe_or_by_its_file(
    drafted: Callable[..., Path],
) -> None:
    matter = _matter(drafted(licence="other"))
    told = [matter[name] for name in ("license", "license_name", "license_link")]
    assert told == ["other", "see-licence-file", "LICENSE"]


def test_a_licence_of_ones_own(drafted: Callable[..., Path]) -> None:
    own = {"licence_name": "心理学社许可", "licence_link": "https://exam.invalid/licence"}
    folder = drafted(licence="other", **own)
    matter = _matter(folder)
    assert matter["license_name"] == own["licence_name"]
    assert matter["license_link"] == own["licence_link"]
    first = (folder / "LICENSE").read_text("utf-8").splitlines()
    assert first[:2] == ["made-up: 心理学社许可", "https://exam.invalid/licence"]


@pytest.mark.parametrize("name", ["cc0-1.0", "cc-by-4.0", "cc-by-sa-4.0", "cc-by-nc-4.0"])
def test_known_licences_have_their_text_linked(name: str) -> None:
    settings = ReleaseSettings(licence=name)
    part = "zero/1.0" if name == "cc0-1.0" else name.removeprefix("cc-").replace("-4.0", "/4.0")
    assert licence.link(settings).endswith(f"/{part}/legalcode")
    assert licence.title(settings) == name.upper()
    assert licence.link(ReleaseSettings(licence="mit")) == ""


def test_every_source_s_terms_stand_in_the_licence(drafted: Callable[..., Path]) -> None:
    text = (drafted() / "LICENSE").read_text("utf-8")
    assert text.count("terms url: https://exam.invalid/terms") == 2
    assert "- 样书 (book): CC0-1.0\n  owner: nobody\n" in text
    assert "decided on: 2026-01-01" in text
    assert "note:" not in text  # nothing was noted


def test_the_card_explains_every_column_in_the_taxonomy_s_words(
    drafted: Callable[..., Path],
) -> None:
    folder = drafted()
    card = (folder / "README.md").read_text("utf-8")
    table = card.split("### Columns")[1].split("Options are a list")[0]
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| `")]
    columns = PublicRecord.columns()
    assert [row[0].strip("| `") for row in rows] == list(columns)
    assert [row[1] == "list of string" for row in rows] == [c == "options" for c in columns]
    assert "{" not in table
    assert "GEE, PCE, TQE or SSE" in table
    assert "KG knowledge" in table
    number = sum(len(taxonomy.subjects(exam)) for exam in taxonomy.exams())
    assert str(number) in table


def test_sizes_in_the_front_matter_are_those_of_the_files(drafted: Callable[..., Path]) -> None:
    folder = drafted()
    matter = _matter(folder)
    assert matter["size_categories"] == ["n<1K"]
    paths = {c["config_name"]: c["data_files"] for c in matter["configs"]}
    for info in matter["dataset_info"]:
        features = [one["name"] for one in info["features"]]
        assert features == list(PublicRecord.columns())
        lists = [one["name"] for one in info["features"] if one.get("list") == "string"]
        assert lists == ["options"]
        assert all(one.get("dtype") == "string" for one in info["features"] if "list" not in one)
        total = 0
        for part in info["splits"]:
            mine = next(d["path"] for d in paths[info["config_name"]] if d["split"] == part["name"])
            size = sum((folder / path).stat().st_size for path in mine)
            rows = sum(pl.read_parquet(folder / path).height for path in mine)
            assert (part["num_bytes"], part["num_examples"]) == (size, rows)
            total += size
        assert (info["download_size"], info["dataset_size"]) == (total, total)


def test_the_table_of_exams_adds_up(drafted: Callable[..., Path]) -> None:
    folder = drafted()
    card = (folder / "README.md").read_text("utf-8")
    table = card.split("| exam | split | all |")[1].split("\n\n")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]
    assert rows
    for exam, split, total, *parts in rows:
        shards = [pl.read_parquet(p) for p in folder.glob(f"data/{exam}/{split}-*.parquet")]
        found = pl.concat(shards)
        counts = [found.filter(task=name).height for name in taxonomy.tasks()]
        counts += [found.filter(format=name).height for name in ("SCQ", "MAQ", "QA")]
        assert int(total) == found.height
        assert [int(part) for part in parts] == counts


def test_croissant_describes_each_shard_and_each_column(drafted: Callable[..., Path]) -> None:
    folder = drafted(homepage="https://exam.invalid/set", citation="@misc{x}")
    told = json.loads((folder / "croissant.json").read_text("utf-8"))
    assert (told["url"], told["citeAs"]) == ("https://exam.invalid/set", "@misc{x}")
    assert told["datePublished"] == "2026-01-02T03:04:05Z"
    assert told["isLiveDataset"] is False
    assert told["rai:dataCollection"].endswith("; see README.md.")
    assert "books" in told["rai:dataCollection"].casefold() or "scan" in told["rai:dataCollection"]
    files = {one["@id"]: one for one in told["distribution"]}
    shards = sorted(p.relative_to(folder).as_posix() for p in folder.glob("data/*/*.parquet"))
    assert sorted(files) == shards
    for path, one in files.items():
        data = (folder / path).read_bytes()
        assert one["sha256"] == sha256(data).hexdigest()
        assert one["contentSize"] == f"{len(data)} B"
    for records in told["recordSet"]:
        names = [field["source"]["extract"]["column"] for field in records["field"]]
        assert names == list(PublicRecord.columns())
        (path,) = {field["source"]["fileObject"]["@id"] for field in records["field"]}
        assert records["@id"] == path.removeprefix("data/").removesuffix(".parquet").replace(
            "/", "-"
        )
        assert f": {pl.read_parquet(folder / path).height} questions." in records["description"]
        assert [f["isArray"] for f in records["field"] if "isArray" in f] == [True]
        assert records["key"] == {"@id": f"{records['@id']}/id"}
        assert not any("{" in field["description"] for field in records["field"])
    assert len(told["recordSet"]) == len(shards)


def test_croissant_without_a_home_names_the_hub_and_itself(drafted: Callable[..., Path]) -> None:
    told = json.loads((drafted() / "croissant.json").read_text("utf-8"))
    assert told["url"] == "https://huggingface.co/datasets/made-up"
    assert told["citeAs"] == "made-up, version 0.1.0"


def test_canaries_are_listed_once_an_exam_and_split(drafted: Callable[..., Path]) -> None:
    folder = drafted()
    rows = [
        line.strip("| ").split(" | ")
        for line in (folder / "CANARY.md").read_text("utf-8").splitlines()
        if line.startswith("| ") and "GUID" not in line
    ]
    there = {(p.parent.name, p.name.split("-")[0]) for p in folder.glob("data/*/*.parquet")}
    assert {(exam, split) for exam, split, _ in rows} == there
    assert len({guid for *_, guid in rows}) == len(rows) == len(there)


def test_shards_end_at_the_size_that_the_recipe_gives(drafted: Callable[..., Path]) -> None:
    folder = drafted(shard_rows=3)
    paths = sorted(folder.glob("data/GEE/train-*.parquet"))
    sizes = [pl.read_parquet(path).height for path in paths]
    assert max(sizes) <= 3
    ids = pl.concat([pl.read_parquet(path) for path in paths])["id"]
    assert ids.n_unique() == len(ids)
