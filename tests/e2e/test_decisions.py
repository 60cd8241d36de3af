"""A wrong key corrected by a person: in the next release, whatever becomes of the source."""

import json
import re
import secrets
from pathlib import Path
from subprocess import CompletedProcess

import polars as pl
import pytest

from cpsyexam import stage
from tests.e2e.conftest import Call

TERMS = (
    '{ owner = "o", licence = "CC0-1.0", terms_url = "u", decided_by = "d", '
    'decided_on = "2026-01-01" }'
)
WRONG = "提出观察学习理论的心理学家是（　　）。"
ROWS = [
    [WRONG, "桑代克", "斯金纳", "班杜拉", "巴甫洛夫", "B"],
    ["艾宾浩斯发现遗忘的进程是（　　）。", "先慢后快", "先快后慢", "匀速", "时快时慢", "B"],
    ["马斯洛认为人最低层次的需要是（　　）。", "安全需要", "尊重需要", "生理需要", "归属需要", "C"],
    ["短时记忆的容量约为（　　）个组块。", "5±2", "7±2", "9±2", "11±2", "B"],
]


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A bank with a wrong key, its recipe and keys."""
    write(tmp_path, ROWS)
    (tmp_path / "bank.toml").write_text(
        f'title = "教育心理学练习"\npath = "bank.csv"\nterms = {TERMS}\n', "utf-8"
    )
    for name in ("split", "salt"):
        (tmp_path / f"{name}.key").write_text(secrets.token_hex(32), "utf-8")
    recipe(tmp_path, "1.0.0")
    return tmp_path


def write(desk: Path, rows: list[list[str]]) -> None:
    head = ["question", "A", "B", "C", "D", "answer"]
    frame = pl.DataFrame(rows, schema=head, orient="row")
    place = {"exam": pl.lit("GEE"), "subject": pl.lit("教育心理学")}
    frame.with_columns(**place).write_csv(desk / "bank.csv")


def recipe(desk: Path, version: str) -> None:
    (desk / "r.toml").write_text(
        f'name = "small"\nversion = "{version}"\n'
        'keys = { split = "split.key", salt = "salt.key" }\n'
        '[banks]\nsources = ["bank.toml"]\n[split]\nmin_train = 1\nreserved = 0.0\nfew_shot = 0\n',
        "utf-8",
    )


def key(desk: Path) -> str:
    """The text of the released key of the question that was wrong."""
    rows = stage.read(desk / "build", "split").filter(pl.col("stem").str.starts_with("提出观察"))
    row = rows.row(0, named=True)
    return "/".join(row["options"][i] for i in row["answer"])


def status(desk: Path) -> list[str]:
    return stage.read(desk / "build", "reviewed/decisions")["status"].to_list()


def test_a_correction_stays(desk: Path, call: Call) -> None:
    done = call("build", "r.toml", cwd=desk)
    assert done.returncode == 0, done.stderr
    assert key(desk) == "斯金纳"
    rows = stage.read(desk / "build", "split").filter(pl.col("stem").str.starts_with("提出观察"))
    name = rows["id"][0]
    letter = "ABCD"[rows["options"][0].to_list().index("班杜拉")]
    said = call("decide", name[:9], "--key", letter, "--why", "班杜拉提出", "--by", "lin", cwd=desk)
    assert said.returncode == 0, said.stderr
    assert "key: 斯金纳 → 班杜拉" in said.stdout

    recipe(desk, "1.0.1")
    assert call("build", "r.toml", cwd=desk).returncode == 0
    assert key(desk) == "班杜拉"
    release = desk / "releases/small-1.0.1"
    [change] = pl.read_parquet(release / "CHANGES.parquet").rows(named=True)
    assert (change["id"], change["fields"], change["why"]) == (name, ["answer"], "lin: 班杜拉提出")
    [told] = pl.read_parquet(release / "provenance/corrections.parquet").rows(named=True)
    assert (told["id"], told["verdict"], told["by"]) == (name, "correct", "lin")
    assert call("audit", str(release), cwd=desk).returncode == 0
    life = call("trace", name, cwd=desk).stdout
    assert "correct by lin" in life
    assert "班杜拉提出" in life

    again = [[WRONG.replace("理论", "理论\n"), *ROWS[0][1:]], *ROWS[1:]]
    write(desk, [[cell.replace("斯金纳", "斯金纳 ") for cell in row] for row in again])
    recipe(desk, "2.0.0")
    assert call("build", "r.toml", cwd=desk).returncode == 0
    assert (key(desk), status(desk)) == ("班杜拉", ["applied"])

    write(desk, [[*ROWS[0][:5], "D"], *ROWS[1:]])
    recipe(desk, "3.0.0")
    stale = call("build", "r.toml", cwd=desk)
    assert (key(desk), status(desk)) == ("巴甫洛夫", ["stale"])
    assert "stale: the key was 斯金纳, is 巴甫洛夫" in " ".join(stale.stdout.split())


def test_what_an_error_names_is_what_works(desk: Path, call: Call) -> None:
    """Against an earlier decision, alone and after a merge of two people's files."""
    call("build", "r.toml", cwd=desk)
    name = stage.read(desk / "build", "cleaned").filter(number="")["id"].sort()[0]

    def decide(by: str, *said: str) -> CompletedProcess[str]:
        return call("decide", name, *said, "--why", "w", "--by", by, cwd=desk)

    assert decide("lin", "--accept").returncode == 0
    file = desk / "decisions/wang.jsonl"
    refused = decide("wang", "--reject")
    assert (refused.returncode, file.exists()) == (2, False)
    assert "lin.jsonl line 1" in refused.stderr
    done = decide("wang", "--reject", *named(refused.stderr))
    assert done.returncode == 0, done.stderr
    assert "--version 1.1.0" in done.stdout  # a question goes

    alone = json.loads(file.read_text("utf-8"))  # as wang wrote it who had not lin's file
    del alone["supersedes"]
    file.write_text(json.dumps(alone, ensure_ascii=False) + "\n", "utf-8")
    recipe(desk, "1.0.1")
    merged = call("build", "r.toml", cwd=desk)
    assert merged.returncode == 2
    first, error = merged.stderr.split("error:")
    assert "--version 1.1.0" in first
    assert "lin.jsonl line 1" in error
    assert "wang.jsonl line 1" in error
    assert decide("zhao", "--accept", *named(error)).returncode == 0
    assert call("build", "r.toml", cwd=desk).returncode == 0
    assert sorted(status(desk)) == ["applied", "superseded", "superseded"]


def named(error: str) -> list[str]:
    """The options that an error names."""
    return re.findall(r"--supersedes|(?<=--supersedes )\w+", error)


def test_a_refused_version_names_the_right_one_and_leaves_the_recipe(
    desk: Path, call: Call
) -> None:
    assert call("build", "r.toml", cwd=desk).returncode == 0
    rows = stage.read(desk / "build", "cleaned").sort("id")
    ids = rows["id"]
    for verdict, name in (("--reject", ids[0]), ("--accept", ids[1])):
        done = call("decide", name, verdict, "--why", "w", "--by", "lin", cwd=desk)
        assert "--version 1.1.0" in done.stdout, done.stderr  # of both, though one is an accept
    before = (desk / "r.toml").read_bytes()
    for version in ("0.0.9", "1.0.0", "1.0.1"):
        refused = call("build", "r.toml", "--version", version, cwd=desk)
        assert refused.returncode > 0
        [error] = [line for line in refused.stderr.splitlines() if line.startswith("error:")]
        assert "--version 1.1.0" in error
        assert "reveal" not in error
        assert "split.previous" not in error
        assert (desk / "r.toml").read_bytes() == before
    assert call("build", "r.toml", "--version", "1.1.0", cwd=desk).returncode == 0
    assert b'version = "1.1.0"' in (desk / "r.toml").read_bytes()
    # nothing waits any more, and a version between is none
    said = call("decide", ids[2], "--accept", "--why", "w", "--by", "lin", cwd=desk)
    assert "--version 1.1.1" in said.stdout
    refused = call("build", "r.toml", "--version", "1.0.5", cwd=desk)
    assert "lower than 1.1.0, which is there; build with --version 1.1.1" in refused.stderr


def test_a_forged_line_of_decisions_is_noticed(desk: Path, call: Call) -> None:
    call("build", "r.toml", cwd=desk)
    ids = stage.read(desk / "build", "cleaned")["id"].sort()
    for name in ids[:2]:
        call("decide", name, "--accept", "--why", "对照教材无误", "--by", "lin", cwd=desk)
    path = desk / "decisions/lin.jsonl"
    first, second = path.read_text("utf-8").splitlines()
    forged = json.dumps(json.loads(first) | {"by": "wang"}, ensure_ascii=False)
    path.write_text(f"{forged}\n{second}\n", "utf-8")
    done = call("build", "r.toml", cwd=desk)
    assert done.returncode == 2
    assert "chain of decisions is broken" in done.stderr
