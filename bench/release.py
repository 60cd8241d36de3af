"""Write, seal and audit a release of a million made-up questions: seconds and memory.

`python -m bench.release [ROWS]`. Each step runs in a process of its own, so that its memory is its
own.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import builds
from bench.frame import Spent, publish
from cpsyexam.files import settle

ROWS = 1_000_000


def make(root: Path, rows: int) -> None:
    """A made-up build: not part of what is measured."""
    builds.make(root / "build", rows, whole=False)


def write(root: Path) -> None:
    """Shards, card, Croissant and report."""
    from publishing.draft import write

    write(builds.spec(root))


def seal(root: Path) -> None:
    """Provenance, roots and manifest."""
    from manifests.seal import seal

    seal(builds.spec(root))
    for folder in (builds.spec(root).reserve, builds.spec(root).folder):
        settle(folder)


def audit(root: Path) -> None:
    """All checks, those of the reserve included."""
    from manifests.audit import audit

    spec = builds.spec(root)
    failed = [c for c in audit(spec.folder, reserve=spec.reserve) if not c.ok]
    if failed:
        sys.exit(failed[0].detail)


def verify(root: Path) -> None:
    """The program that travels with a release."""
    done = subprocess.run([sys.executable, builds.spec(root).folder / "verify.py"], check=False)
    if done.returncode:
        sys.exit("verify.py failed")


STEPS = {step.__name__: step for step in (write, seal, audit, verify)}


def _alone(step: str, root: Path) -> Spent:
    """Run a step in a process of its own and measure it there."""
    code = (
        "import sys, json; from pathlib import Path; from bench import release;"
        "from bench.frame import measured\n"
        f"with measured() as spent: release.STEPS[{step!r}](Path(sys.argv[1]))\n"
        "sys.stderr.write(json.dumps([spent.wall, spent.cpu, spent.peak_mb]))"
    )
    command = [sys.executable, "-c", code, str(root)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    wall, cpu, peak = done.stderr.splitlines()[-1].strip("[]").split(", ")
    return Spent(float(wall), float(cpu), int(peak))


def main() -> None:
    """Measure every step and publish the figures."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    root = Path(tempfile.mkdtemp(prefix="bench-release-"))
    try:
        # in a process of its own: a child's peak memory begins with that of its parent
        code = "import sys; from pathlib import Path; from bench import release;"
        code += f"release.make(Path(sys.argv[1]), {rows})"
        subprocess.run([sys.executable, "-c", code, str(root)], check=True)
        table = []
        for name, step in STEPS.items():
            spent = _alone(name, root)
            what = (step.__doc__ or "").rstrip(".")
            table.append([name, what, f"{spent.wall:.1f}", f"{spent.cpu:.1f}", str(spent.peak_mb)])
        size = sum(p.stat().st_size for p in builds.spec(root).folder.rglob("*") if p.is_file())
    finally:
        shutil.rmtree(root)
    title = f"Release of {rows:,} questions"
    columns = ["step", "what", "seconds", "CPU seconds", "peak MB"]
    publish("release", title, columns, table, {"rows": rows, "bytes": size})


if __name__ == "__main__":
    main()
