"""How many cores a process and all below it keep busy, second by second; a picture by stage."""

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path

from pipeline.guard import below

_TICKS = os.sysconf("SC_CLK_TCK")
_WIDE, _HIGH, _LEFT, _TOP = 1000, 160, 30, 64  # of the picture, in its own units
_LEAST = 14  # units of a band whose name is written
_INKS = ("#0072b2", "#56b4e9")  # of bands, by turns
Stage = tuple[str, Sequence[float]]  # its name, and cores busy in each of its seconds


@contextmanager
def watched(every: float = 1.0) -> Iterator[list[float]]:
    """Cores that what is started in a block keeps busy, one figure for each second (Linux)."""
    found: list[float] = []
    end = threading.Event()

    def watch() -> None:
        last, over = _spent(), False
        while not over:
            over = end.wait(every)
            now = _spent()
            found.append((now - last) / _TICKS / every)
            last = now

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield found
    finally:
        end.set()
        watcher.join()


def _spent() -> int:
    """Ticks of CPU of all below this process, of those that have ended too."""
    return sum(map(_ticks, ["self", *below("self")])) - _ticks("self", ended=False)


def _ticks(process: str, *, ended: bool = True) -> int:
    """Ticks of CPU of a process, and of those below it that it has seen end."""
    try:
        text = Path(f"/proc/{process}/stat").read_text("utf-8")
    except OSError:
        return 0
    fields = text.rpartition(")")[2].split()
    return sum(map(int, fields[11 : 15 if ended else 13]))


def picture(stages: Sequence[Stage], title: str, cores: int) -> str:
    """SVG: a band a stage, as high as the cores that it keeps busy; lines at whole cores."""
    seconds = max(sum(len(busy) for _, busy in stages), 1)
    across, up = (_WIDE - _LEFT) / seconds, _HIGH / cores
    floor = _TOP + _HIGH
    parts, x = [], float(_LEFT)
    for place, (name, busy) in enumerate(stages):
        steps = "".join(
            f"V{floor - min(share, cores) * up:.1f}H{x + (second + 1) * across:.1f}"
            for second, share in enumerate(busy)
        )
        told = f"{name}: {len(busy)} s, {sum(busy) / max(len(busy), 1):.2f} cores"
        parts.append(
            f'<path d="M{x:.1f} {floor}{steps}V{floor}Z" fill="{_INKS[place % 2]}">'
            f"<title>{escape(told)}</title></path>"
        )
        width = len(busy) * across
        if width >= _LEAST:
            at = f"{x + width / 2:.1f} {_TOP - 6}"
            turned = f'transform="translate({at}) rotate(-35)"'
            parts.append(f"<text {turned}>{escape(name)}</text>")
        x += width
    for number in range(cores + 1):
        y = floor - number * up
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{_WIDE}" stroke="#999" fill="none"/>')
        parts.append(f'<text x="{_LEFT - 16}" y="{y + 4:.1f}">{number}</text>')
    parts.append(f'<text x="{_LEFT}" y="{floor + 16}">{escape(title)}, {seconds} s</text>')
    box = f'viewBox="0 0 {_WIDE + 40} {floor + 24}" font-family="sans-serif" font-size="12"'
    inside = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>\n{inside}\n</svg>\n'
