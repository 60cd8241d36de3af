"""One figure for a page: how probably it was read badly.

Questions and leftovers → probability, 0 to 1, that a question of the page is wrong, cut short or
lost. A page repeats one shape, so what differs from it is suspect; so are option rows, blanks and
answers that no question explains. The weights of these signs were learnt (`weights.toml`).
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise
from statistics import median

from parsing.records import Leftover, Printed
from parsing.source_text import fold, fold_all
from parsing.words import ASKS, Regression, any_of

BADLY = Regression("alarm", asks=any_of(ASKS, ("什么",)))
SIGNS = BADLY.patterns
THRESHOLD = 0.67  # at or above: someone should look; 0.61 would flag 5 % of faultless new pages
_PAIRS = (("(", ")"), ("[", "]"), ("【", "】"), ("“", "”"), ("《", "》"))
_HALVES = frozenset("".join(a + b for a, b in _PAIRS))
_OF_STEM = ("odd stem", "torn end", "torn head")
_TAIL = 40  # characters of a last field that may hold a page's end
_APART = "\x1f"  # between questions while they are searched together
_ALONE = 6  # one question of so many without a key is a gap, more are a habit of the page
_FEW = 0.15  # share of questions; of 1,436 pages five more caught and two falsely by it
_LOOSE = ("outside_question", "unread", "before_first_question", "key_without_question")
_OPEN = ("QA", "FILL", "TF")
_MINOR = (
    *("doubt:no_answer", "doubt:explanation_says", "doubt:answer_declared_none"),
    *("doubt:read_again", "doubt:answer_by_look"),
)
_WEAK_STARTS = (
    *("number:row", "number:run", "number:own", "number:glued"),
    *("number:alone", "number:item", "number:ocr"),
)


def alarm(questions: Sequence[Printed], leftovers: Sequence[Leftover]) -> float:
    """Probability that a page was read badly."""
    none, here = BADLY.probability({}), BADLY.probability(signs(questions, leftovers))
    return max(0.0, (here - none) / (1 - none))


def one_differs(questions: Sequence[Printed]) -> bool:
    """Whether a page is regular but for a question in seven: an alarm that needs no second sign."""
    usual = _usual(questions)
    others = sum(bool(q.options) and len(q.options) != usual for q in questions)
    shares = (
        count / len(questions) for count in (sum(map(_undeclared, questions)), others) if count
    )
    return _lone_gap(questions) or any(share <= _FEW for share in shares)


def _undeclared(q: Printed) -> bool:
    return not q.options and q.format not in _OPEN


def _lone_gap(questions: Sequence[Printed]) -> bool:
    """Whether one question of several, not the last, lacks its answer."""
    n, lacking = len(questions), sum(not q.answer for q in questions)
    return 0 < _ALONE * lacking <= n and bool(questions[-1].answer)


def _usual(questions: Sequence[Printed]) -> int:
    """How many options most questions with options have."""
    counts = Counter(len(q.options) for q in questions if q.options)
    return max(counts, key=counts.__getitem__, default=0)


def told(figure: float) -> str:
    """What to say of a page that reaches the threshold, "" below it; begins with the figure."""
    said = f"{figure:.2f}: look at this page, it contradicts its own regularity"
    return said if figure >= THRESHOLD else ""


def signs(questions: Sequence[Printed], leftovers: Sequence[Leftover]) -> dict[str, float]:
    """What of a page contradicts its regularity: shares from 0 to 1, by name."""
    lost, loose, total = 0, 0, 0
    for rest in leftovers:
        total += len(rest.text)
        if rest.rule in _LOOSE:
            text = fold(rest.text)
            loose += len(text) * (rest.rule != "before_first_question")
            asked = min(len(SIGNS["asked"].findall(text)), 5)
            lost += asked if asked > 1 or not questions else SIGNS["row"].search(text) is not None
    if not questions:
        return {"lost": 1.0 if lost else 0.0, "empty": 1.0}
    n = len(questions)
    fields = (t for q in questions for t in (q.stem, *q.options, q.answer, q.explanation))
    total += sum(map(len, fields))
    numbers = [int(q.number) for q in questions if q.number]
    answered = sum(bool(q.answer) for q in questions)
    page = _Page(questions)
    own = [_own(q, page, i) for i, q in enumerate(questions)]
    rules = Counter(rest.rule for rest in leftovers)
    found = {
        "lost": min(1.0, lost / n),
        "loose": loose / max(total, 1),
        "unused key": min(1.0, rules["key_without_question"] / n),
        "unread": min(1.0, rules["unread"] / n),
        "gaps": sum(not 0 <= b - a <= 1 and b != 1 for a, b in pairwise(numbers)) / n,
        "late start": float(bool(numbers) and numbers[0] > 1),
        "mixed numbers": float(0 < len(numbers) < n),
        "lone gap": float(_lone_gap(questions)),
        "split answers": 4 * answered * (n - answered) / n**2,
        **{name: sum(row[name] for row in own) / n for name in own[0]},
    }
    return found | {f"any {name}": float(share > 0) for name, share in found.items()}


class _Page:
    """What most questions of a page are like, and the folded text of each."""

    def __init__(self, questions: Sequence[Printed]) -> None:
        n, choices = len(questions), [q for q in questions if q.options]
        texts = ["\n".join((q.stem, *(q.options or (q.answer,)))) for q in questions]
        self.texts = fold_all(texts)
        self.options = _usual(questions)  # how many
        # characters of an option that is odd, of a stem, of an answer in words
        self.long = 5 * median([len(o) for q in choices for o in q.options] or [0]) + 25
        self.wide = 5 * median([len(q.stem) for q in questions]) + 60
        self.wordy = 5 * median([len(q.answer) for q in questions if not q.options] or [0]) + 100
        self.answered = 2 * sum(bool(q.answer) for q in questions) > n
        self.chosen = 2 * len(choices) > n
        self.last = n - 1 if n > 1 else -1  # a question in which the page may end
        # places of texts with marks of a second question, and with litter
        self.inner = self._hit("inner")
        self.litter = self._hit("litter of words") | self._hit("litter of signs")

    def _hit(self, sign: str) -> set[int]:
        """Places of the texts in which a sign is found, by one search through all of them."""
        ends = list(accumulate(len(text) + 1 for text in self.texts))
        hits = SIGNS[sign].finditer(_APART.join(self.texts))
        return {bisect_right(ends, m.start()) for m in hits}


def _own(q: Printed, page: _Page, i: int) -> dict[str, bool]:
    """Which signs a question has, by name; `i` = its place."""
    text, notes, lengths = page.texts[i], "\n".join(q.notes), [len(o) for o in q.options]
    stem, bare = text[: len(q.stem)], q.stem.strip()
    ends = accumulate((size + 1 for size in lengths), initial=len(q.stem) + 1)
    options = [text[a : b - 1] for a, b in pairwise(ends)]
    undeclared = _undeclared(q)
    doubted = any(n.startswith("doubt:") and not n.startswith(_MINOR) for n in q.notes)
    unlike = page.chosen and undeclared
    unlike |= bool(q.options) and abs(len(q.options) - page.options) > 1
    unlike |= page.answered and not q.answer
    odd = max(lengths, default=0) > page.long or not all(map(str.strip, q.options))
    odd |= len(q.stem) > page.wide or len(bare) < 3 or i in page.inner or doubted
    broken = ["\n" in option for option in options]
    inner = [len(SIGNS["letter inside"].findall(one)) for one in options or [stem]]
    odd_ends = sum(SIGNS["option end"].search(option) is not None for option in options)
    return {
        **{sign: SIGNS[sign].search(stem) is not None for sign in _OF_STEM},
        "suspect": odd or (unlike and i != page.last),
        "doubted": doubted,
        "weak starts": any(note in _WEAK_STARTS for note in q.notes),
        "cut tails": "\ndropped:tail" in "\n" + notes,
        "mixed marks": "mixed" in notes,
        "other counts": bool(q.options) and len(q.options) != page.options,
        "long last": len(lengths) > 1 and lengths[-1] > 2.5 * median(lengths[:-1]) + 10,
        "no ask": bool(q.options) and not SIGNS["ask"].search(stem),
        "undeclared open": undeclared,
        "unanswered open": not q.options and not q.answer,
        "long answers": not q.options and len(q.answer) > page.wordy,
        "litter": i in page.litter,
        "litter at end": SIGNS["litter at end"].search(text[-_TAIL:]) is not None,
        "lines in fields": "\n" in "".join((q.stem, *q.options)),
        "short stem": len(bare) < 5,
        "long stem": stem.count("\n") > 1,
        "unbalanced": any(map(unbalanced, (stem, *options))),
        # an option holds the next one's letter, or a stem without options several
        "letter inside": max(inner) > (not options),
        "one odd end": odd_ends == 1,
        "break": SIGNS["break"].search("\n".join((stem, *options))) is not None,
        "only last broken": broken[-1:] == [True] and True not in broken[:-1],
        "verdict unread": not q.answer and SIGNS["verdict"].search(stem) is not None,
        "no blank": q.format == "FILL" and not SIGNS["filled in"].search(stem),
    }


def unbalanced(text: str) -> bool:
    """Whether a bracket or quotation mark lacks its other half."""
    return not _HALVES.isdisjoint(text) and any(text.count(a) != text.count(b) for a, b in _PAIRS)
