"""Where banks lie: the Hub, and the recipe that comes with the project."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from banks.hub import is_repository
from banks.settings import read_bank, source_name

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("owner/name", True),
        ("a.b/c-d_e", True),
        ("name", False),
        ("../up", False),
        ("a/b/c", False),
    ],
)
def test_names_on_the_hub(name: str, verdict: bool) -> None:  # noqa: FBT001
    assert is_repository(name) is verdict


def test_a_dataset_that_cannot_be_fetched_is_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from pipeline.cli import main; main()", "inspect", "no/where"],
        env={**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith("error: hub no/where@main: dataset cannot be fetched")


def test_the_bank_of_the_recipe_says_what_is_known_of_its_terms() -> None:
    path = ROOT / "recipes" / "banks" / "cpsyexam.toml"
    bank = read_bank(path)
    assert source_name(path) == "cpsyexam"
    assert bank.terms.status == "unclear"
