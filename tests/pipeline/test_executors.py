"""Where a build's work runs, as recipe and command line say; and what is refused at the start."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from cpsyexam.errors import ConfigError
from cpsyexam.executor import Inline, Processes
from pipeline.cli import cli
from pipeline.executors import ExecutorSettings, opened

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "dataset.toml"


def said(*options: str) -> str:
    """What the build answers in one line, before it does anything."""
    done = CliRunner().invoke(cli, ["build", str(SAMPLE), *options])
    return done.output + str(done.exception or "")


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--on", "moon"], "'moon' is not inline, processes, ray or ray://HOST:PORT"),
        (["--on", "processes://x:1"], "'processes://x:1' is not inline"),
        (["--on", "ray://"], "'ray://' is not inline"),
        (["--workers", "0"], "'0' is not `auto` or a number from 1"),
        (["--memory", "much"], "'much' is not an amount of memory such as 2G or 1500M"),
        (["--memory", "0G"], "'0G' is not an amount"),
    ],
)
def test_wrong_options_are_named(options: list[str], line: str, tmp_path: Path) -> None:
    assert line in " ".join(said(*options, "--out", str(tmp_path)).split())


def test_the_settings_choose_the_executor(tmp_path: Path) -> None:
    with opened(ExecutorSettings(on="inline"), tmp_path) as executor:
        assert isinstance(executor, Inline)
    with opened(ExecutorSettings(workers=3), tmp_path) as executor:
        assert isinstance(executor, Processes)
        assert executor.workers == 3


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"address": "host:6379"}, "address is for a Ray cluster"),
        ({"gpus": 0.5}, "gpus are asked of a Ray cluster"),
        ({"on": "ray", "gpus": 1.5}, "gpus above one are whole ones"),
        ({"store": "shared/folder"}, "store is a URL such as s3://bucket/exam"),
    ],
)
def test_settings_that_make_no_sense_are_named(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ExecutorSettings.model_validate(wrong)


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed here")
def test_without_ray_the_error_says_what_to_install(tmp_path: Path) -> None:
    with (
        pytest.raises(ConfigError, match=r"Ray is not installed; run make \.venv/ray/stamp"),
        opened(ExecutorSettings(on="ray"), tmp_path),
    ):
        pass
