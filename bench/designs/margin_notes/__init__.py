"""Reader with a wide outer margin: key and hint of each question stand beside it in small Kai."""

import tomllib
from pathlib import Path

from bench.designs.bank import Draw, Question
from bench.designs.model import Design, Volume, chapter

TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def _part(name: str) -> list[Question]:
    """The questions of a part of texts.toml."""
    found = []
    for at, row in enumerate(TEXTS["question"], 1):
        said = {"key": f"margin_notes-{at}", "options": (), **row}
        cells = tuple(tuple(line) for line in said.pop("table", ()))
        options = tuple(said.pop("options"))
        if said.pop("part") == name:
            found.append(Question(**said, options=options, table=cells))
    return found


def _compose(_: Draw) -> Volume:
    parts = [
        ("一、选择题", _part("选择")),
        ("二、判断题", _part("判断")),
        ("三、填空题", _part("填空")),
        ("四、问答题", _part("问答")),
    ]
    said = chapter("第九讲　能力与人格", ("GEE", "普通心理学"), parts, explained=True)
    return Volume("普通心理学旁注习题", (said,))


DESIGN = Design(
    "margin_notes",
    "wide outer margin, left on even pages: key and hint beside questions; answers to 问答 below",
    _compose,
    wears=("photo", "copy"),
)
