"""What a person types wrong, and the one line that helps."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cpsyexam.errors import ConfigError, CpsyexamError, ReleaseError
from pipeline.cli import cli
from pipeline.commands.build import raised_version
from pipeline.paths import ReleaseFolder, own_cache
from pipeline.tables import names, shown

HEAD = 'name = "x"\nversion = "1.0.0"\n'
KEYS = 'keys = {split = "a.key", salt = "b.key"}\n'


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(*args: str, stdin: str | None = None) -> tuple[str, int]:
    """Output and error of a call, and its exit code."""
    result = CliRunner().invoke(cli, list(args), input=stdin)
    error = result.exception
    if isinstance(error, CpsyexamError):
        return result.output + error.line(), error.exit_code
    assert error is None or isinstance(error, SystemExit), error
    return result.output, result.exit_code


@pytest.mark.parametrize(
    ("args", "help_"),
    [
        (["show", "splits"], "no table 'splits'; did you mean 'split'?"),
        (["show", "foobar"], "no table 'foobar'; tables: web, books, banks"),
        (["show", "split", "--limit", "-3"], "-3 is not in the range 0<=x<="),
        (["duplicates", "--kind", "foo"], "'foo' is not one of 'near'"),
        (["bild"], "No such command 'bild'; did you mean 'build'?"),
        (["zzz"], "No such command 'zzz'; see cpsyexam --help"),
        (["build"], "dataset.toml: no recipe here; cpsyexam init writes one"),
        (["audit", "."], "is not a release; give the folder that holds RELEASE.json"),
        (["parse", "bank.csv"], "looks like a bank, not like a paper; look at it: cpsyexam insp"),
        (["crawl", "examcoo"], "dataset.toml: no recipe here, whose table [crawl]"),
        (["push", "foo"], "foo: no name of a dataset; it is written org/name"),
        (["crawl", "examcoo", "--recipe", "plain.toml"], "plain.toml: table [crawl] has no cont"),
        (["audit", ".", "--signers", "pipe"], "pipe: is no regular file"),
        (
            ["inspect", "bank.csv", "--to", "plain.toml"],
            "plain.toml: is there already and would be",
        ),
        (["people", "paper", "--each", "2", "--to", "bank.csv"], "bank.csv: is there already"),
        (["known", "bank.csv", "--against", "x.csv", "--to", "bank.csv"], "is there already"),
        (
            ["people", "verdicts", "bank.csv", "--key", "bank.csv", "--to", "bank.csv"],
            "is there al",
        ),
        (["export", "made"], "made: lies in a release, which would no longer be whole"),
    ],
)
def test_a_wrong_use_gets_the_line_that_helps(desk: Path, args: list[str], help_: str) -> None:
    (desk / "bank.csv").write_text("题干,答案\n甲,A\n", "utf-8")
    (desk / "plain.toml").write_text(HEAD + KEYS, "utf-8")
    os.mkfifo(desk / "pipe")
    (desk / "made").mkdir()
    (desk / "made/RELEASE.json").touch()
    text, code = said(*args)
    assert help_ in text
    assert code == 2


@pytest.mark.parametrize(
    ("recipe", "help_"),
    [
        (HEAD, "keys is missing; add [keys] split = … salt = …"),
        (KEYS + 'name = "x"\n', 'version is missing; add version = "…"'),
        (HEAD.replace("1.0.0", "1") + KEYS, "three numbers, \"0.1.0\", is wanted (value: '1')"),
        (HEAD + KEYS + '[banks]\nsources = "x.toml"\n', 'a list is wanted: ["x.toml"]'),
        (HEAD + KEYS + "foo = 1\n", "unknown key 'foo'; remove it"),
        (HEAD + KEYS + "[split.test]\nTQ = {SCQ = 3}\n", "did you mean 'TQE'?"),
        (HEAD + KEYS + '[split]\nquotas = "paper"\n', "'proportional' or 'cpsyexam'"),
        (HEAD + 'keys = {split = "a", salt = "a"}\n', "two different keys are needed"),
        (HEAD + KEYS + 'taxonomy = "none.toml"\n', "none.toml: no such file"),
    ],
)
def test_a_wrong_recipe_gets_the_line_that_helps(desk: Path, recipe: str, help_: str) -> None:
    (desk / "r.toml").write_text(recipe, "utf-8")
    text, code = said("build", "r.toml")
    assert help_ in text
    assert "\n" not in text.strip()
    assert code == 2


def test_a_bank_without_a_subject_of_the_taxonomy_says_what_rejected_it(desk: Path) -> None:
    (desk / "bank.csv").write_text(
        "题干,A,B,C,答案,科目,考试\n下列财产中属于法定孳息的是,存款利息,果树的果实,母牛的幼崽,A,民法,NJE\n",
        "utf-8",
    )
    begun, code = said("init", "law", "--from", "bank.csv")
    assert code == 0, begun
    recipe = desk / "law.toml"
    recipe.write_text(recipe.read_text("utf-8").replace('taxonomy = "law-taxonomy.toml"\n', ""))
    text, code = said("build", "law.toml", "--workers", "1")
    assert "1 of 1 rejected by exam_unknown" in text
    assert "cpsyexam show labeled/rejected" in text
    assert code == 2
    told, _ = said("show", "labeled/rejected")
    assert "  answer: A" in told
    assert "  options: A. 存款利息  B. 果树的果实" in told
    assert "no column 'foo'" in said("show", "parsed", "--where", "foo = 1")[0]
    assert said("show", "parsed", "--where", "foo = 1")[0].count("stem") == 1


def test_same_key_twice_is_refused(desk: Path) -> None:
    (desk / "bank.csv").write_text("题干,A,B,答案\n甲乙丙丁的说法正确的是,对的,错的,A\n", "utf-8")
    said("init", "mine", "--from", "bank.csv")
    salt = desk / "keys/mine-salt.key"
    salt.write_text((desk / "keys/mine-split.key").read_text("ascii"), "ascii")
    assert stat.S_IMODE(salt.stat().st_mode) == 0o600
    text, code = said("build", "mine.toml", "--workers", "1")
    assert "both keys are the same" in text
    assert "make another: openssl rand -hex 32" in text
    assert code == 2


def test_parse_reads_standard_input() -> None:
    paper = "1.注意的基本品质不包括（　　）。\nA.广度\nB.稳定性\nC.分配\nD.效度\n答案：D\n"
    text, code = said("parse", "-", "--json", stdin=paper)
    assert code == 0
    assert json.loads(text)["answer"] == "D"


def test_a_wrong_use_is_told_in_one_line(desk: Path) -> None:
    code = "import sys; from pipeline.cli import main; sys.argv[0] = 'cpsyexam'; main()"
    command = [sys.executable, "-c", code, "show"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=desk, check=False)
    assert done.stderr == "error: Missing argument 'TABLE'; see cpsyexam show --help\n"
    assert done.returncode == 2


def test_one_word_for_what_is_written() -> None:
    """`--out` is the root folder of a build, `--to` the one file or folder that a verb writes."""
    assert isinstance(cli, click.Group)
    options = [
        (verb, param)
        for verb in cli.list_commands(click.Context(cli))
        for param in _options(cli.get_command(click.Context(cli), verb))
    ]
    to = {verb for verb, param in options if "--to" in param.opts}
    assert {"inspect", "duplicates", "coverage", "plan", "known", "show-crop", "people"} <= to
    for verb, param in options:
        former = {"--html", "--picture", "--save", "--into"} & set(param.opts)
        assert not former or param.opts[0] == "--to", verb
        if "--out" in param.opts:
            assert param.name == "root", verb


def _options(command: click.Command | None) -> Iterator[click.Parameter]:
    assert command is not None
    yield from command.params
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            yield from _options(inner)


def test_the_program_alone_prints_its_help_and_succeeds() -> None:
    text, code = said()
    assert "Usage:" in text
    assert code == 0


def test_the_shell_completes_tables(desk: Path) -> None:
    code = "from pipeline.cli import cli; cli(prog_name='cpsyexam')"
    asked = {"_CPSYEXAM_COMPLETE": "bash_complete", "COMP_WORDS": "cpsyexam show uni"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=desk,
        env={**os.environ, **asked, "COMP_CWORD": "2"},
    )  # fmt: skip
    offered = [line.partition(",")[2] for line in done.stdout.splitlines()]
    assert offered == [name for name in names() if name.startswith("uni")]
    assert "unique/edges" in offered


def test_the_shell_completes_releases(desk: Path) -> None:
    for label in ("mine-0.1.0", "mine-0.2.0", "other-1.0.0"):
        (desk / "releases" / label).mkdir(parents=True)
        (desk / "releases" / label / "RELEASE.json").write_text("{}")
    context = click.Context(click.Command("audit"))
    offered = [
        c.value
        for c in ReleaseFolder().shell_complete(context, click.Argument(["release"]), "mine")
    ]
    assert offered == ["releases/mine-0.1.0", "releases/mine-0.2.0"]


def test_answers_are_shown_as_letters() -> None:
    assert shown({"answer": [2, 0], "order": [1, 0], "stem": ""}) == [
        ("answer", "AC"),
        ("order", "BA"),
    ]


def test_a_version_is_written_into_the_recipe_and_nothing_else(desk: Path) -> None:
    recipe = desk / "mine.toml"
    text = f'# mine\r\n{HEAD}{KEYS}[release]\nprevious = "none" # version = "9.9.9"\n'
    recipe.write_bytes(text.encode())
    with raised_version(recipe, "1.2.0"):
        pass
    assert recipe.read_bytes().decode() == text.replace('"1.0.0"', '"1.2.0"')
    before = recipe.read_bytes()
    for wrong in ("1.2", "v1.2.0", ""):
        with pytest.raises(ConfigError, match="is no version"), raised_version(recipe, wrong):
            pass
    with pytest.raises(ReleaseError), raised_version(recipe, "1.3.0"):  # refused later on
        raise ReleaseError("no")
    assert recipe.read_bytes() == before
    recipe.write_text(KEYS, "utf-8")
    with pytest.raises(ConfigError, match="has no version"), raised_version(recipe, "1.2.0"):
        pass


def test_a_cache_that_others_may_write_is_closed_and_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place = tmp_path / "cache"
    own_cache(tmp_path)
    assert not caplog.text
    place.chmod(0o777)
    own_cache(tmp_path)
    own_cache(tmp_path)
    assert caplog.text.count("others could write there") == 1
    assert stat.S_IMODE(place.stat().st_mode) == 0o755


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
@pytest.mark.parametrize("of", ["cache", "cache/ocr"])
def test_a_cache_of_another_owner_is_not_used(tmp_path: Path, of: str) -> None:
    own_cache(tmp_path)
    (tmp_path / "shared").mkdir()
    (tmp_path / "cache" / "ocr").symlink_to(tmp_path / "shared")
    os.chown(tmp_path / of, 12345, -1)
    with pytest.raises(ConfigError, match=f"{of}: belongs to another user .* have --store"):
        own_cache(tmp_path)


_READ = [
    ("parse", "{}"), ("parse", "paper.txt", "--key", "{}"), ("build", "{}"), ("plan", "{}"),
    ("inspect", "paper.txt", "--map", "{}"), ("label", "{}"),
    ("score", "{}"), ("results", "--people", "{}"), ("sft", "--check", "{}"), ("reread", "{}"),
]  # fmt: skip


@pytest.mark.parametrize("verb", _READ, ids=" ".join)
def test_a_pipe_and_a_link_to_itself_are_no_input(desk: Path, verb: tuple[str, ...]) -> None:
    os.mkfifo(desk / "pipe.toml")
    (desk / "loop.toml").symlink_to("loop.toml")
    for name, why in (("pipe.toml", "no regular file"), ("loop.toml", "leads nowhere")):
        text, code = said(*(word.format(name) for word in verb))
        assert code == 2
        assert why in text
