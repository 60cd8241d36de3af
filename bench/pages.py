"""`make bench-pages PAGES=PATH`: pages that people annotated, parsed and compared field by field.

In: annotated pages (`bench.annotated` tells their form), a question with `cut` does not count. Out:
counts per page and in all; no text of a page is printed unless `--show` asks for it. White space,
the width of punctuation, blanks (also torn ones: 是O。), and keys, types and points in brackets do
not count; A of A.正确 B.错误 is the verdict 对. The shared case of a question is counted beside
that: `other case` = lost, another's or a part of it, `case silent` = such without a doubt.
"""

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz

from bench.annotated import SAMPLES, annotated
from bench.frame import publish
from cpsyexam.text import fold
from parsing import Parsed, Printed
from parsing.alarm import THRESHOLD

_BRACKET = re.compile(r"[(\[【〔]\s*(?:[A-Ha-h√×✓✗Xx对错\s、,]|正确|错误)*\s*[)\]】〕]|_+")
_ASIDE = re.compile(
    r"[(\[【]\s*(?:(?:单项?|多项?|不定项)选?择?题?|判断题?|填空题?|简答题?|\d{1,2}\s?分)\s*[)\]】]"
)
# an empty bracket in a wrong encoding, read as another character, or never closed
_TORN_BLANK = re.compile(r"[(]?[?][.。][?]|(?<=[\u3400-\u9fff])[oO0][.。]?$|[(\[【〔]\s*$")
_JOINED = re.compile(r"[;,、/]")  # between the words of several blanks
_SPACE = re.compile(r"\s+")
_TOLD_OFF = re.compile(  # which questions a case is for: no part of it
    r"(?:根据|阅读|读|据此|结合|依据)?[^。\n]{0,22}?(?:回答|完成)[^。\n]{0,14}(?:题|問題|问题)[。:]?"
    r"|[(]?\d+\s*[~～—-]\s*\d+\s*题[^)\n]{0,10}[)]?"
)
_CASE, _ALIKE = 12, 85  # characters of a case, and per cent of them that two readers share
_LETTERS = re.compile(r"[A-H]+")
_JUDGED = {"√": "对", "正确": "对", "T": "对", "×": "错", "错误": "错", "F": "错"}
_TOLD = {"是": "对", "否": "错"}  # as options
_JUDGED |= {"正確": "对", "對": "对", "錯誤": "错", "錯": "错"}
COUNTS = (
    "questions",
    "exact",
    "incomplete",
    "wrong",
    "no doubt",
    "merged",
    "missing",
    "invented",
)


@dataclass(frozen=True)
class Truth:
    """A question as an annotator read it; `cut` = not whole on the page."""

    stem: str
    options: tuple[str, ...]
    answer: str
    cut: bool = False
    material: str = ""


@dataclass
class Judged:
    """Counts of one page, and what to show of each question that is not exact."""

    counts: Counter[str] = field(default_factory=Counter)
    shown: list[str] = field(default_factory=list)
    alarm: float = 0.0
    verdicts: list[tuple[Printed, str]] = field(default_factory=list)  # what was read, and how

    @property
    def faulty(self) -> bool:
        """Whether the page has a question that is wrong, lost or invented."""
        bad = ("incomplete", "wrong", "merged", "missing", "invented", "other case")
        return any(self.counts[name] for name in bad)


def plain(text: str) -> str:
    """A text without what two readers may write differently."""
    bare = _TORN_BLANK.sub("", fold(text).strip())
    return _SPACE.sub("", _BRACKET.sub("", _ASIDE.sub("", bare))).strip(".。;,、:")


def answer(text: str) -> str:
    """An answer for comparison: letters sorted, verdicts in one word."""
    bare = _SPACE.sub("", fold(text)).strip(".。;,、:")
    letters = re.sub("[、,;]", "", bare)
    if _LETTERS.fullmatch(letters):
        return "".join(sorted(set(letters)))
    return _JUDGED.get(bare, bare)


def truths(rows: Iterable[dict[str, Any]]) -> list[Truth]:
    """The true questions of an annotated page, for comparison."""
    return [
        Truth(
            row.get("stem") or "",
            tuple(row.get("options") or ()),
            row.get("answer") or "",
            cut=bool(row.get("cut")),
            material=row.get("material") or "",
        )
        for row in rows
    ]


def judge(wanted: list[Truth], parsed: Parsed) -> Judged:
    """Compare a page; a parsed question belongs to the true one whose text it resembles most."""
    out = Judged(alarm=parsed.alarm)
    pairs, free = _paired(wanted, list(parsed.questions))
    for want, found in pairs:
        if want.cut:
            continue
        verdict, silent = _verdict(want, found, parsed)
        out.counts.update(["questions", verdict])
        out.verdicts += [(found, verdict)] if found else []
        out.counts["no doubt"] += silent
        case, same = _case(want.material, found.material) if found else (False, True)
        doubted = found and any(note.startswith("doubt:") for note in found.notes)
        out.counts.update({"cases": case, "other case": not same})
        out.counts["case silent"] += not same and not doubted
        if verdict != "exact" or not same:
            out.shown.append(f"{verdict}\n  truth {want}\n  found {found}")
    out.counts["invented"] = len(free)
    out.verdicts += [(one, "invented") for one in free]
    out.shown += [f"invented\n  found {found}" for found in free]
    return out


def fields(rows: Iterable[dict[str, Any]], parsed: Parsed) -> Counter[str]:
    """How often each field reads as annotated, by name; an empty one says nothing."""
    by_stem = {plain(found.stem): found for found in parsed.questions}
    same: Counter[str] = Counter()
    for want in rows:
        if (found := by_stem.get(plain(want["stem"]))) is None:
            continue
        for name in ("number", "material", "explanation", "stem"):
            same[name] += bool(want.get(name)) and plain(getattr(found, name)) == plain(want[name])
        same["format"] += bool(want.get("format")) and found.format == want["format"]
        options = [plain(option) for option in want.get("options") or ()]
        same["options"] += bool(options) and options == [plain(o) for o in found.options]
    return same


def _spoken(options: Sequence[str], said: str) -> tuple[list[str], str]:
    """Options and answer; a letter of 正确 and 错误 is the verdict itself, without options."""
    shown, value = [plain(option) for option in options], answer(said)
    spoken = [(_JUDGED | _TOLD).get(option, option) for option in shown]
    if sorted(spoken) == ["对", "错"] and value in ("", "A", "B"):
        return [], spoken["AB".index(value)] if value else ""
    return shown, value


def _verdict(want: Truth, found: Printed | None, parsed: Parsed) -> tuple[str, bool]:
    if found is None:
        start = plain(want.stem)[:12]
        merged = any(start and start in plain(_said(q)) for q in parsed.questions)
        return ("merged" if merged else "missing"), False
    wanted, true = _spoken(want.options, want.answer)
    shown, given = _spoken(found.options, found.answer)
    if given and given != true and (wanted or true in ("对", "错", "")):
        return "wrong", not any(note.startswith("doubt:") for note in found.notes)
    same = (
        plain(found.stem) == plain(want.stem)
        and shown == wanted
        and (
            given == true
            or (not wanted and _JOINED.sub("", plain(given)) == _JOINED.sub("", plain(true)))
        )
    )
    return ("exact" if same else "incomplete"), False


def _case(wanted: str, read: str) -> tuple[bool, bool]:
    """Whether a question has a case, and whether it reads as annotated."""
    ours, theirs = (plain(_TOLD_OFF.sub("", fold(text))) for text in (wanted, read))
    if max(len(ours), len(theirs)) < _CASE:
        return False, True
    short, long = sorted((ours, theirs), key=len)
    within = short in long and 100 * len(short) > _ALIKE * len(long)
    return bool(ours), within or fuzz.ratio(ours, theirs) >= _ALIKE


def _said(question: Printed) -> str:
    return "\n".join(
        [question.material, question.stem, *question.options, question.answer, question.explanation]
    )


def _grams(text: str) -> set[str]:
    bare = plain(text)
    return {bare[i : i + 2] for i in range(len(bare) - 1)} or {bare}


def _paired(
    wanted: list[Truth], found: list[Printed]
) -> tuple[list[tuple[Truth, Printed | None]], list[Printed]]:
    """Pairs in order of the page: the alignment with the greatest sum of likeness."""
    ours = [_grams(w.stem + "".join(w.options)) for w in wanted]
    theirs = [_grams(q.stem + "".join(q.options)) for q in found]
    best = [[0.0] * (len(found) + 1) for _ in range(len(wanted) + 1)]
    for i, own in enumerate(ours):
        for j, other in enumerate(theirs):
            like = len(own & other) / (min(len(own), len(other)) or 1)
            like = like * min(len(own), len(other)) ** 0.5 if like > 0.4 else -1.0
            best[i + 1][j + 1] = max(best[i][j] + like, best[i][j + 1], best[i + 1][j])
    partner: dict[int, int] = {}
    i, j = len(wanted), len(found)
    while i and j:
        if best[i][j] == best[i - 1][j]:
            i -= 1
        elif best[i][j] == best[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            partner[i] = j
    pairs = [(w, found[partner[n]] if n in partner else None) for n, w in enumerate(wanted)]
    taken = set(partner.values())
    return pairs, [q for n, q in enumerate(found) if n not in taken]


def main() -> None:
    """Print and write the figures of annotated pages."""
    options = argparse.ArgumentParser()
    options.add_argument("pages", type=Path, nargs="?", default=SAMPLES, help="file or folder")
    options.add_argument("--show", action="store_true", help="print what differs, with its text")
    options.add_argument("--only", default="", help="one page by name")
    chosen = options.parse_args()
    rows: list[list[object]] = []
    total: Counter[str] = Counter()
    began, pages = time.process_time(), 0
    for page in annotated(chosen.pages):
        if chosen.only not in page.name:
            continue
        judged = judge(truths(page.truth), page.parsed())
        flagged = judged.alarm >= THRESHOLD
        judged.counts["alarm caught"] = flagged and judged.faulty
        judged.counts["alarm false"] = flagged and not judged.faulty
        judged.counts["alarm missed"] = judged.faulty and not flagged
        total += judged.counts
        pages += 1
        rows.append([page.name, *(judged.counts[c] for c in COUNTS), round(judged.alarm, 2)])
        if chosen.show and judged.shown:
            print(f"=== {page.name}", *judged.shown, sep="\n")
    rows.append(["all", *(total[c] for c in COUNTS), ""])
    exact = 100 * total["exact"] / max(total["questions"], 1)
    facts = {
        "exact": f"{exact:.1f} % of {total['questions']} questions on {pages} pages",
        "cases": f"{total['cases']}; {total['other case']} lost, another's or in part, "
        f"{total['case silent']} of them without a doubt",
        "alarm": f"{total['alarm caught']} faulty pages caught, {total['alarm missed']} missed, "
        f"{total['alarm false']} false",
        "seconds": f"{time.process_time() - began:.2f}",
    }
    publish("pages", "Annotated pages", ["page", *COUNTS, "alarm"], rows, facts)


if __name__ == "__main__":
    main()
