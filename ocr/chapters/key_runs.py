"""Keys to questions by runs of numbers: what a section prints is what its block of the key has.

Numbers begin again with each section, in the questions and in the key alike: so both fall into
runs, in the same order. A run of the key is taken for a run of questions only where the numbers of
one are those of the other, no other run would do as well, and no printed answer speaks against it.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cpsyexam.taxonomy import positions
from ocr.chapters.key_lines import Entry
from parsing import Printed

ALIKE = 0.8  # share of the numbers that a run of questions and one of a key have in common
OTHER = 0.5  # share of its gain from which another run of questions is a rival for a part
CLEAR = 0.25  # share of a pair's gain by which another order of the runs must be worse
STRANGE = 0.06  # share of answers that may not fit their question
LONG = 12  # entries of a run of which one that does not fit is left out, and not the run
PART = 8  # entries of a key that may be those of a part of a run
MISSED = 2  # numbers that a run may lack before another one is thought to go on
UNLIKE = 5  # entries for one of several letters, which may be those of two cells read as one
RULE = "answer:key_run"
SEVERAL = "doubt:answer_of_several"
TWICE = "doubt:key_used_twice"


@dataclass(frozen=True)
class Asked:
    """A question by its place, in the part of the book that prints it."""

    part: int
    printed: Printed

    @property
    def number(self) -> int:
        """Its printed number, 0 for none."""
        return int(self.printed.number) if self.printed.number.isdigit() else 0


def question_runs(asked: Sequence[Asked]) -> list[list[int]]:
    """Places of questions, a list for each run of rising numbers.

    A run that another one interrupts (a box beside the text) goes on where its next number comes.
    """
    runs: list[list[int]] = []
    part = -1
    for at, question in enumerate(asked):
        if not question.number:
            continue
        open_ = [r for r in runs if asked[r[0]].part == question.part]
        run = _goes_on(asked, open_, question.number) if question.part == part else None
        if run is None:
            run = []
            runs.append(run)
        run.append(at)
        part = question.part
    return runs


def _goes_on(asked: Sequence[Asked], runs: Sequence[list[int]], number: int) -> list[int] | None:
    if not runs:
        return None
    latest = max(runs, key=lambda run: run[-1])
    last = asked[latest[-1]].number
    if last < number <= last + MISSED + 1:
        return latest
    before = [run for run in runs if asked[run[-1]].number == number - 1]
    return before[-1] if before else latest if number > last else None


def key_runs(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Entries of a key, a list for each run of rising numbers."""
    runs: list[list[Entry]] = []
    for entry in entries:
        last = runs[-1][-1] if runs else None
        if last is None or entry.number <= last.number or entry.part != last.part:
            runs.append([])
        runs[-1].append(entry)
    return _told_once(runs)


def _told_once(runs: Sequence[list[Entry]]) -> list[list[Entry]]:
    """Runs without those that repeat the one before: a table, and the same with reasons below."""
    found: list[list[Entry]] = []
    for run in runs:
        before = {e.number: e for e in found[-1]} if found else {}
        both = [(before[e.number], e) for e in run if e.number in before]
        alike = len(both) >= ALIKE * max(len(before), len(run))
        if alike and all(one.answer == other.answer for one, other in both):
            told = before | {e.number: e for e in run if e.reason or e.number not in before}
            found[-1] = [told[number] for number in sorted(told)]
        else:
            found.append(run)
    return found


def answered(asked: Sequence[Asked], entries: Sequence[Entry]) -> dict[int, Entry]:
    """The entry that answers a question, by the question's place."""
    questions, keys = question_runs(asked), key_runs(entries)
    found: dict[int, Entry] = {}
    for run, key in _aligned(asked, questions, keys):
        said = {entry.number: entry for entry in key}
        pairs = [(at, said[asked[at].number]) for at in run if asked[at].number in said]
        strange = sum(not _fits(asked[at].printed, entry) for at, entry in pairs)
        if strange > max(STRANGE * len(pairs), len(pairs) >= LONG):
            continue
        several = sum(len(entry.answer) > 1 for entry in key)
        for at, entry in pairs:
            odd = len(entry.answer) > 1 and UNLIKE * several < len(key)
            odd = odd and asked[at].printed.format not in ("MAQ", "INDEF")
            if _fits(asked[at].printed, entry):
                found[at] = replace(entry, doubt=f"{SEVERAL} {entry.answer}" if odd else "")
    return found


def with_answer(printed: Printed, entry: Entry) -> Printed:
    """The question with the answer of an entry, where it has none."""
    if printed.answer or (not printed.options and entry.answer not in ("对", "错")):
        return printed
    judged = not printed.options and not printed.format
    notes = [n for n in printed.notes if n not in ("doubt:no_answer", "doubt:options_in_QA")]
    return replace(
        printed,
        answer=entry.answer,
        explanation=printed.explanation or entry.reason,
        format="TF" if judged else printed.format,
        notes=(*notes, RULE, *([entry.doubt] if entry.doubt else [])),
    )


def _fits(printed: Printed, entry: Entry) -> bool:
    """Could this be the answer? Letters within the options, as many as the format has."""
    if printed.answer and printed.answer != entry.answer:
        return False
    if not printed.options:
        return entry.answer in ("对", "错")
    if entry.answer in ("对", "错"):
        return False
    within = all(p < len(printed.options) for p in positions(entry.answer))
    return within and not (printed.format == "SCQ" and len(entry.answer) > 1)


def _aligned(
    asked: Sequence[Asked], questions: Sequence[list[int]], keys: Sequence[list[Entry]]
) -> list[tuple[list[int], list[Entry]]]:
    """Runs with the runs of the key in the same order that have most numbers in common."""
    gain = [[_common(asked, run, key) for key in keys] for run in questions]
    best = [[0.0] * (len(keys) + 1) for _ in range(len(questions) + 1)]
    for i in range(len(questions) - 1, -1, -1):
        for j in range(len(keys) - 1, -1, -1):
            both = gain[i][j] + best[i + 1][j + 1] if gain[i][j] else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], both)
    settled = [
        any(_own(asked, run, key) and gain[i][j] for j, key in enumerate(keys))
        for i, run in enumerate(questions)
    ]
    chosen, i, j = [], 0, 0
    while i < len(questions) and j < len(keys):
        taken = gain[i][j] and best[i][j] == gain[i][j] + best[i + 1][j + 1]
        others = max(best[i + 1][j], best[i][j + 1]) > best[i][j] - CLEAR * gain[i][j]
        if taken and not others:
            chosen.append((i, j))
        if taken:
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    told = {i for i, _ in chosen}  # no rivals: each has a key of its own

    def rivals(i: int, j: int) -> bool:
        return any(
            gain[k][j] >= OTHER * gain[i][j] and not (settled[k] or k in told)
            for k in range(len(questions))
            if k != i
        )

    return [
        (questions[i], keys[j])
        for i, j in chosen
        if gain[i][j] >= ALIKE * len(questions[i]) or not rivals(i, j)
    ]


def _own(asked: Sequence[Asked], run: Sequence[int], key: Sequence[Entry]) -> bool:
    """Does a run of a key stand in the part of these questions, with nearly all their numbers?"""
    closed, said = _numbers(asked, run, key)
    return key[0].part == asked[run[0]].part and len(closed & said) >= ALIKE * len(closed)


def _common(asked: Sequence[Asked], run: Sequence[int], key: Sequence[Entry]) -> float:
    """How many numbers two runs share, 0 where they are not those of one section."""
    if key[0].part not in (-1, asked[run[0]].part):
        return 0.0
    closed, said = _numbers(asked, run, key)
    shared = len(closed & said)
    part = len(said) >= PART and shared == len(said)  # of a run that goes on over its sections
    if not shared or not (part or shared >= ALIKE * max(len(closed), len(said))):
        return 0.0
    return shared - 0.1 * len(closed ^ said)


def _numbers(
    asked: Sequence[Asked], run: Sequence[int], key: Sequence[Entry]
) -> tuple[set[int], set[int]]:
    """The numbers of a run's closed questions, and those of a key."""
    questions = (asked[at] for at in run)
    closed = {q.number for q in questions if q.printed.options or q.printed.format == "TF"}
    return closed, {entry.number for entry in key}


def doubled(questions: Sequence[Printed]) -> list[Printed]:
    """The questions of a chapter; those of one number that share their entry bear a note.

    At most one of them is meant.
    """
    users: dict[tuple[str, tuple[int, int]], list[int]] = defaultdict(list)
    for at, question in enumerate(questions):
        if question.number and question.answer:
            for span in _key_spans(question):
                users[question.number, span].append(at)
    twice = {at for places in users.values() if len(places) > 1 for at in places}
    return [
        replace(q, notes=(*q.notes, TWICE)) if at in twice else q for at, q in enumerate(questions)
    ]


def _key_spans(question: Printed) -> set[tuple[int, int]]:
    """Where its answer may stand: lines elsewhere, but for those of its case."""
    spans = {span for span in question.also if span[0] > question.lines[1]}
    return spans | ({question.key_lines} if question.key_lines else set())
