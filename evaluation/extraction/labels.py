"""Rows that give every option a label or a sign: "能力：稳定", "| A | internal | stable |", "A ↑".

A label counts where it is a word of the question's and the others are not.
"""

import re

from evaluation.extraction.marking import MARK, places

_ROW = re.compile(rf"^[\s|>]{{0,8}}({MARK})(.*)$")
_BEFORE = re.compile(rf"^\W*([^\W\d_\ue000-\ue009]{{1,4}})[\])】:\s]{{1,4}}({MARK})\W*$")
_CELLS = re.compile(r"[|:,;→=]|——|-{1,2}>|\s{2,}")
_TRIM = " \t*_~`\"'“”「」()[].!…"
_PREFIX = re.compile(r"^(?:(?:也|还|同样|仍|亦)(?=是|属))?(?:是|为|属于?|即|归为|归入)(?!否|$)")
_BITS = re.compile(r"[\[({]\s?(?:(?:[01]|true|false)[,\s]{0,3}){2,10}[\])}]|[01]{3,10}")
_INLINE = 80  # characters of a reply whose options may stand in one row
_TRUE = {"对", "正确", "t", "true", "yes", "y", "算", "能", "会", "可以", "是"}
_FALSE = {
    "错",
    "错误",
    "f",
    "false",
    "no",
    "n",
    "不算",
    "不能",
    "不会",
    "不可以",
    "不是",
    "否",
    "不对",
    "不正确",
}
_YES = set("↑+＋√✓✔✅☑●○◯⭕👍🙆🟢↗⬆1")
_NO = set("↓-−–×✗✘❌☒👎🙅🔴↘⬇0✖")
_SIGNED = re.compile(
    rf"[\s\[(【]{{0,2}}([√✓✔✅☑×✗✘❌○◯〇👍👎🟢🔴⭕🙆🙅])[\])】]?\s?({MARK})(?=[\s,;、.]|\Z)"
)
_RISES = re.compile(r"提高|增[加大强高]|升高|上升|促进|加快|加强")
_FALLS = re.compile(r"降低|减[少小弱]|下降|抑制|减慢|变小")


def bits(text: str, options: int, *, several: bool) -> tuple[int, ...]:
    """Positions of the ones in a reply that is a list of as many noughts and ones as options."""
    found = re.findall(r"[01]|true|false", text.lower()) if _BITS.fullmatch(text.lower()) else []
    said = tuple(i for i, bit in enumerate(found) if bit in ("1", "true"))
    return said if len(found) == options and (several or len(said) == 1) else ()


def labelled(
    body: str, options: int, stem: str, *, several: bool, asks_false: bool = False
) -> tuple[int, ...]:
    """Positions whose label the question asks for, where every option has a row; () else."""
    rows = _rows(body)
    if sorted(rows) != list(range(options)) or options < 2:
        return ()
    columns = {i: [_plain(cell) for cell in cells] for i, cells in rows.items()}
    found = {
        said
        for column in range(max(map(len, columns.values())))
        if (
            said := _column(
                {i: c[column] if column < len(c) else "" for i, c in columns.items()}, stem
            )
        )
    }
    said = found.pop() if len(found) == 1 else ()
    if asks_false and said:
        words = {label for cells in columns.values() for label in cells}
        if not {word.lower() for word in words} & (_TRUE | _FALSE):
            return ()
        said = tuple(i for i in range(options) if i not in said)
    return said if several or len(said) == 1 else ()


def _rows(body: str) -> dict[int, list[str]]:
    signed = _SIGNED.findall(body)
    if _SIGNED.match(body):
        return {places(mark)[0]: [sign] for sign, mark in signed}
    rows: dict[int, list[str]] = {}
    lines = re.split(r"[\n;]+|[,.](?=\s*[\ue000-\ue009])", body)
    if len(body) < _INLINE and "\n" not in body and len(set(places(body))) == len(places(body)):
        lines = [line.rstrip(" ([") for line in re.split(rf"(?={MARK})", body)]
    for line in lines:
        before = _BEFORE.match(line)
        found = _ROW.match(f"{before[2]}:{before[1]}" if before else line)
        if found is None or places(found[2]):
            continue
        place = places(found[1])[0]
        if place in rows:
            return {}
        rows[place] = [cell for cell in _CELLS.split(found[2]) if cell.strip(_TRIM)]
    return rows


def _plain(cell: str) -> str:
    return _PREFIX.sub("", cell.strip(_TRIM)).rstrip("的性类")


def _column(labels: dict[int, str], stem: str) -> tuple[int, ...]:
    """Positions of the labels that stand in the stem, where all are short and not all alike."""
    labels = {i: label.lower() for i, label in labels.items()}
    kinds = set(labels.values())
    if len(kinds) == 1 and kinds <= set("√✓✔✅☑👍"):
        return tuple(sorted(labels))
    if len(kinds) == 2 and kinds & _TRUE and kinds & _FALSE:
        return tuple(i for i, label in sorted(labels.items()) if label in _TRUE)
    if len(kinds) == 2 and "" in kinds and max(kinds) in _YES - {"1"}:  # only some are ticked
        return tuple(i for i, label in sorted(labels.items()) if label)
    signs = {c for label in kinds for c in label}
    if "" not in kinds and all(len(label) == 1 for label in kinds) and signs <= _YES | _NO:
        turned = bool(_FALLS.search(stem)) and not _RISES.search(stem)
        up = tuple(i for i, label in sorted(labels.items()) if (label in _YES) != turned)
        arrows = signs & set("↑↓↗↘⬆⬇")
        return up if len(signs) == 2 and (not arrows or _RISES.search(stem) or turned) else ()
    if "" in kinds or any(len(label) > 12 or len(label) < 2 for label in kinds) or len(kinds) < 2:
        return ()
    fits = {kind for kind in kinds if kind.lower() in stem.lower()}
    fits -= {kind for kind in fits if any(kind != other and kind in other for other in fits)}
    return (
        tuple(i for i, label in sorted(labels.items()) if label in fits) if len(fits) == 1 else ()
    )
