"""Repairs that need the whole question: option letters, fallen options, given-away answers."""

import re

import polars as pl

from cleaning.characters import BLANK
from cleaning.repair import Row, RowRepair
from cpsyexam.taxonomy import LETTERS, positions
from cpsyexam.text import CJK, fold

_LETTERS = re.compile(r"^(?:[A-H](?:[\s,，、;；/和及与.．。]*[A-H])*)(?:选?项)?[\s.．。,，、;；]*$")
_LABEL = re.compile(r"^(?:\[?【?\s*(?:参考|正确|标准)?答案\s*】?\]?\s*(?:[:：]|为|是)?\s*|选\s*)")
_FALLEN = re.compile(r"^[(（]?([A-H])(?:\s*[.．、:：)）]\s*|\s+)(\S.*)$", re.DOTALL)
_MARKED = re.compile(r"^[(（]?[A-H]\s*[.．、:：)）]")


def letters(answer: str) -> str:
    """Answer letters in order ("C, A" → "AC"), "" where the text is something else."""
    text = _LABEL.sub("", fold(answer).strip()).strip("()[]【】 \t\n").upper()
    if not _LETTERS.match(text):
        return ""
    found = positions(text)
    return "".join(LETTERS[place] for place in found)


def fallen(answer: str) -> tuple[str, str] | None:
    """(letter, option text) of an answer that swallowed its option: `D、衰竭期`."""
    match = _FALLEN.match(answer.strip())
    return (match.group(1), match.group(2).strip()) if match else None


def by_text(answer: str, options: list[str]) -> str:
    """The letter of the one option that an answer spells out, "" where none or several do."""
    wanted = _key(answer)
    found = [place for place, option in enumerate(options) if _key(option) == wanted]
    return LETTERS[found[0]] if wanted and len(found) == 1 and found[0] < len(LETTERS) else ""


def _key(text: str) -> str:
    return re.sub(r"[\s。.．，,；;]+$", "", fold(text).strip()).lower()


_OWN = re.compile(r"^\s*[(（]?\s*([A-H])\s*(?:[)）]\s*[.．、:：]?|[.．、:：])\s*")
_LETTERED = rf"^\s*[(（]?\s*[A-H]\s*[)）.．、:：{CJK}]|^\s*[、．.]|^\s*[A-H]\s"
_BARE = re.compile(rf"^\s*([A-H])(?:\s+(?=\S)|(?=[{CJK}《“]))")
_STRAY = re.compile(r"^\s*[、．.]\s*(?=[^\d\s])|^\s*、\s*(?=\d)")
_TAGGED = {"多": "MAQ", "单": "SCQ", "不": "INDEF"}
_TAG = re.compile(
    r"[\[【(（]\s*(单|多|不定)项?选?择?题?\s*[\]】)）]|(单|多|不定)[选项]题?(?:\s*[。.]?\s*$|\s*[:：])"
)
_GIVEN = re.compile(r"[(（]\s*([A-H](?:[\s,，、]*[A-H])*)\s*[)）]")
# or bare, behind a blank: 测得的数值会 B
_GIVEN_BARE = re.compile(rf"(?<=[{CJK}：:])\s+([A-H]{{1,6}})\s*$")
_GIVEN_AT_END = r"[(（]\s*[A-H][A-H\s,，、]*[)）]\s*[。.？?]?\s*$|\s[A-H]{1,6}\s*$"
_CHOICE = pl.col("declared").is_in(["SCQ", "MAQ", "INDEF", ""])


def declare(row: Row) -> Row:
    """The format that a type tag in the stem names, where the source says none."""
    marked = _TAG.search(row["stem"])
    said = next(g for g in marked.groups() if g) if marked else ""
    return {"declared": _TAGGED[said[0]]} if said else {}


def strip_letters(row: Row) -> Row:
    """Options without their own letters (`A. `, `(B)`), only in front and only the right ones.

    One letter alone counts only before Chinese or a digit: `B.F.Skinner` keeps its initial.
    """
    options: list[str] = row["options"]
    if sum(bool(_STRAY.match(option)) for option in options) >= 2:
        return {"options": [_STRAY.sub("", option) for option in options]}
    marks = [_OWN.match(option) for option in options]
    right = [m and m.group(1) == LETTERS[i] for i, m in enumerate(marks[: len(LETTERS)])]
    rests = [option[m.end() :] if m else option for option, m in zip(options, marks, strict=True)]
    if sum(map(bool, right)) >= 2 and all(right[i] or not o.strip() for i, o in enumerate(options)):
        return {"options": rests}
    if without := _without_bare(options):
        return {"options": without}
    out = [
        rest if i < len(right) and right[i] and re.match(rf"[{CJK}\d]", rest) and not
        re.match(r"[A-H]", rest) else option
        for i, (option, rest) in enumerate(zip(options, rests, strict=True))
    ]  # fmt: skip
    return {"options": out}


def _without_bare(options: list[str]) -> list[str]:
    """Options that all begin with their own letter and no mark (`A 甲`, `A甲`) without it, or [].

    A型, B型, C型, D型 go on alike, and A与B, B与C speak of each other: those letters are words.
    Behind a blank a letter that ends a name (`A 青霉素G`, `B 维生素A`) speaks of no option.
    """
    marks = [_BARE.match(option) for option in options[: len(LETTERS)]]
    if len(options) < 3 or not all(m and m[1] == LETTERS[i] for i, m in enumerate(marks)):
        return []
    rests = [option[m.end() :] for option, m in zip(options, marks, strict=False) if m]
    alike = len({rest[0] for rest in rests}) == 1 or len(set(rests)) < len(rests)
    blank = all(m and m[0][-1].isspace() for m in marks)
    named = rf"(?<![A-Za-z{CJK if blank else ''}])[A-{LETTERS[len(marks) - 1]}](?![A-Za-z])"
    return [] if alike or any(re.search(named, rest) for rest in rests) else rests


def trim_options(row: Row) -> Row:
    """Options without the empty ones that pad the end."""
    options = list(row["options"])
    while options and not options[-1].strip():
        options.pop()
    return {"options": options}


def restore_option(row: Row) -> Row:
    """The option that fell into the answer (`D、衰竭期`) back in its place."""
    found = fallen(row["answer"])
    if not found:
        return {}
    letter, text = found
    options, place = list(row["options"]), LETTERS.index(letter)
    spelt = (place < len(options) and options[place].strip()) or not _MARKED.match(row["answer"])
    if spelt:
        same = by_text(text, options) == letter
        return {"answer": letter} if same else {}
    if place > len(options):
        return {}
    options[place : place + 1] = [text]
    return {"options": options, "answer": letter}


def name_answer(row: Row) -> Row:
    """The letters of an answer that spells out its option, or several."""
    found = by_text(row["answer"], row["options"]) or _several(row["answer"], row["options"])
    return {"answer": found} if found else {}


def _several(answer: str, options: list[str]) -> str:
    """The letters of the options that an answer lists, "" where a part of it is none."""
    parts = [part for part in re.split(r"[,，、;；|\n]", answer) if part.strip()]
    found = [by_text(part, options) for part in parts]
    whole = len(parts) > 1 and all(found) and len(set(found)) == len(found)
    return "".join(sorted(found)) if whole else ""


def hide_answer(row: Row) -> Row:
    """A stem whose gap holds the key itself, with the gap empty again."""
    key = letters(row["answer"])
    marks = list(_GIVEN.finditer(row["stem"])) or list(_GIVEN_BARE.finditer(row["stem"]))
    if len(marks) != 1 or letters(marks[0].group(1)) != key:
        return {}
    gap = marks[0]
    # a letter that something in the text is called by, `(B)型`, is no key in a gap
    before, after = row["stem"][: gap.start()].rstrip(), row["stem"][gap.end() :].strip()
    if after.strip("。.？?") or not re.search(rf"[{CJK}：:]$", before):
        return {}
    return {"stem": row["stem"][: gap.start()] + BLANK + row["stem"][gap.end() :]}


def repairs() -> list[RowRepair]:
    """The row repairs, in order."""
    options = pl.col("options")
    text = pl.col("answer").str.strip_chars()
    return [
        RowRepair(
            "declared_by_tag",
            "a type tag in the stem names the format where the source does not",
            (pl.col("declared") == "") & pl.col("stem").str.contains(r"单项?选|多项?选|不定项"),
            declare,
        ),
        RowRepair(
            "trailing_option",
            "empty options at the end go",
            (options.list.len() > 0) & (options.list.last().str.strip_chars() == ""),
            trim_options,
        ),
        RowRepair(
            "option_letter",
            "option letters go, only in front and only an option's own",
            options.list.eval(pl.element().str.contains(_LETTERED)).list.any(),
            strip_letters,
        ),
        RowRepair(
            "fallen_option",
            "an option that fell into the answer goes back to its place",
            _CHOICE
            & (options.list.len() > 0)
            & text.str.contains(r"^[(（]?[A-H][\s.．、:：)）]+\S"),
            restore_option,
        ),
        RowRepair(
            "answer_by_text",
            "an answer that spells out an option becomes its letter",
            _CHOICE & (options.list.len() > 0) & (text != "")
            & ~text.str.contains(r"^[A-H\s,，、;；.．。]+$"),
            name_answer,
        ),
        RowRepair(
            "given_answer",
            "the key printed in the stem's own gap goes",
            _CHOICE & pl.col("stem").str.contains(_GIVEN_AT_END),
            hide_answer,
        ),
    ]  # fmt: skip
