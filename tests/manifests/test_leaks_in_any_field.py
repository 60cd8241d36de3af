"""The leak guard on a stranger's bank: stems that many questions share, terms with a short name."""

from pathlib import Path

import pytest

from bench.leaks import measure
from tests.matrix import some


@pytest.mark.parametrize(("shape", "seed"), some([("cases", 2), ("terms", 4)], 2))
def test_no_shared_stem_is_a_leak_and_every_planted_text_is(
    shape: str, seed: int, tmp_path: Path
) -> None:
    reserved, alarms, planted, unseen, bare = measure(tmp_path, shape, seed)
    assert reserved >= 4
    assert alarms == 0
    assert planted >= 60
    assert unseen == 0
    assert bare == 0
