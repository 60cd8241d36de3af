"""The learnt opinion on replies, and texts searched without patterns of the options' own."""

import json
import re
import subprocess
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from evaluation import harnesses
from evaluation.extraction import read
from evaluation.extraction.learned import LONGEST, WEIGHTS, opinion
from evaluation.extraction.marking import lettered_off, mark
from evaluation.extraction.option_texts import echoed
from evaluation.extraction.traces import traces

OPTIONS = ["共情", "真诚", "积极关注", "具体化"]


def test_weights_fit_the_numbers_of_an_option() -> None:
    trees = json.loads(WEIGHTS.read_text("utf-8"))["trees"]
    used = {int(node[0]) for tree in trees for node in tree if len(node) > 1}
    rows = traces("A对,B错", OPTIONS, "", several=True, asks_false=False)
    assert len(rows) == len(OPTIONS)
    assert max(used) < rows.shape[1]


def test_opinion_follows_what_is_said_of_the_options() -> None:
    for letters, wanted in (("ACBD", (0, 2)), ("BDAC", (1, 3))):
        a, b, c, d = list(letters)
        text = f"{a}正确,{b}正确,{c}错误,{d}错误."
        said, sure = opinion(text, OPTIONS, "下列正确的有", several=True, asks_false=False)
        assert said == wanted
        assert sure > 0.5


def test_opinion_is_silent_on_nothing_and_on_long_replies() -> None:
    long = "A正确." * LONGEST
    assert opinion(long, OPTIONS, "", several=False, asks_false=False) == ((), 0.0)
    assert opinion("A", OPTIONS[:1], "", several=False, asks_false=False) == ((), 0.0)
    for text in ("如果A要选,其余的都不选。", "A、B还是A、C?我不确定。", "B正确吗?"):
        assert read(text, OPTIONS, several=False).said == ()


@given(
    st.lists(
        st.sampled_from(["A", "B", "C", ".", "、", " ", "甲乙", "丙", "丁戊", ")"]), max_size=14
    ),
    st.permutations(["甲乙", "丙", "丁戊"]),
)
def test_options_are_found_as_by_a_pattern_of_their_own(
    parts: list[str], options: list[str]
) -> None:
    text = "".join(parts)
    starts = []
    for letter, option in zip("ABC", options, strict=True):
        line = re.search(rf"{letter}[\s.、:,)\]】*]{{0,4}}{re.escape(option)}", text)
        starts += [(line.start(), "ABC".index(letter))] if line else []
    assert echoed(text, options) == [place for _, place in sorted(starts)]


@given(st.lists(st.sampled_from(["A", "x", ".", "、", " ", "甲乙", "甲", ")"]), max_size=14))
def test_a_letter_and_its_text_are_one_mark_as_by_a_pattern(parts: list[str]) -> None:
    text = "".join(parts)
    pattern = r"(?<![A-Za-z0-9])A[\s.、:)\]】*|]{1,4}甲乙"
    assert lettered_off(text, 0, "甲乙") == re.sub(pattern, mark(0), text)


def test_the_reading_that_exports_carry_stands_alone(tmp_path: Path) -> None:
    harnesses.copy_reading(tmp_path / "cpsyexam_reading")
    code = (
        "import sys; sys.path[:] = [p for p in sys.path if 'site-packages' in p or 'python3' in p];"
        f"sys.path.insert(0, {str(tmp_path)!r});"
        "from cpsyexam_reading.extraction import read;"
        "from cpsyexam_reading.extraction.learned import opinion, WEIGHTS;"
        "assert WEIGHTS.is_file();"
        "print(read('答案：B', ['感觉', '知觉'], several=False).said)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "(1,)\n"), done.stderr
