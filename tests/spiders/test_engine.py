"""The process that the engine runs in: errors, death, Ctrl-C."""

import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cpsyexam.errors import ConfigError, SourceError
from cpsyexam.executor import Progress
from samples.sites import studyez
from spiders import engine
from spiders.engine import apart, started
from tests.spiders.shop import article, save
from tests.waiting import members, until

ROOT = Path(__file__).parents[2]


def answer(task: int, progress: Progress) -> int:
    progress(1, 2, "half")
    sys.stdout.write("this must not reach the messages")
    return task * 2


def refuse(task: str, progress: Progress) -> None:
    del progress
    raise ConfigError("wrong value", where=task, remedy="mend it")


def die(task: Any, progress: Progress) -> None:
    del task, progress
    os._exit(7)


@pytest.fixture(autouse=True)
def _new_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here every process is started as the program starts it."""
    monkeypatch.setattr(engine, "started", started)


def test_brings_the_result_and_what_is_told() -> None:
    heard: list[tuple[int, int, str]] = []
    assert apart(answer, 21, lambda *said: heard.append(said)) == 42
    assert heard == [(1, 2, "half")]


def test_brings_errors_as_they_are() -> None:
    with pytest.raises(ConfigError) as caught:
        apart(refuse, "here")
    assert caught.value.line() == "here: wrong value; mend it"


def never_end(task: Any, progress: Progress) -> None:
    del task
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    progress(0, 1, "begun")
    signal.pause()


def test_no_process_outlives_its_parent() -> None:
    process = started()
    assert process.stdin is not None
    assert process.stdout is not None
    pickle.dump((f"{__name__}:never_end", None), process.stdin)
    process.stdin.flush()
    assert pickle.load(process.stdout)[0] == "progress"
    process.stdin.close()  # as the system does for a parent that was killed
    assert process.wait() == 1
    process.stdout.close()


def test_a_process_without_a_task_ends_without_a_word() -> None:
    # Ctrl-C came between the start and the task
    process = subprocess.run(
        [sys.executable, "-m", "spiders.engine"],
        cwd=ROOT,
        input=b"",
        capture_output=True,
        check=False,
    )
    assert (process.returncode, process.stdout, process.stderr) == (1, b"", b"")


def test_a_dead_process_is_one_line() -> None:
    with pytest.raises(SourceError, match="ended with code 7"):
        apart(die, None)


def test_ctrl_c_ends_both_processes(tmp_path: Path) -> None:
    path = save(tmp_path / "a.warc.gz", studyez.pages([article(1)]), studyez.start())
    code = (
        "from spiders import engine\n"
        "usual = engine.apart\n"
        f"engine.apart = lambda *_: usual('{__name__}:never_end', None)\n"
        "from pipeline.cli import main; main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, "probe", str(path), "--site", "studyez"],
        cwd=ROOT, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    until(lambda: len(members(process.pid)) > 1 or process.poll() is not None)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130, said
    assert b"Traceback" not in said
    assert members(process.pid) == []
