"""Which column of a bank means what: guessed from names, shown, and overridden by a small TOML."""

from collections.abc import Iterable
from collections.abc import Mapping as Map
from fnmatch import fnmatch
from typing import Any

from pydantic import Field

from cpsyexam.config import Settings
from cpsyexam.errors import SourceError
from cpsyexam.taxonomy import LETTERS

# Names seen in CPsyExam, CMMLU, C-Eval, MMLU, ARC, AGIEval and lm-eval tasks; the first wins.
KNOWN = {
    "stem": (
        "question",
        "stem",
        "query",
        "prompt",
        "problem",
        "题干",
        "题目",
        "问题",
        "试题",
        "题目内容",
        "试题内容",
        "题干内容",
    ),
    "options": ("options", "choices", "option", "endings", "candidates", "选项"),
    "answer": (
        "answer",
        "answerkey",
        "gold",
        "target",
        "label",
        "correct",
        "correct_answer",
        "solution",
        "答案",
        "正确答案",
        "参考答案",
        "标准答案",
        "试题答案",
    ),
    "reference": ("reference", "reference_answer", "model_answer"),  # where answers are positions
    "explanation": (
        "explanation",
        "analysis",
        "rationale",
        "解析",
        "答案解析",
        "试题解析",
        "题目解析",
    ),
    "material": ("material", "context", "passage", "case", "background", "材料", "案例"),
    "declared": ("question_type", "qtype", "type", "format", "题型", "试题类型", "题目类型"),
    "subject": ("subject_name", "subject", "科目", "学科", "考试科目"),
    "exam": ("exam", "考试"),
    "category": ("category",),
    "number": ("number", "题号", "序号"),
    "id": ("id", "qid", "question_id", "doc_id", "uid", "idx", "编号", "#"),
    "split": ("split",),
    "url": ("url", "链接"),
}
ROLES = tuple(KNOWN)


class UnknownColumnsError(SourceError):
    """No column of a file looks like a question: perhaps it is no question file."""


class Default(Settings):
    """Values for rows of files whose path matches `match`, where the row itself has none."""

    match: str = "*"
    exam: str = ""
    subject: str = ""
    category: str = ""
    declared: str = ""


class Mapping(Settings):
    """Table `[mapping]` of a bank's TOML: column names (`a.b` for nested ones), "" = guess."""

    stem: str = ""
    options: str | tuple[str, ...] = ""
    answer: str = ""
    reference: str = ""
    explanation: str = ""
    material: str = ""
    declared: str = ""
    subject: str = ""
    exam: str = ""
    category: str = ""
    number: str = ""
    id: str = ""
    split: str = ""
    url: str = ""
    first_answer: int | None = None  # number of the first option where answers are numbers
    formats: dict[str, str] = Field(default_factory=dict)  # value of `declared` → SCQ, MAQ, QA ...
    subjects: dict[str, str] = Field(default_factory=dict)  # the bank's name → ours, or an exam
    defaults: tuple[Default, ...] = ()

    def columns(self) -> dict[str, str]:
        """Role → column, as a reader would want it shown."""
        named = {role: getattr(self, role) for role in ROLES}
        return {
            role: value if isinstance(value, str) else ", ".join(value)
            for role, value in named.items()
            if value
        }

    def default(self, path: str) -> Default:
        """The values for rows of a file: of the matching entries, the first that says it."""
        matching = [d for d in self.defaults if fnmatch(path, d.match)]
        first = {
            key: next((v for d in matching if (v := getattr(d, key))), "")
            for key in ("exam", "subject", "category", "declared")
        }
        return Default(**first)


def flat(row: Map[str, Any]) -> dict[str, Any]:
    """A row with lm-eval's nested `doc` lifted to `doc.<name>`."""
    doc = row.get("doc")
    if not isinstance(doc, dict):
        return dict(row)
    return {**row, **{f"doc.{name}": value for name, value in doc.items()}}


def guess(rows: Iterable[Map[str, Any]], given: Mapping, where: str) -> Mapping:
    """Complete a mapping from the first rows of a bank.

    Raises UnknownColumnsError where no column looks like the question, SourceError where a
    named column is missing.
    """
    sample = [flat(row) for row in rows]
    names = list(dict.fromkeys(name for row in sample for name in row))
    for role, column in given.columns().items():
        missing = [c for c in column.split(", ") if c not in names]
        if missing and sample:
            raise SourceError(
                f"mapping.{role} names a column {missing[0]!r} that is not there",
                where=where,
                remedy=f"columns are: {', '.join(names)[:200]}",
            )
    found: dict[str, Any] = {role: getattr(given, role) or _find(role, names) for role in ROLES}
    if not found["options"]:
        found["options"] = _letter_columns(names)
    if not found["stem"]:
        raise UnknownColumnsError(
            "no column looks like the question",
            where=where,
            remedy=f"name it in a mapping; columns are: {', '.join(names)[:200]}",
        )
    first = given.first_answer
    if first is None:
        first = _first_number(row.get(found["answer"]) for row in sample)
    return given.model_copy(update={**found, "first_answer": first})


def _find(role: str, names: list[str]) -> str:
    by_key = {name.strip().lower().removeprefix("doc."): name for name in names}
    return next((by_key[known] for known in KNOWN[role] if known in by_key), "")


def _letter_columns(names: list[str]) -> tuple[str, ...] | str:
    """Columns A, B, C … or option_a, 选项A, choice1 …, in order; "" where there are none."""
    by_key = {name.lower().replace("_", "").replace(" ", ""): name for name in names}
    for shape in ("{a}", "option{a}", "opt{a}", "choice{a}", "选项{a}", "option{n}", "choice{n}"):
        keys = [shape.format(a=a.lower(), n=n + 1) for n, a in enumerate(LETTERS)]
        found = [by_key[key] for key in keys if key in by_key]
        if len(found) >= 2:
            return tuple(found)
    return ""


def _is_number(value: Any) -> bool:
    """A place among options: a number that Python reads (² is a digit to it, and none)."""
    found = value.strip() if isinstance(value, str) else value
    if isinstance(found, str):
        return found.isdecimal() and len(found) < 5
    return isinstance(found, int) and 0 <= found < 10_000


def _first_number(answers: Iterable[Any]) -> int | None:
    """Number of the first option: 0 where a zero occurs or the numbers are no text, else 1."""
    every = [a for one in answers for a in (one if isinstance(one, list) else [one])]
    numbers = [a for a in every if _is_number(a)]
    if not numbers:
        return None
    return 0 if any(int(a) == 0 or isinstance(a, int) for a in numbers) else 1
