"""Labels that a book prints in its own way, in the form that the grammar knows.

Options ①②③④ become A B C D, with the answers that name them; numbers 例7 or No.7 become 7. A style
counts as the book's only where it runs through a whole chapter.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from cpsyexam.taxonomy import LETTERS
from cpsyexam.text import fold
from ocr.habits.confusions import Repaired
from ocr.habits.number_styles import (
    STYLES,
    bare_letters,
    chapters_of,
    due_number,
    number_style,
    plain_key,
    plain_number,
)
from ocr.habits.plain import flat

CIRCLED = "①②③④⑤⑥⑦⑧"
FEW = 3  # questions with such labels that make a style
_LETTERED = re.compile(r"^\s*(?:[(]\s*[A-D]\s*[)]|[A-D]\s*[.、:)])")
_OPTION = re.compile(rf"(?:^|(?<=[\s_。;；）)】]))\s*([{CIRCLED}])\s*[.．、]?\s*")
_ANSWER = re.compile(
    rf"(?<=[【\[（(])\s*([{CIRCLED}]{{1,8}})\s*(?=[】\]）)])|(?<=答案[：:】\]])\s*([{CIRCLED}]{{1,8}})"
    rf"|(?<=^答案)\s*([{CIRCLED}]{{1,8}})\s*$|(?<=\d[.．、])\s*([{CIRCLED}]{{1,8}})(?=\s|$)"
)
_FURTHER = re.compile(
    r"(?:\u3000{2}|_{2,})\s*([B-H])(?:\u3000{1,2}|\s+)(?=\S)"
)  # options on its line
_KIND = re.compile(
    r"^\d{1,3}[.．]\s*(?P<kind>单选|多选|判断|填空|简答|论述|名词解释|不定项选择)题?\s*(?:难度\s*[:：]?\s*\S{1,6}\s*)?$"
)
_STEM = re.compile(r"^\s*[(（【]?\s*(?:例\s*)?\d{1,3}\s*[)）】.．、]")


def circled_style(texts: Iterable[str]) -> bool:
    """Do these lines print options as ①②③④, and none with letters?"""
    circled = lettered = 0
    for text in texts:
        circled += text.lstrip().startswith("①")
        lettered += bool(_LETTERED.match(fold(text)))
    return circled >= FEW and lettered < 0.1 * circled


def relabelled(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter and of its key whose labels are put in the grammar's form."""
    texts = [lines[at].text for at in body]
    circled, style = circled_style(texts), number_style(texts)
    chapters = chapters_of(texts) if style is STYLES["compound"] else []
    bare = bare_letters(texts)
    found: dict[int, Repaired] = {}
    last = -1  # place of the option before
    number = 0  # of the question before
    for at in (*body, *key):
        line = lines[at]
        if circled:
            last = -1 if _STEM.match(line.text) else last
            line, last = _with_letters(line, last)
            line = Repaired(_ANSWER.sub(_lettered, line.text), line.notes)
        if chapters:
            line = Repaired(plain_key(line.text, chapters), line.notes)
        if style:
            line, number = _with_number(line, style, number)
        if bare and (letter := bare.match(flat(line.text))):
            rest = _FURTHER.sub(r"　　\1．", line.text[letter.end() :])
            line = Repaired(f"{letter['letter']}．{rest}", line.notes)
        if line.text != lines[at].text:
            found[at] = line
    return found


def _lettered(answer: re.Match[str]) -> str:
    return "".join(LETTERS[CIRCLED.index(c)] for c in answer[0] if c in CIRCLED)


def _with_letters(line: Repaired, last: int) -> tuple[Repaired, int]:
    """Circled options of a line as letters; `last` is the place of the option before, -1 none.

    A circle that a pencil went round reads as another one, or as nothing: the due letter counts.
    """
    text, notes = line.text, list(line.notes)
    marks = list(_OPTION.finditer(text))
    places = [CIRCLED.index(m[1]) for m in marks]
    head = text[: marks[0].start()].strip() if marks else ""
    if not marks or (head and not (last == -1 and places[0] == 1 and not _STEM.match(text))):
        return line, last
    out, end = "", 0
    if head:
        out, last = "A．", 0
        notes.append("ocr_repair: option_letter: A lost")
    for k, (match, said) in enumerate(zip(marks, places, strict=True)):
        due = 0 if said == 0 else last + 1
        following = places[k + 1] if k + 1 < len(places) else -1
        if said != due and following != due + 1 and k == 0:
            break
        if said != due:
            notes.append(f"ocr_repair: option_letter: {CIRCLED[said]} → {LETTERS[due]}")
        gap = "　　" if match.start() else ""
        out += text[end : match.start()].rstrip("_ 　") + f"{gap}{LETTERS[due]}．"
        end, last = match.end(), due
    return Repaired(out + text[end:], tuple(notes)), last


def _with_number(line: Repaired, style: re.Pattern[str], last: int) -> tuple[Repaired, int]:
    """A line with its number in the plain form, and that number, or `last` where it has none."""
    if due := due_number(line.text, style, last):
        rest = line.text.lstrip().lstrip("0")[len(str(due)) :].lstrip()
        return Repaired(f"{due}．{rest}", (*line.notes, f"number_printed: {due}")), due
    said = plain_number(line.text, style)
    if said is None:
        plain = _STEM.match(line.text)
        return line, int(re.sub(r"\D", "", plain[0]) or last) if plain else last
    number = int(said[0].partition("．")[0])
    if kind := _KIND.match(flat(said[0])):  # 第1题　单选　难度：★★
        said = f"{number}．【{kind['kind']}题】", said[1]
    return Repaired(said[0], (*line.notes, f"number_printed: {said[1]}")), number
