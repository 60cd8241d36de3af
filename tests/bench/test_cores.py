"""The picture of a run: how many cores each stage kept busy."""

import re
import subprocess
import sys

from bench.cores import picture, watched


def test_a_stage_is_as_wide_as_its_seconds_and_as_high_as_its_cores() -> None:
    shown = picture([("banks", [1.0, 1.0]), ("cleaned", [2.0, 1.5, 0.0])], "5 questions", 2)
    bands = re.findall(r'<path d="M([\d.]+) 224(\S*)Z" .*?><title>(.*?)<', shown)
    assert [title for *_, title in bands] == ["banks: 2 s, 1.00 cores", "cleaned: 3 s, 1.17 cores"]
    (left, first, _), (right, second, _) = bands
    assert float(right) - float(left) == 2 / 5 * 970
    assert first == "V144.0H224.0V144.0H418.0V224"
    assert re.findall(r"V([\d.]+)H", second) == ["64.0", "104.0", "224.0"]


def test_what_is_started_is_counted_and_what_this_process_does_is_not() -> None:
    code = "import time; end = time.process_time() + 0.4\nwhile time.process_time() < end: pass"
    with watched(0.1) as busy:
        sum(range(10_000_000))
        assert not sum(busy)
        subprocess.run([sys.executable, "-c", code], check=True)
    assert sum(busy) * 0.1 >= 0.3  # of 0.4 and more, as the kernel counts them
