"""The committed sample is what the generator makes."""

import gzip
from pathlib import Path

import pytest
from click.testing import CliRunner

from cpsyexam.files import digest
from samples import generate, truth

HERE = Path(generate.__file__).parent
LIMIT = 12 * 2**20


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    result = CliRunner().invoke(generate.main, ["--out", str(folder)])
    assert result.exit_code == 0, result.output
    return folder


def _content(path: Path) -> str:
    data = path.read_bytes()
    # compressed bytes depend on the zlib at hand, what is in them does not
    return digest(gzip.decompress(data) if path.suffix == ".gz" else data)


def test_committed_files_are_those_of_the_generator(made: Path) -> None:
    files = [p for p in made.rglob("*") if p.is_file()]
    assert len(files) == 6
    stale = [p.name for p in files if _content(p) != _content(HERE / p.relative_to(made))]
    assert stale == [], "run `make samples` and commit the result"


def test_two_runs_make_the_same_bytes(made: Path, tmp_path: Path) -> None:
    generate.make(tmp_path)
    for path in made.rglob("*.gz"):
        assert path.read_bytes() == (tmp_path / path.relative_to(made)).read_bytes()


def test_the_scan_shows_what_the_plan_says() -> None:
    assert generate.scan_is_current(), "run `make samples` where the fonts are, and commit"


def test_the_sample_is_small() -> None:
    parts = [HERE / name for name in ("archives", "banks", "books", "questions", "planted")]
    assert sum(p.stat().st_size for part in parts for p in part.rglob("*")) < LIMIT


def test_spoiled_captures_are_in_the_truth_and_missing_ones_not_in_the_archive(made: Path) -> None:
    captures = [row for row in truth.read(made / "truth.jsonl") if row["kind"] == "capture"]
    kinds = {row["defect"]: row for row in captures}
    assert set(kinds) == {"login_wall", "missing", "image_answers"}
    archive = gzip.decompress((made / "archives" / "mxqe.warc.gz").read_bytes())
    targets = [line for line in archive.splitlines() if line.startswith(b"WARC-Target-URI")]
    assert kinds["missing"]["page"].encode() not in b"\n".join(targets)
    assert kinds["image_answers"]["page"].encode() in b"\n".join(targets)


def test_every_row_of_the_truth_says_what_must_become_of_it() -> None:
    for row in truth.read():
        assert (row["expect"] == "reject") == bool(row["rules"])
        if row["kind"] == "question" and row["expect"] == "keep":
            assert row["answer"]
            assert row["stem"]


def test_the_recipe_reads_the_whole_sample() -> None:
    recipe = (HERE.parent / "dataset.toml").read_text("utf-8")
    for path in (HERE / "archives").iterdir():
        assert path.name in recipe
