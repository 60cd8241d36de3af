"""How an answer stands at its question."""

from collections.abc import Sequence
from dataclasses import dataclass

from papers.items import CHOICES, Item


@dataclass(frozen=True)
class Reply:
    """Where the answer stands and with which words; `glued` = on the last option's line."""

    place: str = "after"  # after | before_options | bracket | tick | explanation
    tag: str = "答案："
    reason: str = "解析："
    value: str = "letters"  # letters | joined | blanks | letter_text | text
    one_line: bool = False
    glued: bool = False
    explained: bool = True
    reason_first: bool = False
    in_brackets: bool = False  # the reason follows the letter in brackets


REPLY_STYLES: dict[str, Reply] = {
    "after": Reply(),
    "after_only": Reply(explained=False),
    "after_own_line": Reply(tag="答案：\n"),
    "halfwidth": Reply(tag="答案: ", reason="解析: "),
    "brackets": Reply(tag="【答案】", reason="【解析】"),
    "brackets_line": Reply(tag="【答案】", reason="【解析】", one_line=True),
    "square": Reply(tag="[答案]", reason="[解析]"),
    "bracket_colon": Reply(tag="【答案】：", reason="解析："),
    "correct": Reply(tag="正确答案：", reason="参考解析："),
    "correct_line": Reply(tag="正确答案：", reason="参考解析：", one_line=True),
    "reference": Reply(tag="参考答案：", reason="答案解析："),
    "reference_bracket": Reply(tag="【参考答案】", reason="【试题解析】"),
    "brand": Reply(tag="【明德教育参考答案】", reason="【明德教育解析】"),
    "own_reason": Reply(tag="答案：", reason="本题解析："),
    "topic_reason": Reply(tag="【答案】", reason="【考点解析】"),
    "no_colon": Reply(tag="答案", reason="【解析】", one_line=True),
    "joined": Reply(value="joined"),
    "blanks": Reply(value="blanks"),
    "letter_text": Reply(value="letter_text"),
    "text": Reply(value="text"),
    "reason_in_brackets": Reply(in_brackets=True),
    "reason_first": Reply(tag="【答案】", reason="【解析】", reason_first=True),
    "reason_only": Reply(place="explanation", reason="【解析】"),
    "before_options": Reply(place="before_options"),
    "bracket": Reply(place="bracket"),
    "bracket_blank": Reply(place="bracket", value="padded"),
    "tick": Reply(place="tick"),
    "glued": Reply(glued=True, one_line=True),
    "glued_brackets": Reply(tag="【答案】", reason="【解析】", glued=True, one_line=True),
    "stream": Reply(glued=True, one_line=True, explained=False),
}


def written(item: Item, value: str) -> str:
    """The answer as a reply of that value style writes it."""
    if item.format not in CHOICES:
        return item.answer
    if value == "joined":
        return "、".join(item.answer)
    if value == "blanks":
        return " ".join(item.answer)
    if value == "letter_text":
        return "；".join(f"{a}.{t}" for a, t in zip(item.answer, item.chosen, strict=True))
    if value == "text" and len(set(item.options)) == len(item.options):
        return "、".join(item.chosen) if len(item.chosen) > 1 else item.chosen[0]
    return item.answer


def tail(item: Item, reply: Reply) -> list[str]:
    """The lines of answer and explanation that follow a question's options."""
    answer = f"{reply.tag}{written(item, reply.value)}"
    reason = f"{reply.reason}{item.explanation}" if told(item, reply) else ""
    if reply.in_brackets and reason:
        return [f"{answer}（{item.explanation}）"]
    parts = [p for p in ((reason, answer) if reply.reason_first else (answer, reason)) if p]
    lines = ["".join(parts)] if reply.one_line else parts
    return [line for part in lines for line in part.split("\n")]


def told(item: Item, reply: Reply) -> bool:
    """Whether the explanation is printed."""
    return bool(item.explanation) and reply.explained


def ticked(item: Item) -> Sequence[str]:
    """Options with a tick behind the right ones."""
    return [t + "√" if "ABCDEFGH"[i] in item.answer else t for i, t in enumerate(item.options)]
