"""A model and a release → the report of its probes, and the questions it gave back verbatim."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from evaluation.runs import Ask
from psychometrics import asking, probes
from psychometrics.asking import Order, Row, Sender
from psychometrics.probes import Probe

_GUID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
_FEWEST = 20  # questions; below, a row says "too few"


@dataclass(frozen=True)
class Material:
    """What is known at home.

    Rows: id, format, question, material, options, key (positions), cluster, chance.
    """

    public: Sequence[Row]
    reserved: Sequence[Row] = ()
    printed: Mapping[str, Sequence[int]] = field(default_factory=dict)  # released places as printed
    kinds: Mapping[str, str] = field(default_factory=dict)  # id → kind of source
    captured: Mapping[str, str] = field(default_factory=dict)  # id → ISO date
    expected: Mapping[str, float] = field(default_factory=dict)  # id → mean score of other models
    guids: Sequence[str] = ()
    orders: int = 4


@dataclass(frozen=True)
class Report:
    """Rows in the order of the probes; `left_out` says what could not be asked and why."""

    probes: list[Probe]
    recited: pl.DataFrame  # id, probe
    left_out: list[str]


def examine(model: str, given: Material, send: Sender, cutoff: str = "") -> Report:
    """Run all probes that the material allows; `cutoff` is the model's ISO date of training."""
    found: list[Probe] = []
    left_out: list[str] = []
    recited: list[tuple[str, str]] = []
    said = _asked(model, given.public, _released(given.public), send, "released order")
    scores = dict(zip(_ids(given.public), asking.right(given.public, said), strict=True))
    steps: Sequence[Callable[[], list[Probe]]] = (
        lambda: _printed(model, given, scores, send),
        lambda: _reserved(model, given, scores, send),
        lambda: _by_kind(given, scores),
        lambda: _by_date(given, scores, cutoff),
        lambda: _orders(model, given, said, send),
        lambda: _no_stem(model, given, send),
        lambda: _hidden(model, given, send, recited),
        lambda: _continued(model, given, send, recited),
        lambda: _canary(model, given, send),
    )
    for step in steps:
        try:
            found += step()
        except _Unasked as reason:
            left_out.append(str(reason))
    table = pl.DataFrame(recited, schema={"id": pl.String, "probe": pl.String}, orient="row")
    return Report(found, table, left_out)


def likelihood(given: Material, logprobs: Mapping[str, Sequence[float]]) -> Report:
    """The row of log-probabilities alone, by id of a question; the model is not asked."""
    sides = [
        [logprobs[row["id"]] for row in rows if logprobs.get(row["id"])]
        for rows in (given.public, given.reserved)
    ]
    recited = pl.DataFrame(schema={"id": pl.String, "probe": pl.String})
    other = len(logprobs.keys() - {*_ids(given.public), *_ids(given.reserved)})
    left_out = [f"{other} ids that are no choice questions of it"] if other else []
    if min(map(len, sides)) < _FEWEST:
        told = f"{len(sides[0])} public and {len(sides[1])} reserved questions"
        left_out.append(f"min-k: {told}, {_FEWEST} of each are the least")
        return Report([], recited, left_out)
    return Report([probes.min_k(*sides)], recited, left_out)


class _Unasked(Exception):  # noqa: N818 (no error: a probe that has nothing to work on)
    """Why a probe is left out."""


def _ids(rows: Sequence[Row]) -> list[str]:
    return [row["id"] for row in rows]


def _released(rows: Sequence[Row]) -> Order:
    return asking.cyclic(rows, 0)


def _asked(
    model: str, rows: Sequence[Row], order: Order, send: Sender, name: str, *, stem: bool = True
) -> dict[str, list[int]]:
    replies = send(name, asking.choices(model, rows, order, stem=stem))
    return asking.named(rows, order, replies)


def _enough(rows: Sequence[Any], what: str) -> None:
    if len(rows) < _FEWEST:
        raise _Unasked(f"{what}: {len(rows)} questions, {_FEWEST} are the least")


def _printed(model: str, given: Material, scores: Mapping[str, float], send: Sender) -> list[Probe]:
    orders = {name: list(places) for name, places in given.printed.items()}
    turned = {name for name, places in orders.items() if places != sorted(places)}
    moved = [row for row in given.public if row["id"] in turned]
    _enough(moved, "printed order (needs the private build)")
    said = _asked(model, moved, Order("printed", given.printed), send, "printed order")
    now = [scores[name] for name in _ids(moved)]
    return [probes.printed_gap(asking.right(moved, said), now, [row["cluster"] for row in moved])]


def _reserved(
    model: str, given: Material, scores: Mapping[str, float], send: Sender
) -> list[Probe]:
    _enough(given.reserved, "public less reserved (needs the reserve folder)")
    said = _asked(model, given.reserved, _released(given.reserved), send, "reserved")
    away = (asking.right(given.reserved, said), [row["cluster"] for row in given.reserved])
    here = ([scores[name] for name in _ids(given.public)], [row["cluster"] for row in given.public])
    return [probes.reserved_gap(here, away)]


def _residuals(given: Material, scores: Mapping[str, float], what: str) -> dict[str, float]:
    found = {name: scores[name] - mean for name, mean in given.expected.items() if name in scores}
    _enough(list(found), f"{what} (needs answers of other models)")
    return found


def _by_kind(given: Material, scores: Mapping[str, float]) -> list[Probe]:
    residuals = _residuals(given, scores, "kinds of source")
    clusters = {row["id"]: row["cluster"] for row in given.public}
    made = []
    for kind in sorted(set(given.kinds.values())):
        sides = [
            [name for name in residuals if (given.kinds.get(name) == kind) is mine]
            for mine in (True, False)
        ]
        if min(map(len, sides)) < _FEWEST:
            continue
        these, others = (
            ([residuals[n] for n in names], [clusters[n] for n in names]) for names in sides
        )
        made.append(probes.kind_gap(f"{kind} less the rest", these, others))
    if not made:
        raise _Unasked(f"kinds of source: no two of {_FEWEST} questions each")
    return made


def _by_date(given: Material, scores: Mapping[str, float], cutoff: str) -> list[Probe]:
    if not cutoff:
        raise _Unasked("captured before the model less after: give the model's date by --cutoff")
    residuals = _residuals(given, scores, "captured before the model")
    clusters = {row["id"]: row["cluster"] for row in given.public}
    dated = [name for name in residuals if given.captured.get(name)]
    sides = [
        [name for name in dated if (given.captured[name] < cutoff) is before]
        for before in (True, False)
    ]
    _enough(min(sides, key=len), f"captured before {cutoff} and after")
    before, after = (
        ([residuals[n] for n in names], [clusters[n] for n in names]) for names in sides
    )
    return [probes.kind_gap("captured before the model", before, after)]


def _orders(
    model: str, given: Material, said: Mapping[str, Sequence[int]], send: Sender
) -> list[Probe]:
    rows = [row for row in given.public if row["format"] == "SCQ"]
    _enough(rows, "orders of options")
    turns = [said]
    for turn in range(1, given.orders):
        order = asking.cyclic(rows, turn)
        turns.append(_asked(model, rows, order, send, order.name))
    chosen, letters = [], []
    for row in rows:
        one = [(turn[row["id"]] or [-1])[0] for turn in turns]
        size = len(row["options"])
        chosen.append(one)
        letters.append([(at - t) % size if at >= 0 else -1 for t, at in enumerate(one)])
    return [*probes.consistency(chosen, letters), *_letters(given, rows, chosen, letters)]


def _letters(
    given: Material, rows: Sequence[Row], chosen: list[list[int]], letters: list[list[int]]
) -> list[Probe]:
    wrong, printed = [], []
    for row, options, places in zip(rows, chosen, letters, strict=True):
        if row["id"] in given.printed:
            printed.append(list(given.printed[row["id"]]).index(row["key"][0]))
            pairs = zip(options, places, strict=True)
            wrong.append([at for option, at in pairs if option >= 0 and option != row["key"][0]])
    if len(wrong) < _FEWEST:
        return []
    return [probes.printed_letter(wrong, printed, given.orders)]


def _no_stem(model: str, given: Material, send: Sender) -> list[Probe]:
    _enough(given.public, "options without the stem")
    said = _asked(model, given.public, _released(given.public), send, "no stem", stem=False)
    return [
        probes.above_chance(
            "options without the stem", asking.right(given.public, said),
            [row["chance"] for row in given.public],
            "options that give the key away to anybody: compare the baselines",
        )
    ]  # fmt: skip


def _hidden(model: str, given: Material, send: Sender, found: list[tuple[str, str]]) -> list[Probe]:
    blind = "the one obvious wrong option is guessed, which the reserve shows"
    asks, hit = asking.missing_option, asking.given_back
    return _given_back("missing option", (model, given, send), (asks, hit), found, blind)


def _continued(
    model: str, given: Material, send: Sender, found: list[tuple[str, str]]
) -> list[Probe]:
    asks, hit = asking.continuation, asking.continued
    blind = "memory that chat training hides"
    return _given_back("continuation", (model, given, send), (asks, hit), found, blind)


def _given_back(
    name: str, asked: tuple[str, Material, Sender],
    how: tuple[Callable[[str, Sequence[Row]], list[Ask]], Callable[[Row, str], bool]],
    found: list[tuple[str, str]], blind: str,
) -> list[Probe]:  # fmt: skip
    model, given, send = asked
    hits = []
    for part, rows in ((name, given.public), (f"{name}, reserved", given.reserved)):
        asks = how[0](model, rows)
        replies = send(part, asks) if asks else {}
        by_id = {row["id"]: row for row in rows}
        hits.append({ask.id: how[1](by_id[ask.id], replies[ask.id, 0][0].text) for ask in asks})
    here, away = hits
    _enough(list(here), name)
    found += [(key, name) for key, hit in here.items() if hit]
    return [probes.recited(name, list(here.values()), list(away.values()), blind)]


def _canary(model: str, given: Material, send: Sender) -> list[Probe]:
    if not given.guids:
        raise _Unasked("canary: the release has no CANARY.md")
    replies = send("canary", asking.canaries(model, given.guids))
    return [probes.canary([asking.recited(g, replies[g, 0][0].text) for g in given.guids])]


def guids(text: str) -> list[str]:
    """The GUIDs in a text, in order."""
    return _GUID.findall(text)
