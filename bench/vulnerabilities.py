"""`make vulnerabilities`: known vulnerabilities of the locked packages, by pip-audit.

Its data come from the package index; where that cannot be reached one line says so and nothing
fails. Exit code 1 where a package has one.
"""

import json
import subprocess
import sys
from pathlib import Path

from bench.licences import FOLDER

LOCKS = ("base", "dev")
_SECONDS = 300


def main() -> int:
    """Print what is known; the argument is the pip-audit to run."""
    known = 0
    for name in LOCKS:
        told = asked(sys.argv[1], FOLDER / f"{name}.lock")
        if isinstance(told, str):
            sys.stdout.write(f"vulnerabilities of {name}.lock: data not reachable ({told})\n")
            continue
        found = lines(told)
        packages = told["dependencies"]
        asked_of = sum("skip_reason" not in package for package in packages)
        told_of = f"{len(found)} in {asked_of} of {len(packages)} packages"
        if packages and not asked_of:
            told_of = f"data not reachable ({packages[0]['skip_reason']})"
        sys.stdout.write(f"vulnerabilities of {name}.lock: {told_of}\n")
        sys.stdout.writelines(f"  {line}\n" for line in found)
        known += len(found)
    return 1 if known else 0


def asked(program: str, lock: Path) -> dict[str, list[dict[str, object]]] | str:
    """What pip-audit tells of a lock, or why it could not."""
    command = [
        program, "--requirement", str(lock), "--require-hashes", "--disable-pip",
        "--format", "json", "--progress-spinner", "off", "--timeout", "10",
    ]  # fmt: skip
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=_SECONDS
        )
        told: dict[str, list[dict[str, object]]] = json.loads(done.stdout)
    except FileNotFoundError:
        return "pip-audit is not installed"
    except subprocess.TimeoutExpired:
        return f"no answer in {_SECONDS} s"
    except ValueError:
        return (done.stderr.strip().splitlines() or ["no answer"])[-1][:200]
    return told


def lines(told: dict[str, list[dict[str, object]]]) -> list[str]:
    """One line a vulnerability: package, version, its names, versions without it."""
    found = []
    for package in told["dependencies"]:
        for one in package.get("vulns") or []:  # type: ignore[attr-defined]
            names = ", ".join(dict.fromkeys([one["id"], *one.get("aliases", [])]))
            mended = ", ".join(one.get("fix_versions", [])) or "none yet"
            found.append(f"{package['name']} {package['version']}: {names}; without it: {mended}")
    return found


if __name__ == "__main__":
    sys.exit(main())
