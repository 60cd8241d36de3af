"""A process with the libraries loaded forks a child for each work: `python -m tests.crash.nursery`.

Reads lines of JSON (`work`, `folder`, `at`, `env`) and answers with `status` (exit code, or minus
the signal) and `steps`. What a child prints goes to `<folder>.log`.
"""

import gc
import importlib
import json
import os
import sys
import traceback
from pathlib import Path
from typing import Any

from bench.mutation.nursery import LIBRARIES


def main() -> None:
    """Serve until the input ends."""
    for name in (*LIBRARIES, "parsing.grammar"):  # of the project what starts no thread
        importlib.import_module(name)
    gc.freeze()
    for line in sys.stdin:
        job = json.loads(line)
        note = Path(f"{job['folder']}.steps")
        note.unlink(missing_ok=True)
        child = os.fork()
        if not child:
            _work(job, note)
        _, status = os.waitpid(child, 0)
        steps = int(note.read_text("utf-8")) if note.exists() else job["at"]
        answer = {"status": os.waitstatus_to_exitcode(status), "steps": steps}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _work(job: dict[str, Any], note: Path) -> None:
    log = os.open(f"{job['folder']}.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.chdir(job["folder"])
    os.environ.update(job["env"])
    code = 1
    try:
        from tests.crash import deaths  # uses polars: its threads do not live through a fork
        from tests.crash.works import WORKS

        clock = deaths.installed(job["at"])
        WORKS[job["work"]]()
        note.write_text(str(clock.steps), "utf-8")
        code = 0
    except BaseException:  # noqa: BLE001 - a child never returns into its parent's loop
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
