"""Simulated models with planted memory, for the tests of the probes; seeded.

A model answers calls as they are written in `psychometrics.asking`. It knows a share of the
questions by content, and guesses the rest; of the questions it has seen it remembers either the
letter of the key as printed, or the whole wording.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from cpsyexam.files import digest
from cpsyexam.taxonomy import LETTERS
from evaluation.runs import Ask, Replies, Reply
from psychometrics.asking import Row, hidden

_LINE = re.compile(r"^([A-H])\. (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Mind:
    """What a simulated model knows: ids by kind of memory; `knows`: the share known by content."""

    rows: Mapping[str, Row]
    printed: Mapping[str, Sequence[int]] = field(default_factory=dict)
    knows: float = 0.5
    letters: frozenset[str] = frozenset()  # remembers the letter that was printed
    wording: frozenset[str] = frozenset()  # remembers stem and options
    canaries: frozenset[str] = frozenset()
    seed: str = ""

    def __call__(self, name: str, asks: Sequence[Ask]) -> Replies:
        """Answer the calls of a probe."""
        return {(ask.id, ask.rotation): (Reply(self._reply(name, ask)), []) for ask in asks}

    def _reply(self, name: str, ask: Ask) -> str:
        if name == "canary":
            return ask.id[-8:] if ask.id in self.canaries else "00000000"
        row = self.rows[ask.id]
        if name.startswith("missing"):
            return row["options"][hidden(row) or 0] if ask.id in self.wording else "其他"
        if name.startswith("continuation"):
            half = len(row["question"]) // 2
            return row["question"][half:] if ask.id in self.wording else "下列说法正确的是哪一项？"
        return "答案：" + self._choice(row, ask, bare=name == "no stem")

    def _choice(self, row: Row, ask: Ask, *, bare: bool) -> str:
        shown = dict(_LINE.findall(ask.messages[-1]["content"]))
        key = [row["options"][place] for place in row["key"]]
        if ask.id in self.letters and not bare:
            places = self.printed[ask.id]
            return "".join(sorted(LETTERS[list(places).index(place)] for place in row["key"]))
        known = self._draw(f"knows/{ask.id}") < self.knows and not bare
        if known or ask.id in self.wording:
            return "".join(letter for letter, text in shown.items() if text in key)
        # a guess is by content: the same option wherever it stands
        best = sorted(shown, key=lambda letter: self._draw(f"{ask.id}/{shown[letter]}"))
        return "".join(sorted(best[: len(key)]))

    def _draw(self, text: str) -> float:
        return int(digest(f"{self.seed}/{text}")[:12], 16) / 16**12


def bank(size: int, seed: int) -> tuple[list[Row], dict[str, list[int]]]:
    """Invented questions, and the printed places of their options."""
    rng = np.random.default_rng(seed)
    rows: list[Row] = []
    printed = {}
    for number in range(size):
        name = f"q{seed}-{number}"
        words = digest(name)
        rows.append({
            "id": name, "format": "SCQ", "material": "", "cluster": name, "chance": 0.25,
            "question": f"关于研究{words[:10]}的结论，下列说法与{words[10:24]}相符的是",
            "options": [f"选项{words[24 + 6 * i : 30 + 6 * i]}" for i in range(4)],
            "key": [int(rng.integers(4))],
        })  # fmt: skip
        printed[name] = rng.permutation(4).tolist()
    return rows, printed


def share(rows: Sequence[Row], part: float, seed: int) -> frozenset[str]:
    """A seeded share of the ids."""
    rng = np.random.default_rng(seed)
    return frozenset(row["id"] for row in rows if rng.random() < part)
