"""A model behind an endpoint: known answers and faults in, exact scores out; nothing paid twice."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from cpsyexam.errors import BusyError, ConfigError, RemoteError
from cpsyexam.taxonomy import LETTERS
from evaluation import releases
from evaluation.endpoint import Endpoint
from evaluation.evaluate import Conditions, Paper, paper, run_model
from evaluation.journal import Journal
from evaluation.prompting import shown
from evaluation.scoring import score
from tests.evaluation.stub import Stub, serving

STYLES = ("答案：{k}", "{k}", "**{k}**", "分析略。故选{d}。", '{{"answer": "{k}"}}')


class Student:
    """Knows two questions of three, leaves one letter out else, and is silent at every eleventh."""

    def __init__(self, questions: pl.DataFrame) -> None:
        rows = questions.to_dicts()
        self.rows = {shown(row): (i, row) for i, row in enumerate(rows)}

    def said(self, prompt: str) -> str:
        i, row = self.rows[prompt]
        if row["format"] == "QA":
            return str(row["reference"])
        if i % 11 == 5:
            return "无法作答。"
        key = list(row["key"])
        if i % 3 == 0:
            key = key[1:] or [(key[0] + 1) % len(row["options"])]
        letters = [LETTERS[place] for place in key]
        return STYLES[i % len(STYLES)].format(k="".join(letters), d="、".join(letters))

    def __call__(self, messages: list[dict[str, str]]) -> str:
        return self.said(messages[-1]["content"])

    def worth(self, ids: set[str]) -> dict[str, float]:
        """Id → the score it must get."""
        known = {}
        for i, row in self.rows.values():
            right = row["format"] == "QA" or (i % 11 != 5 and i % 3 != 0)
            if row["id"] in ids:
                known[row["id"]] = float(right)
        return known


@pytest.fixture(scope="module")
def given(release: Path) -> Paper:
    return paper(releases.open_release(release), "test", None, 0)


def endpoint(stub: Stub, **changed: object) -> Endpoint:
    settings = {"timeout": 0.4, "pause": 0.01, "sampling": {"temperature": 0.0}, **changed}
    return Endpoint(stub.url, "stub", **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(("shots", "role"), [(0, "expert"), (5, "student"), (0, "sentence")])
def test_scores_are_right_to_the_last_digit_in_spite_of_faults(
    given: Paper, tmp_path: Path, shots: int, role: str
) -> None:
    student = Student(given.questions)
    prompts = [shown(row) for row in given.questions.to_dicts()]
    faults = {
        prompt: list(codes)
        for prompt, codes in zip(
            prompts, [[429], [500, 503], [408], [206, 429], *[[]] * len(prompts)], strict=False
        )
    }
    with serving(student, faults=faults) as stub:
        _, table = run_model(given, endpoint(stub), tmp_path, Conditions(role, shots))
    assert sorted(table["id"]) == sorted(given.questions["id"])
    found = score(table, given.questions)
    got = dict(zip(found["id"], found["score"], strict=True))
    assert got == pytest.approx(student.worth(set(got)))
    assert len(got) == given.questions.height
    assert all(len(call) == 2 + 2 * shots for call in stub.calls)
    assert table["tokens_out"].sum() == 2 * given.questions.height


def test_what_never_answers_is_a_row_that_says_why_and_is_asked_again(
    given: Paper, tmp_path: Path
) -> None:
    student = Student(given.questions)
    dead, filtered = (shown(row) for row in given.questions.head(2).to_dicts())
    faults = {dead: [500] * 4, filtered: [400]}
    with serving(student, faults=faults) as stub:
        model = endpoint(stub, tries=4)
        for calls in (given.questions.height - 2, 1):
            served = sum(stub.served.values())
            _, table = run_model(given, model, tmp_path, Conditions(connections=4))
            assert sum(stub.served.values()) - served == calls
            errors = dict(table.filter(pl.col("error") != "").select("id", "error").iter_rows())
            assert errors[given.questions["id"][1]] == "refused: 400 busy"
            if calls > 1:
                assert errors[given.questions["id"][0]] == "no reply: 500 busy"
    assert len(errors) == 1
    found = score(table, given.questions)
    assert found.filter(pl.col("failed"))["score"].to_list() == [0.0]


def test_run_with_a_limit_keeps_a_row_for_every_question(given: Paper, tmp_path: Path) -> None:
    few = Paper(**{**vars(given), "asked": releases.sample(given.questions, 9)})
    with serving(Student(given.questions)) as stub:
        _, table = run_model(few, endpoint(stub), tmp_path, Conditions(connections=4))
        assert len(stub.calls) == 9
        run_model(given, endpoint(stub), tmp_path, Conditions(connections=4))
    assert max(stub.served.values()) == 1
    assert table.height == given.questions.height
    assert table.filter(pl.col("error") == "not asked: beyond --limit").height == table.height - 9
    assert score(table, given.questions).height == 9


def test_rotated_options_are_read_in_released_order(given: Paper, tmp_path: Path) -> None:
    few = Paper(
        **{**vars(given), "asked": given.questions.filter(pl.col("format") == "SCQ").head(4)}
    )
    with serving(lambda _: "答案：A") as stub:
        _, table = run_model(few, endpoint(stub), tmp_path, Conditions(rotations=4))
    rows = table.filter(pl.col("error") == "")
    assert rows.height == sum(len(o) for o in few.asked["options"])
    assert (rows["said"].list.first() == rows["rotation"]).all()


def test_cut_off_reply_is_kept_and_said(given: Paper, tmp_path: Path) -> None:
    with serving(Student(given.questions), finish="length") as stub:
        _, table = run_model(given, endpoint(stub), tmp_path, Conditions(connections=8))
    assert table["error"].unique().to_list() == ["cut off: max_tokens"]
    assert score(table, given.questions)["failed"].all()


@pytest.mark.parametrize(
    ("model", "key", "message"),
    [("nosuch", "k", "'nosuch' is not served here"), ("m", "bad", "set OPENAI_API_KEY")],
)
def test_wrong_model_and_key_stop_before_the_first_question(
    model: str, key: str, message: str
) -> None:
    with serving(lambda _: "", key="k") as stub:
        with pytest.raises(ConfigError, match=message):
            Endpoint(stub.url, model, key).check()
        assert stub.calls == []


def test_dead_endpoint_stops_before_the_first_question() -> None:
    with pytest.raises(RemoteError, match="start the endpoint"):
        Endpoint("http://127.0.0.1:9/v1", "m").check()


def test_journal_forgives_a_torn_last_line_only(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text('{"key":"a"}\n{"key":"b', encoding="utf-8")
    with Journal(path) as journal:
        assert list(journal.rows) == ["a"]
        assert journal.cut_off == 9
        with pytest.raises(BusyError, match="another evaluation"), Journal(path):
            pass
        journal.add({"key": "c"})
    assert path.read_text("utf-8").splitlines() == ['{"key":"a"}', '{"key": "c"}']
    path.write_text('nonsense\n{"key":"b"}\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="line 1 is not a reply"), Journal(path):
        pass


def test_killed_run_goes_on_and_pays_no_call_twice(
    given: Paper, release: Path, tmp_path: Path
) -> None:
    code = (
        "import sys; from pathlib import Path; from evaluation import releases;"
        "from evaluation.evaluate import Conditions, paper, run_model;"
        "from evaluation.endpoint import Endpoint;"
        f"p = paper(releases.open_release(Path({str(release)!r})), 'test', None, 0);"
        "run_model(p, Endpoint(sys.argv[1], 'stub', sampling={'temperature': 0.0}),"
        "Path(sys.argv[2]), Conditions(connections=2))"
    )
    with serving(Student(given.questions), delay=0.05) as stub:
        arguments = [sys.executable, "-c", code, stub.url, str(tmp_path)]
        process = subprocess.Popen(arguments, env={**os.environ, "PYTHONPATH": str(Path.cwd())})
        while sum(stub.served.values()) < 12 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        written = len(next(tmp_path.glob("*/journal.jsonl")).read_bytes().splitlines())
        stub.delay = 0.0
        _, table = run_model(given, endpoint(stub), tmp_path, Conditions(connections=2))
    again = sum(count - 1 for count in stub.served.values())
    assert written >= 10
    assert again <= 2 * 2  # those in flight
    assert score(table, given.questions).height == given.questions.height
