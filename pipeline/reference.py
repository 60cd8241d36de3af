"""Every key of a recipe, word, rule, flag and note, told by the code: docs/reference, `help`."""

import ast
import inspect
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from cpsyexam.config import Terms
from pipeline import manual
from pipeline.recipe import Recipe, recipe_model

_TOP = ("name", "version", "keys", "taxonomy", "allow_empty")


def words() -> list[dict[str, str]]:
    """The glossary: word, chinese, means."""
    found: list[dict[str, str]] = _toml("words.toml")["word"]
    return found


@cache
def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads(files("pipeline").joinpath(name).read_text("utf-8"))


def glossary() -> str:
    """docs/reference/glossary.md."""
    rows = [f"- {w['word']} {w['chinese']}: {w['means']}" for w in words()]
    head = [
        "# Words",
        "",
        "For whoever meets a word of this project that is not clear, or wants it in Chinese.",
        "Made from `pipeline/words.toml`; `cpsyexam help words` prints the same.",
    ]
    return "\n".join([*head, "", *rows, ""])


def rules() -> list[tuple[str, str, str]]:
    """Stage, id and meaning of every rule that rejects a question in a build."""
    from cleaning.duplicates.settings import SET_ASIDE, SET_ASIDE_FOR
    from cleaning.rules import rules as cleaning
    from cleaning.settings import CleanSettings
    from generation import gates
    from labeling import formats, taxonomy_match
    from labeling.settings import LabelSettings
    from splitting import inheritance

    found = [("generated", name, doc) for name, doc in gates.RULES.items()]
    found += [("cleaned", one.id, one.doc) for one in cleaning(CleanSettings())]
    found += [
        ("unique", "exact_duplicate", "the same question is kept from another place"),
        ("unique", "near_duplicate", "the same question with slips is kept from another place"),
        ("unique", "conflicting_answers", "copies whose printed keys contradict each other"),
        ("unique", SET_ASIDE, SET_ASIDE_FOR),
    ]
    named = [*taxonomy_match.rules(), *formats.rules(LabelSettings())]
    found += [("labeled", one.id, one.doc) for one in named]
    found.append(("reviewed", "reviewer_rejected", "a person looked at it and took it out"))
    return [*found, ("split", inheritance.RULE, inheritance.MEANING)]


def flags() -> list[tuple[str, str]]:
    """Id and meaning of the flags of cleaning and labelling."""
    from cleaning import flags as doubts

    found = [*((one.id, one.doc) for one in doubts.FLAGS), doubts.POINTER]
    return [
        *found,
        ("task_unsure", "between knowledge and a case"),
        ("case_missing", "the question points to a case that is not printed with it"),
        ("case_in_knowledge_exam", "a case in an exam that has none"),
        ("category_doubtful", "the category of a case question is not sure"),
        ("subject_doubtful", "the text suggests other subjects"),
    ]


def notes() -> list[tuple[str, str]]:
    """Notes of parsed and written questions, and rules of lines in no question, with meanings."""
    from generation import doubting, placing, proofreading, selfcheck
    from parsing.words import LEFTOVERS, NOTES

    found = [*NOTES.items(), *((f"leftover_{name}", doc) for name, doc in LEFTOVERS.items())]
    for doubts in (doubting, selfcheck, proofreading, placing):
        found += [(f"doubt:{name}", doc) for name, doc in doubts.DOUBTS.items()]
    return found


def recipe() -> str:
    """docs/reference/recipe.md: every table and key with its default and meaning."""
    parts = [_HEAD, *_table("", Recipe, only=_TOP)]
    for name, field in recipe_model().model_fields.items():
        if name not in _TOP:
            model = _model_in(field.annotation)
            assert model is not None
            parts += [f"## [{name}]", "", _told(model), "", *_table(name, model)]
    parts += ["## [terms] of a source", "", _told(Terms), "", *_table("terms", Terms)]
    return "\n".join(parts).rstrip() + "\n"


_HEAD = """# Every key of a recipe

For whoever writes or changes a recipe. Made from the settings in the code (`python
docs/make_reference.py` writes it anew). A recipe is one TOML; paths are relative to the folder you
run in. `cpsyexam init` writes a first one. An unknown key is an error that names the nearest.
In brackets stands the default.
"""


def _table(place: str, model: type[BaseModel], only: tuple[str, ...] = ()) -> list[str]:
    rows = [
        f"- `{name}`{default}: {doc}"
        for name, default, doc in _keys(model, "", f"{place}." if place else "")
        if not only or name.split(".")[0] in only
    ]
    return [*(rows or [f"`[{place}]` has nothing to set."]), ""]


def _keys(model: type[BaseModel], before: str, table: str) -> Iterator[tuple[str, str, str]]:
    comments = _comments(model)
    told = _toml("meanings.toml")
    for name, field in model.model_fields.items():
        inner = _model_in(field.annotation)
        own = told.get(f"{table}{before}{name}") or comments.get(name) or field.description
        doc = own or (_told(inner) if inner else "")
        yield before + name, _default(field.default, field.default_factory), " ".join(doc.split())
        if inner is not None and inner not in (model, Terms):
            many = "[]" if "tuple" in str(field.annotation) else ""
            yield from _keys(inner, f"{before}{name}{many}.", table)


def _default(value: Any, factory: Any) -> str:
    if value is PydanticUndefined:
        return " (needed)" if factory is None else ""
    if isinstance(value, BaseModel) or value in ((), None, ""):
        return ""
    if isinstance(value, bool):
        return f" (`{str(value).lower()}`)"
    return f' (`"{value}"`)' if isinstance(value, str | Path) else f" (`{_plain(value)}`)"


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := _model_in(part))), None)


def _told(model: type[BaseModel]) -> str:
    return " ".join((inspect.getdoc(model) or "").split("\n\n")[0].split())


def _comments(model: type[BaseModel]) -> dict[str, str]:
    """Comments of a model's fields: on their line, or on the lines before it."""
    found: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if base is BaseModel or not issubclass(base, BaseModel):
            continue
        try:
            lines = inspect.getsource(base).splitlines()
        except (OSError, TypeError):
            continue
        tree = ast.parse("\n".join(["if 1:", *lines]) if lines[0][:1] == " " else "\n".join(lines))
        body = next(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)).body
        for node in body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found[node.target.id] = _beside(lines, node.lineno - 1, (node.end_lineno or 1) - 1)
    return found


def _beside(lines: list[str], first: int, last: int) -> str:
    """The comment at the end of a field, with what it continues on the line after; else above."""
    end = lines[last].partition("  # ")[2].strip()
    if end:
        return end
    above: list[str] = []
    while first and lines[first - 1].strip().startswith("# "):
        first -= 1
        above.insert(0, lines[first].strip()[2:])
    return " ".join(above)


def rules_page() -> str:
    """docs/reference/rules.md."""
    from cleaning.settings import CleanSettings
    from cleaning.stage import row_repairs, text_repairs

    repairs = [(one.id, one.doc) for one in text_repairs(CleanSettings())]
    repairs += [(one.id, one.doc) for one in row_repairs()]
    by_stage = groupby(rules(), key=itemgetter(0))
    rejecting = [
        line
        for stage, found in by_stage
        for line in _pairs(f"Rules of {stage}, in order", ((name, doc) for _, name, doc in found))
    ]
    return "\n".join(
        [_RULES, *_pairs("Repairs, in order", repairs), *rejecting, *_pairs("Flags", flags())]
    )


_RULES = """# Repairs, rules and flags

For whoever asks why a question was changed, rejected or flagged. Made from the tables of the code
(`python docs/make_reference.py` writes it anew); `cpsyexam help RULE` prints one, `cpsyexam help
notes` what the notes of parsed and written questions mean.

A repair changes a text and is recorded in `changes` with its id, the text before and after. A rule
rejects a question, which is kept whole among the rejected rows; the first one broken names it. A
flag rejects nothing: it tells a reviewer where to look. Rules of a source stand with it:
[pages](../crawling.md), [books](../books.md), [files](../files.md),
[questions by a model](../generation.md).
"""


def _pairs(title: str, entries: Iterable[tuple[str, str]]) -> list[str]:
    return [f"## {title}", "", *(f"- `{name}`: {doc}" for name, doc in entries), ""]


PAGES = {
    "commands.md": manual.commands,
    "glossary.md": glossary,
    "recipe.md": recipe,
    "rules.md": rules_page,
}


def write(folder: Path) -> None:
    """Write the pages."""
    for name, made in PAGES.items():
        (folder / name).write_text(made(), "utf-8")
