"""Option labels of a book's own style, as A．, and letters put right by their neighbours."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cpsyexam.taxonomy import LETTERS
from ocr.habits.confusions import Repaired
from ocr.habits.headings import flat, formed
from ocr.habits.numbers import plain_numbers, plain_ordinals
from ocr.layout.geometry import Piece

FEW = 4  # questions with such labels that make a style
EVEN = 0.7  # of the most frequent of the first three labels, how often the others come
OTHER = 0.1  # of these questions, how many may have labels that the grammar knows
_STEMS = "甲乙丙丁戊己庚辛"
_KNOWN = re.compile(r"\s*[(\[【]?\s*A\s*[.、:·)\]】]")
_SAID = (  # 1．乙, 答案：丙, （ 丙 ）
    re.compile(rf"(?<![\d.])(\d{{1,3}}\s*[.、:)]?\s*)([{_STEMS}]{{1,5}})(?=$|[\s,;，；。.\d])"),
    re.compile(
        rf"((?:答\s?案\s*[】\])]?\s*[:：]?|[(（])\s*)([{_STEMS}]{{1,5}})(?=\s*(?:[)）。]|$|\s))"
    ),
)
NUMERALS = 3  # questions with such options that make a habit
_STEM = re.compile(r"^\s*(?:[(]\s*[)]\s*)?\d{1,3}\s*[.、](?!\d)")
_FIRST = re.compile(r"^\s*[(]1[)]\s*\S")
_MARK = re.compile(r"\s*[(]([1-8])[)]\s*")
_PART = re.compile(r"^\s*[一二三四五六七八九十]{1,3}\s*、\s*(?=\d)")
_INLINE = re.compile(rf"{_STEM.pattern}.*[)。？?]\s*[(]1[)].+[(]2[)].+[(]3[)]")
_LETTERED = re.compile(r"(?:^|\s)[(]?[A-D]\s*[.、)]")
_ENTRY = re.compile(r"(?<![\d.])(\d{1,3}\s*[.、:]?\s*)[(]\s*([1-8]{1,6}|[○〇Oo0×✕Xx])\s*[)]")
_POINTS = re.compile(
    r"(?:要点|答案?|提示)\s*[】\])]?\s*:?\s*$"
)  # below it (1) is a point of the answer
_NONE = 99  # options before: what follows is none
CIRCLED = "①②③④⑤⑥⑦⑧"
AS_LETTERS = str.maketrans(CIRCLED, LETTERS[:8])
CIRCLES = 3  # questions with such options that make a style
_CIRCLE = re.compile(rf"(?:^|(?<=[\s_。;；）)】]))\s*([{CIRCLED}])\s*[.．、]?\s*")
_LETTER = re.compile(r"^\s*(?:[(]\s*[A-D]\s*[)]|[A-D]\s*[.、:)])")
_CIRCLED_ANSWER = re.compile(
    rf"(?<=[【\[（(])\s*([{CIRCLED}]{{1,8}})\s*(?=[】\]）)])|(?<=答案[：:】\]])\s*([{CIRCLED}]{{1,8}})"
    rf"|(?<=^答案)\s*([{CIRCLED}]{{1,8}})\s*$|(?<=\d[.．、])\s*([{CIRCLED}]{{1,8}})(?=\s|$)"
)
_NUMBERED = re.compile(r"^\s*[(（【]?\s*(?:例\s*)?\d{1,3}\s*[)）】.．、]")
_TRUE = {"○": "√", "〇": "√", "O": "√", "o": "√", "0": "√", "✕": "×", "X": "×", "x": "×"}
ALIKE = {"A": "4", "B": "8E", "C": "GO", "D": "O0", "E": "BFR", "F": "EP", "G": "C6", "H": "N"}
_LABEL = re.compile(r"(?<![A-Za-z\d.．])([A-HNOPR]|[0468](?!\s*\.\d))(?=\s*[.．、])")
_SPACED = " \t　"
_NEW = re.compile(
    r"^\s*(?:[（(]?(\d{1,3})\s*[.．、)）]|[一二三四五六七八九十]+\s*、|【|第.{1,4}章)"
)


@dataclass(frozen=True)
class _Style:
    labels: str
    label: re.Pattern[str]


def _style(labels: str, pattern: str) -> _Style:
    return _Style(labels, re.compile(rf"(?:^|(?<=[\s_]))\s*{pattern.format(f'([{labels}])')}\s*"))


STYLES = (
    _style(LETTERS[:8], r"[○〇◯]\s*{}\s*[.、]?"),
    _style(_STEMS, r"{}\s*[.、:]"),
    _style(LETTERS[:8], r"{}(?:\s+|(?=[\u4e00-\u9fff“《]))(?![.、:)])"),
)


def option_style(texts: Iterable[str]) -> _Style | None:
    """The style in which pieces of text begin that are options, None for one the grammar knows."""
    plain = [flat(text) for text in texts]
    known = sum(_KNOWN.match(text) is not None for text in plain)
    for style in STYLES:
        count = Counter(m[1] for text in plain if (m := style.label.match(text)))
        first = [count[label] for label in style.labels[:3]]
        if first[0] >= FEW and min(first) >= EVEN * max(first) and known <= OTHER * first[0]:
            return style
    return None


def in_letters(pages: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """The pieces of each page with letters for the labels of the book's own style."""
    style = option_style(piece.text for page in pages for piece in page)
    if style is None:
        return [list(page) for page in pages]
    return [[replace(p, text=_lettered(p.text, style)) for p in page] for page in pages]


def _lettered(text: str, style: _Style) -> str:
    """A piece with A．for its first label, and for those that go on after it."""
    marks = list[tuple[re.Match[str], int]]()
    for match in style.label.finditer(flat(text)):
        place = style.labels.index(match[1])
        if place == marks[-1][1] + 1 if marks else not match.start():
            marks.append((match, place))
    if marks or style.labels != _STEMS:
        return _labelled(text, marks)
    plain = found = flat(text)
    for pattern in _SAID:  # answers that name them
        found = pattern.sub(lambda m: m[1] + "".join(LETTERS[_STEMS.index(c)] for c in m[2]), found)
    return text if found == plain else found


def _labelled(text: str, marks: Iterable[tuple[re.Match[str], int]]) -> str:
    """A text with the letters of options at these places in the place of their labels."""
    out, end = "", 0
    for match, place in marks:
        gap = "　　" if match.start() else ""
        out += text[end : match.start()].rstrip("_ 　") + f"{gap}{LETTERS[place]}．"
        end = match.end()
    return out + text[end:]


def lettered_options(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter and of its key with letters for these numbers."""
    plain = {at: flat(lines[at].text) for at in (*body, *key)}
    if not _habit([plain[at] for at in body]):
        return {}
    found: dict[int, Repaired] = {}
    last = -1  # place of the option before
    for at in (*body, *key):
        text = _key(plain[at], lines[at].text)
        if _STEM.match(plain[at]):
            last = _NONE if _POINTS.search(plain[at]) else -1
        if text == lines[at].text:
            text, last = _options(lines[at].text, plain[at], last)
        if text != lines[at].text:
            found[at] = lines[at].with_text(text, "options_printed: (1)")
    return found


def _habit(texts: Sequence[str]) -> bool:
    asked = 0
    for i, text in enumerate(texts):
        asks = _STEM.match(text) and not _POINTS.search(text)  # a question, and not its answer
        below = any(_FIRST.match(t) for t in texts[i + 1 : i + 4])
        asked += bool(_INLINE.match(text) or (asks and below))
    lettered = sum(bool(_LETTERED.search(text)) for text in texts)
    return asked >= NUMERALS and lettered < 0.1 * asked + 1


def _options(text: str, plain: str, last: int) -> tuple[str, int]:
    """Options of a line, where their numbers follow those before; and the place of the last."""
    marks = list[tuple[re.Match[str], int]]()
    for match in _MARK.finditer(plain):
        place = int(match[1]) - 1
        head = not plain[: match.start()].strip("_ \u3000")
        if place == last + 1 and (place > 0 or head or _INLINE.match(plain)):
            marks.append((match, place))
            last = place
    return _labelled(text, marks), last


def _key(plain: str, text: str) -> str:
    """A line of nothing but such entries, with letters, ticks and crosses."""
    rest = _ENTRY.sub("", _PART.sub("", plain))
    if not _ENTRY.search(plain) or re.sub(r"[\s,;，；。.]", "", rest):
        return text
    return _ENTRY.sub(lambda m: f"{m[1]}{_said(m[2])}", plain)


def _said(answer: str) -> str:
    if answer.isdigit() and answer != "0":
        return "".join(LETTERS[int(digit) - 1] for digit in answer)
    return _TRUE.get(answer, answer)


def circled_style(texts: Iterable[str]) -> bool:
    """Do these lines print options as ①②③④, and none with letters?"""
    lines = [flat(text) for text in texts]
    circled = sum(text.lstrip().startswith("①") for text in lines)
    lettered = sum(bool(_LETTER.match(text)) for text in lines)
    return circled >= CIRCLES and lettered < 0.1 * circled


def circled_options(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter and of its key with letters for ①②③④."""
    if not circled_style(lines[at].text for at in body):
        return {}
    found: dict[int, Repaired] = {}
    last = -1  # place of the option before
    for at in (*body, *key):
        last = -1 if _NUMBERED.match(lines[at].text) else last
        line, last = _with_letters(lines[at], last)
        text = _CIRCLED_ANSWER.sub(lambda m: m[0].strip().translate(AS_LETTERS), line.text)
        found[at] = Repaired(text, line.notes)
    return found


def _with_letters(line: Repaired, last: int) -> tuple[Repaired, int]:
    """Circled options of a line as letters; `last` is the place of the option before, -1 none.

    A circle that a pencil went round reads as another one, or as nothing: the due letter counts.
    """
    text, notes = line.text, list[str]()
    marks = [(match, CIRCLED.index(match[1])) for match in _CIRCLE.finditer(text)]
    head = text[: marks[0][0].start()].strip() if marks else ""
    if head and not (last == -1 and marks[0][1] == 1 and not _NUMBERED.match(text)):
        return line, last
    if head:
        last = 0
        notes.append("ocr_repair: option_letter: A lost")
    found = list[tuple[re.Match[str], int]]()
    for match, said in marks:
        due = 0 if said == 0 else last + 1
        following = marks[1][1] if len(marks) > 1 else -1
        if said != due and following != due + 1 and not found:
            break
        if said != due:
            notes.append(f"ocr_repair: option_letter: {CIRCLED[said]} → {LETTERS[due]}")
        found.append((match, due))
        last = due
    return line.with_text("A．" * bool(head) + _labelled(text, found), *notes), last


def mended(lines: Mapping[int, Repaired], places: Sequence[int]) -> dict[int, Repaired]:
    """The lines, in the order of `places`, whose option letters were out of sequence, mended."""
    found: dict[int, Repaired] = {}
    last = -1  # place of the latest letter of the options being read
    question = 0
    for at in places:
        line = lines[at]
        new = _NEW.match(line.text)
        due = new is not None and new[1] == str(question + 1)
        if new and (due or not _starts_option(line.text, last)):
            last = -1
            question = int(new[1] or question)
        line, last = _in_sequence(line, last)
        if line.text != lines[at].text:
            found[at] = line
    return found


def _in_sequence(line: Repaired, last: int) -> tuple[Repaired, int]:
    """The line with letters that are out of sequence put right, and the place of its last one."""
    text, notes = line.text, list(line.notes)
    for match in list(_LABEL.finditer(text)):
        said, due = match[1], last + 1
        if due < len(LETTERS) and said == LETTERS[due]:
            last = due
        elif match.start() and text[match.start() - 1] not in _SPACED:
            continue  # a letter in the text
        elif said == "A":
            last = 0
        elif (
            0 < due < len(LETTERS)
            and said in ALIKE[LETTERS[due]]
            and LETTERS.find(said) not in (due, due + 1)  # which may still come by itself
        ):
            right = LETTERS[due]
            text = text[: match.start(1)] + right + text[match.end(1) :]
            notes.append(f"ocr_repair: option_letter: {said} → {right}")
            last = due
    return Repaired(text, tuple(notes)), last


def _starts_option(text: str, last: int) -> bool:
    """A digit that stands for the next letter, as in `8．知觉` after A; a number 8 is due later."""
    match = _LABEL.match(text)
    if match is None or not 0 <= last < len(LETTERS) - 1:
        return False
    return match[1] in ALIKE[LETTERS[last + 1]]


def plain_forms(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter in those forms."""
    found = dict(lines)
    found |= formed("first", found, body, key)
    for form in (lettered_options, circled_options, plain_numbers, plain_ordinals):
        found |= form(found, body, key)
    return found | formed("last", found, body, key)
