"""Golden cases of every site, field by field (`cpsyexam site NAME --golden` writes them)."""

from pathlib import Path

import pytest

from spiders.golden import expected, outcome
from spiders.settings import SITES

GOLDEN = Path(__file__).parent / "golden"
CASES = sorted(p.parent for p in GOLDEN.glob("*/*/case.toml"))


@pytest.mark.parametrize("case", CASES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_case(case: Path) -> None:
    found, wanted = outcome(case), expected(case)
    assert found.keys() == wanted.keys()
    for name in ("questions", "left", "readings"):
        for one, other in zip(found.get(name, []), wanted.get(name, []), strict=True):
            for field in other:
                assert one[field] == other[field], f"{name}, field {field}"
    assert found == wanted


def test_every_site_has_cases() -> None:
    assert {p.stem for p in SITES.glob("*.toml")} == {c.parent.name for c in CASES}
