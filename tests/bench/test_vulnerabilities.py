"""What pip-audit says is told; what it cannot say fails nothing."""

import json
import sys
from pathlib import Path

import pytest

from bench import vulnerabilities

TOLD = {
    "dependencies": [
        {"name": "sound", "version": "1.0", "vulns": []},
        {"name": "left out", "skip_reason": "not on the index"},
        {
            "name": "torn", "version": "2.0",
            "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["2.1"]}],
        },
    ],
    "fixes": [],
}  # fmt: skip
NONE = {"dependencies": [TOLD["dependencies"][1]]}


@pytest.mark.parametrize(
    ("script", "code", "said"),
    [
        (f"print({json.dumps(TOLD)!r}); raise SystemExit(1)", 1, "torn 2.0: PYSEC-1, CVE-1; "),
        (f"print({json.dumps(TOLD)!r})", 1, "base.lock: 1 in 2 of 3 packages\n"),
        ("print('{\"dependencies\": []}')", 0, "base.lock: 0 in 0 of 0 packages\n"),
        (f"print({json.dumps(NONE)!r})", 0, "base.lock: data not reachable (not on the index)\n"),
        ("raise SystemExit('ERROR: no network')", 0, "not reachable (ERROR: no network)"),
    ],
)
def test_what_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    script: str, code: int, said: str,
) -> None:  # fmt: skip
    program = tmp_path / "pip-audit"
    program.write_text(f"#!{sys.executable}\n{script}\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "argv", ["vulnerabilities", str(program)])
    assert vulnerabilities.main() == code
    assert said in capsys.readouterr().out


def test_without_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["vulnerabilities", "/nowhere/pip-audit"])
    assert vulnerabilities.main() == 0
    assert "pip-audit is not installed" in capsys.readouterr().out
