"""A judge for open questions: what it is shown, and the mark that its reply gives.

Of 100 marks 30 are for agreement with the reference, 30 for language, 40 for reasonableness
(CPsyExam, section 4.5). It sees the question and is asked three times; in the second draw the
answer stands before the reference, so that the effect of their position can be measured.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import polars as pl

from cpsyexam.config import Settings, load
from cpsyexam.files import canonical, digest
from evaluation.extraction.normal import spoken
from evaluation.prompting import PSYCHOLOGY
from evaluation.runs import Ask, Replies

DRAWS = 3
SWAPPED = 1  # the draw in which the answer stands before the reference
_PARTS = (("一致性?", 30.0), ("语言", 30.0), ("合理性?", 40.0))
_NUMBER = r"(-?\d+(?:\.\d+)?)"
_OF = r"(?:\s*+/\s*+(\d+))?"
_TOTAL = re.compile(
    r"(?:总分|分数|得分|评分|总计|合计|打分|score|total)[\"'*\s]*+(?:[:=]|是|为|应为)?[\"'*\s]*+"
    rf"{_NUMBER}{_OF}",
    re.IGNORECASE,
)
_ONLY = re.compile(rf"[\s*\"']*+{_NUMBER}{_OF}\s*+分?[\s*\"'.]*+")


class Rubric(Settings):
    """The judge's texts; their digest stands beside every mark."""

    version: str
    system: str
    question: str
    reference: str
    answer: str

    def digest(self) -> str:
        """First 12 hex digits of the hash of all texts."""
        return digest(canonical(self.model_dump()))[:12]


@dataclass(frozen=True)
class Grader:
    """A judge: its name in the tables, and the digest of all that decides its marks."""

    model: str
    sampling: Mapping[str, Any]
    rubric: Rubric

    @property
    def name(self) -> str:
        """`model/digest`, as in the column `judge` of the answers."""
        about = digest(canonical([dict(self.sampling), self.rubric.digest()]))[:8]
        return f"{self.model}/{about}"


def rubric(path: Path | None = None, field: str = PSYCHOLOGY) -> Rubric:
    """The built-in rubric, or a TOML of your own, for a field (its Chinese name, or "")."""
    read = load(path or Path(str(files("evaluation").joinpath("judge.toml"))), Rubric)
    return read.model_copy(update={"system": read.system.replace("{field}", field)})


def judgeable(answers: pl.DataFrame, questions: pl.DataFrame) -> pl.DataFrame:
    """Answers to open questions that say something and whose reference is known."""
    known = questions.filter(pl.col("format") == "QA", pl.col("reference").fill_null("") != "")
    said = answers.filter(pl.col("text").str.strip_chars() != "", pl.col("error") == "")
    return said.join(known.select("id", "subject", "question", "material", "reference"), on="id")


def asks(rows: pl.DataFrame, grader: Grader, draws: int = DRAWS) -> list[Ask]:
    """The calls to grade these answers of one run; `rotation` of a call is its draw."""
    made = []
    for row in rows.iter_rows(named=True):
        for draw in range(draws):
            sent = messages(row, grader.rubric, swapped=draw % 2 == SWAPPED)
            key = digest(canonical([grader.model, dict(grader.sampling), draw, sent]))[:24]
            made.append(Ask(key, row["id"], draw, sent, []))
    return made


def messages(row: Mapping[str, Any], texts: Rubric, *, swapped: bool) -> list[dict[str, str]]:
    """What the judge is sent: question, then reference and answer, or the other way round."""
    question = "\n\n".join(part for part in (row["material"] or "", row["question"]) if part)
    parts = [texts.reference.replace("{reference}", row["reference"]),
             texts.answer.replace("{answer}", row["text"])]  # fmt: skip
    shown = texts.question.replace("{subject}", row["subject"]).replace("{question}", question)
    body = "\n\n".join([shown, *(reversed(parts) if swapped else parts)])
    return [{"role": "system", "content": texts.system.strip()}, {"role": "user", "content": body}]


def mark(text: str) -> float | None:
    """The mark of a judge's reply, 0 to 100; None where it gives none, or one out of range.

    The three parts count where all are there, else the last mark that is called one.
    """
    body = _untabled(spoken(text))
    parts = [_part(body, name, most) for name, most in _PARTS]
    given = [part for part in parts if part is not None]
    if len(given) == len(_PARTS):
        return sum(given)
    whole = _ONLY.fullmatch(body)
    found = [whole] if whole else list(_TOTAL.finditer(body))
    if not found:
        return None
    value, of = float(found[-1][1]), found[-1][2]
    return value if 0 <= value <= 100 and of in (None, "100") else None


def _untabled(text: str) -> str:
    """A reply with the rows of a table as lines "name: mark", whichever way the table runs."""
    lines = [line.strip().strip("|") for line in text.split("\n") if line.count("|") > 1]
    rows = [[cell.strip(" *") for cell in line.split("|")] for line in lines]
    rows = [row for row in rows if not set("".join(row)) <= set("-: ")]
    if len(rows) < 2:
        return text
    titles = enumerate(rows[0])
    column = next(
        (i for i, title in titles if i and re.search("(?i)得分|分数|评分|score", title)), 0
    )
    for row in rows[1:]:
        cells = row[column : column + 1] if column else row[1:]
        marks = [cell for cell in cells if re.match(_NUMBER, cell)]
        if re.match(_NUMBER, row[0]):
            text += "".join(
                f"\n{title}: {cell}" for title, cell in zip(*(rows[0], row), strict=False)
            )
        elif marks:
            text += f"\n{re.sub(r'[(][^()]{0,40}[)]', '', row[0])}: {marks[0]}"
    return text


def _part(text: str, name: str, most: float) -> float | None:
    found = re.findall(rf"{name}[^\d:\n]{{0,12}}[\"'*\s]*+[:=][\"'*\s]*+{_NUMBER}", text)
    return float(found[-1]) if found and 0 <= float(found[-1]) <= most else None


def marked(answers: pl.DataFrame, replies: Replies, grader: Grader) -> pl.DataFrame:
    """The answers with the marks of a judge's draws; a draw without a mark is null."""
    marks: dict[str, dict[int, float | None]] = {}
    for (name, draw), (reply, _) in replies.items():
        marks.setdefault(name, {})[draw] = mark(reply.text)
    judged = [_in_order(marks.get(name, {})) for name in answers["id"]]
    return answers.with_columns(
        judged=pl.Series(judged, dtype=pl.List(pl.Float64)),
        judge=pl.Series([grader.name if draws else "" for draws in judged]),
    )


def _in_order(draws: Mapping[int, float | None]) -> Sequence[float | None]:
    return [draws[draw] for draw in sorted(draws)]
