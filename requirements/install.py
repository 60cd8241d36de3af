"""Fill an environment with what a lock file names: `python requirements/install.py LOCK FOLDER`.

Every file is compared with its hash. Nothing is resolved, so what an index holds today beside the
locked files changes nothing; that they fit together is checked. The installer is the uv of the
project's own environment, which make has pip put there.
"""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# uv reads no pip.conf, and a mirror, a proxy or a company's certificate is named there
TOLD = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "trusted-host": "UV_INSECURE_HOST",
    "cert": "SSL_CERT_FILE",
    "proxy": "ALL_PROXY",
}
_SECTIONS = ("global", "install", ":env:")  # the later says more
_EACH = re.compile(r"^ [+~-] |^Using Python|^Resolved")  # a line for every package


def main(lock: Path, folder: Path) -> int:
    """Exit status 0, or that of what failed, which has said why."""
    uv = str(Path(sys.executable).with_name("uv"))
    if not (folder / "bin" / "python").exists():
        subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, folder], check=True)
    text = lock.read_text("utf-8")
    first = text.partition("\n")[0]
    size = first.removeprefix("# ") if first.startswith("#") else "its packages"
    say(f"{lock.stem}: installing {size} (once; files that uv has kept are not fetched again)")
    install = [uv, "pip", "install", "--python", str(folder), "--no-deps"]
    check = [uv, "pip", "check", "--quiet", "--python", str(folder)]
    sources = ["--build-constraints", str(ROOT / "requirements" / "build.lock")]
    steps = [[*install, "--require-hashes", *sources, "-r", str(lock)], check]
    if re.search("^hatchling==", text, re.MULTILINE):  # the locks of what runs the project itself
        steps[1:1] = [[*install, "--quiet", "--no-build-isolation", "--editable", str(ROOT)]]
    env = {**pip_settings(), "UV_INDEX_STRATEGY": "unsafe-best-match", **os.environ}
    for step in steps:
        if failed := run(step, env):
            say(f"error: {lock.name} is not installed, see above; `make` again goes on from there")
            return failed
    return 0


def run(step: list[str], env: Mapping[str, str]) -> int:
    """Run a step and pass on what it says, but for the line that it has for every package."""
    with subprocess.Popen(step, env=env, stderr=subprocess.PIPE, text=True) as running:
        for line in running.stderr or ():
            if not _EACH.match(line):
                say(line.rstrip("\n"))
    return running.returncode


def pip_settings() -> dict[str, str]:
    """What pip is told of where packages come from, as uv's variables."""
    listed = [sys.executable, "-m", "pip", "--disable-pip-version-check", "config", "list"]
    told = subprocess.run(listed, check=False, capture_output=True, text=True).stdout
    found: dict[str, str] = {}
    for section in _SECTIONS:
        for name, value in re.findall(rf"(?m)^{section}\.([\w-]+)=(.+)$", told):
            if name in TOLD:
                several = ast.literal_eval(value).split()
                found[TOLD[name]] = ("," if name == "find-links" else " ").join(several)
    return found


def say(line: str) -> None:
    """One line, at once, on standard error."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
