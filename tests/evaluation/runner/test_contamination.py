"""Probes of memory at a local endpoint: a model that has seen the release, and one that has not."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from evaluation import releases
from evaluation.runs import Ask
from pipeline.contamination import material
from pipeline.paths import Paths
from psychometrics import asking
from psychometrics.contamination import Material
from tests.evaluation.conftest import Call
from tests.evaluation.stub import serving
from tests.evaluation.student import Student
from tests.psychometrics import memory

pytest.importorskip("inspect_ai", reason="it has its own environment: make test-eval")


class Endpoint:
    """Answers the calls of every probe as a simulated mind does, other prompts as a student."""

    def __init__(self, given: Material, student: Student, **mind: Any) -> None:
        rows = [*given.public, *given.reserved]
        self.student = student
        self.mind = memory.Mind({r["id"]: r for r in rows}, given.printed, knows=0.5, **mind)
        asks: list[tuple[str, list[Ask]]] = [
            ("printed order", asking.choices("m", _moved(given), _printed(given))),
            *((f"turned {t}", asking.choices("m", rows, asking.cyclic(rows, t))) for t in range(4)),
            ("no stem", asking.choices("m", rows, asking.cyclic(rows, 0), stem=False)),
            ("missing option", asking.missing_option("m", rows)),
            ("continuation", asking.continuation("m", rows)),
            ("canary", asking.canaries("m", given.guids)),
        ]
        self.asks = {_shown(ask.messages): (name, ask) for name, some in asks for ask in some}

    def __call__(self, messages: list[dict[str, str]]) -> str:
        found = self.asks.get(_shown(messages))
        if found is None:
            return self.student(messages)
        name, ask = found
        [(reply, _)] = self.mind(name, [ask]).values()
        return reply.text


def _shown(messages: list[dict[str, str]]) -> str:
    return "\n".join(message["content"] for message in messages)


def _moved(given: Material) -> list[asking.Row]:
    return [row for row in given.public if row["id"] in given.printed]


def _printed(given: Material) -> asking.Order:
    return asking.Order("printed", given.printed)


@pytest.fixture
def given(release: Path, tmp_path: Path) -> Material:
    """What is known at home; the private build lies below the run's folder."""
    root = release.parents[1]
    (tmp_path / "reserve").symlink_to(root / "reserve")
    build = tmp_path / "build"
    build.mkdir()
    for place in (root / "build").iterdir():
        (build / place.name).symlink_to(place)
    (build / "release").mkdir(exist_ok=True)
    outputs = {name: {"rows": 0, "sha256": ""} for name in ("kept", "rejected")}
    receipt = {"key": "k", "outputs": outputs, "folders": {str(release): ""}}
    (build / "release/receipt.json").write_text(json.dumps(receipt), "utf-8")
    opened = releases.open_release(release)
    return material(
        Paths(tmp_path), opened, "test", root / "reserve" / release.name, 0, reserve=True
    )


def probed(call: Call, endpoint: Endpoint, name: str, tmp_path: Path) -> dict[str, dict[str, Any]]:
    before = set(tmp_path.glob("contamination/*/contamination.json"))
    with serving(endpoint) as stub:
        done = call("contamination", name, "--base-url", stub.url, "--reserve")
        assert done.exit_code == 0, done.output
        asked = len(stub.calls)
        again = call("contamination", name, "--base-url", stub.url, "--reserve")
        assert again.exit_code == 0, again.output
        assert len(stub.calls) == asked  # every reply was in the journal
    [file] = set(tmp_path.glob("contamination/*/contamination.json")) - before
    rows = json.loads(file.read_text("utf-8"))["probes"]
    return {row["probe"]: {**row, "folder": file.parent} for row in rows}


def test_what_a_model_remembers_is_shown_and_listed(
    call: Call, release: Path, tmp_path: Path, given: Material
) -> None:
    asked = releases.questions(releases.open_release(release), "test")
    student = Student(asked)
    assert min(len(given.public), len(given.reserved), len(given.printed)) >= 20
    with serving(student) as stub:
        for model in ("alder", "birch"):  # what others know of the same questions
            assert call("evaluate", model, "--base-url", stub.url).exit_code == 0
    words = memory.share(given.public, 0.4, 5)
    seen = Endpoint(given, student, wording=words, canaries=frozenset(given.guids[:1]))
    found = probed(call, seen, "reciter", tmp_path)
    shown = {name for name, row in found.items() if row["verdict"] == "shown"}
    assert {"missing option", "continuation", "canary"} <= shown
    folder = found["canary"]["folder"]
    listed = pl.read_parquet(folder / "recited.parquet")
    assert set(listed["id"]) == words  # for the next reserve
    told = (folder / "contamination.json").read_text("utf-8")
    assert not [row["question"] for row in given.public if row["question"] in told]

    letters = frozenset(row["id"] for row in given.public)
    found = probed(call, Endpoint(given, student, letters=letters), "parrot", tmp_path)
    assert found["printed order"]["verdict"] == found["printed letter"]["verdict"] == "shown"
    assert found["continuation"]["verdict"] == "not shown"

    clean = probed(call, Endpoint(given, student), "reader", tmp_path)
    assert {name for name, row in clean.items() if row["verdict"] == "shown"} == set()
    assert {"web less the rest", "books less the rest"} <= clean.keys()
