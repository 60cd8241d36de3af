"""Groups of persons against kinds of questions: who finds which kind harder than expected?

Differential functioning of bundles: the mean residual (right less what the Rasch model expects) of
a group on the questions of one exam, task, format or kind of source, less its mean residual on all
others, and less the same of everybody else; a group's ability and a question's difficulty count
for nothing. Source: Douglas, Roussos
and Stout (1996) for bundles; the residual form as in Wright and Masters (1982).
"""

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from psychometrics.rasch import Rasch, design
from psychometrics.responses import HUMAN, Bools, Responses

PEOPLE = "people"
FEWEST = 20  # answers in the bundle and outside it
_COLUMNS = {"facet": pl.String, "kind": pl.String, "group": pl.String, "answers": pl.Int64,
            "share": pl.Float64, "gap": pl.Float64, "se": pl.Float64, "z": pl.Float64}  # fmt: skip


def groups(found: Responses) -> dict[str, Bools]:
    """People, and each family of models, as masks of persons; none that is everybody."""
    human = np.array([name.startswith(HUMAN) for name in found.models], bool)
    families = np.array(found.families)
    named = {PEOPLE: human}
    named |= {name: families == name for name in sorted(set(families[~human].tolist()))}
    return {name: mask for name, mask in named.items() if mask.any() and not mask.all()}


def bundles(found: Responses, model: Rasch, facets: Mapping[str, Sequence[str]]) -> pl.DataFrame:
    """One row a facet, kind of question and group, the clearest first.

    `facets`: name → the kind of each item, "" where unknown. `gap` is a share of answers: above 0
    the group does better at this kind than everybody's answers tell; `z` its standard errors.
    """
    chance = model.chance()
    residual = np.nan_to_num(found.right - chance)
    effect = design(found.right, model, found.codes)
    tables = (residual, np.where(found.seen, effect * chance * (1 - chance), 0.0), found.seen)
    right = np.nan_to_num(found.right)
    rows = []
    for group, persons in groups(found).items():
        sides = [[table[who].sum(axis=0) for table in tables] for who in (persons, ~persons)]
        hits = right[persons].sum(axis=0)
        for facet, kinds in facets.items():
            names = np.array(kinds)
            for kind in sorted(set(kinds) - {""}):
                inside, outside = names == kind, (names != kind) & (names != "")
                told = _gap([[[float(v[part].sum()) for v in side] for part in (inside, outside)]
                             for side in sides])  # fmt: skip
                if told:
                    n = int(sides[0][2][inside].sum())
                    share = float(hits[inside].sum()) / n
                    rows.append((facet, kind, group, n, share, *told))
    table = pl.DataFrame(rows, schema=_COLUMNS, orient="row")
    return table.sort(pl.col("z").abs(), "facet", "kind", "group", descending=[True] + [False] * 3)


def _gap(sums: list[list[list[float]]]) -> tuple[float, float, float] | None:
    """Gap, its error and z of (group, others) × (inside, outside) × (residual, variance, n)."""
    if min(n for side in sums for _, _, n in side) < FEWEST:
        return None
    (one, two), (three, four) = [[total / n for total, _, n in side] for side in sums]
    error = float(np.sqrt(sum(spread / n**2 for side in sums for _, spread, n in side)))
    # others are taken off, too: difficulties of few answers are drawn together, for everybody
    value = (one - two) - (three - four)
    return value, error, value / max(error, 1e-9)
