"""Where, when and beside whom a build runs changes no record."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from tests.e2e.conftest import CODE, Call
from tests.e2e.test_bad_input import desk
from tests.waiting import until

__all__ = ["desk"]

ODD = {"LC_ALL": "C", "LANG": "C", "TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "7"}
ODD |= {"POLARS_MAX_THREADS": "3", "OMP_NUM_THREADS": "2"}
JUMPING = """\
import time
_usual, _asked = time.time, [0]


def _jumping():
    _asked[0] += 1
    return _usual() + (86_400 * 400 if _asked[0] % 2 else -86_400)


time.time = _jumping
"""
USUAL = {"LC_ALL": "C.UTF-8", "TZ": "America/St_Johns", "PYTHONHASHSEED": "4294967295"}


def start(desk: Path, out: str, workers: int, **env: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", CODE, "build", "r.toml", "--out", out, "--workers", str(workers)],
        cwd=desk, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "COLUMNS": "80", "SOURCE_DATE_EPOCH": "1760000000", **env},
    )  # fmt: skip


@pytest.mark.slow
def test_records_are_the_same_in_any_environment(desk: Path, call: Call) -> None:
    """Locale, time zone, hash seed, threads and workers differ, and one clock jumps over a year at
    every look; and a second build in a folder says at once that the first is at work there.
    """
    (desk / "clock").mkdir()
    (desk / "clock/sitecustomize.py").write_text(JUMPING, "utf-8")
    paths = os.pathsep.join([str(desk / "clock"), os.environ.get("PYTHONPATH", "")])
    jumping = {**USUAL, "PYTHONPATH": paths.rstrip(os.pathsep)}
    with start(desk, "one", 1, **ODD) as one, start(desk, "two", 2, **jumping) as two:
        until(lambda: any((desk / "one").glob("build/[!.]*")) or one.poll() is not None)
        one.send_signal(signal.SIGSTOP)  # so that it is at work, whoever is faster
        second = call("build", "r.toml", "--out", "one", cwd=desk)
        one.send_signal(signal.SIGCONT)
        for build in (one, two):
            _, errors = build.communicate()
            assert build.returncode == 0, errors
    assert second.returncode == 2
    (said,) = second.stderr.strip().splitlines()
    assert "another run is building here" in said
    assert (desk / "one/releases/small-1.0.0/RELEASE.json").is_file()
    left, right = (desk / name / "releases/small-1.0.0" for name in ("one", "two"))
    manifests = [json.loads((p / "RELEASE.json").read_text("utf-8")) for p in (left, right)]
    assert manifests[0]["root"] == manifests[1]["root"]
    assert manifests[0]["shards"] == manifests[1]["shards"]
    tables = [p.relative_to(left) for p in sorted(left.rglob("*.parquet"))]
    assert len(tables) > 8
    for table in tables:
        assert (left / table).read_bytes() == (right / table).read_bytes(), table
    for stage in ("parsed", "cleaned", "unique", "labeled", "shuffled", "split"):
        frames = [
            pl.read_parquet(desk / name / "build" / stage / "kept.parquet")
            for name in ("one", "two")
        ]
        assert frames[0].equals(frames[1]), stage


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no folder that nobody may write")
def test_a_folder_that_cannot_be_written_is_one_line(desk: Path, call: Call) -> None:
    done = call("build", "r.toml", "--out", "/proc/nowhere", cwd=desk)
    assert done.returncode == 2
    (said,) = done.stderr.strip().splitlines()
    assert "/proc/nowhere" in said


@pytest.mark.slow
def test_a_full_disk_is_one_line_and_the_next_run_goes_on(desk: Path, call: Call) -> None:
    """No file may grow beyond the limit, as on a disk that is full."""
    full = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))\n"
    full += f"sys.dont_write_bytecode = True\n{CODE}"  # the bound would cut a module's
    command = [sys.executable, "-c", full, "build", "r.toml", "--out", "one", "--workers", "1"]
    done = subprocess.run(command, cwd=desk, check=False, capture_output=True, text=True)
    assert done.returncode == 2
    (said,) = [line for line in done.stderr.splitlines() if line.startswith("error")]
    assert "cannot write: File too large; free some space" in said
    assert "Traceback" not in done.stderr
    assert not (desk / "one/releases/small-1.0.0").exists()
    again = call("build", "r.toml", "--out", "one", cwd=desk)
    assert again.returncode == 0, again.stderr
    assert "split: 110 kept · unchanged" in again.stderr
    assert (desk / "one/releases/small-1.0.0/RELEASE.json").is_file()
