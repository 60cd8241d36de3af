"""Counsellor skill papers: a case in a frame, single and multiple choices on it mixed under
one numbering.
"""

from bench.designs.bank import Draw
from bench.designs.model import Design, Volume, chapter
from bench.designs.own_texts import own_parts, own_texts

_part = own_parts(__file__)
TEXTS = own_texts(__file__)


def _compose(_: Draw) -> Volume:
    names = ("案例一", "案例二", "案例三")
    parts = [(name, _part(k)) for name, k in zip(names, "123", strict=True)]
    said = chapter("技能选择题", ("PCE", "心理咨询师三级"), parts, restart=False)
    facts = {row["case"]: row["material"] for row in TEXTS["question"] if "case" in row}
    return Volume("心理咨询师（三级）技能考核冲刺卷", (said,), facts)


DESIGN = Design(
    "case_choice",
    (
        "counsellor skill paper in two columns: three cases, single and multiple choices "
        "mixed, a key in rows at the end"
    ),
    _compose,
    wears=("copy", "photo"),
)
