"""The exported folder run by EvalScope and OpenCompass: our score, question by question."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from evaluation import releases
from pipeline.cli import cli
from tests.evaluation.stub import Stub, serving
from tests.evaluation.student import Student

BIN = Path(os.environ.get("CPSYEXAM_HARNESSES", ""))
pytestmark = pytest.mark.skipif(
    not (BIN / "opencompass").is_file(), reason="their own environment: make test-harnesses"
)
SHOTS = 5
# OpenCompass counts tokens before it asks; this tokenizer takes a character for one
TOKENIZER = """
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast
bare = Tokenizer(models.WordLevel({"?": 0}, unk_token="?"))
bare.pre_tokenizer = pre_tokenizers.Split("", "isolated")
PreTrainedTokenizerFast(tokenizer_object=bare, unk_token="?").save_pretrained("tokenizer")
"""


@pytest.fixture(scope="module", params=["release", "law"])
def exported(request: pytest.FixtureRequest) -> Path:
    """A release of psychology, and a stranger's."""
    found: Path = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="module")
def tasks(exported: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("harnesses") / "tasks"
    done = CliRunner().invoke(cli, ["export", str(folder), "--release", str(exported)])
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def asked(exported: Path) -> pl.DataFrame:
    return releases.questions(releases.open_release(exported), "test")


@pytest.fixture
def stub(asked: pl.DataFrame) -> Iterator[Stub]:
    with serving(Student(asked)) as stub:
        yield stub
        assert len(stub.calls) == asked.height
        assert {len(call) for call in stub.calls} == {2 + 2 * SHOTS}
        assert {call[0]["role"] for call in stub.calls} == {"system"}


def run(folder: Path, *command: str, **given: str) -> None:
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "OPENAI_API_KEY": "none", **given}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


def test_evalscope_scores_as_we_do(
    tasks: Path, stub: Stub, asked: pl.DataFrame, tmp_path: Path
) -> None:
    script = str(tasks / "cpsyexam_evalscope.py")
    out = ["--shots", str(SHOTS), "--out", str(tmp_path)]
    run(tmp_path, str(BIN / "python"), script, "stub", stub.url, *out)
    found: dict[str, float] = {}
    for path in tmp_path.rglob("reviews/**/*.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            score = json.loads(line)["sample_score"]
            values = score["score"]["value"]
            worth = values["Rouge-L-F" if "Rouge-L-F" in values else "acc"]
            found[score["sample_metadata"]["id"]] = worth
    assert found == pytest.approx(Student(asked).worth(set(asked["id"])))


def test_opencompass_scores_as_we_do(
    tasks: Path, stub: Stub, asked: pl.DataFrame, tmp_path: Path
) -> None:
    run(tmp_path, str(BIN / "python"), "-c", TOKENIZER)
    config = str(tasks / "cpsyexam_opencompass_config.py")
    run(
        tmp_path, str(BIN / "opencompass"), config, "-w", "out", "--debug",
        MODEL="stub", BASE_URL=stub.url, SHOTS=str(SHOTS), TOKENIZER="tokenizer",
        PYTHONPATH=str(tasks),
    )  # fmt: skip
    found: dict[str, float] = {}
    for path in tmp_path.rglob("results/**/*.json"):
        result = json.loads(path.read_text("utf-8"))
        name = "rouge_l" if "rouge_l" in result else "exact"
        each = [(one["id"][0], one[name][0]) for one in result["details"]]
        assert result[name] == pytest.approx(100 * sum(worth for _, worth in each) / len(each))
        found |= dict(each)
    assert found == pytest.approx(Student(asked).worth(set(asked["id"])))
