"""What the heading of a column of questions means: 题号, 题目, A, 选项B, 标准答案, 解析 …"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cpsyexam.text import fold
from parsing import words
from parsing.words import any_of

_ROLES = {
    "number": r"题号|序号|编号|no\.?|#|number|id",
    "stem": r"题目|题干|试题|问题|题目内容|试题内容|题干内容|试题题干|题目名称|考题|stem|question|"
    r"内容",
    "type": r"题型|试题类型|题目类型|类型|type",
    "options": r"选项|备选项|备选答案|选项内容|候选项|options?|choices?",
    "answer": rf"{any_of(words.ANSWER, words.ANSWER_CHOICE)}|题目答案|key|answer|correct",
    "explanation": rf"{any_of(words.EXPLANATION)}|(?:答案|试题|题目)解析|解释|说明|explanation"
    "|analysis",
    "material": r"材料|案例|题干材料|背景|material|context",
}
_SHAPES = {role: re.compile(shape, re.IGNORECASE) for role, shape in _ROLES.items()}
_LETTER = re.compile(
    r"(?:选项|答案|备选项|option|choice|opt)?[\s_(（:：]*([a-h])[)）.、]?(?:选项|项)?",
    re.IGNORECASE,
)
_TRADITIONAL = str.maketrans("題號選項參標準確試類內釋說", "题号选项参标准确试类内释说")


@dataclass(frozen=True)
class Columns:
    """Columns of a table of questions by role; `options` in the order of their letters."""

    number: int | None = None
    stem: int = 0
    type: int | None = None
    material: int | None = None
    options: tuple[int, ...] = ()  # one a letter, or a single one that holds all
    answer: int | None = None
    explanation: int | None = None
    other: tuple[tuple[int, str], ...] = ()  # columns of no role, with their names
    width: int = 0  # columns of the header


def columns(heads: Sequence[str]) -> Columns | None:
    """The roles of a header row's cells, or None where they head no table of questions.

    That needs a column of stems and one of answers, options or explanations.
    """
    plain = [re.sub(r"\s+", "", fold(head)).translate(_TRADITIONAL).rstrip(":：") for head in heads]
    found: dict[str, int] = {}
    letters: dict[str, int] = {}
    for at, head in enumerate(plain):
        letter = _LETTER.fullmatch(head)
        role = next((r for r, shape in _SHAPES.items() if shape.fullmatch(head)), "")
        if letter:
            letters.setdefault(letter[1].upper(), at)
        elif role:
            found.setdefault(role, at)
    options = tuple(letters[a] for a in sorted(letters)) if len(letters) > 1 else ()
    options = options or ((found["options"],) if "options" in found else ())
    if "stem" not in found or not (options or "answer" in found or "explanation" in found):
        return None
    used = {*found.values(), *options}
    if len(options) > 1:
        used.discard(found.get("options", -1))
    other = tuple((i, heads[i].strip()) for i in range(len(heads)) if i not in used)
    return Columns(
        number=found.get("number"),
        stem=found["stem"],
        type=found.get("type"),
        material=found.get("material"),
        options=options,
        answer=found.get("answer"),
        explanation=found.get("explanation"),
        other=other,
        width=len(heads),
    )
