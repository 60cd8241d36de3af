"""What is disturbed: each work is done in the current folder, in a process of its own."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

WHEN = "2026-11-22T03:{:02d}:00Z"


def build() -> None:
    """A build of the recipe in this folder, over what is there."""
    _command("build", "r.toml", "--workers", "1", "--replace")


def index() -> None:
    """An index of known questions is begun."""
    _command("known", "old.csv", "--against", "old.csv", "--save", "known.index")


def known() -> None:
    """The index of known questions grows by a bank."""
    _command("known", "new.csv", "--against", "known.index", "--save", "known.index")


def review() -> None:
    """Two reviewers say six things each; what was answered to them is noted in `answered`."""
    from reviewing.opinions import Log, Opinion

    answered = os.open("answered", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for person in ("lin", "wang"):
        log = Log(Path("reviews"), person)
        for place in range(6):
            said = Opinion.model_validate(
                {
                    "opinion": f"{person}{place}".encode().hex().zfill(32),
                    "item": f"i{place:012d}", "was": "w", "by": person,
                    "when": WHEN.format(place), "verdict": "accept", "note": "题干清楚。",
                }
            )  # fmt: skip
            log.add(said)
            os.write(answered, f"{said.opinion}\n".encode())


def push() -> None:
    """The folder `release` goes up to the Hub and repository that the environment names."""
    from publishing.hub import Remote
    from publishing.push import push as send
    from tests.hub.conftest import CHECKS

    remote = Remote(os.environ["REPO"], endpoint=os.environ["HUB"], token=os.environ["HF_TOKEN"])
    send(Path("release"), remote, CHECKS)


WORKS: dict[str, Callable[[], None]] = {
    "build": build, "index": index, "known": known, "review": review, "push": push,
}  # fmt: skip


def _command(*args: str) -> None:
    from pipeline.cli import main

    sys.argv = ["cpsyexam", *args]
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise
