"""Models asked through inspect_ai: known answers in, exact scores out; nothing is paid twice."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from cpsyexam.errors import ConfigError, RemoteError
from evaluation import releases
from evaluation.engine import Engine
from evaluation.evaluate import Conditions, Paper, paper, run_model
from evaluation.prompting import shown
from evaluation.scoring import score
from tests.evaluation.stub import Stub, serving
from tests.evaluation.student import Student

# a small file system in a name space of its own, which is copied out before it goes
FULL_DISK = (
    "unshare", "-rm", "sh", "-c",
    (
        'mount -t tmpfs -o size=$SIZE none "$0" || exit 99; out=$1; shift; "$@"; code=$?;'
        ' cp -r "$0" "$out"; exit $code'
    ),
)  # fmt: skip

pytest.importorskip("inspect_ai", reason="it has its own environment: make test-eval")


@pytest.fixture(scope="module")
def given(release: Path) -> Paper:
    return paper(releases.open_release(release), "test", None, 0)


def engine(stub: Stub, **changed: object) -> Engine:
    settings = {"timeout": 60.0, "pause": 0.05, "sampling": {"temperature": 0.0}, **changed}
    return Engine("stub", stub.url, **settings)  # type: ignore[arg-type]


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
        _, table = run_model(given, engine(stub), tmp_path, Conditions(role, shots))
    assert sorted(table["id"]) == sorted(given.questions["id"])
    found = score(table, given.questions)
    got = dict(zip(found["id"], found["score"], strict=True))
    assert got == pytest.approx(student.worth(set(got)))
    assert len(got) == given.questions.height
    assert all(len(call) == 2 + 2 * shots for call in stub.calls)
    assert table["tokens_out"].sum() == 2 * given.questions.height


def test_every_call_carries_the_settings_of_the_run(given: Paper, tmp_path: Path) -> None:
    sampling = {"temperature": 0.25, "max_tokens": 12}
    with serving(Student(given.questions)) as stub:
        run_model(given, engine(stub, sampling=sampling), tmp_path, Conditions("expert", 0))
    assert len(stub.settings) == given.questions.height
    for sent in stub.settings:
        assert sent["temperature"] == 0.25
        assert 12 in (sent.get("max_tokens"), sent.get("max_completion_tokens"))


def test_what_never_answers_is_a_row_that_says_why_and_is_asked_again(
    given: Paper, tmp_path: Path
) -> None:
    student = Student(given.questions)
    dead, filtered = (shown(row) for row in given.questions.head(2).to_dicts())
    faults = {dead: [500] * 2, filtered: [400]}
    with serving(student, faults=faults) as stub:
        model = engine(stub, tries=2)
        for calls in (given.questions.height - 2, 1):
            served = sum(stub.served.values())
            _, table = run_model(given, model, tmp_path, Conditions())
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
        _, table = run_model(few, engine(stub), tmp_path, Conditions())
        assert len(stub.calls) == 9
        run_model(given, engine(stub), tmp_path, Conditions())
    assert max(stub.served.values()) == 1
    assert table.height == given.questions.height
    assert table.filter(pl.col("error") == "not asked: beyond --limit").height == table.height - 9
    assert score(table, given.questions).height == 9


def test_rotated_options_are_read_in_released_order(given: Paper, tmp_path: Path) -> None:
    few = Paper(
        **{**vars(given), "asked": given.questions.filter(pl.col("format") == "SCQ").head(4)}
    )
    with serving(lambda _: "答案：A") as stub:
        _, table = run_model(few, engine(stub), tmp_path, Conditions(rotations=4))
    rows = table.filter(pl.col("error") == "")
    assert rows.height == sum(len(o) for o in few.asked["options"])
    assert (rows["said"].list.first() == rows["rotation"]).all()


def test_cut_off_reply_is_kept_and_said(given: Paper, tmp_path: Path) -> None:
    with serving(Student(given.questions), finish="length") as stub:
        _, table = run_model(given, engine(stub), tmp_path, Conditions())
    assert table["error"].unique().to_list() == ["cut off: max_tokens"]
    assert score(table, given.questions)["failed"].all()


def test_what_a_content_filter_refuses_says_so_and_counts_as_unparsed(
    given: Paper, tmp_path: Path
) -> None:
    choices = given.questions.filter(pl.col("format") != "QA").head(3)
    few = Paper(**{**vars(given), "asked": choices})
    by_code = {shown(choices.to_dicts()[0])}
    with serving(lambda _: "答案：A", filtered=by_code, finish="content_filter") as stub:
        _, table = run_model(few, engine(stub), tmp_path, Conditions())
        run_model(few, engine(stub), tmp_path, Conditions())
        assert len(stub.calls) == 3  # a refusal is an answer: nothing is asked again
    rows = table.filter(pl.col("id").is_in(choices["id"]))
    assert rows["error"].to_list() == ["refused: content filter"] * 3
    assert rows["said"].list.len().to_list() == [0] * 3
    found = score(rows, choices)
    assert found["unparsed"].all()
    assert found["failed"].all()
    assert found["score"].sum() == 0


@pytest.mark.parametrize("size", ["12k", "32k"])  # full of replies, and of the answers' table
def test_full_disk_stops_the_run_whole_and_it_goes_on(
    given: Paper, release: Path, tmp_path: Path, size: str
) -> None:
    code = (
        "import sys; from pathlib import Path; from evaluation import releases;"
        "from cpsyexam.errors import CpsyexamError;"
        "from evaluation.evaluate import Conditions, paper, run_model;"
        "from evaluation.engine import Engine;"
        f"p = paper(releases.open_release(Path({str(release)!r})), 'test', None, 0)\n"
        "try:\n"
        " run_model(p, Engine('stub', sys.argv[1], sampling={'temperature': 0.0}, connections=2),"
        "Path(sys.argv[2]), Conditions())\n"
        "except CpsyexamError as error:\n sys.exit(error.line())"
    )
    kept_at, disk = tmp_path / "kept", tmp_path / "disk"
    disk.mkdir()
    with serving(Student(given.questions)) as stub:
        full = subprocess.run(
            [*FULL_DISK, str(disk), str(kept_at), sys.executable, "-c", code, stub.url, str(disk)],
            env={**os.environ, "PYTHONPATH": str(Path.cwd()), "SIZE": size},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if "unshare" in full.stderr:
            pytest.skip("no disk of its own may be mounted here")
        asked = len(stub.calls)
        assert full.returncode == 1, full.stderr
        (told,) = full.stderr.strip().splitlines()
        assert "cannot write: " in told
        assert "No space left on device" in told
        assert "again" in told
        (journal,) = kept_at.glob("*/journal.jsonl")
        rows = [json.loads(line) for line in journal.read_bytes().splitlines()]
        kept = {row["key"] for row in rows if not row["error"]}
        assert 5 < len(kept) <= asked <= len(kept) + 2 * 2
        assert not list(kept_at.glob("*/answers.parquet"))
        _, table = run_model(given, engine(stub, connections=2), kept_at, Conditions())
    assert sum(stub.served.values()) <= given.questions.height + (asked - len(kept))
    assert score(table, given.questions).height == given.questions.height


@pytest.mark.parametrize(
    ("model", "key", "message"),
    [("nosuch", "k", "'nosuch' is not served here"), ("m", "bad", "set OPENAI_API_KEY")],
)
def test_wrong_model_and_key_stop_before_the_first_question(
    model: str, key: str, message: str
) -> None:
    with serving(lambda _: "", key="k") as stub:
        with pytest.raises(ConfigError, match=message):
            Engine(model, stub.url, key).check()
        assert stub.calls == []


def test_dead_endpoint_stops_before_the_first_question() -> None:
    with pytest.raises(RemoteError, match="start the endpoint"):
        Engine("m", "http://127.0.0.1:9/v1").check()


def test_killed_run_goes_on_and_pays_no_call_twice(
    given: Paper, release: Path, tmp_path: Path
) -> None:
    code = (
        "import sys; from pathlib import Path; from evaluation import releases;"
        "from evaluation.evaluate import Conditions, paper, run_model;"
        "from evaluation.engine import Engine;"
        f"p = paper(releases.open_release(Path({str(release)!r})), 'test', None, 0);"
        "run_model(p, Engine('stub', sys.argv[1], sampling={'temperature': 0.0}, connections=2),"
        "Path(sys.argv[2]), Conditions())"
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
        _, table = run_model(given, engine(stub, connections=2), tmp_path, Conditions())
    again = sum(count - 1 for count in stub.served.values())
    assert written >= 10
    assert again <= 2 * 2  # those in flight
    assert score(table, given.questions).height == given.questions.height
