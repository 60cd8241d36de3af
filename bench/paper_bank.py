"""Questions to print: the sample bank and, where present, the released CPsyExam data."""

import json
import random
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bench.frame import ROOT, SHARED
from papers import NOISES, Item, Layout
from papers.choices import CHOICE_STYLES
from papers.keys import KEY_STYLES
from papers.layouts import LAYOUTS
from papers.numbering import NUMBER_STYLES, NUMBERLESS
from papers.replies import REPLY_STYLES
from papers.sections import SECTION_STYLES

# texts that carry a layout's own marks as data: leftovers of an older reader, not prose
_LEFTOVER = re.compile(
    r"^\s*[\[【(（]?\s*(?:第?\d{1,4}\s*[.．、题)）]|\d{1,3}\s|[单多]选|[★☆])"
    r"|[单多]选题?[)）\]]?\s*$"
    r"|^[A-H][.．、)）]|^\s*$|[A-H]\s*[.．、].*[B-H]\s*[.．、]|[√×]|^(?:论述|简答|辨析|名词解释"
    r"|材料分析|案例分析)题?\s?[:：]|^\S{0,3}[\[【]|^[、.．，]|^[(（][单多]选"
    r"|[(（]\s*[A-H]+\s*[)）]"
)
_MARKS = re.compile(r"^[\[【]|答案\s*[:：]|解析\s*[:：]|【|<|&[a-z]+;|[(\[（【]\s?分数\s?[:：]")


def sample() -> list[Item]:
    """The sample bank's questions; a case's questions stand together."""
    found = []
    for path in sorted((ROOT / "samples" / "questions").rglob("*.toml")):
        table = tomllib.loads(path.read_text("utf-8"))
        found += [
            Item(
                row["stem"],
                tuple(row.get("options", ())),
                row["answer"],
                row.get("explanation", ""),
                row["format"],
                table.get("material", ""),
                row.get("key", ""),
            )
            for row in table["question"]
        ]
    return found


def released() -> tuple[list[Item], int]:
    """Released choice and open questions that can be printed, and how many were left out."""
    folder = SHARED / "cpsyexam"
    found, left_out = [], 0
    for path in sorted(folder.rglob("*.json")):
        for row in json.loads(path.read_text("utf-8")):
            item = _item(row)
            if item is None or not _printable(item):
                left_out += 1
            else:
                found.append(item)
    return found, left_out


def _item(row: dict[str, Any]) -> Item | None:
    def flat(text: str) -> str:
        return re.sub(r"\s+", " ", text or "").strip()

    if "options" not in row:
        return Item(flat(row["question"]), (), flat(row["answer"]), "", "QA")
    options = [flat(row["options"][letter]) for letter in sorted(row["options"])]
    while options and not options[-1]:
        options.pop()
    answer = "".join(sorted(set(re.findall("[A-H]", row["answer"]))))
    if len(options) < 2 or not answer or any(ord(c) - 65 >= len(options) for c in answer):
        return None
    form = "SCQ" if row["question_type"] == "single" else "MAQ"
    if (len(answer) > 1) != (form == "MAQ"):
        return None
    stem = re.sub(r"[(（\[【。\s]*[单多]选题?[)）\]】\s]*$", "", flat(row["question"]))
    return Item(stem, tuple(options), answer, flat(row["explanation"]), form)


def _printable(item: Item) -> bool:
    texts = (item.stem, *item.options)
    if any(_LEFTOVER.search(text) for text in texts) or not item.answer:
        return False
    return not any(_MARKS.search(text) for text in (*texts, item.answer, item.explanation))


def papers(items: list[Item], size: int, dice: random.Random) -> list[Item]:
    """A paper's worth of questions; cases come whole."""
    cases = [item for item in items if item.material]
    plain = [item for item in items if not item.material]
    picked = dice.sample(plain, min(size, len(plain)))
    if cases:
        names = dice.sample(sorted({c.material for c in cases}), 2)
        picked += [c for name in names for c in cases if c.material == name]
    return picked


def mixtures(count: int, dice: random.Random) -> Iterator[Layout]:
    """Random products of the catalogue's choices, with noise."""
    for i in range(count):
        numbering = dice.choice(list(NUMBER_STYLES))
        key = dice.random() < 0.35 and numbering not in NUMBERLESS
        run_on = dice.random() < 0.3
        sections = dice.choice(list(SECTION_STYLES))
        if sections == "none":
            run_on = True
        yield replace(
            LAYOUTS["plain"],
            name=f"mixture:{i}",
            numbering=numbering,
            options=dice.choice(list(CHOICE_STYLES)),
            answers="key" if key else dice.choice(list(REPLY_STYLES)),
            sections=sections,
            key=dice.choice(list(KEY_STYLES)),
            key_place=dice.choice(
                ["end", "page"] if sections == "none" else ["end", "section", "page"]
            ),
            run_on=run_on,
            material=dice.choice(["labelled", "same_line", "ranged", "shared", "brackets"]),
            wrap=dice.choice([0, 0, 0, 36]),
            noise=tuple(dice.sample(list(NOISES), 3)),
        )
