"""A run against an endpoint with faults: nothing good is lost, nothing is paid twice."""

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from asking.asker import Asker, Budget
from asking.client import Client
from asking.journal import Journal, read_journal
from bench.endpoint import FAULTS, Endpoint
from bench.writing import catalogue, source
from concepts.reading import read_catalogue
from cpsyexam.errors import BusyError, RemoteError, SourceError
from cpsyexam.stage import StageResult
from generation.asking import Outcome, tasks, write_questions
from generation.estimate import estimate
from generation.prompts import read_prompts
from generation.settings import GeneratedSettings, read_source
from generation.stage import extract
from tests.waiting import until

NAMES = [f"概念{chr(0x4E00 + 37 * k)}{chr(0x5B50 + 53 * k)}" for k in range(60)]
RUN = "from pipeline.cli import main; main()"
# what a lasting fault is refused by; 429, 500 and time-outs leave no answer to refuse
RULES = {
    "invalid_json": "invalid_json", "three": "too_few_questions", "two_right": "not_one_answer",
    "truncated": "truncated", "refusal": "refusal",
}  # fmt: skip


def _run(toml: Path, limit: float | None = None) -> tuple[Outcome, Client]:
    chosen = read_source(toml)
    client = Client(chosen.model, pause=0.01)
    with Journal(chosen.journal) as journal:
        asker = Asker(client, journal, Budget(limit, journal.spent))
        wanted = tasks(read_catalogue(chosen.catalogue), chosen.only)
        return write_questions(wanted, read_prompts(chosen.prompts), asker), client


def _stage(toml: Path) -> StageResult:
    return extract({}, GeneratedSettings(sources=(toml,)))


def _law(result: StageResult) -> None:
    parents = {*result.kept["capture"], *result.rejected["parent"]}
    assert parents == set(result.tables["captures"]["capture"])


@pytest.fixture
def concepts(tmp_path: Path) -> Path:
    return catalogue(tmp_path / "catalogue", NAMES)


def test_faults_that_pass_cost_no_question(tmp_path: Path, concepts: Path) -> None:
    faults = {name: (FAULTS[k // 2 % 8], 1) for k, name in enumerate(NAMES) if k % 2}
    with Endpoint(faults=faults) as endpoint:
        toml = source(tmp_path, endpoint.base_url, concepts)
        first, _ = _run(toml)
        result = _stage(toml)
        before = endpoint.requests
        second, client = _run(toml)
    assert (first.failed, first.faulty) == ([], 0)
    assert result.kept.height == 240
    answered = Counter(fault for fault, _ in faults.values())
    assert dict(result.rejected["rule"].value_counts().rows()) == {
        rule: answered[fault] for fault, rule in RULES.items() if answered[fault]
    }
    _law(result)
    assert (client.calls, second.calls, second.kept) == (0, 0, 60)
    assert endpoint.requests == before
    assert max(endpoint.served.values()) == 1


def test_faults_that_last_are_refused_by_name(tmp_path: Path, concepts: Path) -> None:
    faults = {name: (fault, 99) for name, fault in zip(NAMES[::7], FAULTS, strict=False)}
    with Endpoint(faults=faults) as endpoint:
        toml = source(tmp_path, endpoint.base_url, concepts, retries=1)
        outcome, _ = _run(toml)
    result = _stage(toml)
    kept = result.kept.with_columns(concept=pl.col("notes").list.first().str.split("/").list.last())
    counts = dict(kept["concept"].value_counts().rows())
    for name in NAMES:
        fault = faults.get(name, ("", 0))[0]
        assert counts.get(name, 0) == {"": 4, "three": 3, "two_right": 3}.get(fault, 0), fault
    for name, (fault, _) in faults.items():
        here = result.rejected.filter(pl.col("record").str.contains(name))
        # both answers were bad; of the second the questions that are good were kept
        assert here["rule"].to_list() == ([RULES[fault]] * 2 if fault in RULES else []), fault
    assert sorted(line.split("/")[2].split(" ")[0] for line in outcome.failed) == sorted(
        name for name, (fault, _) in faults.items() if fault not in RULES
    )
    _law(result)


def test_an_endpoint_that_is_gone_stops_the_run(tmp_path: Path, concepts: Path) -> None:
    toml = source(tmp_path, "http://127.0.0.1:9/v1", concepts, retries=0)
    with pytest.raises(RemoteError, match="run again later"):
        _run(toml)


def test_structured_output_falls_back(tmp_path: Path) -> None:
    small = catalogue(tmp_path / "c", NAMES[:4])
    with Endpoint(refuses=("json_schema", "json_object")) as endpoint:
        toml = source(tmp_path, endpoint.base_url, small, in_flight=1)
        outcome, _ = _run(toml)
    assert outcome.failed == []
    assert endpoint.formats == ["json_schema", "json_object", *["text"] * 4]


def test_texts_are_bounded_for_a_model_that_does_not_end_them(tmp_path: Path) -> None:
    small = catalogue(tmp_path / "c", NAMES[:4])
    with Endpoint() as endpoint:
        _run(source(tmp_path, endpoint.base_url, small))
        free = set(endpoint.schemas)
        endpoint.schemas.clear()
        outcome, _ = _run(source(tmp_path, endpoint.base_url, small, longest_text=60))
        bounded = set(endpoint.schemas)
    assert outcome.calls == 4  # other sampling, asked anew
    [one], [other] = free, bounded
    assert "maxLength" not in one
    assert other.count('"maxLength": 60') == one.count('"type": "string"') == 5


def test_a_change_of_the_model_asks_again(tmp_path: Path) -> None:
    small = catalogue(tmp_path / "c", NAMES[:4])
    with Endpoint() as endpoint:
        _run(source(tmp_path, endpoint.base_url, small))
        warmer, _ = _run(source(tmp_path, endpoint.base_url, small, temperature=0.9))
    assert warmer.calls == 4


def test_the_budget_holds(tmp_path: Path, concepts: Path) -> None:
    with Endpoint() as endpoint:
        toml = source(tmp_path, endpoint.base_url, concepts)
        outcome, _ = _run(toml, limit=0.15)
        spent = sum(entry.price for _, entry in read_journal(read_source(toml).journal))
        assert outcome.over_budget > 0
        assert outcome.calls > 0
        assert spent <= 0.15
        rest, _ = _run(toml)
    assert rest.calls == outcome.over_budget


def test_the_estimate_counts_what_is_left(tmp_path: Path) -> None:
    small = catalogue(tmp_path / "c", NAMES[:10])
    with Endpoint(faults={NAMES[1]: ("three", 1)}) as endpoint:
        toml = source(tmp_path, endpoint.base_url, small)
        chosen = read_source(toml)
        prompts = read_prompts(chosen.prompts)
        wanted = tasks(read_catalogue(small))
        fresh = estimate(wanted, prompts, chosen.model, [])
        _run(toml)
    known = [entry for _, entry in read_journal(chosen.journal)]
    assert (fresh.calls, estimate(wanted, prompts, chosen.model, known).calls) == (10, 0)
    assert fresh.price == pytest.approx((fresh.tokens_in + 2 * fresh.tokens_out) / 1e6)


def test_a_torn_line_is_cut_and_a_broken_one_is_told(tmp_path: Path) -> None:
    small = catalogue(tmp_path / "c", NAMES[:4])
    with Endpoint() as endpoint:
        toml = source(tmp_path, endpoint.base_url, small)
        _run(toml)
        journal = read_source(toml).journal
        whole = journal.read_bytes()
        journal.write_bytes(whole + b'{"key": "half')
        again, _ = _run(toml)
        assert again.calls == 0
        assert journal.read_bytes() == whole
    journal.write_bytes(b"x" + whole)
    with pytest.raises(SourceError, match="line 1"):
        list(read_journal(journal))


def test_one_run_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(path), pytest.raises(BusyError, match="another run"), Journal(path):
        pass


def killed_after(endpoint: Endpoint, requests: int, toml: Path) -> None:
    """A run that is killed when it has asked so often."""
    last = endpoint.requests + requests
    run = subprocess.Popen(
        [sys.executable, "-c", RUN, "generate", str(toml)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    until(lambda: endpoint.requests >= last or run.poll() is not None)
    run.kill()
    run.wait()


def test_killed_runs_pay_no_more_than_what_was_under_way(tmp_path: Path, concepts: Path) -> None:
    dice, flying = random.Random(7), 4
    with Endpoint(delay=0.03) as endpoint:
        toml = source(tmp_path, endpoint.base_url, concepts, in_flight=flying)
        kills = 2
        for _ in range(kills):
            killed_after(endpoint, dice.randint(1, 8), toml)
        outcome, _ = _run(toml)
    assert outcome.kept > 0
    twice = sum(endpoint.served.values()) - len(endpoint.served)
    assert len(endpoint.served) == 60
    assert twice <= kills * flying
    assert _stage(toml).kept.height == 240
