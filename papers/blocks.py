"""One question set in a layout, with what a reader should get back."""

import re
from dataclasses import dataclass, replace

from papers.choices import CHOICE_STYLES
from papers.items import CHOICES, Item
from papers.layouts import Layout
from papers.numbering import NUMBER_STYLES, tagged
from papers.replies import REPLY_STYLES, Reply, tail, ticked, told

_EMPTY = re.compile(r"[（(]\s*[）)]")


@dataclass(frozen=True)
class Block:
    """Lines of a question and the fields that they carry."""

    lines: list[str]
    stem: str
    options: tuple[str, ...]
    answer: str
    explanation: str
    format: str  # declared by the question's own tag, else ""


def set_item(item: Item, number: int, layout: Layout, *, tagging: bool = False) -> Block:
    """Print a question. `tagging` puts a type tag before the stem (questions on a case)."""
    numbering = "tag_after_bare" if tagging else layout.numbering
    reply = _reply(item, layout)
    stem, options, answer = item.stem, item.options, item.answer
    told_reason = item.explanation if reply and told(item, reply) else ""
    shown = item.options
    printed = stem
    if reply is None:
        answer = ""
    elif reply.place == "bracket":
        pad = " " if reply.value == "padded" else ""
        stem = stem if _EMPTY.search(stem) else stem + "（　　）"
        place = list(_EMPTY.finditer(stem))[-1]
        value = {"对": "√", "错": "×"}.get(answer, answer)
        before, after = stem[: place.start() + 1], stem[place.end() - 1 :]
        printed, stem = f"{before}{pad}{value}{pad}{after}", f"{before}{pad}{pad}{after}"
    elif reply.place == "tick":
        shown = tuple(ticked(item))
    elif reply.place == "explanation":
        told_reason = f"{item.explanation}故选{answer}。"
    head = NUMBER_STYLES[numbering](number, item.format) + printed
    lines = _lines(item, layout, reply, head, shown)
    own = item.format if tagged(numbering) else ""
    return Block(lines, stem, options, answer, told_reason, own)


def _reply(item: Item, layout: Layout) -> Reply | None:
    if layout.answers in ("key", "none"):
        return None
    reply = REPLY_STYLES[layout.answers]
    if item.format in CHOICES:
        return reply
    if item.format == "TF" and reply.place == "bracket":
        return reply
    plain = reply.place == "after" and not reply.glued and reply.tag != "答案"
    tag = reply.tag if plain else "答："
    return replace(
        reply,
        place="after",
        tag=tag,
        glued=False,
        one_line=False,
        in_brackets=False,
        reason_first=False,
    )


def _ending(item: Item, reply: Reply) -> list[str]:
    if reply.place == "explanation":
        return [f"{reply.reason}{item.explanation}故选{item.answer}。"]
    if reply.place in ("bracket", "tick"):
        return [f"{reply.reason}{item.explanation}"] if told(item, reply) else []
    return tail(item, reply)


def _lines(
    item: Item, layout: Layout, reply: Reply | None, head: str, shown: tuple[str, ...]
) -> list[str]:
    if not item.options:
        return [*head.split("\n"), *(tail(item, reply) if reply else [])]
    first, *rest = [
        line for text in CHOICE_STYLES[layout.options](head, shown) for line in text.split("\n")
    ]
    ending = [] if reply is None else _ending(item, reply)
    if reply is None:
        return [first, *rest]
    if reply.place == "before_options":
        reason = ending[1:]
        return [first, ending[0], *rest, *reason]
    if reply.glued:
        *body, last = [first, *rest]
        return [*body, last + ending[0], *ending[1:]]
    return [first, *rest, *ending]
