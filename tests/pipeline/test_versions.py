"""Which version comes next: of what is there, and of the decisions that it has not applied."""

from pathlib import Path

import polars as pl
import pytest

from cpsyexam.errors import ConfigError
from cpsyexam.versions import lying, numbers, raised, remedy
from manifests.withholding import pseudonym
from pipeline.paths import Paths
from pipeline.recipe import recipe_model
from pipeline.versions import Step, foretold, next_version, step
from reviewing.decisions import Decision, append, read
from reviewing.station.words import Words
from tests.reviewing.bank import decide, frame, raw

ROWS = frame(raw("r1"), raw("r2", stem="短时记忆的容量约为（　　）个组块。"))
FIRST, SECOND = (decide(ROWS, name, letters="C") for name in ("r1", "r2"))
REJECT = decide(ROWS, "r2", verdict="reject")


def released(
    root: Path, version: str, *told: str, ids: tuple[str, ...] = (), salt: str = ""
) -> None:
    """A release with its reserve: questions, and the decisions that it tells of."""
    shards = (("releases", ids[:1]), ("reserve", ids[1:]))
    for place, some in shards:
        folder = root / place / f"x-{version}"
        (folder / "data/GEE").mkdir(parents=True)
        (folder / "provenance").mkdir()
        (folder / "RELEASE.json").write_text("{}")
        pl.DataFrame({"id": some}, {"id": pl.String}).write_parquet(folder / "data/GEE/a.parquet")
        rows = {"decision": told if place == "releases" else ()}
        table = folder / "provenance/corrections.parquet"
        pl.DataFrame(rows, {"decision": pl.String}).write_parquet(table)
    (folder / "keys.json").write_text(f'{{"salt_key": "{salt}"}}')


def filed(root: Path, *made: Decision) -> list[str]:
    """Digests of decisions, written to a file of their own."""
    return [append(root / "decisions/lin.jsonl", one).digest for one in made]


def ahead(root: Path) -> Step | None:
    return step("x", Paths(root), sorted(root.glob("decisions/*.jsonl")))


def test_versions_are_ordered_by_number_and_raised_by_part(tmp_path: Path) -> None:
    for label in ("x-0.9.0", "x-0.10.0", "x-y-2.0.0", "x-2.0.0-old"):
        (tmp_path / label).mkdir()
        (tmp_path / label / "RELEASE.json").write_text("{}")
    (tmp_path / "x-3.0.0").mkdir()  # holds no release
    assert list(lying("x", tmp_path)) == ["0.9.0", "0.10.0"]
    assert numbers("0.9.0") < numbers("0.10.0")
    assert [raised("0.1.4", level) for level in range(3)] == ["0.1.5", "0.2.0", "1.0.0"]
    assert "0.1.5, or 0.2.0 where" in remedy("0.1.4", None)


def test_decisions_that_the_newest_version_has_not_applied_ask_for_the_next(tmp_path: Path) -> None:
    assert ahead(tmp_path) is None
    released(tmp_path, "0.1.0", ids=(FIRST.id, SECOND.id))
    assert ahead(tmp_path) == Step("0.1.0", None)
    first, second = filed(tmp_path, FIRST, SECOND)
    assert ahead(tmp_path) == Step("0.1.0", 0)
    released(tmp_path, "0.1.1", first, second, ids=(FIRST.id, SECOND.id))
    assert ahead(tmp_path) == Step("0.1.1", None)
    # without its public part it is there still
    released(tmp_path, "0.1.2", first, second, ids=("q", FIRST.id))
    (tmp_path / "releases/x-0.1.2/RELEASE.json").unlink()
    assert ahead(tmp_path) == Step("0.1.2", None)


def test_an_older_rejection_counts_beside_a_newer_key(tmp_path: Path) -> None:
    released(tmp_path, "0.1.0", ids=(FIRST.id, SECOND.id))
    filed(tmp_path, REJECT, FIRST)
    assert ahead(tmp_path) == Step("0.1.0", 1)
    assert next_version(Words("zh"), Paths(tmp_path, "x"), tmp_path / "decisions").startswith(
        "这些决定会让题目进出数据集，下次构建：--version 0.2.0"
    )


@pytest.mark.parametrize("ids", [(), (FIRST.id,), (FIRST.id, SECOND.id)])
def test_a_decision_on_what_was_not_released_lets_it_in(tmp_path: Path, ids: tuple[str]) -> None:
    released(tmp_path, "0.1.0", ids=ids)
    filed(tmp_path, FIRST, decide(ROWS, "r2", verdict="accept"))
    assert ahead(tmp_path) == Step("0.1.0", int(len(ids) < 2))


def test_a_rejection_that_falls_brings_its_question_back(tmp_path: Path) -> None:
    [gone] = filed(tmp_path, REJECT)
    released(tmp_path, "0.2.0", gone, ids=(FIRST.id,))
    filed(tmp_path, SECOND.model_copy(update={"supersedes": (gone,)}))
    assert ahead(tmp_path) == Step("0.2.0", 1)


def test_what_was_told_under_a_pseudonym_was_applied(tmp_path: Path) -> None:
    [one] = filed(tmp_path, FIRST)
    released(tmp_path, "0.1.1", pseudonym(one, b"salt"), ids=(FIRST.id,), salt=b"salt".hex())
    assert ahead(tmp_path) == Step("0.1.1", None)


@pytest.mark.parametrize(
    ("version", "said"),
    [("0.2.1", "with --version 0.3.0"), ("0.2.2", "--version 0.3.0"), ("0.3.0", ""), ("1.0.0", "")],
)
def test_a_build_tells_at_its_beginning_what_decisions_ask_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for there in ("0.1.0", "0.2.1"):
        released(tmp_path, there, ids=(FIRST.id, SECOND.id))
    filed(tmp_path, REJECT, FIRST)
    keys = {"split": "a", "salt": "b"}
    recipe = recipe_model().model_validate({"name": "x", "version": version, "keys": keys})
    told = foretold(recipe, Paths(tmp_path))
    assert said in told
    assert bool(told) == bool(said)
    for low in ("0.0.9", "0.1.5"):
        old = recipe.model_copy(update={"version": low})
        with pytest.raises(ConfigError, match=r"lower than 0\.2\.1, .*--version 0\.3\.0$"):
            foretold(old, Paths(tmp_path))
    assert "--version 0.3.0" in foretold(
        recipe.model_copy(update={"version": "0.1.0"}), Paths(tmp_path)
    )  # the same one again is no lower one
    assert len(read([tmp_path / "decisions/lin.jsonl"])) == 2
