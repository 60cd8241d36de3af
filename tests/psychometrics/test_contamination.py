import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from cpsyexam.errors import ConfigError
from evaluation import releases
from pipeline.cli import cli
from pipeline.contamination import log_probabilities
from psychometrics import asking, probes
from psychometrics.contamination import Material, Report, examine, guids
from tests.psychometrics import memory

PUBLIC, PRINTED = memory.bank(800, 1)
RESERVED, _ = memory.bank(400, 2)
ROWS = {row["id"]: row for row in (*PUBLIC, *RESERVED)}
GUID = "2ae3efe3-d2ac-4d89-afe8-e97a80bd7af4"


def told(cutoff: str = "", more: dict[str, Any] | None = None, **mind: Any) -> Report:
    given = Material(PUBLIC, RESERVED, PRINTED, guids=[GUID], **(more or {}))
    return examine("m", given, memory.Mind(ROWS, PRINTED, **mind), cutoff)


def shown(report: Report) -> set[str]:
    return {row.name for row in report.probes if row.verdict == "shown"}


def test_a_model_that_saw_nothing_shows_nothing() -> None:
    report = told()
    assert shown(report) == set()
    assert not report.recited.height
    assert {row.name for row in report.probes} >= {
        "printed order", "public less reserved", "same in all orders", "favourite letter",
        "options without the stem", "missing option", "continuation", "canary",
    }  # fmt: skip


def test_letters_by_heart_show_in_the_printed_order_alone() -> None:
    report = told(letters=memory.share(PUBLIC, 0.06, 5))
    assert {"printed order", "printed letter"} <= shown(report)
    assert not {"missing option", "continuation", "canary"} & shown(report)


def test_wording_by_heart_shows_where_parts_are_hidden() -> None:
    seen = memory.share(PUBLIC, 0.3, 5)
    report = told(wording=seen)
    assert {"public less reserved", "missing option", "continuation"} <= shown(report)
    assert not {"printed order", "printed letter"} & shown(
        report
    )  # helps in both orders, as the row says
    assert set(report.recited["id"]) == seen


def test_a_canary_given_back_is_no_luck() -> None:
    given = Material(PUBLIC[:19], guids=[GUID])
    report = examine("m", given, memory.Mind(ROWS, PRINTED, canaries=frozenset({GUID})))
    assert shown(report) == {"canary"}


def test_a_habit_of_position_is_told_from_knowledge() -> None:
    def always_a(name: str, asks: Any) -> Any:
        replies = memory.Mind(ROWS, PRINTED)(name, asks)
        return {
            key: (replace(reply, text="答案：A"), more) for key, (reply, more) in replies.items()
        }

    report = examine("m", Material(PUBLIC[:400]), always_a)
    by_name = {row.name: row for row in report.probes}
    assert by_name["same in all orders"].value == 0
    assert by_name["favourite letter"].value == 1
    assert by_name["favourite letter"].verdict == "shown"
    assert by_name["options without the stem"].verdict == "not shown"


def test_a_favourite_letter_is_no_memory_of_the_printed_one() -> None:
    rng = np.random.default_rng(4)
    printed = rng.choice(4, 600, p=[0.55, 0.15, 0.15, 0.15])  # a source that likes A
    always_a = [[0] if rng.random() < 0.7 else [] for _ in printed]
    assert probes.printed_letter(always_a, printed.tolist(), 1).verdict == "not shown"
    follows = [
        [place] if i % 5 == 0 else row
        for i, (place, row) in enumerate(zip(printed.tolist(), always_a, strict=True))
    ]
    assert probes.printed_letter(follows, printed.tolist(), 1).verdict == "shown"


@pytest.mark.slow
def test_kinds_and_dates_are_compared_at_equal_difficulty() -> None:
    half = {row["id"]: i % 2 for i, row in enumerate(PUBLIC)}
    seen = frozenset(name for name, odd in half.items() if odd)
    more = {
        "kinds": {name: "web" if odd else "books" for name, odd in half.items()},
        "captured": {name: "2023-01-01" if odd else "2026-01-01" for name, odd in half.items()},
        "expected": dict.fromkeys(half, 0.5),
    }
    report = told("2024-10-01", more, wording=seen)
    assert {"web less the rest", "captured before the model"} <= shown(report)
    assert "books less the rest" not in shown(report)
    assert not {n for n in shown(told("2024-10-01", more)) if "less the rest" in n}


def test_what_cannot_be_asked_is_said() -> None:
    mind = memory.Mind(ROWS, PRINTED)
    report = examine("m", Material(PUBLIC[:50]), mind)
    said = "\n".join(report.left_out)
    for words in (
        "private build",
        "reserve folder",
        "answers of other models",
        "--cutoff",
        "CANARY",
    ):
        assert words in said
    few = examine("m", Material(PUBLIC[:19], guids=[GUID]), mind)
    assert [row.name for row in few.probes] == ["canary"]


def test_power_grows_with_questions_and_is_printed() -> None:
    rng = np.random.default_rng(0)
    powers = []
    for n in (200, 3000):
        one, two = rng.random(n) < 0.6, rng.random(n) < 0.6
        row = probes.printed_gap(one.tolist(), two.tolist(), [str(i) for i in range(n)])
        assert row.power is not None
        powers.append(row.power)
    assert powers[0] < 0.1 < powers[1]


def test_log_probabilities_of_seen_text_are_told() -> None:
    rng = np.random.default_rng(1)
    unseen = [rng.normal(-4, 1, 30).tolist() for _ in range(200)]
    seen = [rng.normal(-3, 1, 30).tolist() for _ in range(200)]
    assert probes.min_k(seen, unseen).verdict == "shown"
    assert probes.min_k(unseen, unseen[::-1]).verdict == "not shown"


def test_the_hidden_option_is_wrong_long_enough_and_always_the_same() -> None:
    options = ["甲", "注意的广度", "注意的稳定性", "注意的分配"]
    row: dict[str, Any] = {"id": "q", "options": options, "key": [2]}
    gone = asking.hidden(row)
    assert gone in (1, 3)
    assert asking.hidden(dict(row)) == gone
    assert asking.hidden({**row, "options": ["甲", "乙", "注意的稳定性", "丁"]}) is None
    other = {1: 3, 3: 1}[gone]
    assert asking.given_back(row, f"“{row['options'][gone]}”。")
    assert not asking.given_back(row, row["options"][other])
    assert not asking.given_back(row, "")


def test_half_of_a_stem_must_come_back_in_its_own_words() -> None:
    row = {
        "id": "q",
        "question": "艾宾浩斯在研究遗忘时采用无意义音节作为材料，"
        "其主要目的是排除过去经验对记忆的影响",
    }
    half = len(row["question"]) // 2
    assert asking.continued(row, row["question"][half:])
    assert not asking.continued(row, row["question"][:half])
    assert not asking.continued(row, "其主要目的是")


@given(st.permutations(range(4)), st.integers(0, 3))
def test_any_order_gives_the_released_positions_back(places: list[int], key: int) -> None:
    row = {**PUBLIC[0], "key": [key]}
    order = asking.Order("any", {row["id"]: places})
    mind = memory.Mind({row["id"]: row}, {}, knows=1.0)
    replies = mind("any", asking.choices("m", [row], order))
    said = asking.named([row], order, replies)
    assert said == {row["id"]: [key]}
    assert asking.right([row], said) == [1.0]


def test_calls_are_the_same_every_time_and_differ_by_model() -> None:
    order = asking.cyclic(PUBLIC, 1)
    one = [ask.key for ask in asking.choices("m", PUBLIC, order)]
    assert one == [ask.key for ask in asking.choices("m", PUBLIC, order)]
    assert not set(one) & {ask.key for ask in asking.choices("n", PUBLIC, order)}
    assert len(set(one)) == len(one)


def test_no_call_holds_the_key() -> None:
    for ask in asking.choices("m", PUBLIC[:20], asking.cyclic(PUBLIC, 0)):
        assert "答案" not in ask.messages[1]["content"]
    for ask in asking.missing_option("m", PUBLIC[:20]):
        row = ROWS[ask.id]
        gone = asking.hidden(row)
        assert gone is not None
        assert row["options"][gone] not in ask.messages[1]["content"]


def test_guids_of_a_text() -> None:
    assert guids(f"| GEE | test | {GUID} |\n| x | 12-34 |") == [GUID]


def test_small_samples_are_not_certain() -> None:
    row = probes.recited("x", [True] * 3 + [False] * 17, [], "")
    assert row.low < 0.15 < row.high


def lines(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_log_probabilities_of_ones_own_server_are_a_row(release: Path, tmp_path: Path) -> None:
    """Public texts are likelier, token for token: the model has seen them."""
    rng = np.random.default_rng(6)
    opened = releases.open_release(release)
    held = release.parents[1] / "reserve" / release.name
    told = []
    for split, mean in (("test", -3.0), ("reserved", -4.0)):
        asked = releases.known(releases.questions(opened, split, held), ("SCQ", "MAQ"))
        told += [{"id": n, "logprobs": [None, *rng.normal(mean, 1, 30)]} for n in asked["id"]]
    file = tmp_path / "scored.jsonl"
    file.write_text(lines(*told, {"id": "q_other", "logprobs": [-1.0]}), "utf-8")
    arguments = ["contamination", "m", "--release", str(release), "--keys", str(held)]
    arguments += ["--out", str(tmp_path), "--logprobs", str(file)]
    run = CliRunner().invoke(cli, arguments)
    assert run.exit_code == 0, run.output
    [found] = tmp_path.glob("contamination/*/logprobs/contamination.json")
    [row] = json.loads(found.read_text("utf-8"))["probes"]
    assert (row["probe"], row["verdict"]) == ("min-k", "shown")
    assert row["value"] > 0.8
    file.write_text(lines(*told[:30]), "utf-8")
    few = CliRunner().invoke(cli, arguments)
    assert "30 public and 0 reserved questions, 20 of each are the least" in few.output
    assert "1 ids that are no choice questions" in run.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"id": "q1"}\n', "line 1: logprobs: Field required"),
        ('{"id": "q1", "logprobs": [0.1]}\nx\n', "line 2: line: Invalid JSON"),
        (lines({"id": "q1", "logprobs": ["x"]}), "line 1: logprobs.0: Input should be a valid"),
        (lines(*[{"id": "q1", "logprobs": [-1.0]}] * 2), "line 2: 'q1' twice"),
    ],
)
def test_a_file_that_is_no_table_of_log_probabilities(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "scored.jsonl"
    file.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as told:
        log_probabilities(file)
    assert said in told.value.line()
