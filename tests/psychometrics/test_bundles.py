"""Groups of persons against kinds of questions, and groups as they are written."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from cpsyexam.errors import ConfigError
from evaluation.records import answers
from psychometrics.bundles import bundles, groups
from psychometrics.grouping import grouped
from psychometrics.items import analyse
from psychometrics.rasch import fit
from psychometrics.responses import Responses
from tests.evaluation.conftest import answer, frame, question

KINDS = ["web"] * 60 + ["books"] * 60 + ["generated"] * 60


def drawn(seed: int, lift: float) -> Responses:
    """Fourteen persons, abler ones among the models; the qwen family knows the web by `lift`."""
    rng = np.random.default_rng(seed)
    models = [*(f"qwen-{i}" for i in range(4)), *(f"yi-{i}" for i in range(4)),
              *(f"human:{i}" for i in range(6))]  # fmt: skip
    ability = np.array([1.2] * 8 + [0.2] * 6)
    difficulty = rng.normal(0, 1, len(KINDS)) + np.repeat([0.0, 0.8, -0.5], 60)
    gap = ability[:, None] - difficulty
    gap[:4, :60] += lift
    right = rng.random(gap.shape) < 1 / (1 + np.exp(-gap))
    names = tuple(models)
    families = tuple(name.split("-")[0] for name in names)
    chosen = np.where(right, 1, 2).astype(np.int64)
    items = tuple(f"q{i:03d}" for i in range(len(KINDS)))
    n = len(items)
    return Responses(names, names, families, items, chosen, np.ones(n, int), np.full(n, 4))


def test_a_family_that_knows_one_source_is_told_from_an_abler_one() -> None:
    found = drawn(1, 1.5)
    first = bundles(found, fit(found.right), {"source": KINDS}).row(0, named=True)
    assert (first["facet"], first["kind"], first["group"]) == ("source", "web", "qwen")
    assert first["z"] > 3
    assert first["gap"] > 0.08
    assert first["answers"] == 240


def test_nothing_is_told_of_groups_that_differ_in_ability_alone() -> None:
    told = [bundles(drawn(seed, 0.0), fit(drawn(seed, 0.0).right), {"source": KINDS})
            for seed in range(20)]  # fmt: skip
    z = pl.concat(told)["z"].abs()
    assert (z > 3).mean() <= 0.01  # type: ignore[operator]
    assert 0.6 < (z < 1).mean() < 0.9  # type: ignore[operator]


def test_groups_and_what_is_too_few() -> None:
    found = drawn(2, 0.0)
    assert set(groups(found)) == {"people", "qwen", "yi"}
    few = ["web"] * 4 + ["books"] * 176
    told = bundles(found, fit(found.right), {"source": few, "exam": ["GEE"] * 180})
    assert set(told["facet"]) == {"source"}
    assert "qwen" not in told["group"].to_list()  # 16 answers


def rows(model: str, right: object, rotation: int = 0, **given: Any) -> list[dict[str, Any]]:
    said = "A" if right else "B"
    known = {"run": f"{model}-{given.get('role', '')}", "model": model, "rotation": rotation}
    return [answer(f"q{i:02d}", said, **known, **given) for i in range(4)]


@pytest.fixture(scope="module")
def asked() -> pl.DataFrame:
    return frame(*(question(f"q{i:02d}", "A") for i in range(4)))


@pytest.mark.parametrize(
    ("first", "persons", "inside"),
    [("qwen", 4, 2), ("family=qwen", 4, 2), ("role=student", 4, 1), ("rotation=1", 5, 1)],
)
def test_a_group_by_name_or_column(
    asked: pl.DataFrame, first: str, persons: int, inside: int
) -> None:
    told = [*rows("qwen-7b", True), *rows("qwen-7b", False, 1), *rows("qwen-72b", True),
            *rows("yi-6b", False), *rows("yi-6b", True, role="student")]  # fmt: skip
    found, group = grouped(answers(told), asked, None, first)
    assert (len(found.persons), int(group.sum())) == (persons, inside)
    if first == "rotation=1":
        assert found.right[group].tolist() == [[0.0] * 4]


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("rolle=student", "no column 'rolle'; one of family, rotation, role"),
        ("family=gpt", "no answers with family=gpt; there are qwen"),
    ],
)
def test_a_group_that_is_none_is_one_line(asked: pl.DataFrame, first: str, said: str) -> None:
    told = answers([*rows("qwen-7b", True), *rows("qwen-72b", False)])
    with pytest.raises(ConfigError) as error:
        analyse(told, asked, first=first)
    assert said in error.value.line()
