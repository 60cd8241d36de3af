"""What fuzzing found before stays mended; and the seeds that it starts from."""

from pathlib import Path

import pytest

from tests.hostile.borders import BORDERS, SEEDS

CORPUS = Path(__file__).with_name("corpus")
FOUND = sorted(CORPUS.glob("*/*.bin"))


@pytest.mark.parametrize("path", FOUND, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_former_finding(path: Path) -> None:
    BORDERS[path.parent.name](path.read_bytes())


@pytest.mark.parametrize("border", [name for name in BORDERS if name != "release"])
def test_a_seed_and_its_beginnings(border: str) -> None:
    for data in SEEDS[border]:
        for end in range(0, len(data) + 1, max(1, len(data) // 12)):
            BORDERS[border](data[:end])
