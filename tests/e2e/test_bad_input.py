"""Bad input: one line that names file, place and remedy; the last good state stays."""

import gzip
import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cpsyexam import stage
from tests.e2e.conftest import CODE, ROOT, Call
from tests.waiting import until

TERMS = (
    '{ owner = "o", licence = "CC0-1.0", terms_url = "u", decided_by = "d", '
    'decided_on = "2026-01-01" }'
)


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with the keys, one archive, one bank and a recipe that reads them."""
    return furnish(tmp_path)


def furnish(desk: Path) -> Path:
    for name in ("keys", "archives", "banks", "books"):
        shutil.copytree(ROOT / "samples" / name, desk / "samples" / name)
    write_recipe(desk)
    return desk


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory, call: Call) -> Path:
    """A desk whose release is made; not to be changed."""
    desk = furnish(tmp_path_factory.mktemp("desk"))
    done = call("build", "r.toml", cwd=desk)
    assert done.returncode == 0, done.stderr
    return desk


@pytest.fixture
def built_desk(built_once: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(built_once, tmp_path / "desk")


def write_recipe(desk: Path, more: str = "") -> None:
    (desk / "r.toml").write_text(
        f"""
name = "small"
version = "1.0.0"
keys = {{ split = "samples/keys/split.key", salt = "samples/keys/salt.key" }}
{more}
[banks]
sources = ["samples/banks/structured.toml"]
[[web.sources]]
site = "studyez"
archive = "samples/archives/studyez.warc.gz"
terms = {TERMS}
[split]
reserve_unit = "page"
min_train = 1
reserved = 0.0
""",
        "utf-8",
    )


@pytest.mark.parametrize(
    ("gone", "said"),
    [
        ("samples/archives/studyez.warc.gz", "studyez.warc.gz"),
        ("samples/banks/structured.json", "structured"),
        ("samples/banks/structured.toml", "structured.toml"),
        ("samples/keys/split.key", "key file cannot be read; make one: openssl rand"),
    ],
)
def test_a_missing_file_is_one_line(desk: Path, call: Call, gone: str, said: str) -> None:
    (desk / gone).unlink()
    done = call("build", "r.toml", cwd=desk)
    assert done.returncode == 2
    errors = [line for line in done.stderr.splitlines() if line.startswith("error:")]
    assert len(errors) == 1
    assert said in errors[0]
    assert "Traceback" not in done.stderr


def test_a_missing_or_broken_scan_is_one_line(desk: Path, call: Call) -> None:
    write_recipe(desk, 'books = { sources = ["samples/books/exercises.toml"] }')
    pdf = next((desk / "samples" / "books").glob("*.pdf"))
    pdf.write_bytes(pdf.read_bytes()[:3000])
    broken = call("build", "r.toml", cwd=desk)
    pdf.unlink()
    missing = call("build", "r.toml", cwd=desk)
    for done in (broken, missing):
        assert done.returncode == 2
        assert pdf.name in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_truncated_archive_loses_only_what_is_cut(built_desk: Path, call: Call) -> None:
    desk = built_desk
    before = stage.read(desk / "build", "web").height
    archive = desk / "samples" / "archives" / "studyez.warc.gz"
    archive.write_bytes(archive.read_bytes()[:-4000])
    done = call("build", "r.toml", "--replace", cwd=desk)
    assert done.returncode == 0, done.stderr
    after = stage.read(desk / "build", "web").height
    assert 0 < after < before
    rules = set(stage.read(desk / "build", "web/rejected")["rule"])
    assert rules & {"missing_capture", "damaged_record", "damaged_archive"}


def test_one_bad_row_of_a_bank_is_rejected_and_the_rest_is_built(
    built_desk: Path, call: Call
) -> None:
    desk = built_desk
    path = desk / "samples" / "banks" / "structured.json"
    rows = json.loads(path.read_text("utf-8"))
    rows[0] = "no object"
    path.write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
    done = call("build", "r.toml", "--replace", cwd=desk)
    assert done.returncode == 0, done.stderr
    assert stage.read(desk / "build", "banks").height == len(rows) - 1
    assert stage.read(desk / "build", "banks/rejected").height >= 1


def test_stopping_leaves_what_is_done_and_the_next_run_carries_on(desk: Path, call: Call) -> None:
    command = [sys.executable, "-c", CODE, "build", "r.toml"]
    with subprocess.Popen(command, cwd=desk, stderr=subprocess.PIPE, text=True) as running:
        receipt = desk / "build" / "web" / "receipt.json"
        until(lambda: receipt.exists() or running.poll() is not None)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate()
    assert running.returncode in (130, 0)  # 0: it was faster than the signal
    assert "Traceback" not in errors
    if running.returncode:
        assert "run again to carry on" in errors
    done = call("build", "r.toml", cwd=desk)
    assert done.returncode == 0, done.stderr


def test_a_full_disk_is_one_line_and_keeps_the_last_release(built_desk: Path, call: Call) -> None:
    desk = built_desk
    release = desk / "releases" / "small-1.0.0" / "RELEASE.json"
    before = release.read_bytes()
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "sys.dont_write_bytecode = True;"  # the bound would cut a module's
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000));" + CODE
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "build", "r.toml", "--force"],
        capture_output=True, text=True, cwd=desk, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "cannot write" in done.stderr
    assert "Traceback" not in done.stderr
    assert release.read_bytes() == before
    assert call("build", "r.toml", cwd=desk).returncode == 0


def test_gzip_is_not_a_warc(desk: Path, call: Call) -> None:
    archive = desk / "samples" / "archives" / "studyez.warc.gz"
    archive.write_bytes(gzip.compress("这不是 WARC".encode() * 100))
    done = call("build", "r.toml", cwd=desk)
    assert done.returncode == 2
    assert "studyez.warc.gz" in done.stderr
    assert "Traceback" not in done.stderr
