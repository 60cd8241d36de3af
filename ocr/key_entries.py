"""Numbers and values of a key as the book prints them, in the one form that the grammar knows.

In: the lines of a chapter and of its key. Out: those below a key's title with `3：B`, `3 [B]`,
`3—B`, `3、答案B`, `第3题 B`, `例3 B`, `3 B` as `3．B`. Several entries of a key make a style; a
word or a sentence behind a number is an answer, too, once they do.
"""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise

from cpsyexam.text import fold
from ocr.confusions import Repaired
from ocr.headings import is_heading
from ocr.plain import flat
from ocr.sheet_lines import key_title

FEW = 3  # entries of a key that make a style
RISING = 0.6  # share of them whose number follows the one before
NEAR = 8  # lines below a heading in which its first question has options
_NUMBER = (
    r"(?:[(\[【]\s?(?P<p>\d{1,3})\s?[)\]】]"
    r"|(?:第|例题?)?\s?(?P<n>\d{1,3})\s?题?(?:[)\]】](?!\s?[.、]))?)"
)
_JOINT = r"(?P<joint>\s*(?:[.、:]|[-—–―一]{1,2}(?!\s?\d)|[=→])?\s*(?:答案|选)?\s*:?\s*)"
_VALUE = r"[A-H]{1,8}|[√×✓✗✔✘╳TF]|正确|错误|[对错是非]"
_ENTRY = re.compile(
    rf"(?:^|(?<=[\s_]))[\s_]*{_NUMBER}{_JOINT}(?:[(\[【]\s?(?P<in>{_VALUE})\s?[)\]】]"
    rf"|(?P<out>{_VALUE}))(?=[。.;；,，]?(?:[\s_]|$))[。.;；,，]?"
)
_WORDS = re.compile(
    rf"(?:^|(?<=[^\s_]))[\s_]*(?<![\d.]){_NUMBER}(?P<joint>\s*(?:[.、:]|[-—–―]{{1,2}})?\s*(?:答案|选)?\s*:?\s*)(?=[(\[【]?[\u4e00-\u9fffA-Za-z“《])"
)
_BOXED = re.compile(r"^[(\[【]([^()\[\]【】]{1,30}(?:\([^()]*\))?)[)\]】]$")
_ENTRY_PLAIN = re.compile(r"^\d{1,3}\s*[.、]\s*[(\[【]?\s*(?:[A-H√×✓✗✔✘]|正确|错误|对|错)")
_OPTION = re.compile(r"^\s*[(\[【]?\s*[Aa]\s*[)\]】.、:\s]|[(]\s*[)]\s*[。.]?$|_{3,}(?![_\d(])")
_VERDICTS = {"是": "√", "非": "×", "T": "√", "F": "×", "╳": "×"}


def plain_entries(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter's keys whose entries are put in that form."""
    regions = list(_regions({at: lines[at].text for at in body}, key))
    marks = [
        m for places in regions for at in places for m in _ENTRY.finditer(flat(lines[at].text))
    ]
    numbers = [int(m["p"] or m["n"]) for m in marks]
    rising = sum(b in (a + 1, 1) for a, b in pairwise(numbers))
    if len(marks) < FEW or rising < RISING * (len(marks) - 1):
        return {}
    joints = Counter("".join(m["joint"].split()) for m in marks)
    usual = {".", *(joint for joint, count in joints.items() if count >= FEW)}
    found: dict[int, Repaired] = {}
    for at in (at for places in regions for at in places):
        said = _plain(flat(lines[at].text), lines[at].text, usual)
        if said != lines[at].text:
            found[at] = Repaired(said, lines[at].notes)
    return found


def _regions(body: Mapping[int, str], key: Sequence[int]) -> Iterator[list[int]]:
    """The lines below each title of a key, as far as no other questions begin; and its own."""
    places = list(body)
    titles = [i for i, at in enumerate(places) if key_title(body[at])]
    for i, end in pairwise([*titles, len(places)]):
        below = places[i + 1 : end]
        headed = below and is_heading(body[below[0]])
        ends = (
            j
            for j in range(1, len(below))
            if (_begins(below[j:], body) if headed else is_heading(body[below[j]]))
        )
        yield below[: next(ends, len(below))]
    if key:
        yield list(key)


def _begins(places: Sequence[int], body: Mapping[int, str]) -> bool:
    """Does a section of questions begin here?"""
    if not is_heading(body[places[0]]):
        return False
    return any(_OPTION.search(flat(body[at])) for at in places[1 : NEAR + 1])


def _plain(text: str, printed: str, joints: Container[str]) -> str:
    """A line with its entries as 3．B, or with its number so."""
    out, end = "", 0
    if all(_ENTRY_PLAIN.match(m[0].lstrip(" _")) for m in _ENTRY.finditer(text)):
        return _words(text, printed, joints) if not _ENTRY.search(text) else printed
    for m in _ENTRY.finditer(text):
        gap = printed[end : m.start()].strip(" \u3000_")
        said = m["in"] or m["out"]
        out += gap + ("　　" if (out + gap).strip() else "")
        out += f"{m['p'] or m['n']}．{_VERDICTS.get(said, said)}"
        end = m.end()
    if end:
        rest = printed[end:].lstrip()
        return out + (f"　{rest}" if rest else "")
    return printed


def _words(text: str, printed: str, joints: Container[str]) -> str:
    """A line with answers in words behind its numbers."""
    out = ""
    marks = list[re.Match[str]]()
    for m in _WORDS.finditer(text):
        own = "".join(m["joint"].split()) in joints and (
            not m.start() or text[m.start()] in " \u3000_"
        )
        due = not marks or int(m["p"] or m["n"]) == int(marks[-1]["p"] or marks[-1]["n"]) + 1
        apart = m["joint"] or m["p"] or text[m.end() - 1] == " "
        if own and due and apart:
            marks.append(m)
    if not marks or marks[0].start() or (marks[0]["p"] and len(marks) == 1):
        return printed  # (1)… may be the first point of an answer
    if len(marks) == 1 and marks[0]["joint"].strip() in (".", "、"):
        return printed
    for m, stop in zip(marks, [*(m.start() for m in marks[1:]), len(text)], strict=True):
        rest = printed[m.end() : stop].strip(" \u3000_")
        boxed = _BOXED.match(fold(rest))
        out += f"{'　　' if out else ''}{m['p'] or m['n']}．{rest[1:-1] if boxed else rest}"
    return out
