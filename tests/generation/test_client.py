"""Every setting of a model that writes has its effect at an endpoint, and every wait ends."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from asking.client import Client
from asking.messages import message
from asking.model import Model
from bench.writing import catalogue, source
from cpsyexam.errors import ConfigError, RemoteError
from generation.settings import read_source
from pipeline.cli import cli
from tests.evaluation.stub import DRIP, FLOOD, Stub, serving

ASKED = (message("user", "one"),)


def client(stub: Stub, **given: object) -> Client:
    settings = {"name": "writer", "base_url": stub.url, "timeout": 600.0, "retries": 1, **given}
    return Client(Model.model_validate(settings), pause=0.01)


def test_sampling_key_and_name_arrive_with_every_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WRITER", "secret")
    sampling = {"temperature": 0.25, "top_p": 0.5, "max_tokens": 99}
    with serving(lambda _: "yes", key="secret") as stub:
        assert client(stub, key_variable="WRITER", **sampling).ask(ASKED, {}).text == "yes"
        monkeypatch.delenv("WRITER")
        with pytest.raises(ConfigError, match="environment variable WRITER is empty"):
            client(stub, key_variable="WRITER").ask(ASKED, {})
    [sent] = stub.settings
    assert {name: sent[name] for name in ("model", *sampling)} == {"model": "writer", **sampling}


@pytest.mark.parametrize("retries", [0, 2])
def test_retries_are_the_further_requests_of_a_call(retries: int) -> None:
    with serving(lambda _: "yes", faults={"one": [500] * 9}) as stub:
        with pytest.raises(RemoteError, match="answered 500"):
            client(stub, retries=retries).ask(ASKED, {})
    assert len(stub.calls) == retries + 1


def test_half_a_pair_of_surrogates_in_an_answer_is_no_text() -> None:
    with serving(lambda _: "A \ud800 B") as stub:
        assert client(stub).ask(ASKED, {}).text == "A ? B"


def test_calls_of_a_minute_are_apart() -> None:
    with serving(lambda _: "yes") as stub:
        asker = client(stub, per_minute=300)
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _: asker.ask(ASKED, {}), range(4)))
    assert stub.times[-1] - stub.times[0] > 0.5  # of 3 x 0.2 s


def test_in_flight_are_the_calls_under_way(tmp_path: Path) -> None:
    place = catalogue(tmp_path / "c", [f"概念{n}" for n in "甲乙丙丁戊己"])
    with serving(lambda _: "no question", delay=0.1, together=2) as stub:
        toml = source(tmp_path, stub.url, place, in_flight=2)
        CliRunner().invoke(cli, ["generate", str(toml)])
    assert read_source(toml).model.in_flight == stub.at_once == 2


@pytest.mark.parametrize(
    ("fault", "timeout", "error"),
    [
        (DRIP, 0.5, "no answer: not within 0.5 s"),
        (FLOOD, 600.0, "no answer: 8388608 bytes or more"),
        (500, 600.0, "answered 500"),
        (208, 600.0, r"answered 200: \[\["),
    ],
)
def test_what_has_no_end_is_given_up(fault: int | str, timeout: float, error: str) -> None:
    with serving(lambda _: "yes", faults={"one": [fault] * 9}) as stub:
        with pytest.raises(RemoteError, match=error):
            client(stub, timeout=timeout).ask(ASKED, {})
    assert len(stub.calls) == 2
