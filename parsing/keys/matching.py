"""Keys to their questions: by chapter, section and number, or not at all.

A wrong answer is far worse than a missing one, so where numbers do not line up the whole group
goes without.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from parsing.keys.blocks import Entry, KeyGroup
from parsing.keys.entries import answer_of
from parsing.keys.values import tags
from parsing.records import ALPHABET, Draft, decide, declare, forget
from parsing.source_text import Sheet


@dataclass
class Group:
    """Questions of one region with rising numbers. `block` counts the key blocks before it."""

    drafts: list[Draft]
    block: int = 0

    @property
    def chapter(self) -> str:
        """Label of the chapter, without blanks."""
        heading = self.drafts[0].region.chapter
        return heading.label if heading else ""

    @property
    def open(self) -> bool:
        """Whether most questions still lack an answer."""
        return sum(not d.parts.answer for d in self.drafts) * 2 > len(self.drafts)


def grouped(drafts: list[Draft], block: int) -> Iterator[Group]:
    """Split a region's questions where their numbers start again."""
    run: list[Draft] = []
    for draft in drafts:
        if run and draft.number and draft.number <= run[-1].number:
            yield Group(run, block)
            run = []
        run.append(draft)
    if run:
        yield Group(run, block)


def match(sheet: Sheet, groups: list[Group], keys: list[KeyGroup], *, block: int) -> list[Entry]:
    """Attach a block of key groups to the question groups before it. Returns entries unused."""
    unused: list[Entry] = []
    waiting = [g for g in groups if g.open]
    recent = [g for g in waiting if g.block == block] or waiting
    loose = [k for k in keys if k.section is None]
    first: dict[str, KeyGroup] = {}  # of each chapter without a section
    several = {
        label for k in loose if not _again(first.setdefault(label := _bare(k.chapter), k), k)
    }
    for key in keys:
        sole = _bare(key.chapter) not in several
        found = _partners(key, waiting, recent, loose, keys, sole=sole)
        unused += _attach(sheet, found, key) if found else key.entries
    return unused


def _partners(
    key: KeyGroup,
    waiting: list[Group],
    recent: list[Group],
    loose: list[KeyGroup],
    keys: list[KeyGroup],
    *,
    sole: bool,
) -> list[Group]:
    """The groups that a key tells. `sole` = no other without a section is its chapter's, but for
    the same key again.
    """
    label = _bare(key.chapter)
    pool = [g for g in waiting if _bare(g.chapter) == label]
    if not pool and len({g.chapter for g in waiting}) == 1 and len({k.chapter for k in keys}) == 1:
        pool = waiting
    if not key.chapter and not pool:
        pool = recent
    strangers = [g for g in recent if g not in pool and _could_take(g, key)]
    if strangers and any(g.drafts[0].region.chapter is key.region.chapter for g in pool):
        # a key below several chapters that names none: theirs only if numbers run on over them
        among = [g for g in recent if g in pool or g in strangers]
        return _across([g for g in among if _could_take(g, key)], key)
    if key.section is not None:
        fitting = [g for g in pool if _could_take(g, key)]
        near = [g for g in fitting if g in recent]
        if len(fitting) > 1:
            inside = near if len(near) == 1 else [g for g in fitting if _inside(g, key)]
            fitting = inside if len(inside) == 1 else _across(fitting, key)
        return fitting
    near = [g for g in pool if g in recent] or pool
    if len(near) == 1 or (sole and _across(near, key, known=False)):
        return near
    if len(loose) == len(keys) == len(near):
        return [near[loose.index(key)]]
    return _only(near, key)


def _again(key: KeyGroup, other: KeyGroup) -> bool:
    """Whether two keys tell of the same questions: a table, and below it entry by entry why."""
    one, two = ({e.number for e in k.entries} for k in (key, other))
    return 2 * len(one & two) > min(len(one), len(two))


def _only(near: list[Group], key: KeyGroup) -> list[Group]:
    """The one group with options that holds a key of letters, or the last that alone fits."""
    letters = [e.letters for e in key.entries if e.letters]
    lettered = bool(letters) and all(one[0] in ALPHABET for one in letters)
    chosen = [g for g in near if sum(bool(d.parts.options) for d in g.drafts) * 2 > len(g.drafts)]
    fitting = [g for g in chosen if lettered and _inside(g, key)]
    if len(fitting) == 1:
        return fitting
    return near[-1:] if not any(_inside(g, key) for g in near[:-1]) else []


def _could_take(group: Group, key: KeyGroup) -> bool:
    """Whether a key could be this group's, by its section or one of its numbers."""
    ours, theirs = group.drafts[0].region.section, key.section
    if theirs is None:
        return not {e.number for e in key.entries}.isdisjoint(d.number for d in group.drafts)
    if ours is None or (ours.format and theirs.format and ours.format != theirs.format):
        return False
    if ours.label and theirs.label:
        return ours.label == theirs.label
    return ours.format == theirs.format


def _across(groups: list[Group], key: KeyGroup, *, known: bool = True) -> list[Group]:
    """The groups if their numbers run on over them; `known` = and are all of the key's."""
    counts = Counter(d.number for g in groups for d in g.drafts)
    fits = not known or all(e.number in counts for e in key.entries)
    return groups if counts and fits and max(counts.values()) == 1 else []


def _bare(chapter: str) -> str:
    return re.sub(r"[\s()（）]", "", chapter)


def _inside(group: Group, key: KeyGroup) -> bool:
    have = {d.number for d in group.drafts}
    return all(e.number in have for e in key.entries)


def _attach(sheet: Sheet, groups: list[Group], key: KeyGroup) -> list[Entry]:
    """Give the questions of groups a key's answers; returns the entries that fit none."""
    drafts = [draft for group in groups for draft in group.drafts]
    if drafts and not any(d.number for d in drafts) and len(key.entries) == len(drafts):
        for number, draft in enumerate(drafts, 1):  # unnumbered questions: by their order
            draft.number, draft.ordered = number, True
    if doubt := _doubt(drafts, key):
        for draft in drafts:
            draft.notes.append(f"doubt:{doubt}")
        return key.entries
    by_number = {draft.number: draft for draft in drafts}
    seen = Counter(entry.number for entry in key.entries)
    unused = []
    for entry in key.entries:
        fitting = by_number.get(entry.number) if seen[entry.number] == 1 else None
        if fitting is None or not _settle(sheet, fitting, entry):
            unused.append(entry)
    return unused


def _doubt(drafts: list[Draft], key: KeyGroup) -> str:
    """Why a key cannot be that of these questions, "" where nothing speaks against it."""
    have = {draft.number: draft for draft in drafts if draft.number}
    if not have or len(have) < sum(draft.number > 0 for draft in drafts):
        return "numbers_repeat"
    # texts belong to open questions, whose numbers may stand elsewhere
    numbers = [e.number for e in key.entries if e.letters] or [e.number for e in key.entries]
    section = drafts[-1].region.section
    counted = section.count + min(have) - 1 if section and section.count else 0
    if max(numbers) > max(have) and max(numbers) != max(section.last if section else 0, counted):
        return "key_longer_than_section"
    if min(numbers) < min(have):
        return "key_starts_before_section"
    given = [(have[e.number], e.letters) for e in key.entries if e.number in have and e.letters]
    chosen = [(draft, letters) for draft, letters in given if draft.parts.options]
    beyond = sum(
        letters[0] in ALPHABET and max(map(ALPHABET.find, letters)) >= len(draft.parts.options)
        for draft, letters in chosen
    )
    several = sum(
        draft.format == "SCQ" and sum(c in ALPHABET for c in letters) > 1
        for draft, letters in chosen
    )
    few = max(1, len(chosen) // 10)
    if beyond > few:
        return "key_beyond_options"
    return "key_of_another_format" if several > few else ""


def _settle(sheet: Sheet, draft: Draft, entry: Entry) -> bool:
    """Give a question its entry's answer and explanation; False where it takes neither."""
    parts = draft.parts
    stop = max(entry.end, entry.start)
    chosen = bool(parts.options)
    answer, reason = answer_of(sheet, entry, has_options=chosen, form=draft.format)
    if not answer and parts.answer and draft.key_span is not None:  # told by a table above
        told = [t.end for t in tags(sheet.text, entry.start, stop)[:1] if t.kind == "expl"]
        answer, reason = (
            parts.answer,
            reason or sheet.verbatim(max(told, default=entry.start), stop),
        )
    fits = bool(answer) and parts.answer in ("", answer) and draft.key_span is None
    if not answer:
        draft.notes.append("doubt:key_entry_unclear")
    elif parts.answer not in ("", answer):
        draft.notes.append(f"doubt:answers_disagree {parts.answer[:20]}/{answer[:20]}")
        if parts.options:
            forget(parts)
    elif fits:
        decide(parts, answer, entry.rule)
        sheet.take(entry.pos if entry.begin < 0 else entry.begin, entry.start)
        if not entry.letters or (draft.format == "QA" and not parts.options):
            sheet.take(entry.start, stop)
        if not parts.options and not draft.format and answer in ("对", "错"):
            declare(draft, "TF")
    again = draft.key_span is None or answer == parts.answer  # a table, then why
    explains = bool(reason) and not parts.explanation and again
    if explains:
        parts.explanation = reason
        sheet.take(entry.start if draft.key_span is None else entry.pos, stop)
    if fits or explains:
        draft.key_span = (entry.pos, stop)
    return fits
