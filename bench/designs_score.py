"""Questions read from a book against those printed in it: exact, answers, losses, flags."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rapidfuzz import fuzz

from bench.ocr_measure import SURE, normal, plain

_TRUTH = str.maketrans("√×✓✗", "对错对错")
ALARMS = frozenset(
    {
        "number_missing",
        "options_without_question",
        "question_unread",
        "text_unread",
        "answers_missing",
        "count_short",
        "question_torn",
        "chapter_without_question",
        "no_questions",
        "vertical_text",
    }
)  # rules of rejected rows that tell of a loss
_SOURCE = re.compile(r"［[^［］]*\d{4}[^［］]*］$")
FOUND = 75.0  # ratio of stem and options from which a question counts as found


@dataclass
class Tally:
    """Sums over designs. `exact` compares stem, options, answer and material but for punctuation;
    `lost` questions are in no record of their own; `unflagged` are wrong and bear no flag.
    """

    questions: int = 0
    exact: int = 0
    right: int = 0
    missing: int = 0
    wrong: int = 0
    unflagged: int = 0
    lost: int = 0
    silent: int = 0  # lost, on pages of which no alarm speaks
    bad: int = 0  # found, but not exact
    bad_flagged: int = 0
    good_flagged: int = 0
    alarmed: int = 0  # pages of which an alarm speaks
    idle: int = 0  # of them those that hold no lost or inexact question
    faulty: list[int] = field(default_factory=list)  # places in the truth: lost or not exact
    failures: list[str] = field(default_factory=list)
    judged: dict[str, tuple[bool, bool]] = field(default_factory=dict)  # raw_id: exact, wrong

    def add(self, other: "Tally") -> None:
        """Add another design's sums."""
        for name, own in vars(self).items():
            both = own | other.judged if isinstance(own, dict) else own + getattr(other, name)
            setattr(self, name, both)


def tally(
    truth: Sequence[dict[str, Any]],
    read: Sequence[dict[str, Any]],
    alarmed: frozenset[int] = frozenset(),
) -> Tally:
    """Compare the rows of stage `books` with the printed questions.

    `alarmed` are pages of the scan of which the stage said that something is missing.
    """
    found = Tally(questions=len(truth))
    free = list(read)
    for at, item in enumerate(truth):
        failed = len(found.failures)
        best = max(free, key=lambda row: _likeness(row, item), default=None)
        if best is None or _likeness(best, item) < FOUND:
            found.lost += 1
            found.silent += not alarmed & set(item.get("pages", ()))
            found.failures.append(f"LOST {_name(item)} {item['stem'][:40]}")
        else:
            free.remove(best)
            _compare(item, best, found)
        found.faulty += [at] * (len(found.failures) > failed)
    found.judged |= {row.get("raw_id", ""): (False, False) for row in free}  # printed nowhere
    _judge_alarms(truth, found, alarmed)
    return found


def _judge_alarms(truth: Sequence[dict[str, Any]], found: Tally, alarmed: frozenset[int]) -> None:
    faulty = {
        page
        for at in found.faulty
        for kind in ("pages", "answer_pages", "material_pages")
        for page in truth[at].get(kind, ())
    }
    found.alarmed, found.idle = len(alarmed), len(alarmed - faulty)


def _name(item: dict[str, Any]) -> str:
    return f"{item.get('chapter', '')[:8]} {item['number']}"


def _likeness(row: dict[str, Any], item: dict[str, Any]) -> float:
    """How alike they are; table and source (［…2016研］) of the question may be in the row."""
    stems = {item["stem"], item["stem"] + _cells(item), _SOURCE.sub("", item["stem"])}
    read = normal(row["stem"])
    alike = max(
        fuzz.ratio(_whole(row), _whole(item)),
        fuzz.ratio(row["stem"], item["stem"]),
        *(fuzz.ratio(read, normal(stem)) for stem in stems),
    )
    same: bool = row["number"] == str(item["number"])
    return float(alike) + same


def _whole(row: dict[str, Any]) -> str:
    return normal(row["stem"] + "".join(row["options"]))


def _cells(item: dict[str, Any]) -> str:
    return "".join(str(cell) for line in item.get("table") or [] for cell in line)


def _stem(row: dict[str, Any], item: dict[str, Any]) -> str:
    """The printed stem, with its table where the row has that too."""
    cells = _cells(item)
    both: str = item["stem"] + cells
    return both if cells and plain(both) == plain(row["stem"]) else str(item["stem"])


def _compare(item: dict[str, Any], row: dict[str, Any], found: Tally) -> None:
    flagged = row["confidence"] < SURE
    said, want = (normal(text.translate(_TRUTH)) for text in (row["answer"], item["answer"]))
    right = said == want or (not item["options"] and plain(said) == plain(want))
    pairs = [
        (row["stem"], _stem(row, item)),
        ("\x1f".join(row["options"]), "\x1f".join(item["options"])),
        (row["material"], item.get("material", "")),
    ]
    mended = any(note.startswith("ocr_repair: dash") for note in row["notes"])
    dash = {ord("一"): "—"} if mended else {}  # the bank's own misprint, read as the dash it is
    other = [(a, b) for a, b in pairs if plain(a.translate(dash)) != plain(b.translate(dash))]
    exact = right and not other
    close = not item["options"] and fuzz.ratio(said, want) > 80
    wrong = bool(said) and not right and not close
    found.exact += exact
    found.right += right
    found.missing += bool(want) and not said
    found.wrong += wrong
    found.judged[row.get("raw_id", "")] = (exact, wrong)
    found.unflagged += wrong and not flagged
    found.bad += not exact
    found.bad_flagged += flagged and not exact
    found.good_flagged += flagged and exact
    if not exact:
        mark = ("" if flagged else "UNFLAGGED ") + ("WRONG " if wrong else "")
        differing = [f"{a[:160]!r} FOR {b[:160]!r}" for a, b in other[:1]]
        answer = [] if right else [f"answer {said[:40]!r} FOR {want[:40]!r}"]
        text = "; ".join([*answer, *differing])
        found.failures.append(f"{mark}{_name(item)} {row['confidence']} {row['notes']}: {text}")


def alarmed_pages(
    rejected: Sequence[dict[str, Any]], captures: Sequence[dict[str, Any]]
) -> frozenset[int]:
    """Pages of a scan of which rejected rows say that questions are missing."""
    pages = {row["capture"]: int(row["offset"]) for row in captures}
    return frozenset(
        pages[row["parent"]] for row in rejected if row["rule"] in ALARMS and row["parent"] in pages
    )


def figures(found: Tally) -> list[Any]:
    """Columns n to false of a table: the sums, and flags of inexact and of exact questions."""
    return [
        found.questions, found.exact, round(100 * found.exact / max(1, found.questions), 1),
        found.right, found.missing, found.wrong, found.unflagged, found.lost, found.silent,
        f"{found.bad_flagged}/{found.bad}", f"{found.good_flagged}/{found.exact}",
    ]  # fmt: skip
