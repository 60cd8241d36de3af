"""Nothing that comes from a page, a bank or a release steers the terminal or turns its text."""

import json
import re
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from cpsyexam.errors import SourceError
from cpsyexam.terminal import json_text, printable
from pipeline import cli as entry
from pipeline.terminal import SafeConsole
from tests.hostile.odd import GOOD

STEERING = {
    "clear the screen": "\x1b[2J",
    "title of the window": "\x1b]0;owned\x07",
    "link": "\x1b]8;;http://x.invalid\x1b\\",
    "conceal": "\x1b[8m",
    "control by one byte": "\x9b2J",
    "back over": "\b\b\b",
    "to the start of the line": "good\rbad",
    "null": "\x00",
    "delete": "\x7f",
    "bell": "\x07",
    "override": "\u202egnp.exe",
    "isolate": "\u2066x",
    "mark": "\u200f",
    "line separator": "a\u2028b",
    "tag characters": "\U000e0041",
    "vertical tab": "\x0b",
}
FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)


@pytest.fixture(params=STEERING)
def steering(request: pytest.FixtureRequest) -> str:
    return STEERING[str(request.param)]


def shown(*args: str) -> str:
    result = CliRunner().invoke(entry.cli, args)
    assert result.exit_code == 0, result.output
    found = FORBIDDEN.search(result.output)
    assert found is None, repr(result.output[max(found.start() - 40, 0) :][:80])
    return result.output


def paper(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "paper.txt"
    path.write_text(
        f"前言{text}\n1. 记忆的三个{text}环节是（ A ）\nA. 识记{text}、保持、回忆\nB. 感觉\n"
        f"C. 知觉\nD. 思维\n答案：A\n解析：艾宾浩斯{text}。\n",
        "utf-8",
    )
    return path


@pytest.mark.parametrize("form", ["text", "json"])
def test_parse(tmp_path: Path, steering: str, form: str) -> None:
    path = paper(tmp_path, steering if steering != "\x00" else "\x1b")
    shown("parse", str(path), *(["--json"] if form == "json" else []))


@pytest.mark.parametrize("form", ["text", "json"])
def test_show(tmp_path: Path, steering: str, form: str) -> None:
    folder = tmp_path / "build" / "split"
    folder.mkdir(parents=True)
    pl.DataFrame({"id": ["q1"], "stem": [steering]}).write_parquet(folder / "kept.parquet")
    args = ["--json"] if form == "json" else []
    output = shown("show", "split", "--out", str(tmp_path), *args)
    if form == "json":
        assert json.loads(output)["stem"] == steering


@pytest.mark.parametrize("verb", ["label", "label --json", "inspect", "inspect --json"])
def test_a_bank(tmp_path: Path, verb: str) -> None:
    every = "".join(STEERING.values())
    rows = [{**GOOD, "question": f"{GOOD['question']}{every}[/x]", "id": every, "subject": every}]
    path = tmp_path / "bank.json"
    path.write_text(json.dumps([*rows, *rows]), "utf-8")
    name, *options = verb.split()
    shown(name, str(path), *options)


def test_a_table_keeps_its_own_colours_and_not_those_of_the_data(steering: str) -> None:
    console = SafeConsole(force_terminal=True, width=80, color_system="standard")
    with console.capture() as captured:
        console.print(steering + "text", style="red", markup=False, highlight=False)
    told = captured.get()
    plain = re.sub(r"\x1b\[\d*m", "", told).strip("\n")
    dropped = str.maketrans("", "", "\a\b\v\f\r")  # rich drops these by itself
    assert plain == printable(steering.translate(dropped) + "text")
    assert told.startswith("\x1b[31m")


def ended(monkeypatch: pytest.MonkeyPatch, *args: str) -> int:
    monkeypatch.setattr("sys.argv", ["cpsyexam", *args])
    with pytest.raises(SystemExit) as left:
        entry.main()
    return int(str(left.value.code))


def test_an_error(
    tmp_path: Path,
    steering: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "recipe.toml"
    path.write_text(json.dumps({"name": steering})[1:-1].replace('"name": ', "name = "), "utf-8")
    assert ended(monkeypatch, "build", str(path), "--out", str(tmp_path)) == 2
    assert not FORBIDDEN.search(capsys.readouterr().err)


UNFORESEEN = [
    KeyError("a"),
    ValueError("b\x1b[2J\nc"),
    RecursionError(),
    AssertionError(),
    TypeError("d" * 9999),
    MemoryError(),
    UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates"),
    StopIteration(),
    ZeroDivisionError("e"),
    AttributeError("f"),
    SourceError("g\u202e"),
    NotImplementedError(),
]


@pytest.mark.parametrize("error", UNFORESEEN, ids=lambda e: type(e).__name__)
def test_whatever_goes_wrong_is_one_line(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("pipeline.recipe.read_recipe", fail)
    monkeypatch.setattr("pipeline.build.read_recipe", fail)
    assert ended(monkeypatch, "build", "x.toml") == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ")
    assert told.count("\n") == 1
    assert len(told) < 600
    assert not FORBIDDEN.search(told)


def test_with_debug_the_traceback_is_there(tmp_path: Path) -> None:
    code = (
        "import pipeline.build\n"
        "def fail(*_): raise KeyError('deep')\n"
        "pipeline.build.read_recipe = fail\n"
        "from pipeline.cli import main; main()"
    )
    command = [sys.executable, "-c", code, "--debug", "build", "x.toml"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "in fail" in done.stderr
    assert "error: this should not happen: KeyError: 'deep'" in done.stderr


@pytest.mark.parametrize("name", STEERING)
def test_json_means_what_it_meant(name: str) -> None:
    told = json_text({"a": STEERING[name], "b": "心理\ud800"})
    assert not FORBIDDEN.search(told)
    assert json.loads(told) == {"a": STEERING[name], "b": "心理\ud800"}


def test_no_other_way_to_the_terminal() -> None:
    root = Path(entry.__file__).parent
    other = re.compile(r"(?<!Safe)\bConsole\(|(?<![\w.])print\(|sys\.stdout\.write|click\.echo\(")
    for path in sorted(root.rglob("*.py")):
        found = other.findall(path.read_text("utf-8"))
        assert path.name in {"terminal.py", "cli.py"} or not found, path


def test_an_address_in_an_archive_is_not_printed_raw(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(
        b"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
        b"WARC-Target-URI: http://a.cn/ \x1b[2J x\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
        b"Content-Type: text/html\r\nContent-Length: 5\r\n\r\nhello\r\n\r\n"
    )
    code = (
        "import sys; from pathlib import Path; from spiders.warc_reader import records\n"
        "assert len(list(records(Path(sys.argv[1]), 1000))) == 1"
    )
    command = [sys.executable, "-c", code, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stderr
