"""Models asked by the nodes of a cluster: the answers of one process, also where a node dies."""

import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from asking.asker import Asker, Budget
from asking.client import Client
from asking.journal import Journal, read_journal
from asking.model import Model
from bench.endpoint import Endpoint
from bench.writing import catalogue, source
from concepts.reading import read_catalogue
from cpsyexam.errors import ConfigError
from gating.second.run import Sheet, calls, reread
from gating.second.settings import ReaderSettings
from generation.asking import Outcome, tasks, write_questions
from generation.prompts import read_prompts
from generation.settings import read_source
from tests.evaluation.stub import serving
from tests.gating.test_quotations import PAGE, ROWS, honest, row
from tests.ray.nodes import QUIET, Nodes, kill

ray = pytest.importorskip("ray", reason="it has its own environment: make test-ray")
NAMES = [f"概念{chr(0x4E00 + 37 * k)}{chr(0x5B50 + 53 * k)}" for k in range(24)]
KEY = "CPSYEXAM_TEST_KEY"


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**QUIET, KEY: "nobody's"}.items():
            patch.setenv(name, value)
        started = Nodes()
        patch.delenv(KEY)  # so that only the nodes have it
        yield started
        ray.shutdown()
        started.end()


def asked(toml: Path, folder: Path, on: str) -> tuple[Outcome, dict[str, str]]:
    """A run, and the answers in its journal by key."""
    chosen = read_source(toml)
    model = chosen.model.model_copy(update={"on": on, "key_variable": KEY if on else ""})
    with Journal(folder / "journal") as journal:
        asker = Asker(Client(model, pause=0.01), journal, Budget(None))
        wanted = tasks(read_catalogue(chosen.catalogue), chosen.only)
        outcome = write_questions(wanted, read_prompts(chosen.prompts), asker)
    return outcome, {entry.key: entry.output for _, entry in read_journal(folder / "journal")}


def test_nodes_ask_what_one_process_asks(nodes: Nodes, tmp_path: Path) -> None:
    """A key that only nodes have; a node is killed while they ask."""
    with Endpoint(delay=0.3) as endpoint:
        toml = source(tmp_path, endpoint.base_url, catalogue(tmp_path / "catalogue", NAMES))
        (tmp_path / "one").mkdir()
        wanted = asked(toml, tmp_path / "one", "")
        (tmp_path / "nodes").mkdir()
        killer = threading.Thread(target=killed_at, args=(endpoint, nodes))
        killer.start()
        found = asked(toml, tmp_path / "nodes", f"ray://{nodes.address}")
        killer.join()
    assert found == wanted
    assert len(found[1]) == len(NAMES)
    assert len(nodes.raylets()) == 2


def killed_at(endpoint: Endpoint, nodes: Nodes) -> None:
    """Kill a node that is not the builder's once some of its questions are asked."""
    begun = endpoint.requests
    while endpoint.requests < begun + 4:
        time.sleep(0.01)
    assert kill(nodes.raylets()[-1])


def test_a_node_without_the_key_is_said(nodes: Nodes, tmp_path: Path) -> None:
    with Endpoint() as endpoint:
        toml = source(tmp_path, endpoint.base_url, catalogue(tmp_path / "catalogue", NAMES[:1]))
        model = read_source(toml).model.model_copy(
            update={"on": f"ray://{nodes.address}", "key_variable": "NOWHERE"}
        )
        with pytest.raises(ConfigError, match="variable NOWHERE is empty on a node"):
            Client(model).ask(({"role": "user", "content": "?"},), {})


def quoted(messages: list[dict[str, str]]) -> str:
    """What an honest second reader says of the question that it is asked about."""
    [number] = re.findall(r"^1\. 第(\d+)题", messages[1]["content"], re.MULTILINE)
    [place] = [place for place, one in enumerate(ROWS) if one[0] == number]
    return json.dumps({"questions": [honest(place)]}, ensure_ascii=False)


def test_nodes_read_again_what_one_process_reads(nodes: Nodes, tmp_path: Path) -> None:
    rows = [row(place) for place in range(len(ROWS))]
    sheets = [Sheet(one["number"], PAGE, [one], rows) for one in rows]
    wanted = [call for sheet in sheets for call in calls(sheet, ReaderSettings().longest)]
    found: list[Any] = []
    for on, key in (("", ""), (f"ray://{nodes.address}", "nobody's")):
        with (
            serving(quoted, key=key) as stub,
            Journal(tmp_path / f"journal{len(found)}") as journal,
        ):
            model = Model(
                name="reader", base_url=stub.url, retries=0, on=on, key_variable=KEY if on else ""
            )
            outcome = reread(wanted, Asker(Client(model), journal, Budget(None)))
            assert len(stub.calls) == len(rows)
        found.append(outcome)
    assert found[0] == found[1]
    assert {one.outcome for one in found[0].rows.values()} == {"agreed"}
    assert len(found[0].rows) == len(rows)
