"""The released CPsyExam questions, where a copy lies beside the project."""

from pathlib import Path

import pytest

from bench.inspect import recall

SHARED = Path(__file__).resolve().parents[2] / "../shared/data/cpsyexam"


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="no ../shared/data/cpsyexam beside the project")
def test_the_known_defects_are_found() -> None:
    rows = recall(SHARED)
    assert len(rows) >= 10
    missed = [row for row in rows if row["found"] < 0.95 * row["there"]]
    assert missed == []
