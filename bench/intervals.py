"""`make bench-intervals`: how often the 95 % intervals hold the truth, by simulation."""

import numpy as np

from bench.frame import publish
from evaluation.intervals import interval

DRAWS = 1_000
Figures = list[tuple[str, object, object]]


def main() -> None:
    """Measure, print, write build/bench/intervals.json."""
    publish("intervals", "Intervals", ("questions", "hold the truth", "wanted"), coverage())


def coverage() -> Figures:
    """How often the interval holds the truth; cases answer alike (beta-binomial)."""
    rng = np.random.default_rng(11)
    found: Figures = []
    for name, mean, sizes in (
        ("3102 single questions", 0.5, [1] * 3102),
        ("800 in cases of 1 to 8", 0.6, [1 + i % 8 for i in range(178)]),
        ("800 in cases, accuracy 0.9", 0.9, [1 + i % 8 for i in range(178)]),
        ("60 in cases", 0.6, [1 + i % 5 for i in range(20)]),
        ("32 single", 0.5, [1] * 32),
    ):
        held = 0
        for _ in range(DRAWS):
            p = [rng.beta(2 * mean, 2 - 2 * mean) if size > 1 else mean for size in sizes]
            scores = np.concatenate([rng.random(s) < q for s, q in zip(sizes, p, strict=True)])
            names = np.repeat(np.arange(len(sizes)), sizes).astype(str)
            one = interval(list(scores.astype(float)), list(names))
            held += one.low <= mean <= one.high
        found.append((name, f"{held / DRAWS:.1%}", "94 to 97 %"))
    # 819 of the 869 questions of CA share the texts of 222 cases
    released = np.array([4] * 153 + [3] * 69 + [1] * 50)
    names = np.repeat(np.arange(len(released)), released)
    for sd in (0.1, 0.2):
        held = 0
        for _ in range(DRAWS):
            right = rng.random(len(names)) < np.repeat(rng.normal(0.6, sd, len(released)), released)
            one = interval(right.astype(float), names)
            held += one.low <= 0.6 <= one.high
        found.append(
            (f"CA as released, sd {sd} between cases", f"{held / DRAWS:.1%}", "93 to 97 %")
        )
    for n in (24, 200):
        held = 0
        for _ in range(DRAWS):
            one = interval(rng.beta(13.5, 4.5, n), range(n))  # mean 0.75, sd 0.1
            held += one.low <= 0.75 <= one.high
        found.append((f"{n} marks of a judge", f"{held / DRAWS:.1%}", "93 to 97 %"))
    return found


if __name__ == "__main__":
    main()
