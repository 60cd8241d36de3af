"""What a message says of a missing extra works where it is read."""

import re
import shlex
from pathlib import Path

import pytest

from cpsyexam import extras

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("extra", sorted(extras._TARGETS))
def test_in_a_checkout_a_target_of_make_brings_it(extra: str) -> None:
    found = re.match(r"make ([\w./-]+)", extras.brought_by(extra))
    assert found
    makefile = (ROOT / "Makefile").read_text("utf-8")
    lock = re.fullmatch(r"\.venv/(\w+)[./]stamp", found[1])
    assert (
        (ROOT / f"requirements/{lock[1]}.lock").exists() if lock else f"\n{found[1]}:" in makefile
    )


def test_elsewhere_pip_installs_what_an_index_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(extras, "_CHECKOUT", tmp_path)
    _, *rest = shlex.split(extras.brought_by("review"))
    assert rest[:3] == ["-m", "pip", "install"]
    assert sorted(rest[3:]) == ["krippendorff", "python-multipart", "starlette", "uvicorn"]
