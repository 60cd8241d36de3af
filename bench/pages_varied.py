"""`make bench-pages-varied`: pages of real shapes printed in other ways, parsed and compared again.

In: the pages of samples/pages that are read exactly. Out: for each variation (another mark, a lost
line break, another label, litter …) how many of their questions are still exact, and how many keys
are wrong. A variation changes only how a page is printed, so its truth stays as it is; pages that
it does not change are left out.
"""

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterator

from opencc import OpenCC

from bench.annotated import samples
from bench.frame import publish
from bench.pages import Truth, judge, truths
from parsing import parse

COLUMNS = ("variation", "pages", "questions", "exact", "wrong", "no doubt", "invented", "%")
_OPTION = re.compile(r"(?m)(?<![A-Za-z0-9.])(?:(?<=\s)|(?<=^)|(?<=[)）。?？]))([A-E])[.．、]\s?")
_NUMBER = re.compile(r"(?m)^(\s{0,4})(\d{1,2})[.．、]\s?(?=[^\s\d])")
_LABEL = re.compile(r"(?m)^(\s{0,4})(?:【答案】|(?:参考|正确)?答案[::：])\s?(?=[A-E√×对错正])")
_OPTION_LINES = re.compile(r"(?m)^(\s{0,4}[A-D][.．、][^\n]{1,40})\n\s{0,4}(?=[B-E][.．、])")
_OPTIONS_APART = re.compile(r"(?m)(?<=\S)\s{1,8}(?=[B-E][.．、])")
_ASKED = re.compile(r"(?m)([(（]\s{0,4}[)）][。.]?)$")


_S2T = OpenCC("s2t")


def _trad(text: str) -> str:
    return str(_S2T.convert(text))


def _joined(text: str, between: str) -> str:
    return between.join(line.strip() for line in text.split("\n") if line.strip())


VARIATIONS: dict[str, Callable[[str], str]] = {
    "options (A)": lambda t: _OPTION.sub(r"(\1)", t),
    "options （A） and a blank": lambda t: _OPTION.sub(r"（\1） ", t),
    "options A)": lambda t: _OPTION.sub(r"\1)", t),
    "options [A]": lambda t: _OPTION.sub(r"[\1] ", t),
    "options A:": lambda t: _OPTION.sub(r"\1：", t),
    "options A、": lambda t: _OPTION.sub(r"\1、", t),
    "options A and a blank": lambda t: _OPTION.sub(r"\1 ", t),
    "options a.": lambda t: _OPTION.sub(lambda m: m[1].lower() + ".", t),
    "numbers 1)": lambda t: _NUMBER.sub(r"\1\2) ", t),
    "numbers (1)": lambda t: _NUMBER.sub(r"\1(\2)", t),
    "numbers （1）": lambda t: _NUMBER.sub(r"\1（\2）", t),
    "numbers 【1】": lambda t: _NUMBER.sub(r"\1【\2】", t),
    "numbers 第1题": lambda t: _NUMBER.sub(r"\1第\2题 ", t),
    "numbers 01.": lambda t: _NUMBER.sub(lambda m: f"{m[1]}{int(m[2]):02d}.", t),
    "numbers and a blank": lambda t: _NUMBER.sub(r"\1\2 ", t),
    "numbers on a line of their own": lambda t: _NUMBER.sub(r"\1\2.\n", t),
    "numbers #1": lambda t: _NUMBER.sub(r"\1#\2 ", t),
    "labels 【答案】": lambda t: _LABEL.sub(r"\1【答案】", t),
    "labels 正确答案是": lambda t: _LABEL.sub(r"\1正确答案是：", t),
    "labels 参考答案 without a colon": lambda t: _LABEL.sub(r"\1参考答案 ", t),
    "labels Answer:": lambda t: _LABEL.sub(r"\1Answer: ", t),
    "labels 答:": lambda t: _LABEL.sub(r"\1答：", t),
    "labels [答案]": lambda t: _LABEL.sub(r"\1[答案]", t),
    "labels behind the last option": lambda t: re.sub(r"\n+(?=\s{0,4}(?:【答案】|答案))", " ", t),
    "options on one line": lambda t: _OPTION_LINES.sub(r"\1  ", _OPTION_LINES.sub(r"\1  ", t)),
    "options glued": lambda t: _OPTION_LINES.sub(r"\1", _OPTION_LINES.sub(r"\1", t)),
    "options line by line": lambda t: _OPTIONS_APART.sub("\n", t),
    "line breaks lost": lambda t: _joined(t, ""),
    "line breaks as blanks": lambda t: _joined(t, " "),
    "blank lines between": lambda t: t.replace("\n", "\n\n"),
    "lines indented": lambda t: re.sub(r"(?m)^(?=\S)", "　　", t),
    "traditional script": _trad,
    "points behind stems": lambda t: _ASKED.sub(r"\1（2分）", t),
    "buttons before numbers": lambda t: _NUMBER.sub(r"收藏 纠错 笔记\n\1\2.", t),
    "stars before numbers": lambda t: _NUMBER.sub(r"\1★\2.", t),
    "types before stems": lambda t: _NUMBER.sub(r"\1\2.[单选题]", t),
}


MARKED = [name for name in VARIATIONS if name.startswith("options ") and "line" not in name]
MARKED.remove("options glued")


def exact_pages(*, any_kind: bool = False) -> Iterator[tuple[str, list[Truth]]]:
    """Pages of choice questions or of any, of all rounds, that are exact throughout, with truth."""
    for page in samples().values():
        text, wanted = page.text, truths(page.truth)
        found = judge(wanted, parse(text)).counts
        choices = any_kind or all(len(w.options) > 1 for w in wanted)
        if choices and found["exact"] == found["questions"] > 0 and not found["invented"]:
            yield text, wanted


def varied(name: str, pages: list[tuple[str, list[Truth]]]) -> Counter[str]:
    """Counts of one variation over the pages that it changes."""
    total: Counter[str] = Counter()
    for text, wanted in pages:
        other = VARIATIONS[name](text)
        marks = sum(len(w.options) for w in wanted)
        if other == text or (name in MARKED and len(_OPTION.findall(text)) != marks):
            continue
        truth = wanted
        if name == "traditional script":
            truth = [
                Truth(
                    _trad(w.stem),
                    tuple(map(_trad, w.options)),
                    _trad(w.answer),
                    w.cut,
                    _trad(w.material),
                )
                for w in wanted
            ]
        total += judge(truth, parse(other)).counts
        total["pages"] += 1
    return total


def main() -> None:
    """Print the table of all variations."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", help="one variation by name")
    parser.add_argument("--each", type=int, default=3, help="take every so-many-th page")
    parser.add_argument("--any-kind", action="store_true", help="not choice questions alone")
    chosen = parser.parse_args()
    pages = list(exact_pages(any_kind=chosen.any_kind))
    rows, every = [], Counter[str]()
    pages = pages[:: chosen.each]
    for name in [chosen.only] if chosen.only else VARIATIONS:
        got = varied(name, pages)
        every += got
        rows.append(_row(name, got))
    rows.append(_row("all", every))
    publish("pages-varied", "Pages of real shapes, printed in other ways", COLUMNS, rows)


def _row(name: str, got: Counter[str]) -> list[object]:
    share = 100 * got["exact"] / max(1, got["questions"])
    return [name, *(got[k] for k in COLUMNS[1:-1]), f"{share:.1f}"]


if __name__ == "__main__":
    main()
