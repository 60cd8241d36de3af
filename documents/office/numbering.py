"""Word's automatic numbers: what `numbering.xml` and the styles say → the printed label."""

import re
from dataclasses import dataclass, field

from documents.counters import counter
from documents.office.package import Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STYLES = {
    "upperLetter": "upper-alpha", "lowerLetter": "lower-alpha", "upperRoman": "upper-roman",
    "lowerRoman": "lower-roman", "decimalZero": "decimal-leading-zero",
    "chineseCounting": "cjk-ideographic", "chineseCountingThousand": "cjk-ideographic",
    "japaneseCounting": "cjk-ideographic", "ideographDigital": "cjk-ideographic",
    "taiwaneseCounting": "cjk-ideographic", "taiwaneseCountingThousand": "cjk-ideographic",
    "chineseLegalSimplified": "cjk-ideographic", "decimalEnclosedCircle": "circled",
    "decimalEnclosedCircleChinese": "circled",
}  # fmt: skip
_WHOLE = re.compile(r"-?\d{1,7}")
_GAPS = {"tab": " ", "space": " ", "nothing": ""}


@dataclass(frozen=True)
class Level:
    """One level of a list: first number, style, text with %1 … %9, what follows it."""

    start: int = 1
    style: str = "decimal"
    text: str = "%1."
    gap: str = " "


@dataclass
class Numbering:
    """The lists of a document; `label` counts as a reader of the document would see it."""

    levels: dict[tuple[str, int], Level] = field(default_factory=dict)  # by abstract list, level
    lists: dict[str, str] = field(default_factory=dict)  # list → abstract list
    starts: dict[tuple[str, int], int] = field(default_factory=dict)  # overrides by list, level
    by_style: dict[str, str] = field(default_factory=dict)  # numbering style → abstract list
    _counts: dict[tuple[str, int], int] = field(default_factory=dict)
    _seen: set[tuple[str, int]] = field(default_factory=set)

    def label(self, number: str, level: int) -> str:
        """The label of the next paragraph of a list, "" for none; a bullet is `• `."""
        abstract = self.lists.get(number, "")
        found = self.levels.get((abstract, level))
        if found is None or found.style == "none":
            return ""
        if found.style == "bullet":
            return "• "
        start = self.starts.get((number, level))
        if start is not None and (number, level) not in self._seen:
            self._counts[abstract, level] = start - 1
        self._seen.add((number, level))
        self._counts[abstract, level] = self._counts.get((abstract, level), found.start - 1) + 1
        for deeper in range(level + 1, 9):
            self._counts.pop((abstract, deeper), None)
        text = found.text
        for at in range(level + 1):
            upper = self.levels.get((abstract, at), found)
            count = self._counts.get((abstract, at), upper.start)
            text = text.replace(f"%{at + 1}", counter(count, upper.style))
        return text + found.gap if text else ""


def read_numbering(root: Element) -> Numbering:
    """The lists of `numbering.xml` (None: there is none)."""
    found = Numbering()
    if root is None:
        return found
    linked: dict[str, str] = {}
    for abstract in root.iter(f"{W}abstractNum"):
        ident = abstract.get(f"{W}abstractNumId", "")
        if name := _value(abstract, "styleLink"):
            found.by_style[name] = ident
        if name := _value(abstract, "numStyleLink"):
            linked[ident] = name
        for level in abstract.iter(f"{W}lvl"):
            found.levels[ident, _whole(level.get(f"{W}ilvl"), 0)] = _level(level)
    for one in root.iter(f"{W}num"):
        number, abstract = one.get(f"{W}numId", ""), _value(one, "abstractNumId")
        found.lists[number] = found.by_style.get(linked.get(abstract, ""), abstract)
        for override in one.iter(f"{W}lvlOverride"):
            at = _whole(override.get(f"{W}ilvl"), 0)
            if start := _value(override, "startOverride"):
                found.starts[number, at] = _whole(start, 1)
    return found


def _level(level: Element) -> Level:
    style = _value(level, "numFmt") or "decimal"
    return Level(
        start=_whole(_value(level, "start"), 1),
        style=style if style in ("bullet", "none") else _STYLES.get(style, "decimal"),
        text=_value(level, "lvlText"),
        gap=_GAPS.get(_value(level, "suff") or "tab", " "),
    )


def _value(parent: Element, name: str) -> str:
    child = parent.find(f"{W}{name}")
    return "" if child is None else str(child.get(f"{W}val") or "")


def _whole(text: str | None, otherwise: int) -> int:
    return int(text) if text and _WHOLE.fullmatch(text) else otherwise
