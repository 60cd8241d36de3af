"""Random histories: after corrections, re-crawls, merges and splits nothing reserved is public.

Two hundred small banks go through five versions at once, each with an accident of its own at every
step. Duplicate removal and the draw are the real ones; what must hold is told by who a question
is, which the accidents know and the code does not.
"""

import random
from dataclasses import dataclass, field, replace

import polars as pl
import pytest

from bench.invented import fit
from bench.population import frame, row
from cleaning.unique import UniqueSettings, unique
from cpsyexam.identity import normal_form, question_ids, short_id
from cpsyexam.lineage import RANK, TEXTS, Lineages
from cpsyexam.records import CleanQuestion, ShuffledQuestion
from cpsyexam.stage import StageResult
from splitting.settings import SplitSettings
from splitting.stage import split
from splitting.strata import shared_captures, straddling
from wording.leak_similarity import alike

BANKS, VERSIONS, QUESTIONS = 200, 5, 8
_SIGNS = sorted(
    set(
        "感知觉记忆思维想象情绪动机需要人格气质性能力智注意识学习迁移强化惩罚消退泛分图式同顺应平衡"
        "依恋焦虑抑郁迫恐怖躁狂妄幻阻抗面质倾听暗示催眠脱敏暴露代币归因态度从众服社会助长刻板印首近晕轮信效常模难区方差回相关卡检验标"
    )
)
Text = tuple[str, tuple[str, ...]]  # stem and options


@dataclass
class Question:
    """Who it is, where it is printed and how, and what people decided of that print."""

    who: int
    source: str
    page: str
    print: Text
    right: str
    decided: dict[Text, Text] = field(default_factory=dict)
    rejected: bool = False
    gone: bool = False
    slips: int = 0  # edits at the source since it last was in a version

    @property
    def text(self) -> Text:
        return self.decided.get(self.print, self.print)

    @property
    def place(self) -> int:
        """Where the right option stands."""
        options = self.text[1]
        return options.index(self.right) if self.right in options else 1


@dataclass
class Bank:
    """Pages in their order; `crawl` and `shift` are what raw_ids hang on besides the place."""

    number: int
    questions: list[Question]
    crawl: int = 0
    shift: int = 0


class History:
    """All banks, and what was seen of them so far."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.people = 0
        self.banks = [Bank(n, []) for n in range(BANKS)]
        for bank in self.banks:
            bank.questions = [self.fresh(bank) for _ in range(QUESTIONS)]
        self.part: dict[int, str] = {}  # the part that each was in when it last was in one
        self.stood: dict[Text, str] = {}  # the part that each text was in
        self.holds: dict[Text, Text] = {}  # texts that hold the stem of another, or a piece of it
        self.held: dict[str, dict[str, str]] = {}  # by bank: normal forms that were reserved
        self.shown: set[str] = set()  # ids that were public

    def another(self) -> int:
        self.people += 1
        return self.people

    def words(self, length: int) -> str:
        return "".join(self.random.choices(_SIGNS, k=length))

    def written(self) -> Text:
        stem = self.words(self.random.choice((6, 12, 24)))
        return f"{stem}的是", tuple(self.words(self.random.randint(4, 9)) for _ in range(4))

    def fresh(self, bank: Bank) -> Question:
        page = f"{bank.number}-{self.random.randrange(3)}"
        print_ = self.written()
        return Question(self.another(), f"bank{bank.number}", page, print_, print_[1][1])

    def slip(self, text: Text) -> Text:
        """A sign or two are other ones."""
        stem, options = text
        at = self.random.randrange(len(stem))
        edited = stem[:at] + self.words(1) + stem[at + self.random.randrange(2) :]
        if self.random.random() < 0.3:
            options = (f"{options[0]}{self.words(1)}", *options[1:])
        return edited, options

    def accident(self, bank: Bank) -> None:
        """Something happens to a bank between two versions."""
        here = [q for q in bank.questions if not q.gone]
        if len(here) < 2:
            bank.questions += [self.fresh(bank), self.fresh(bank)]
            return
        one, two = self.random.sample(here, 2)
        what = self.random.choice(ACCIDENTS)
        if what in SAID:
            self.decide(what, one, two)
        elif what == "another parser":
            bank.shift += 1
        else:
            self.crawl(what, bank, one, two)
            bank.crawl += 1

    def decide(self, what: str, one: Question, two: Question) -> None:
        """People change what becomes of a print."""
        if what == "corrected":
            one.decided[one.print] = self.slip(one.text)
        elif what == "corrected to a near copy":
            one.decided[one.print] = self.slip(two.text)
        elif what == "corrected to a copy":
            one.decided[one.print] = two.text
        elif what == "undone":
            one.decided.clear()
        elif what == "rejected":
            one.rejected = not one.rejected

    def crawl(self, what: str, bank: Bank, one: Question, two: Question) -> None:
        """The source prints other things, or the same ones again."""
        if what == "edited":
            one.print = self.slip(one.print)
            one.slips += 1
            if one.slips > 2:  # nobody could tell any more which it was
                one.who = self.another()
        elif what == "edited to a near copy":
            one.print, one.who = self.slip(two.text), self.another()
        elif what == "gone":
            one.gone = True
        elif what == "back":
            for q in bank.questions:
                q.gone = False
        elif what == "printed again elsewhere":
            page = f"{bank.number}-{self.random.randrange(4)}"
            print_ = self.slip(one.text)
            copy = replace(one, who=self.another(), page=page, print=print_, decided={})
            bank.questions.insert(0, copy)
        elif what == "new":
            bank.questions.insert(0, self.fresh(bank))
        elif what == "put behind another" and len(two.text[0]) > 12:
            one.print, one.who = (one.text[0] + two.text[0], one.text[1]), self.another()
            self.holds[one.print] = two.text
        elif what == "cut in two" and len(one.text[0]) > 24:
            (stem, options), cut = one.text, 12
            for part in (f"{stem[:cut]}其结论", stem[cut:]):
                self.holds[part, options] = one.text
            one.print, whole = (f"{stem[:cut]}其结论", options), one
            one = replace(whole, who=self.another(), print=(stem[cut:], options), decided={})
            whole.who = self.another()
            bank.questions.insert(0, one)

    def printed(self) -> list[tuple[str, str, Question]]:
        """raw_id, capture and question of everything that is printed."""
        found = []
        for bank in self.banks:
            here = [q for q in bank.questions if not q.gone]
            for place, q in enumerate(here, start=bank.shift):
                capture = f"c{q.page}-{bank.crawl}"
                found.append((short_id("r", q.source, capture, str(place)), capture, q))
        return found

    def version(self, settings: SplitSettings, before: Lineages | None) -> StageResult:
        """The stages from what is printed to the split."""
        printed = self.printed()
        parsed = [
            {"raw_id": raw, "capture": capture, "url": "", "material": "",
             "stem": q.print[0], "options": list(q.print[1])}
            for raw, capture, q in printed
        ]  # fmt: skip
        rows = [
            row("KG", "GEE", "人格心理学", "SCQ", raw_id=raw, capture=capture, source=q.source,
                stem=q.text[0], options=list(q.text[1]), answer=[q.place])
            for raw, capture, q in printed if not q.rejected
        ]  # fmt: skip
        cleaned = frame(rows)
        cleaned = cleaned.with_columns(question_ids(cleaned))
        labels = cleaned.drop("cluster", "group", "also")
        found = unique({"cleaned": fit(cleaned, CleanQuestion)}, UniqueSettings())
        kept = found.kept.select("raw_id", "cluster", "group", "also").join(labels, on="raw_id")
        frames = {
            "shuffled": fit(kept, ShuffledQuestion),
            "parsed": pl.DataFrame(parsed),
            "unique/edges": found.tables["edges"],
            "unique/copies": found.tables["copies"],
        }
        key = self.words(8).encode()  # another one each time: what was drawn must stay all the same
        done = split(frames, settings, key=key, previous=before)
        assert sorted(frames["shuffled"]["raw_id"]) == sorted(
            [*done.kept["raw_id"], *done.rejected["parent"]]
        )
        self.check(
            {raw: q for raw, _, q in printed}, done.kept, pages=settings.reserve_unit == "page"
        )
        return done

    def check(self, printed: dict[str, Question], kept: pl.DataFrame, *, pages: bool) -> None:
        """Nobody shows more than before, no text that was held back, no near copy of one."""
        assert straddling(kept, "unit").is_empty()
        assert not pages or shared_captures(kept).is_empty()
        normals, before = normal_form(kept).to_list(), dict(self.stood)
        for name, raw, also, part, normal in zip(
            *(kept[name] for name in ("id", "raw_id", "also", "split")), normals, strict=True
        ):
            for q in (printed[other] for other in (raw, *also)):
                was = self.part.get(q.who, "train")
                assert RANK[part] >= RANK[was], (q, part, was)
                self.part[q.who] = part
                q.slips = 0
                if name not in self.shown and q.text in self.holds:
                    was = before.get(self.holds[q.text], "train")
                    assert RANK[part] >= RANK[was], (q, part, was)
            bank = printed[raw].source
            if part == "reserved":
                assert name not in self.shown, printed[raw]
                self.held.setdefault(bank, {})[normal] = name
            elif name not in self.shown:
                held = self.held.get(bank, {})
                assert not [old for old in held if alike(old, normal)], printed[raw]
        for stem, options, part in kept.select("stem", "options", "split").rows():
            self.stood[stem, tuple(options)] = part
        self.shown |= set(kept.filter(pl.col("split") != "reserved")["id"])


SAID = ("corrected", "corrected to a near copy", "corrected to a copy", "undone", "rejected")
ACCIDENTS = (
    *SAID, "another parser", "crawled again", "edited", "edited to a near copy", "gone", "back",
    "printed again elsewhere", "new", "put behind another", "cut in two",
)  # fmt: skip


@pytest.mark.parametrize("unit", ["group", "page"])
def test_whatever_happens_to_questions_nobody_shows_more_than_before(unit: str) -> None:
    settings = SplitSettings.model_validate(
        {"reserve_unit": unit, "share": 0.25, "reserved": 1.0, "min_train": 1, "few_shot": 1}
    )
    history, before = History(41 if unit == "group" else 42), None
    for version in range(VERSIONS):
        for bank in history.banks if version else ():
            for _ in range(history.random.choice((1, 2))):
                history.accident(bank)
        done = history.version(settings, before)
        now = done.kept.select(*TEXTS)
        texts = pl.concat([done.tables["texts"], now])
        tables = done.tables["lineages"], done.tables["names"], texts
        before = Lineages(*tables, digest=str(version))
