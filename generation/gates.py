"""Questions written for concepts → by which rule each is refused, or which doubts it leaves.

All rules here need no knowledge of the field. What needs knowledge (a wrong key, a second right
option) is left to models that answer the question (`generation.selfcheck`) and to reviewers.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from concepts.arithmetic import equations
from concepts.retrieval import Retrieval
from concepts.schema import Entry, Prompt
from cpsyexam.text import fold
from generation.answers import Question

ALIKE, ALIKE_MASKED, ALIKE_SAME_OPTIONS = 86.0, 92.0, 70.0  # of 100, stems of one concept
FAR = 2.2  # times as long as the longest wrong option
OFF_SHARE, OFF_RANK = 0.25, 16  # of the best concept's score; concepts that come before
_ALL = re.compile(
    r"^(?:以上|上述|前述)?(?:选项)?(?:各项)?(?:都|均|皆|全)(?:是|对|正确|包括|选)$|^全部"
)
_ALL_OF = re.compile(r"(?:以上|上述).{0,4}(?:都|均|皆|全)|^ABCD?$|^全部(?:正确|都对)?$")
_SAID = re.compile(
    r"(?:故选|答案(?:为|是|选)|因此选|所以选|正确(?:答案|选项)(?:为|是))\s*[:：]?\s*([A-D])"
)
_MASK = re.compile(r"-?\d+(?:\.\d+)?")
_BARE = re.compile(r"[\s\W_]+")


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
    "answer_in_stem": "the right option, and no other, stands in the stem",
    "longest_by_far": f"the right option is {FAR} times as long as any other",
    "explanation_names_another": "the explanation names another letter than the answer",
    "solution_does_not_add_up": "an equation of the explanation is wrong",
    "result_not_computed": "a calculation whose explanation has no equation",
    "case_missing": "a case question without a case",
    "concept_named_in_case": "a case that names the concept it asks for",
    "off_concept": "the question is nearer to many other concepts than to its own",
    "siblings_alike": "a question of the same concept asks the same",
}


def refuse(item: Item, index: Retrieval) -> Refusal | None:
    """The first rule that a question breaks by itself."""
    for rule, detail in _broken(item, index):
        return Refusal(rule, detail)
    return None


def _broken(item: Item, index: Retrieval) -> Iterator[tuple[str, str]]:
    asked, right, wrong = _sides(item.question)
    for option in item.question.options:
        if _ALL_OF.search(option) or _ALL.match(option):
            yield "all_of_the_above", option
    shown = _bare(asked)
    if len(_bare(right)) >= 2 and _bare(right) in shown:
        others = [option for option in wrong if _bare(option) and _bare(option) in shown]
        if not others and not _MASK.match(right):
            yield "answer_in_stem", right
    longest = max(len(option) for option in wrong)
    if len(right) >= 12 and len(right) > FAR * longest:
        yield "longest_by_far", f"{len(right)} against {longest} characters"
    said = _SAID.findall(fold(item.question.explanation))
    if said and item.question.answer not in said:
        yield "explanation_names_another", f"{said[-1]}, answer {item.question.answer}"
    found = list(equations(item.question.explanation))
    for equation in found:
        if equation.error:
            yield "solution_does_not_add_up", f"{equation.left} = {equation.right}"
    if item.prompt == "calculation" and not found:
        yield "result_not_computed", item.question.explanation[:60]
    if item.prompt == "case":
        if len(asked) < 30:
            yield "case_missing", asked
        elif item.entry.concept.name in item.question.material:
            yield "concept_named_in_case", item.entry.concept.name
    yield from _off(item, index)


def _off(item: Item, index: Retrieval) -> Iterator[tuple[str, str]]:
    asked, right, wrong = _sides(item.question)
    parts = [(asked, 1.0), (right, 2.0), (" ".join(wrong), 1.0), (item.question.explanation, 1.0)]
    scores = index.scores(parts)
    own = next(i for i, entry in enumerate(index.entries) if entry.id == item.entry.id)
    best = float(scores.max())
    before = int((scores > scores[own]).sum())
    if best and scores[own] < OFF_SHARE * best and before >= OFF_RANK:
        nearest = index.entries[int(scores.argmax())].id
        yield "off_concept", f"nearer to {before} others, first {nearest}"


def siblings(items: Sequence[Item]) -> dict[str, Refusal]:
    """Of the questions of one concept those that ask what an earlier one asks, by name."""
    refused: dict[str, Refusal] = {}
    kept: list[Item] = []
    for item in items:
        twin = next((other for other in kept if _alike(item.question, other.question)), None)
        if twin:
            shown = f"{item.question.stem[:40]} ~ {twin.question.stem[:40]}"
            refused[item.name] = Refusal("siblings_alike", shown, twin.name)
        else:
            kept.append(item)
    return refused


def _alike(one: Question, two: Question) -> bool:
    left, right = _bare(one.material + one.stem), _bare(two.material + two.stem)
    ratio = fuzz.ratio(left, right)
    same = {_bare(o) for o in one.options} == {_bare(o) for o in two.options}
    if same and _right(one) == _right(two) and ratio >= ALIKE_SAME_OPTIONS:
        return True
    masked = fuzz.ratio(_MASK.sub("0", left), _MASK.sub("0", right))
    if max(len(left), len(right)) < 20:  # short stems share their frame, not what they ask
        return same and ratio >= ALIKE
    return (ratio >= ALIKE and _right(one) == _right(two)) or masked >= ALIKE_MASKED


def _right(question: Question) -> str:
    return _bare(question.options["ABCD".index(question.answer)])


def _sides(question: Question) -> tuple[str, str, list[str]]:
    place = "ABCD".index(question.answer)
    wrong = [option for i, option in enumerate(question.options) if i != place]
    return f"{question.material}\n{question.stem}".strip(), question.options[place], wrong


def _bare(text: str) -> str:
    return _BARE.sub("", fold(text)).lower()


def balance(items: Sequence[Item]) -> dict[str, float]:
    """Figures of a set: share of each key, share of right options that are the longest."""
    n = max(len(items), 1)
    keys = [item.question.answer for item in items]
    longest = 0
    for item in items:
        _, right, wrong = _sides(item.question)
        longest += len(right) > max(len(option) for option in wrong)
    shares = {f"key_{letter}": round(keys.count(letter) / n, 3) for letter in "ABCD"}
    return {**shares, "right_is_longest": round(longest / n, 3)}
