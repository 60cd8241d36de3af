"""The page docs/rules.md, made from the tables that do the work."""

from collections.abc import Iterable
from pathlib import Path

from cleaning import flags
from cleaning.rules import rules
from cleaning.settings import CleanSettings
from cleaning.stage import row_repairs, text_repairs
from cpsyexam.files import write_text

_HEAD = """# Repairs, rules and flags

Made from the tables in `cleaning/`; `python docs/make_rules.py` writes it anew.

A repair changes a text and is recorded in `changes` with its id, the text before and after. A rule
rejects a question, which is kept whole among the rejected rows. A flag rejects nothing: it tells a
reviewer where to look.
"""


def markdown() -> str:
    """The page as Markdown."""
    settings = CleanSettings()
    repairs = [(one.id, one.doc) for one in text_repairs(settings)]
    repairs += [(one.id, one.doc) for one in row_repairs()]
    rejecting = [(one.id, one.doc) for one in rules(settings)]
    doubts = [*((one.id, one.doc) for one in flags.FLAGS), flags.POINTER]
    return "\n".join(
        [
            _HEAD,
            *_table("Repairs, in order", repairs),
            *_table("Rules, in order (the first that is broken names the row)", rejecting),
            *_table("Flags", doubts),
        ]
    )


def write(path: Path = Path("docs/rules.md")) -> None:
    """Write the page."""
    write_text(path, markdown())


def _table(title: str, entries: Iterable[tuple[str, str]]) -> list[str]:
    lines = [f"| `{name}` | {doc} |" for name, doc in entries]
    return [f"## {title}", "", "| id | what |", "|---|---|", *lines, ""]


if __name__ == "__main__":
    write()
