"""Power and false alarms of the probes, by simulated scores.

Each model knows half of the questions and guesses the others anew in each order, which is the worst
case for a difference between orders; of a share of the questions it remembers the printed letter
(right as printed, wrong in released order unless the option stands there still) or the wording
(right in every order, options and stems given back). 3,100 public and 1,000 reserved questions.
"""

import numpy as np

from bench.frame import publish
from psychometrics import probes
from psychometrics.responses import Bools, Ints

_PUBLIC, _RESERVED, _OPTIONS = 3100, 1000, 4
_DRAWS = 1000
_CASES = (
    ("nothing", 0.0, 0.0), ("1 % by letter", 0.01, 0.0), ("2 % by letter", 0.02, 0.0),
    ("3 % by letter", 0.03, 0.0), ("5 % by wording", 0.0, 0.05), ("10 % by wording", 0.0, 0.10),
)  # fmt: skip
_ORDERS = 4
_PROBES = [
    "printed order",
    "printed letter, 1 order",
    "printed letter, 4 orders",
    "public less reserved",
    "missing option",
]


def main() -> None:
    """Print how often each probe says "shown"."""
    rows = [[name, *_shown(letters, wording)] for name, letters, wording in _CASES]
    facts = {"public": _PUBLIC, "reserved": _RESERVED, "draws": _DRAWS, "alpha": probes.ALPHA}
    title = "Share of draws in which a probe shows memory"
    publish("contamination", title, ["remembered", *_PROBES], rows, facts)


def _shown(letters: float, wording: float) -> list[float]:
    rng = np.random.default_rng(20261122)
    told = np.zeros(len(_PROBES))
    names = [str(i) for i in range(_PUBLIC)]
    for _ in range(_DRAWS):
        luck = rng.random(_PUBLIC) < 1 / _OPTIONS
        knows, away = rng.random(_PUBLIC) < 0.5, rng.random(_RESERVED)
        letter, word = rng.random(_PUBLIC) < letters, rng.random(_PUBLIC) < wording
        printed = knows | luck | letter | word
        at = rng.integers(0, _OPTIONS, _PUBLIC)  # the key's place as printed
        named = _named(rng, at, knows | word, letter)
        wrong = [[int(place) for place in row if place >= 0] for row in named]
        first = [[int(place) for place in row[:1] if place >= 0] for row in named]
        released = named[:, 0] < 0
        reserved = away < 0.5 + 0.5 / _OPTIONS
        found = (
            probes.printed_gap(printed.tolist(), released.tolist(), names),
            probes.printed_letter(first, at.tolist(), 1),
            probes.printed_letter(wrong, at.tolist(), _ORDERS),
            probes.reserved_gap(
                (released.tolist(), names), (reserved.tolist(), names[:_RESERVED])
            ),
            probes.recited("missing option", (word | (rng.random(_PUBLIC) < 0.005)).tolist(),
                           (rng.random(_RESERVED) < 0.005).tolist(), ""),
        )  # fmt: skip
        told += [row.verdict == "shown" for row in found]
    return [round(float(share), 3) for share in told / _DRAWS]


def _named(rng: np.random.Generator, at: Ints, sure: Bools, letter: Bools) -> Ints:
    """Questions × orders: the place named wrongly, -1 where the answer is right."""
    key = rng.integers(0, _OPTIONS, (len(at), _ORDERS))  # where the key stands in each order
    guess = rng.integers(0, _OPTIONS, key.shape)
    said = np.where(sure[:, None], key, guess)
    said = np.where(letter[:, None], at[:, None], said)
    return np.where(said == key, -1, said)


if __name__ == "__main__":
    main()
