"""A model whose answers are known: what it says, and what that is worth."""

import polars as pl

from cpsyexam.taxonomy import LETTERS
from evaluation.prompting import shown

STYLES = ("答案：{k}", "{k}", "**{k}**", "分析略。故选{d}。", '{{"answer": "{k}"}}')


class Student:
    """Knows two questions of three, leaves one letter out else, and is silent at every eleventh."""

    def __init__(self, questions: pl.DataFrame) -> None:
        rows = questions.to_dicts()
        self.rows = {shown(row): (i, row) for i, row in enumerate(rows)}

    def said(self, prompt: str) -> str:
        i, row = self.rows[prompt]
        if row["format"] == "QA":
            return str(row["reference"])
        if i % 11 == 5:
            return "无法作答。"
        key = list(row["key"])
        if i % 3 == 0:
            key = key[1:] or [(key[0] + 1) % len(row["options"])]
        letters = [LETTERS[place] for place in key]
        return STYLES[i % len(STYLES)].format(k="".join(letters), d="、".join(letters))

    def __call__(self, messages: list[dict[str, str]]) -> str:
        return self.said(messages[-1]["content"])

    def worth(self, ids: set[str]) -> dict[str, float]:
        """Id → the score it must get."""
        known = {}
        for i, row in self.rows.values():
            right = row["format"] == "QA" or (i % 11 != 5 and i % 3 != 0)
            if row["id"] in ids:
                known[row["id"]] = float(right)
        return known
