"""What four readers find out about the reserve of the sample, as its card says it."""

import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from cpsyexam import stage, taxonomy
from cpsyexam.files import canonical
from manifests import decoding, merkle, verify
from publishing.columns import canary
from tests.e2e.conftest import ROOT, Call


def reserved(root: Path) -> pl.DataFrame:
    return stage.read(root / "build", "split").filter(pl.col("split") == "reserved")


def texts(release: Path) -> Iterator[str]:
    for path in sorted(release.rglob("*")):
        if path.is_file():
            yield from decoding.texts(path).column.drop_nulls()


def parts_of(root: Path, held: pl.DataFrame) -> pl.DataFrame:
    """The captures that a crawler fetched for reserved papers: by the number in their addresses,
    or noted as joined to such a page.
    """
    papers = held["url"].str.extract(r"^http.*?(\d{5,})", 1).drop_nulls().unique()
    told = stage.read(root / "build", "web/rejected").select("parent", "detail")
    pages = stage.read(root / "build", "web/captures")
    rows = pages.join(told, left_on="capture", right_on="parent", how="left")
    named = pl.any_horizontal(
        pl.col(column).fill_null("").str.contains("|".join(papers)) for column in ("url", "detail")
    )
    return rows.filter(named).unique("capture")


def linked(release: Path, root: Path) -> set[str]:
    """What of the captures around reserved web papers stands in a release."""
    found = parts_of(root, reserved(root))
    ours = set(found["capture"]) | set(found.filter(pl.col("url").str.contains(r"\d{5}"))["url"])
    everything = "\n".join(texts(release))
    return {name for name in ours if name in everything}


def test_a_trainer_with_the_release_learns_how_many_and_not_which(
    built: Path, release: Path, withheld: Path
) -> None:
    for root in (built, withheld):  # the sample reserves a book's pages, the other also web papers
        folder = next((root / "releases").iterdir())
        public = pl.concat(pl.read_parquet(p) for p in folder.glob("provenance/*/*-*.parquet"))
        told = pl.read_parquet(folder / "provenance/decisions.parquet")
        listed = pl.read_parquet(folder / "provenance/captures.parquet")
        known = set(public["raw_id"]) | set(told["parent"])
        # nothing hangs in the air: no page without a public question or a copy of one, no name
        # of a row that is not told
        copied = set(told.filter(pl.col("counterpart").is_in(list(known)))["capture"])
        assert set(listed["capture"]) <= set(public["capture"]) | copied
        assert set(told["counterpart"]) <= known | {""}
        sources = json.loads((folder / "RELEASE.json").read_text("utf-8"))["sources"]
        assert {source["source"] for source in sources} == set(public["source"])
    assert parts_of(withheld, reserved(withheld)).height > 2  # a paper is fetched in parts
    assert linked(next((withheld / "releases").iterdir()), withheld) == set()
    shown = pl.concat(pl.read_parquet(p) for p in release.glob("data/*/*.parquet"))
    missing = {
        (exam, subject) for exam in taxonomy.exams() for subject in taxonomy.subjects(exam)
    } - set(shown.select("exam", "subject").rows())
    assert missing == set()
    assert reserved(built).height > 10


def test_a_gap_in_a_scan_is_not_always_the_reserve(built: Path, release: Path) -> None:
    pages = set(stage.read(built / "build", "books/captures")["capture"])
    gaps = pages - set(pl.read_parquet(release / "provenance/captures.parquet")["capture"])
    held = gaps & set(reserved(built)["capture"])
    assert held < gaps < pages


def test_who_collects_the_sources_again_finds_the_reserve_as_the_card_says(
    built: Path, release: Path
) -> None:
    again = set(stage.read(built / "build", "shuffled")["id"])  # any key gives these
    shown = pl.concat(pl.read_parquet(p, columns=["id"]) for p in release.glob("data/*/*.parquet"))
    found = again - set(shown["id"])
    assert found == set(reserved(built)["id"])
    card = " ".join((release / "README.md").read_text("utf-8").split())
    assert "against such a reader the reserve is no secret" in card
    assert (
        f"0 of these questions come from sources that stand in no public place, {len(found)}"
        in card
    )


def test_a_guess_cannot_be_tested(built: Path, release: Path) -> None:
    held = reserved(built)
    private = built / "reserve" / release.name
    guesses: set[str] = set()
    plain: dict[str, list[bytes]] = {}
    for path in sorted(private.glob("data/*/*.parquet")):
        records = pl.read_parquet(path)
        origins = pl.read_parquet(private / "provenance" / path.parent.name / path.name)
        for name in ("id", "raw_id", "capture", "unit", "draw", "record_sha256", "cluster"):
            guesses |= set(origins[name])
        blank = records.with_columns(pl.lit(None, pl.String).alias("canary"))
        for rows in (records, blank):
            leaves = merkle.leaves(merkle.texts(rows), merkle.texts(origins))
            guesses |= {leaf.hex() for leaf in leaves}
            guesses |= {hashlib.sha256(t.encode()).hexdigest() for t in merkle.texts(rows)}
        plain.setdefault(path.parent.name, []).extend(leaves)
    for row in held.iter_rows(named=True):
        for text in (row["stem"], row["id"], canonical(row["options"])):
            guesses.add(hashlib.sha256(text.encode()).hexdigest())
    stems = canonical(sorted(held["stem"]))
    seals = ("cpsyexam-sample", release.name, hashlib.sha256(stems.encode()).hexdigest())
    guesses |= {canary(seal, exam, "reserved") for seal in seals for exam in taxonomy.exams()}
    runs = set(re.findall(r"[0-9a-f-]{16,}|[a-z][0-9a-f]{20}", "\n".join(texts(release))))
    assert len(runs) > 500
    assert runs & guesses == set()
    canaries = {
        name
        for path in private.glob("data/*/*.parquet")
        for name in pl.read_parquet(path)["canary"]
    }
    assert canaries & guesses == set()  # nor is a canary known to who has name and questions
    roots = {
        shard["root"] for shard in json.loads((release / "RELEASE.json").read_text())["shards"]
    }
    assert roots & {verify.root(leaves) for leaves in plain.values()} == set()


def test_who_compares_versions_learns_nothing_more(built: Path, tmp_path: Path, call: Call) -> None:
    for name in ("build", "releases", "reserve"):
        shutil.copytree(built / name, tmp_path / name)
    recipe = (ROOT / "dataset.toml").read_text("utf-8").replace("reserved = 0.7", "reserved = 0.3")
    recipe = recipe.replace('version = "0.1.0"', 'version = "1.0.0"')
    (tmp_path / "next.toml").write_text(recipe, "utf-8")
    before = set(reserved(built)["id"])
    done = call("build", str(tmp_path / "next.toml"), "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert before <= set(reserved(tmp_path)["id"])
    changes = pl.read_parquet(tmp_path / "releases/cpsyexam-sample-1.0.0/CHANGES.parquet")
    assert not before & set(changes["id"])

    drawn_anew = recipe.replace("reserved = 0.3", 'reserved = 0.3\nprevious = "none"')
    drawn_anew = drawn_anew.replace('"1.0.0"', '"2.0.0"')
    key = tmp_path / "other.key"
    key.write_text(hashlib.sha256(b"another draw").hexdigest())
    drawn_anew = drawn_anew.replace("samples/keys/split.key", str(key))
    (tmp_path / "anew.toml").write_text(drawn_anew, "utf-8")
    done = call("build", str(tmp_path / "anew.toml"), "--out", str(tmp_path))
    assert done.returncode == 1
    assert "questions that cpsyexam-sample-" in done.stderr
    assert "reserved would be public, first q" in done.stderr
    assert not (tmp_path / "releases/cpsyexam-sample-2.0.0").exists()
