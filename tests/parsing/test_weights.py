"""Weights that were set by hand matter: turned the wrong way, a golden paper is read otherwise."""

import importlib
from pathlib import Path

import pytest

from parsing import Printed
from parsing.grammar import parse
from tests.matrix import some

GOLDEN = Path(__file__).parent / "golden"
WEIGHTS = {
    "questions.lettered": (
        *("_BRACKETED", "_FIRST_ON_LINE", "_AFTER_BLANK", "_AFTER_LETTER", "_NAME"),
        *("_SAME_MARK", "_DIP"),
    ),
    "numbers.candidates": ("_INSIDE", "_DECIMAL", "_OF_UNIT"),
    "numbers.starts": (
        *("_ROW", "_SECOND_ROW", "_ROW_BEFORE", "_ROW_MISSING", "_KEY", "_KEY_OF_ROW", "_ASKS"),
        *("_OPEN_INLINE", "_UNPROVEN", "_REPEAT", "_GAP", "_RESTART", "_JUMP", "_LATE_FIRST"),
        *("_OTHER_STYLE", "_ALIKE_STYLE"),
    ),
    "keys.blocks": ("_AT_LINE", "_RANGED", "_IN_LINE", "_NUMBERED", "_KEY_REPEAT", "_KEY_RESTART"),
}


def _papers() -> list[tuple[str, str | None]]:
    keys = [folder / "key.txt" for folder in sorted(GOLDEN.iterdir())]
    return [
        (
            (key.parent / "paper.txt").read_text("utf-8"),
            key.read_text("utf-8") if key.exists() else None,
        )
        for key in keys
    ]


PAPERS = _papers()


@pytest.fixture(scope="module")
def usual() -> list[tuple[Printed, ...]]:
    return [parse(text, key=key).questions for text, key in PAPERS]


@pytest.mark.parametrize(
    ("module", "name"),
    some([(module, name) for module, names in WEIGHTS.items() for name in names], 3),
)
def test_a_weight_turned_round_misreads_a_paper(
    module: str, name: str, usual: list[tuple[Printed, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    holder = importlib.import_module(f"parsing.{module}")
    weight = getattr(holder, name)
    for wrong in (-weight, 4 * weight):
        monkeypatch.setattr(holder, name, wrong)
        pairs = zip(PAPERS, usual, strict=True)
        if any(parse(text, key=key).questions != found for (text, key), found in pairs):
            return
    pytest.fail(f"no golden paper depends on {module}.{name}")
