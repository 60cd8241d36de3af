"""Questions written for concepts → by which rule each is refused, or which doubts it leaves.

All rules here need no knowledge of the field. What needs knowledge (a wrong key, a second right
option) is left to models that answer the question (`generation.selfcheck`) and to reviewers.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from concepts.arithmetic import equations, results
from concepts.assignment import NAMED
from concepts.retrieval import Retrieval
from concepts.schema import Entry, Prompt
from cpsyexam.text import fold
from generation.answers import Question
from generation.clues import negative
from generation.form import broken
from generation.options import (
    bare,
    core,
    number,
    readings,
    same,
)
from generation.recomputed import statistic
from generation.siblings import repeated, same_answer, tells

FAR = 2.2  # times as long as the longest wrong option
OFF_SHARE, OFF_RANK = 0.35, 8  # of the best concept's score; concepts that come before
MANY = 100  # concepts of a catalogue from which on questions are refused as off concept
CASE = 18  # characters that a case has at least
_ALL_OF = re.compile(
    r"^(?:以上|上述|前述)?(?:选项)?(?:各项)?(?:都|均|皆|全)(?:是|对|正确|包括|选)$"
    r"|^全部(?:都|均)?(?:是|对|正确|包括)?$"
    r"|(?:以上|上述|以下|下列)(?:各项|选项|[^,。]{0,2})?(?:都|均|皆|全)"
    r"|^(?:以上|上述|前述|前面)[^,。]{0,6}(?:都|均|皆|全|兼)"
    r"|^[三四]者(?:都|均|皆|兼)"
    r"|^(?:选项|只有|仅)[ABCD]$"
    r"|^(?:选项|只有|仅)?[ABCD](?:[、,和与及]*[ABCD])+(?:[两二三]?[项个者]|选项)?(?:都|均|皆|全)?(?:是|对|正确)?$"
)
_SAID = re.compile(
    r"(?:(?:故|因此|所以|即|应|可|^|[。.,，;；])选(?!项)|答案(?:为|是|选)|正确(?:答案|选项)(?:为|是))"
    r"\s*(?:选?项)?\s*[:：]?\s*([A-D])(?![A-Za-z])"
    r"|(?<![A-Za-z、和与及/])([A-D])\s*(?:选?项)?\s*(?:是|为)?\s*"
    r"(?:正确|符合(?:题意|要求|条件)?(?=[,。.;，；]|$)|对的|(?:本题)?答案)(?![A-Za-z])"
)
_DENIED = re.compile(
    r"(?<![A-Za-z、和与及/])([A-D])\s*(?:选?项)?\s*(?:是|为)?\s*"
    r"(?:错|不正确|不对|不符合题意|不选|排除|有误)"
)
_PRINTED = re.compile(
    r"答案\s*(?:为|是|选|[:：])?\s*[A-D](?![A-Za-z])|应选\s*[A-D](?![A-Za-z])"
    r"|[(（【\[]\s*选?\s*[A-D]\s*[)）】\]]\s*[。.?？]?\s*$"
)
_MARKED = re.compile(r"[(（【\[](?:正确|对|答案|正确答案|√)[)）】\]]|√")
_INTERVAL = re.compile(r"(\d+(?:\.\d+)?)\s*[±士]\s*(\d+(?:\.\d+)?)(?![\d.]*\s*[×*xX])")
_NUMERAL = re.compile(r"-?\d+(?:\.\d+)?")
_COMPARED = 2  # figures of an explanation


@dataclass(frozen=True)
class Item:
    """A question with the concept and prompt it was written for; `name` is its raw_id."""

    name: str
    question: Question
    entry: Entry
    prompt: Prompt


@dataclass(frozen=True)
class Refusal:
    """The rule that refuses a question."""

    rule: str
    detail: str
    counterpart: str = ""


RULES = {
    "all_of_the_above": "an option stands for all others",
    "answer_printed": "the stem names the letter of the answer, or an option is marked as right",
    "answer_in_stem": "the right option, and no other, stands in the stem",
    "longest_by_far": f"the right option is {FAR} times as long as any other",
    "options_say_the_same": "two options are one number, or one text but for particles",
    "explanation_names_another": "the explanation calls another letter right, or the answer wrong",
    "solution_does_not_add_up": "an equation of the explanation is wrong",
    "result_is_another": "the last result of the explanation is a wrong option",
    "result_not_computed": "a calculation whose explanation does not come to the right option",
    "case_missing": "a case question without a case",
    "concept_named_in_case": "a case that names the concept it asks for",
    "off_concept": "the question is nearer to many other concepts than to its own",
    "siblings_alike": "a question of the same concept asks the same",
    "nothing_asked": "one character is asked",
    "nothing_to_choose": "the options are their letters",
    "model_talks": "the model speaks of itself or of its task within the question",
    "gap_left_open": "a placeholder was not filled in",
    "options_in_stem": "the stem lists options of its own, A to C",
    "stem_cut_off": "the stem ends in the middle of a sentence",
    "blank_misplaced": "blanks that do not go with the question: several, or one in a statement",
    "foreign_words": "three or more English words outside of brackets",
    "two_scripts": "simplified and traditional characters are mixed",
    "data_say_another": "the right option is not the statistic of the data in the stem",
    "data_say_several": "the data in the stem have the statistic asked for twice among the options",
}


def refuse(item: Item, index: Retrieval) -> Refusal | None:
    """The first rule that a question breaks by itself."""
    for rule, detail in _broken(item, index):
        return Refusal(rule, detail)
    return None


def _broken(item: Item, index: Retrieval) -> Iterator[tuple[str, str]]:
    asked, right, wrong = sides(item.question)
    yield from broken(item.question)
    yield from _told(item.question)
    shown = bare(asked)
    if (
        len(core(right)) >= 4
        and not number(right)
        and core(right) in shown
        and not any(core(o) in shown for o in wrong)
    ):
        yield "answer_in_stem", right
    if len(bare(right)) >= 2 and bare(right) in shown:
        others = [option for option in wrong if bare(option) and bare(option) in shown]
        if not others and not _NUMERAL.match(right):
            yield "answer_in_stem", right
    longest = max(len(option) for option in wrong)
    if len(right) >= 12 and len(right) > FAR * longest:
        yield "longest_by_far", f"{len(right)} against {longest} characters"
    if twice := same(item.question.options):
        yield "options_say_the_same", " = ".join(twice)
    yield from _explained(item.question)
    yield from _computed(item, right, wrong)
    if item.prompt == "case":
        if len(asked) < CASE:
            yield "case_missing", asked
        elif item.entry.concept.name in item.question.material:
            yield "concept_named_in_case", item.entry.concept.name
    before, share, nearest = place(item, index)
    if len(index.entries) < MANY:
        return  # few texts are too few: a doubt at most
    if share < OFF_SHARE and before >= OFF_RANK:
        yield "off_concept", f"nearer to {before} others, first {nearest}"


def _explained(question: Question) -> Iterator[tuple[str, str]]:
    """The letters that an explanation calls right, or wrong."""
    text, answer = fold(question.explanation), question.answer
    said = [letter for found in _SAID.findall(text) for letter in found if letter]
    if said and answer not in said:
        yield "explanation_names_another", f"{said[-1]}, answer {answer}"
    elif not said and answer in _DENIED.findall(text) and not negative(question.stem):
        yield "explanation_names_another", f"not {answer}"


def _told(question: Question) -> Iterator[tuple[str, str]]:
    for option in question.options:
        if _ALL_OF.search(fold(option).replace(" ", "")):
            yield "all_of_the_above", option
        if _MARKED.search(option):
            yield "answer_printed", option
    if printed := _PRINTED.search(fold(f"{question.material} {question.stem}")):
        yield "answer_printed", printed.group()


def _computed(item: Item, right: str, wrong: Sequence[str]) -> Iterator[tuple[str, str]]:
    explanation = item.question.explanation
    found = list(equations(explanation))
    asked = f"{item.question.material}\n{item.question.stem}"
    computed = statistic(asked)
    if computed and number(right) and not _reads(right, computed[1]):
        yield "data_say_another", f"{computed[0]} {computed[1][0]:g}, answer {right}"
    if (
        computed
        and computed[0] == "众数"
        and (more := [option for option in wrong if _reads(option, computed[1])])
    ):
        yield "data_say_several", f"{computed[0]} {right}, {', '.join(more)}"
    for equation in found:
        if equation.error:
            yield "solution_does_not_add_up", f"{equation.left} = {equation.right}"
    values = [value for equation in found[-1:] for value in equation.values]
    hits = [option for option in wrong if _reads(option, values)]
    told = [*values, *results(explanation)]
    if len(hits) == 1 and number(right) and not _reads(right, told):
        yield "result_is_another", f"{hits[0]}, answer {right}"
    if item.prompt == "calculation" and not found and not _given(right, explanation):
        yield "result_not_computed", explanation[:60]


def _given(option: str, explanation: str) -> bool:
    """Whether an explanation has the number of an option, all of its numbers (5和2), or figures
    to compare where the option is a word.
    """
    numerals = _NUMERAL.findall(fold(option))
    if not numerals and not number(option):  # 报酬偏低, by figures that the explanation compares
        return len(_NUMERAL.findall(fold(explanation))) >= _COMPARED
    if numerals and not number(option):
        told = set(_NUMERAL.findall(fold(explanation)))
        ends = [(float(a), float(b)) for a, b in _INTERVAL.findall(fold(explanation))]
        told |= {f"{end:g}" for a, b in ends for end in (a - b, a + b)}
        return {one.lstrip("-") for one in numerals} <= told
    return _reads(option, results(explanation))


def _reads(option: str, values: Sequence[float]) -> bool:
    """Whether one of the values is the option's number, to within its last digit."""
    return any(
        abs(value - reading) <= 0.006 * abs(reading) + 1e-9
        for value in values
        for reading in readings(option)
    )


def place(item: Item, index: Retrieval) -> tuple[int, float, str]:
    """How many concepts are nearer than its own, its score beside the best, and the nearest."""
    asked, right, wrong = sides(item.question)
    explained = item.question.explanation
    parts = [(asked, 1.0), (right, 2.0), (" ".join(wrong), 0.3), (explained, 1.0)]
    scores = index.scores(parts) + np.float32(NAMED) * index.named(f"{asked} {right} {explained}")
    own = next(i for i, entry in enumerate(index.entries) if entry.id == item.entry.id)
    best = float(scores.max())
    nearest = index.entries[int(scores.argmax())].id
    return int((scores > scores[own]).sum()), float(scores[own]) / best if best else 1.0, nearest


def siblings(items: Sequence[Item]) -> dict[str, Refusal]:
    """Of the questions of one concept those that ask what an earlier one asks, by name."""
    found = repeated([(item.name, item.question) for item in items])
    return {name: Refusal("siblings_alike", shown, twin) for name, (twin, shown) in found.items()}


def cousins(items: Sequence[Item], index: Retrieval) -> dict[str, str]:
    """Doubts about questions of one concept, by name: they ask what an earlier one asks, or another
    one tells their answer.
    """
    found: dict[str, str] = {}
    for i, item in enumerate(items):
        asked, name = item.question, item.entry.concept.name
        earlier, others = ([o.question for o in part] for part in (items[:i], items))
        if twin := next((q for q in earlier if same_answer(q, asked, index.rarity)), None):
            found[item.name] = f"doubt:sibling_same_answer {twin.stem[:40]}"
            continue
        others = [q for q in others if q != asked and tells(q, asked, name, index.rarity)]
        if others:
            found[item.name] = f"doubt:sibling_tells_answer {others[0].stem[:40]}"
    return found


def sides(question: Question) -> tuple[str, str, list[str]]:
    place = "ABCD".index(question.answer)
    wrong = [option for i, option in enumerate(question.options) if i != place]
    return f"{question.material}\n{question.stem}".strip(), question.options[place], wrong


def balance(items: Sequence[Item]) -> dict[str, float]:
    """Figures of a set: share of each key, share of right options that are the longest."""
    n = max(len(items), 1)
    keys = [item.question.answer for item in items]
    longest = 0
    for item in items:
        _, right, wrong = sides(item.question)
        longest += len(right) > max(len(option) for option in wrong)
    shares = {f"key_{letter}": round(keys.count(letter) / n, 3) for letter in "ABCD"}
    return {**shares, "right_is_longest": round(longest / n, 3)}
