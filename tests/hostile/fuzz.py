"""`python -m tests.hostile.fuzz --minutes 10`: bytes by hypothesis against every border.

Each input goes to a bounded worker. One that ends in an exception, or takes too much time or
memory, is made as small as possible and written to the corpus, which the tests replay.
"""

import hashlib
import itertools
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from cpsyexam.executor import Failure, Processes, Work
from cpsyexam.worker import Bounds
from tests.hostile.borders import BORDERS, SEEDS, TOKENS
from tests.hostile.grammars import GRAMMARS

CORPUS = Path(__file__).with_name("corpus")
_ROUND = 100  # inputs
_BOUNDS = Bounds(seconds=5, memory=1024)


@st.composite
def inputs(draw: st.DrawFn, border: str) -> bytes:
    """A known input with some pieces taken out, put in, doubled or changed."""
    data = bytearray(draw(st.sampled_from([*SEEDS[border], b""])))
    for _ in range(draw(st.integers(0, 8))):
        at = draw(st.integers(0, len(data)))
        size = draw(st.integers(0, 40))
        how = draw(st.sampled_from(["cut", "put", "double", "noise", "many"]))
        if how == "cut":
            del data[at : at + size]
        elif how == "put":
            data[at:at] = draw(st.sampled_from(TOKENS[border]))
        elif how == "double":
            data[at:at] = data[at : at + size] * draw(st.integers(1, 50))
        elif how == "noise":
            data[at : at + size] = draw(st.binary(max_size=size))
        else:
            data[at:at] = draw(st.sampled_from(TOKENS[border])) * draw(st.integers(1, 2000))
    return bytes(data)


def run(batch: Sequence[tuple[str, bytes]]) -> list[str]:
    """What went wrong with each input, "" for nothing; in a worker."""
    return [_problem(border, data) for border, data in batch]


def _problem(border: str, data: bytes) -> str:
    try:
        BORDERS[border](data)
    except Exception:  # noqa: BLE001 - whatever it is, it is the finding
        return traceback.format_exc()
    return ""


def search(border: str, executor: Processes, number: int) -> str:
    """One round against a border: a finding in words, its input in the corpus; "" for none."""
    worst: list[tuple[bytes, str]] = []
    work = Work(run, bounds=_BOUNDS)

    @seed(number)
    @settings(
        max_examples=_ROUND,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of(inputs(border), GRAMMARS.get(border, inputs(border))))
    def attack(data: bytes) -> None:
        (found,) = executor.map(work, [(border, data)])
        problem = found.reason if isinstance(found, Failure) else found
        if problem:
            worst.append((data, problem))
            raise AssertionError(problem)

    try:
        attack()
    except AssertionError:
        data, problem = worst[-1]
        path = CORPUS / border / f"{hashlib.sha256(data).hexdigest()[:16]}.bin"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return f"{border}: {path}\n{problem}"
    return ""


@click.command()
@click.option("--minutes", default=10.0, show_default=True)
@click.option("--border", "borders", multiple=True, type=click.Choice(sorted(BORDERS)))
@click.option("--seed", "start", default=0, show_default=True, help="Of the first round.")
def main(minutes: float, borders: tuple[str, ...], start: int) -> None:
    """Attack every border in turn until the time is over; exit code 1 where something was found."""
    until = time.monotonic() + 60 * minutes
    rounds, findings = Counter[str](), 0
    with Processes(1) as executor:
        for border in itertools.cycle(borders or sorted(BORDERS)):
            if time.monotonic() > until:
                break
            found = search(border, executor, start + rounds[border])
            rounds[border] += 1
            findings += bool(found)
            if found:
                click.echo(found, err=True)
    told = ", ".join(f"{border} {number * _ROUND}" for border, number in rounds.items())
    click.echo(f"inputs: {told}; {findings} findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
