"""Books composed of conventions: `conventions.toml` and questions → lines of print and truth.

Every choice is drawn from a seeded generator, so that the same seed gives the same books.
"""

import random
import re
import tomllib
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.annotated import WRITTEN, annotated

KINDS = ("SCQ", "MAQ", "TF", "FILL", "QA")
SHORT = dict(zip(KINDS, ("单选", "多选", "判断", "填空", "简答"), strict=True))
HAN, CIRCLED = "一二三四五六七八九十", "①②③④⑤⑥⑦⑧"
LINE = 76  # half-width characters of a line
BEHIND = 99  # options on a line: all, behind the stem
_BLANK = re.compile(r"[（(][\s\u3000]*[)）]|_{2,}")
_HELD = re.compile(r"[（(\[【][\s\u3000]*[)）\]】]|_{2,}")
_MARKED = re.compile(r"[①②√×]|[（(]\d|[A-H][.、]|^\d")  # looks like another book's marks
_OPENING = re.compile(r"[（(\d①]")
_SCORE = re.compile("（[每本].*")
_CLOSING = "，。；、：？！）”》】"

Question = dict[str, Any]
Style = dict[str, Any]


def conventions() -> dict[str, Any]:
    """The lists of conventions, by name."""
    return tomllib.loads((Path(__file__).parent / "conventions.toml").read_text("utf-8"))


def questions() -> list[Question]:
    """Questions of the written books that any convention can print; `{B}` = their blank."""
    found = []
    for page in annotated(WRITTEN):
        for row in page.truth:
            stem = _BLANK.sub("{B}", row["stem"])
            stem = stem.replace("{B}", "").rstrip() if row["format"] == "TF" else stem
            if _printable(row, stem):
                told = row["explanation"].partition("\n")[0]
                found.append({**row, "stem": stem, "explanation": told})
    return found


def _printable(row: Question, stem: str) -> bool:
    text = stem if row["format"] == "QA" else stem + row["answer"]
    chosen = row["format"] not in ("SCQ", "MAQ") or 3 <= len(row["options"]) <= 5
    filled = row["format"] != "FILL" or stem.count("{B}") == 1
    plain = row["answer"] and not row["material"] and "\n" not in stem and not _MARKED.search(text)
    return bool(plain and chosen and filled) and not any(map(_OPENING.match, row["options"]))


def draw(ways: dict[str, Any], drawn: int, dice: random.Random) -> Style:
    """A book's conventions: so many drawn, the others as usual."""
    usual = ways["usual"]
    free = dice.sample(sorted(usual), min(drawn, len(usual)))
    style = {name: dice.choice(ways[name]) if name in free else usual[name] for name in usual}
    style["place"] = dice.choice(ways["place"])
    style["running"] |= bool(style["kind"]) or style["number"].startswith(("例", "【例"))
    if style["place"] == "bracket" and style["blank"][0] not in "（([【_":
        style["blank"] = usual["blank"]
    return style


def book(
    style: Style, names: dict[str, list[str]], items: list[Question], dice: random.Random
) -> tuple[list[str], list[Question]]:
    """The lines of a book, and its questions as they are to be read."""
    press = _Press(style)
    kinds = {"SCQ", *dice.sample(KINDS[1:], dice.choice([1, 2, 3]))}
    for place, kind in enumerate(kind for kind in KINDS if kind in kinds):
        own = dice.sample([q for q in items if q["format"] == kind], 2 if kind == "QA" else 4)
        press.section(place, dice.choice(names[kind]), own)
    if press.keys:
        press.lines += ["", style["key_title"], *press.keys]
    return press.lines, press.truth


@dataclass
class _Press:
    style: Style
    lines: list[str] = field(default_factory=lambda: ["心理学复习题集"])
    truth: list[Question] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    number: int = 0
    entries: list[tuple[int, str, str]] = field(default_factory=list)  # number, answer, reason

    def section(self, place: int, name: str, rows: list[Question]) -> None:
        """Print a section; its key below it, or kept for the end."""
        head = ""
        if not self.style["kind"]:
            told = {"h": HAN[place], "d": place + 1, "t": name, "k": len(rows)}
            head = self.style["heading"].format(**told)
            self.lines += ["", head]
        self.number = self.number if self.style["running"] else 0
        self.entries = []
        for row in rows:
            self.number += 1
            self.question(row)
        if self.entries and self.style["place"] == "section":
            self.lines += ["", self.style["key_title"], *self.key()]
        elif self.entries:
            self.keys += [*([_SCORE.sub("", head)] if head else []), *self.key()]

    def question(self, row: Question) -> None:
        """Print a question, with its answer where that stands with it."""
        stem = self.stem(row)
        answer = self.answer(row)
        inside = self.style["place"] == "bracket" and row["format"] != "QA"
        told = self.style["explained"] and row["format"] != "QA" and row["explanation"]
        reason = self.style["explanation"].format(e=row["explanation"]) if told else ""
        printed = stem
        if inside:
            stem = stem if _HELD.search(stem) else f"{stem}（　）"
            held = list(_HELD.finditer(stem))[-1]
            left, right = ("__", "__") if "_" in held[0] else (held[0][0], held[0][-1])
            printed = f"{stem[: held.start()]}{left}{answer}{right}{stem[held.end() :]}"
            stem = (
                stem if "_" in held[0] else stem[: held.start()] + left + right + stem[held.end() :]
            )
        self.numbered(printed, row["format"])
        self.options(row["options"])
        if inside or self.style["place"] == "each":
            way = self.style["model_answer" if row["format"] == "QA" else "answer"]
            said = [] if inside else [way.format(a=answer)]
            for text in (*said, *([reason] if reason else [])):
                self.lines += wrapped(self.style["indent"] + text)
        else:
            self.entries.append((self.number, answer, reason))
        kept = {"stem": stem, "explanation": row["explanation"] if told else "", "material": ""}
        self.truth.append({**row, **kept, "number": str(self.number)})

    def stem(self, row: Question) -> str:
        """A stem with its blank as this book prints it."""
        blank, text = str(self.style["blank"]), str(row["stem"])
        if row["format"] == "TF" and blank[0] in "（(":
            return f"{text}{blank}"
        return str(text).replace("{B}", "____" if row["format"] == "FILL" else blank)

    def answer(self, row: Question) -> str:
        """An answer as this book writes it."""
        if row["format"] == "TF":
            return str(self.style["verdicts"][row["answer"] != "对"])
        if row["options"] and "{o}" in self.style["option"][0]:
            return "".join(CIRCLED["ABCDEFGH".index(letter)] for letter in row["answer"])
        return str(row["answer"])

    def numbered(self, stem: str, kind: str) -> None:
        """A stem behind its number, its kind before or behind it."""
        tag = self.style["kind"].replace("{s}", SHORT[kind]).replace("{l}", f"{SHORT[kind]}题")
        number = self.style["number"].format(n=self.number, nn=f"{self.number:02d}")
        tagged = stem + tag[6:] if tag.startswith("behind") else tag + stem
        self.lines += wrapped(self.style["indent"] + number + tagged)

    def options(self, texts: list[str]) -> None:
        """Options a line each, in rows, or behind the stem."""
        way, most = self.style["option"]
        cells = [way.format(a="ABCDE"[i], o=CIRCLED[i], t=text) for i, text in enumerate(texts)]
        if cells and most == BEHIND:
            self.lines[-1:] = wrapped("　".join([self.lines[-1], *cells]))
            return
        while most > 1 and max(map(width, cells), default=0) > LINE // most - 6:
            most //= 2
        for at in range(0, len(cells), most):
            self.lines += wrapped("　　".join(cells[at : at + most]))

    def key(self) -> list[str]:
        """The entries of a section's key; reasons and long answers have lines of their own."""
        way, between = self.style["entry"]
        cells = [way.format(n=number, a=answer) for number, answer, _ in self.entries]
        long = any(reason or len(answer) > LINE // 6 for _, answer, reason in self.entries)
        if between and not long:
            return wrapped(between.join(cells))
        found = []
        for cell, (_, _, reason) in zip(cells, self.entries, strict=True):
            found += wrapped(f"{cell}　{reason}" if reason else cell)
        return found


def width(text: str) -> int:
    """Half-width characters of a line."""
    return sum(2 if unicodedata.east_asian_width(char) in "WFA" else 1 for char in text)


def wrapped(text: str) -> list[str]:
    """A text in lines of `LINE` half-width characters; no line begins with closing punctuation."""
    found = []
    for paragraph in text.split("\n"):
        line = ""
        for char in paragraph:
            if width(line) + width(char) > LINE and char not in _CLOSING:
                found.append(line)
                line = ""
            line += char
        found.append(line)
    return found
