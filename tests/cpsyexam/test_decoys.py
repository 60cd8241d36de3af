"""Which of the held-back questions no test asks."""

from pathlib import Path

import pytest

from cpsyexam import decoys

IDS = [f"q{i:05d}" for i in range(2000)]
KEY = b"a key that nobody knows"


def test_a_question_stays_what_it_is() -> None:
    """Whatever else is held back, and as the share grows."""
    all_ = decoys.drawn(IDS, 0.4, KEY)
    assert decoys.drawn(reversed(IDS[:500]), 0.4, KEY) == [n for n in all_ if n < "q00500"]
    assert set(decoys.drawn(IDS, 0.2, KEY)) < set(all_)
    assert decoys.drawn(IDS, 0.0, KEY) == []


def test_as_many_as_asked_for_and_others_with_another_key() -> None:
    drawn = [set(decoys.drawn(IDS, 0.3, key)) for key in (KEY, b"another")]
    for found in drawn:
        assert len(found) == pytest.approx(600, abs=100)  # five standard deviations
    assert len(drawn[0] & drawn[1]) == pytest.approx(180, abs=70)


def test_a_file_that_tells_other_things_is_refused(tmp_path: Path) -> None:
    assert decoys.read(tmp_path) == {}
    for text in ('["q00001"]', '{"ids": []}'):
        (tmp_path / decoys.PLACE).write_text(text, "utf-8")
        with pytest.raises(ValueError, match="needs share, unpublished and ids"):
            decoys.read(tmp_path)


def test_a_corrected_question_stays_what_it_was() -> None:
    before = decoys.drawn(IDS, 0.4, KEY)
    firsts = {f"{name}-corrected": name for name in IDS}
    now = decoys.drawn(firsts, 0.4, KEY, firsts)
    assert now == [f"{name}-corrected" for name in before]
