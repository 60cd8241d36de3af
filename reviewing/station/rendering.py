"""Templates, and texts of questions as harmless markup: escaped, with hidden characters shown."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import jinja2
from markupsafe import Markup, escape
from rapidfuzz.distance import Indel

from reviewing.station.doubts import spots

# what changes the order of characters or cannot be seen; line breaks and tabs stay
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_ALIKE = 0.5  # of two texts with less in common what is the same by chance would be shown as kept
_LONGEST = 4000  # characters of the differing middle that are compared one by one


def shown(text: str, spots: Sequence[str] = ()) -> Markup:
    """A text as markup; characters that hide or reorder others stand as their code point.

    `spots`: patterns of what is marked in it (reviewing.station.doubts).
    """
    if spots:
        pieces = re.split(f"({'|'.join(spots)})", text)
        return Markup("").join(
            Markup('<mark class="spot">{}</mark>').format(shown(piece)) if i % 2 else shown(piece)
            for i, piece in enumerate(pieces)
        )
    parts, last = [], 0
    for found in _HIDDEN.finditer(text):
        parts += [escape(text[last : found.start()]), _code(found[0])]
        last = found.end()
    parts.append(escape(text[last:]))
    return Markup("").join(parts)


def _code(character: str) -> Markup:
    return Markup('<span class="code">U+{:04X}</span>').format(ord(character))


def difference(before: str, after: str, spots: Sequence[str] = ()) -> Markup:
    """`after` with what a repair took out and put in; `spots` as for `shown`."""
    if before == after:
        return shown(after, spots)
    head = _same(before, after)
    tail = _same(before[head:][::-1], after[head:][::-1])
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    middle = _whole(old, new) if max(len(old), len(new)) > _LONGEST else _steps(old, new)
    end = after[len(after) - tail :] if tail else ""
    return shown(after[:head], spots) + middle + shown(end, spots)


def beside(text: str, other: str) -> Markup:
    """A text with what another one does not have marked; nothing where they have little alike."""
    if Indel.normalized_similarity(text, other) < _ALIKE or max(map(len, (text, other))) > _LONGEST:
        return shown(text)
    made = Markup("")
    for step in Indel.opcodes(other, text):
        piece = shown(text[step.dest_start : step.dest_end])
        made += piece if step.tag == "equal" else _marked(piece)
    return made


def _marked(piece: Markup) -> Markup:
    return Markup('<mark class="spot">{}</mark>').format(piece) if piece else piece


def _same(one: str, other: str) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def _whole(old: str, new: str) -> Markup:
    made = Markup("")
    if old:
        made += Markup("<del>{}</del>").format(shown(old))
    if new:
        made += Markup("<ins>{}</ins>").format(shown(new))
    return made


def _steps(old: str, new: str) -> Markup:
    if Indel.normalized_similarity(old, new) < _ALIKE:
        return _whole(old, new)
    made = Markup("")
    for step in Indel.opcodes(old, new):
        gone, come = old[step.src_start : step.src_end], new[step.dest_start : step.dest_end]
        made += shown(come) if step.tag == "equal" else _whole(gone, come)
    return made


@cache
def templates() -> jinja2.Environment:
    """The pages; an unknown name in one of them is an error."""
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("reviewing.station"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["shown"] = shown
    made.globals["difference"] = difference
    made.globals["beside"] = beside
    made.globals["spots"] = spots
    return made


def render(name: str, **values: Any) -> str:
    """A page's text."""
    return templates().get_template(f"{name}.html.j2").render(**values)
