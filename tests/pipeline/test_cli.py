"""The command line: every verb has help with an example; errors are one line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import polars as pl
import pytest
from click.testing import CliRunner

from pipeline.cli import _unforeseen, cli
from tests.shared import called

VERBS = cli.list_commands(click.Context(cli))


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb: str) -> None:
    result = CliRunner().invoke(cli, [verb, "--help"])
    assert result.exit_code == 0, result.output
    assert f"Example: cpsyexam {verb}" in " ".join(result.output.split())
    assert max(len(line) for line in result.output.splitlines()) <= 80


def test_help_begins_with_ten_verbs_and_has_every_verb_once_on_a_line() -> None:
    text = CliRunner().invoke(cli, ["--help"]).output
    told = text.partition("Options:")[0]
    first, *further = re.findall(r"(?m)^\w[\w ]*:\n((?: {2}.*\n)+)", told)
    groups = [[line.split()[0] for line in group.splitlines()] for group in (first, *further)]
    assert groups[0][:4] == ["init", "build", "audit", "inspect"]
    assert len(groups[0]) == 10
    assert sorted(verb for group in groups for verb in group) == VERBS
    assert "More:" not in text, "name its group in pipeline/cli.py"


def test_help_loads_no_heavy_package() -> None:
    code = (
        "import sys; from pipeline.cli import cli; cli(['--help'], standalone_mode=False);"
        "print([m for m in ('polars', 'scrapy', 'numba', 'rapidocr') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = done.stdout.strip().splitlines()[-1]
    assert "scrapy" not in heavy
    assert "numba" not in heavy
    assert "rapidocr" not in heavy


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["build", "none.toml"], "error: none.toml: no such file; check the path"),
        (["build", "sed.toml"], "unknown key 'relase'; did you mean 'release'?"),
        (["build", "empty.toml"], "names no source; add one of [web], [books], [banks]"),
        (["show", "split"], "not built yet; run cpsyexam build"),
        (["parse", "none.txt"], "error: none.txt: cannot be read: No such file"),
        (["parse", "binary.txt"], "is not readable text"),
        (["nosuch"], "No such command 'nosuch'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    tmp_path: Path, args: list[str], message: str
) -> None:
    head = 'name = "x"\nversion = "1.0.0"\nkeys = {split = "a", salt = "b"}\n'
    (tmp_path / "sed.toml").write_text(head + "[relase]\n")
    (tmp_path / "empty.toml").write_text(head)
    (tmp_path / "binary.txt").write_bytes(bytes(range(256)) * 4)
    done = called(*args, cwd=tmp_path)
    assert message in done.stderr
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert called("--debug", *args, cwd=tmp_path).returncode == 2


def test_debug_is_an_option_of_the_program_and_of_a_verb_not_a_word_anywhere(
    tmp_path: Path,
) -> None:
    code = "from pipeline.cli import main; main()"
    command = [sys.executable, "-c", code, "--debug", "show", "split"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert "Traceback" in done.stderr
    assert "Traceback" in called("show", "split", "--debug", cwd=tmp_path).stderr
    assert "Traceback" not in called("show", "split", "--where", "--debug", cwd=tmp_path).stderr


@pytest.mark.parametrize("said", ["none", "0", "-2", "1.5"])
def test_workers_are_auto_or_a_number(said: str) -> None:
    result = CliRunner().invoke(cli, ["build", "--workers", said], standalone_mode=True)
    assert result.exit_code == 2
    assert "is not `auto` or a number from 1" in result.output


def test_parse_reads_a_text(tmp_path: Path) -> None:
    path = tmp_path / "paper.txt"
    path.write_text(
        "1.注意的基本品质不包括（　　）。\nA.广度\nB.稳定性\nC.分配\nD.效度\n答案：D\n", "utf-8"
    )
    done = called("parse", str(path), "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert '"options": ["广度", "稳定性", "分配", "效度"], "answer": "D"' in done.stdout
    shown = called("parse", str(path), cwd=tmp_path).stdout
    assert "1 questions" in shown
    assert "D. 效度" in shown


@pytest.mark.parametrize("args", [("show", "split"), ("trace", "q1")])
def test_show_and_trace_refuse_the_build_of_another_recipe(
    tmp_path: Path, args: tuple[str, str]
) -> None:
    folder = tmp_path / "build" / "release"
    folder.mkdir(parents=True)
    outputs = {name: {"sha256": "0", "rows": 0} for name in ("kept", "rejected")}
    receipt = {"key": "k", "outputs": outputs, "folders": {"../../releases/other-2.0.0": "0"}}
    (folder / "receipt.json").write_text(json.dumps(receipt))
    recipe = tmp_path / "mine.toml"
    recipe.write_text(
        'name = "mine"\nversion = "1.0.0"\nkeys = {split = "a", salt = "b"}\n'
        '[banks]\nsources = ["x.toml"]\n'
    )
    done = called(*args, "--recipe", "mine.toml", cwd=tmp_path)
    assert done.returncode == 2
    assert "build: holds no build of mine; run cpsyexam build mine.toml" in done.stderr
    (folder / "receipt.json").write_text(json.dumps(receipt).replace("other-2.0.0", "mine-1.0.0"))
    assert "not built yet" in called(*args, "--recipe", "mine.toml", cwd=tmp_path).stderr


def test_a_terminal_of_another_encoding_shows_what_it_can(tmp_path: Path) -> None:
    paper = tmp_path / "paper.txt"
    paper.write_text(
        "1.下列属于感觉的是（　　）。\nA.广度\nB.痛\nC.分配\nD.效度\n答案：B\n", "utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pipeline.entry", "parse", str(paper)],
        capture_output=True, check=False,
        env={**os.environ, "PYTHONIOENCODING": "latin-1", "LC_ALL": "C", "PYTHONUTF8": "0"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert "痛".encode("ascii", "backslashreplace") in done.stdout


def test_a_number_beyond_counting_is_a_wrong_use(tmp_path: Path) -> None:
    done = called("show", "split", "--limit", "1" * 24, cwd=tmp_path)
    assert done.returncode == 2
    assert "is not in the range 0<=x<=1000000000" in done.stderr


def test_a_table_of_another_stage_is_told_as_one() -> None:
    with pytest.raises(pl.exceptions.ColumnNotFoundError) as caught:
        pl.DataFrame({"a": [1]}).select("id")
    assert _unforeseen(caught.value).startswith("error: a table of the build is not what its stage")


def test_ctrl_c_while_modules_are_imported_is_one_line() -> None:
    code = """
import os, signal, sys
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
from pipeline.entry import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 130
    assert done.stderr == "stopped before anything began\n"
