"""Letters in options and explanations that name options, and their new letters after a shuffle."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from cpsyexam.taxonomy import LETTERS
from labeling.tables import table

_WIDE = str.maketrans({chr(ord(c) + 0xFEE0): c for c in LETTERS})
_WIDE_ONE = re.compile("[Ａ-Ｈ]")
_RUN = r"(?<![A-Za-z0-9])[A-H](?:\s*[、,，/\\和与及或跟&+]?\s*[A-H])*(?![A-Za-z0-9])"
_ANY = re.compile(_RUN)
_VERDICT = (
    r"(?:都|均|也|皆|全|各|就|明显|显然|是)*(?:不)?(?:是|为)?"
    r"(?:正确|错误|符合|不选|能选|可选|要选|入选|当选|排除|可以排除|对(?=[,，。;；、!！)）\s]|$)"
    r"|错(?=[,，。;；、!！)）\s]|$))"
)
_CITED = re.compile(
    rf"(?:[选迭]项|答案(?:应?该?[为是选])?|选择?|排除)\s*[::：(（]?\s*(?P<a>{_RUN})"
    rf"|(?P<b>{_RUN})\s*[.．]?[两二三四五]?(?:者|个)?"
    rf"(?:[选迭]?项(?!目)|答案|{_VERDICT})"
)
_SMALL = re.compile(r"(?:选项|答案)(?:[为是])?\s*(?P<a>(?<![A-Za-z])[a-h](?![A-Za-z]))")
_WHOLE = re.compile(
    r"(?:选项|答案|以上|上述|只有|包括|同时有?|既有)*\s*"
    rf"(?P<run>{_RUN})\s*[两二三四]?(?:选?项|者|个|点|种|答案)?"
    r"(?:都|皆|均|全)?(?:是|对|正确|不对|不是|错|错误|不正确|非|可|可以|兼有|同时存在)?[。.]?"
)
_MARKED = re.compile(r"选项|[A-H]选?项(?!目)")
_LINK = re.compile(r"^[\s:：.．、,，是为]+")
_OWN = re.compile(r"\s*[A-H]\s*[.．、:：]")


@dataclass(frozen=True)
class Reference:
    """Letters at text[start:end]; `certain` where they surely name options."""

    start: int
    end: int
    certain: bool


@cache
def _named(side: str) -> re.Pattern[str]:
    words = str(table("options.toml")[side])
    return re.compile(rf"\s*(?:{words})" if side == "after" else rf"(?:{words})\s*$")


def plain(text: str) -> str:
    """Full-width letters A to H made half-width, character by character."""
    return text.translate(_WIDE) if _WIDE_ONE.search(text) else text


def stand_alone(text: str) -> set[str]:
    """Letters A to H that stand alone in a text (a stem's own names: factor A, brand B)."""
    return {c for m in _ANY.finditer(plain(text)) for c in m.group() if c in LETTERS}


def in_option(options: Sequence[str], index: int, names: set[str]) -> list[Reference] | None:
    """References in an option, None where letters are there but their sense is doubtful.

    `names` are letters that the stem uses as names of its own.
    """
    text = plain(options[index]).strip()
    shift = len(options[index]) - len(options[index].lstrip())
    runs = list(_ANY.finditer(text))
    if not runs:
        return []
    if _OWN.match(text):
        return None  # a leftover label: the option's own letter or another's
    whole = _WHOLE.fullmatch(text)
    letters = stand_alone(text)
    inside = letters <= set(LETTERS[: len(options)]) - {LETTERS[index]}
    if whole and (len(letters) > 1 or _MARKED.search(text)):
        single = any(
            re.fullmatch(r"[A-H]{1,3}", plain(o).strip())
            for i, o in enumerate(options)
            if i != index
        )
        if not inside or letters & names or single:
            return None
        return [Reference(shift + whole.start("run"), shift + whole.end("run"), certain=True)]
    others = [m for m in runs if not (_is_name(text, m) or _symbol(text, m) or _word(m))]
    if not others or not letters & set(LETTERS[: len(options)]):
        return []
    return [] if letters <= names else None


def in_explanation(text: str, options: Sequence[str], names: set[str]) -> list[Reference]:
    """References in an explanation, certain and doubtful, in order; names are left out."""
    flat, valid = plain(text), set(LETTERS[: len(options)])
    cited = {m.span(g) for m in _CITED.finditer(flat) for g in "ab" if m.group(g)}
    found = [
        Reference(*m.span("a"), certain=True)
        for m in _SMALL.finditer(flat)
        if m.group("a").upper() in valid
    ]
    for run in _ANY.finditer(flat):
        letters = {c for c in run.group() if c in LETTERS}
        if not letters <= valid or flat[run.start() - 1 : run.start()] in {"=", "."}:
            continue
        if (run.span() in cited and not _is_name(flat, run)) or _tells(flat, run, options):
            found.append(Reference(*run.span(), certain=True))
        elif not (_is_name(flat, run) or letters <= names or _symbol(flat, run) or _word(run)):
            found.append(Reference(*run.span(), certain=False))
    return sorted(found, key=lambda r: r.start)


def rewrite(text: str, found: Sequence[Reference], new: Sequence[int]) -> str:
    """The text with the letters of certain references renamed; `new[i]` is i's new position.

    The letters of one list are put in order again, unless the text tells them apart (分别).
    """
    for reference in sorted(found, key=lambda r: -r.start):
        if reference.certain:
            part = text[reference.start : reference.end]
            ordered = "分别" not in text[reference.end : reference.end + 12]
            changed = _rename(part, new, ordered=ordered)
            text = text[: reference.start] + changed + text[reference.end :]
    return text


def _rename(part: str, new: Sequence[int], *, ordered: bool) -> str:
    flat = plain(part)
    at = [i for i, c in enumerate(flat) if c.upper() in LETTERS]
    renamed = [LETTERS[new[LETTERS.index(flat[i].upper())]] for i in at]
    characters = list(part)
    for i, letter in zip(at, sorted(renamed) if ordered else renamed, strict=True):
        wide = part[i] != flat[i]
        cased = letter.lower() if flat[i].islower() else letter
        characters[i] = chr(ord(cased) + 0xFEE0) if wide else cased
    return "".join(characters)


def _is_name(text: str, run: re.Match[str]) -> bool:
    named = _named("after").match(text, run.end()) or _named("before").search(
        text, max(0, run.start() - 6), run.start()
    )
    return named is not None


def _word(run: re.Match[str]) -> bool:
    """A word or a design (GABA, ABBA), since options are listed in order and once."""
    glued = run.group()
    return glued.isalpha() and len(glued) > 1 and list(glued) != sorted(set(glued))


def _symbol(text: str, run: re.Match[str]) -> bool:
    """A formula's or a person's letter: next to a sign of arithmetic, or an initial."""
    near = text[max(0, run.start() - 1) : run.start()] + text[run.end() : run.end() + 1]
    initial = re.match(r"\s*[.．·]\s*[A-Za-z]", text[run.end() :])
    return any(c in "=+×*/<>＜＞＝^~" for c in near) or initial is not None


def _tells(text: str, run: re.Match[str], options: Sequence[str]) -> bool:
    """The option's own text follows its letter."""
    if len(run.group()) != 1:
        return False
    option = options[LETTERS.index(run.group())].strip()
    rest = _LINK.sub("", text[run.end() :], count=1)
    return len(option) >= 2 and rest.startswith(option[:4])
