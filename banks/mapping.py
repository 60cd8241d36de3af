"""Which column of a bank means what: guessed from names, shown, and overridden by a small TOML."""

import re
from collections.abc import Callable, Iterable
from fnmatch import fnmatch
from itertools import pairwise
from typing import Any

from pydantic import Field

from banks.names import ROLES, lettered, looks_full, named, numbered, wrong_ones
from banks.values import declared, in_stem, is_options, letters_alone, text
from cpsyexam.config import Settings
from cpsyexam.errors import SourceError
from cpsyexam.taxonomy import LETTERS
from cpsyexam.text import CJK

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?%?")


class UnknownColumnsError(SourceError):
    """No column of a file looks like a question: perhaps it is no question file."""


class MissingColumnError(SourceError):
    """A column that a mapping names is not in a file."""


class Default(Settings):
    """Values for rows of files whose path matches `match`, where the row itself has none."""

    match: str = "*"
    exam: str = ""
    subject: str = ""
    category: str = ""
    declared: str = ""


class Mapping(Settings):
    """Table `[mapping]` of a bank's TOML: column names (`a.b` for nested ones), "" = guess.

    `options` that names the column of the stem: they stand in it, behind A. B. C.
    """

    stem: str = ""
    options: str | tuple[str, ...] = ""
    answer: str = ""
    reference: str = ""
    explanation: str = ""
    material: str = ""
    group: str = ""  # rows with the same value belong together, and share their material
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

    def by_role(self) -> dict[str, tuple[str, ...]]:
        """Role → its columns, without roles that have none."""
        told = {role: getattr(self, role) for role in ROLES}
        return {r: (v,) if isinstance(v, str) else v for r, v in told.items() if v}

    def columns(self) -> dict[str, str]:
        """Role → column, as a reader would want it shown."""
        return {role: ", ".join(columns) for role, columns in self.by_role().items()}

    def default(self, path: str) -> Default:
        """The values for rows of a file: of the matching entries, the first that says it."""
        matching = [d for d in self.defaults if fnmatch(path, d.match)]
        first = {
            key: next((v for d in matching if (v := getattr(d, key))), "")
            for key in ("exam", "subject", "category", "declared")
        }
        return Default(**first)


def flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row with its objects lifted (`doc.<name>`), but for those that hold options."""
    lifted = {
        f"{name}.{inner}": cell
        for name, value in row.items()
        if isinstance(value, dict) and not is_options(value)
        for inner, cell in value.items()
    }
    return {**row, **lifted} if lifted else row


def guess(rows: Iterable[dict[str, Any]], given: Mapping, where: str) -> Mapping:
    """Complete a mapping from the first rows of a file. A column that is empty there gives way.

    Raises UnknownColumnsError where no column looks like the question, SourceError where a
    named column is missing, or where two columns give different keys.
    """
    sample = [flat(row) for row in rows]
    names = list(dict.fromkeys(name for row in sample for name in row))
    listed = f"columns are: {', '.join(names)[:200]}"
    for role, columns in given.by_role().items():
        missing = [c for c in columns if c not in names]
        if missing and sample:
            raise MissingColumnError(
                f"mapping.{role} names a column {missing[0]!r} that is not there",
                where=where,
                remedy=listed,
            )
    found: dict[str, Any] = {r: getattr(given, r) or _find(r, names, sample) for r in ROLES}
    if not given.options:
        found["options"] = _options(names, sample, found)
    if not found["stem"]:
        raise UnknownColumnsError(
            "no column looks like the question",
            where=where,
            remedy=f"name it: --map stem=COLUMN, or stem in [mapping]; {listed}",
        )
    if not given.answer:
        _one_key(sample, named("answer", names), where)
    if not given.material and not given.group:
        found |= _case(sample, found)
    if not given.group and not _is_case(sample, found["group"]):
        found["group"] = ""
    if not found["options"] and _in_stem(sample, found):
        found["options"] = found["stem"]
    if found["reference"] and any(isinstance(r.get(found["answer"]), list) for r in sample):
        found["first_answer"] = 0  # a table of our own: answers are positions, texts beside them
    formats = {**_coded(found["declared"]), **given.formats}
    return given.model_copy(update={**found, "formats": formats})


def _options(
    names: list[str], sample: list[dict[str, Any]], found: dict[str, Any]
) -> str | tuple[str, ...]:
    """The column with all options, or one for each: 选项（A）, item1, the key's and 干扰项1."""
    one: str | tuple[str, ...] = found["options"]
    answer, several = found["answer"], lettered(names)
    if one and one not in several and looks_full(sample, str(one)):
        return one
    if several:
        return several
    wrong = wrong_ones(names)
    if answer and wrong and _most(sample, lambda row: _besides(row, answer, wrong)):
        return (answer, *wrong)
    if not answer or _in_stem(sample, found):
        return one
    return next((c for c in numbered(names) if _offered(sample, answer, c)), one)


def _most(sample: list[dict[str, Any]], holds: Callable[[dict[str, Any]], bool]) -> bool:
    return sum(map(holds, sample)) * 2 > len(sample)


def _besides(row: dict[str, Any], answer: str, wrong: tuple[str, ...]) -> bool:
    """Whether two or more other words, of the kind that the key is, stand in columns of wrong ones;
    a count of wrong answers does not.
    """
    key = text(row.get(answer)).strip()
    cells = [row.get(name) for name in wrong]
    others = [
        said
        for cell in cells
        for one in (cell if isinstance(cell, list) else [cell])
        if (said := text(one).strip())
    ]
    alike = _NUMBER.fullmatch(key) or not all(map(_NUMBER.fullmatch, others))
    return bool(key and not letters_alone(key) and len(others) > 1 and alike and key not in others)


def _offered(sample: list[dict[str, Any]], answer: str, columns: tuple[str, ...]) -> bool:
    """Whether keys of most rows name a filled one of these columns, by place or by its text, and
    rows differ in them as options do, not as tags.
    """

    def names_one(row: dict[str, Any]) -> bool:
        said, texts = text(row.get(answer)).strip(), [text(row.get(c)).strip() for c in columns]
        if letters := letters_alone(said):
            place = LETTERS.index(letters[-1])
        elif re.fullmatch(r"\d", said):
            place = max(int(said) - 1, 0)  # or one more, from 0: the bank tells later
        else:
            return said in filter(None, texts)
        return place < len(texts) and texts[place] != ""

    cells = [said for row in sample for c in columns if (said := text(row.get(c)).strip())]
    return _most(sample, names_one) and len(set(cells)) * 2 > len(cells)


def _find(role: str, names: list[str], sample: list[dict[str, Any]]) -> str:
    likely = [n for n in named(role, names) if role != "stem" or _texts(sample, n)]
    return next((n for n in likely if looks_full(sample, n)), likely[0] if likely else "")


def _texts(sample: list[dict[str, Any]], name: str) -> bool:
    """Whether a column holds texts, and no objects alone."""
    cells = [row.get(name) for row in sample]
    objects = sum(isinstance(cell, dict | list) for cell in cells)
    return not objects or any(isinstance(cell, str) for cell in cells)


def _one_key(sample: list[dict[str, Any]], likely: list[str], where: str) -> None:
    """Raises SourceError where two columns of letters give different keys: 答案, 正确答案."""
    keyed = {n: [letters_alone(row.get(n)) for row in sample] for n in likely}
    told = [n for n, keys in keyed.items() if sum(map(bool, keys)) * 2 > len(sample)]
    for one, other in pairwise(told):
        pairs = zip(keyed[one], keyed[other], strict=True)
        odd = next((n for n, (a, b) in enumerate(pairs) if a and b and a != b), None)
        if odd is not None:
            raise SourceError(
                f"columns {one!r} and {other!r} both look like keys and differ: "
                f"{keyed[one][odd]} and {keyed[other][odd]} in row {odd + 1}",
                where=where,
                remedy=f"say which it is: --map answer={other}, or answer in [mapping]",
            )


_SHORT = 16  # characters: a name of a case, no text of one
_CASE = 15  # questions on one case: a column with larger groups names something else


def _case(sample: list[dict[str, Any]], found: dict[str, Any]) -> dict[str, str]:
    """A column called 案例 whose cells are short, no sentences, and come again names cases."""
    name = found["material"]
    cells = [cell for row in sample if (cell := text(row.get(name)).strip())]
    if not name or found["group"] or len(set(cells)) == len(cells):
        return {}
    tells = any(len(cell) > _SHORT or re.search("[，。；]", cell) for cell in cells)
    return {} if tells else {"material": "", "group": name}


def _is_case(sample: list[dict[str, Any]], name: str) -> bool:
    cells = [cell for row in sample if (cell := text(row.get(name)).strip())]
    return len(cells) <= _CASE * len(set(cells))


def _in_stem(sample: list[dict[str, Any]], found: dict[str, Any]) -> bool:
    """Whether questions with letters for a key print their options in the stem."""
    keyed = [text(r.get(found["stem"])) for r in sample if letters_alone(r.get(found["answer"]))]
    return len(keyed) * 2 > len(sample) and sum(map(bool, map(in_stem, keyed))) > 0.8 * len(keyed)


def _coded(heading: str) -> dict[str, str]:
    """What a heading says of its codes: 题型（0单选，1判断，2多选）."""
    pairs = re.findall(rf"(\d)\s*[:：=、.-]?\s*([{CJK}]+)", heading)
    return {code: form for code, word in pairs if (form := declared(word, {}))}
