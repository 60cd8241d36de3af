"""Reasons in a list of their own below a key: 习题解析, then 1. …, 3. … for some of the numbers."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ocr.habits.plain import flat
from parsing import Printed

FEW = 2  # reasons that make a list
_TITLE = re.compile(
    r"^\W{0,40}(?:部分|重点|疑难|难点|本章|典型)?(?:习题|试题|真题|题目|难题|练习题?|错题)?"
    r"(?:解析|详解|精析|精解|析疑|释疑|点拨|解题思路)\W{0,40}$"
)
_KEY = re.compile(r"^[^,。?:\d]{0,30}答\s?案[^,。?:\d]{0,12}[-—–=~*·\s]*$")
_ENTRY = re.compile(r"^\s*(\d{1,3})\s*[.、]\s*(?!\d)")
_ANSWER = re.compile(r"^\s*(?:[A-H]{1,6}(?![a-zA-Z型\-])|[√×]|[【\[(]?\s*(?:参考|正确)?答\s*案)")
_HEADING = re.compile(r"^\s*(?:第.{1,4}[章节编部]|[一二三四五六七八九十]{1,3}\s*、|【)")


@dataclass
class Reasons:
    """What such a list says: by number the text and the places of its paragraphs."""

    title: int = -1
    said: dict[str, tuple[str, list[int]]] = field(default_factory=dict)

    @property
    def places(self) -> set[int]:
        """All paragraphs of the list, with its title."""
        return {self.title, *(at for _, own in self.said.values() for at in own)}


def reasons_below(places: Sequence[int], said: Mapping[int, str], *, keyed: bool) -> Reasons:
    """The list at the end of a chapter or its key; `keyed`: the lines are all of a key.

    Numbers rise without a repetition and no entry begins with an answer, else it is no such list.
    """
    plain = [flat(said[at]) for at in places]
    start = next((i for i, text in enumerate(plain) if _TITLE.match(text)), len(plain))
    if not keyed and not any(_KEY.match(text) for text in plain[:start]):
        return Reasons()
    found = Reasons(places[start] if start < len(places) else -1)
    last = ""
    for at, text in zip(places[start + 1 :], plain[start + 1 :], strict=True):
        if match := _ENTRY.match(text):
            last = match[1]
            rest = said[at][match.end() :]
            if last in found.said or _ANSWER.match(flat(rest)):
                return Reasons()
            found.said[last] = (rest, [at])
        elif not last or _HEADING.match(text):
            return Reasons()
        else:
            whole, own = found.said[last]
            found.said[last] = (f"{whole}\n{said[at]}", [*own, at])
    rising = all(int(a) < int(b) for a, b in pairwise(found.said))
    return found if rising and len(found.said) >= FEW else Reasons()


def explained(
    questions: Sequence[Printed], reasons: Reasons
) -> tuple[list[Printed], dict[int, list[int]]]:
    """The questions with their reasons, and by their place the paragraphs of these.

    A number that several questions bear explains none of them.
    """
    bearers: dict[str, list[int]] = defaultdict(list)
    for at, question in enumerate(questions):
        bearers[question.number].append(at)
    found = list(questions)
    used: dict[int, list[int]] = {}
    for number, (text, places) in reasons.said.items():
        own = bearers.get(number, [])
        if len(own) == 1 and not found[own[0]].explanation:
            found[own[0]] = replace(found[own[0]], explanation=text)
            used[own[0]] = places
    return found, used
