"""The frame of every benchmark: one table on the terminal, the same figures as JSON."""

import os
import platform
import resource
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from cpsyexam.files import write_json

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "data"


@dataclass
class Spent:
    """Time of one measured block, in seconds, and the process's peak memory in MB so far."""

    wall: float = 0.0
    cpu: float = 0.0
    peak_mb: int = 0


@contextmanager
def measured() -> Iterator[Spent]:
    """Measure a block: wall clock, CPU of this process and its ended children, peak memory."""
    spent = Spent()
    wall, cpu = time.perf_counter(), _cpu()
    yield spent
    spent.wall, spent.cpu = time.perf_counter() - wall, _cpu() - cpu
    spent.peak_mb = (
        max(
            resource.getrusage(who).ru_maxrss
            for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        )
        // 1024
    )


def _cpu() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def machine() -> dict[str, str]:
    """Date, commit and machine, for the record of a figure."""
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    return {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "commit": done.stdout.strip(),
        "python": platform.python_version(),
        "cpu": _cpu_name(),
        "cores": str(os.cpu_count()),
    }


def _cpu_name() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    said = {name.strip(): value.strip() for name, _, value in (x.partition(":") for x in lines)}
    kind = ", ".join(f"{name} {said[name]}" for name in ("cpu family", "model") if name in said)
    return f"{said.get('model name', '')} ({kind})" if kind else said.get("model name", "")


def _short(value: Any) -> str:
    return f"{value:,.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def publish(
    name: str,
    title: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    facts: dict[str, Any] | None = None,
) -> Path:
    """Print a table and write it to build/bench/<name>.json; returns that path.

    `facts` are further figures by name, e.g. a limit and whether it was reached.
    """
    console = Console()
    table = Table(*columns, title=title, title_justify="left")
    for row in rows:
        table.add_row(*(_short(v) for v in row))
    console.print(table)
    for key, value in (facts or {}).items():
        console.print(f"{key}: {value}", highlight=False)
    path = ROOT / "build" / "bench" / f"{name}.json"
    records = [dict(zip(columns, row, strict=True)) for row in rows]
    write_json(path, {**machine(), "title": title, "rows": records, "facts": facts or {}})
    return path
