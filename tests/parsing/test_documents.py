"""docs/parsing.md holds the tables of the code, no more and no less."""

import re
from pathlib import Path

import pytest

from papers import LAYOUTS, NOISES
from papers.choices import CHOICE_STYLES
from papers.keys import KEY_STYLES
from papers.materials import MATERIAL_STYLES
from papers.numbering import NUMBER_STYLES
from papers.replies import REPLY_STYLES
from papers.sections import SECTION_STYLES
from parsing.rules import LEFTOVERS, NOTES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "parsing.md"


def table(head: str, rows: dict[str, str]) -> str:
    lines = [f"| {head} | meaning |", "|---|---|"]
    return "\n".join(lines + [f"| `{name}` | {meaning} |" for name, meaning in rows.items()])


def layouts() -> str:
    choices: dict[str, list[str]] = {
        "numbering": list(NUMBER_STYLES),
        "options": list(CHOICE_STYLES),
        "answers": list(REPLY_STYLES),
        "key": list(KEY_STYLES),
        "sections": list(SECTION_STYLES),
        "material": list(MATERIAL_STYLES),
        "noise": list(NOISES),
    }
    rows = [f"| {name} | {', '.join(f'`{style}`' for style in styles)} |"
            for name, styles in choices.items()]  # fmt: skip
    whole = [name for name in LAYOUTS if name.split(":")[0] not in ("number", *choices)]
    rows.append(f"| whole layouts | {', '.join(f'`{name}`' for name in whole)} |")
    return "\n".join(["| choice | styles |", "|---|---|", *rows])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("notes", table("note", NOTES)),
        ("leftovers", table("rule", LEFTOVERS)),
        ("layouts", layouts()),
    ],
)
def test_the_page_shows_the_table_of_the_code(name: str, expected: str) -> None:
    found = re.search(
        rf"<!-- {name} -->\n(.*?)\n?<!-- /{name} -->", PAGE.read_text("utf-8"), re.DOTALL
    )
    assert found
    assert found[1] == expected
