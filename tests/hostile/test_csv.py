"""CSV files with broken quotes: a line is lost with a reason, never its neighbours in silence."""

import os
from pathlib import Path

import pytest

from banks.files import rows as data_rows
from banks.limits import BankLimits
from banks.read import read
from banks.settings import data_files
from cpsyexam.errors import SourceError
from tests.hostile.test_banks import read as built

HEAD = "question,A,B,C,D,answer"
SMALL = BankLimits(lines=20, row=5000)


def row(number: int, stem: str = "") -> str:
    return f"{stem or f'第{number}题的题干'},甲,乙,丙,丁,A"


def rows(changed: dict[int, str], number: int = 100) -> str:
    return "\n".join([HEAD, *(changed.get(n, row(n)) for n in range(1, number + 1))]) + "\n"


# name → (changed rows, how many are lost)
BROKEN = {
    "one quote is opened": ({10: row(10, '"第10题')}, 1),
    "in the last row": ({100: row(100, '"第100题')}, 1),
    "in every second row": ({n: row(n, f'"第{n}题') for n in range(1, 101, 2)}, 50),
    "opened here, closed there": ({10: row(10, '"第10题'), 60: row(60, '第60题"')}, 1),
    "opened here, closed in the next": ({10: row(10, '"第10题'), 11: row(11, '第11题"')}, 1),
    "opened here, quoted there": ({10: row(10, '"第10题'), 60: row(60, '"第60题"')}, 1),
    "two opened, far apart": ({10: row(10, '"第10题'), 90: row(90, '"第90题')}, 2),
    "opened in the last column": ({10: '第10题,甲,乙,丙,丁,"A'}, 1),
    "text after a closed quote": ({10: row(10, '"第10题"又"')}, 1),
    "more fields than the header": ({10: row(10, "第10题,又一句,还有一句")}, 1),
    "a row of commas": ({10: "," * 50}, 0),
    "blank fields at the end": ({10: row(10) + ",,,"}, 0),
    "fewer fields": ({10: "第10题,甲,乙"}, 0),
    "a proper quote over lines": ({10: row(10, '"第10题\n第二行，还有\n第三行"')}, 0),
    "with commas inside": ({10: row(10, '"第10题,其中\n第二行, 还有"')}, 0),
    "doubled quotes": ({10: row(10, '"第10题""引文""之后"')}, 0),
    "a stray quote inside": ({10: row(10, '第10题 5" 长')}, 0),
    "a row too long": ({10: row(10, "长" * 6000)}, 1),
    "a null character": ({10: row(10, "第10题\x00")}, 0),
    "carriage returns": ({10: row(10, "第10题") + "\r"}, 0),
}


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_quote_costs_its_own_row(tmp_path: Path, name: str, ending: str) -> None:
    changed, lost = BROKEN[name]
    data = rows(changed).replace("\n", ending).encode()
    made = built(tmp_path / "bank.csv", data, SMALL)
    good = [f"第{n}题的题干" for n in range(1, 101) if n not in changed]
    assert set(good) <= set(made.kept["stem"])
    refused = made.rejected.filter(made.rejected["rule"] == "unreadable_row")
    assert refused.height >= lost
    assert made.kept.height >= 100 - max(lost, len(changed))
    assert made.kept.height <= 100 - lost


def test_a_quote_over_too_many_lines_costs_its_first(tmp_path: Path) -> None:
    data = rows({10: row(10, '"' + "长\n" * 30 + '"')}).encode()
    made = built(tmp_path / "bank.csv", data, SMALL)
    assert "more than 20 lines" in made.rejected["detail"][0]
    assert {f"第{n}题的题干" for n in range(1, 101) if n != 10} <= set(made.kept["stem"])


def test_a_quote_opened_in_every_row_leaves_nothing(tmp_path: Path) -> None:
    data = rows({n: row(n, f'"第{n}题') for n in range(1, 101)}).encode()
    made = built(tmp_path / "bank.csv", data)
    assert made.kept.is_empty()
    assert "a quote is opened and not closed" in made.rejected["detail"][0]


def test_inspecting_says_what_was_lost(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "bank.csv"
    path.write_text(rows({n: row(n, f'"第{n}题') for n in range(1, 101, 2)}), "utf-8")
    assert sum(file.questions.height for file in read(path)) == 50
    assert "a quote is opened and not closed" in caplog.text
    assert "50 rows in all cannot be read" in caplog.text


@pytest.mark.parametrize("text", ["[]", "[5]", '["a"]', '[{"question": "a", "options": 5}]'])
def test_a_bank_without_questions_is_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bank.json"
    path.write_text(text, "utf-8")
    with pytest.raises(SourceError, match=r"holds no (question|rows)"):
        read(path)


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.json")).write_text("[]", "utf-8")
    with pytest.raises(SourceError, match="not UTF-8"):
        data_files(tmp_path)


def test_a_quote_that_is_never_closed_before_text_is_one_error(tmp_path: Path) -> None:
    path = tmp_path / "bank.csv"
    path.write_text(rows({}, 3) + row(4, '"第4题') + "\n" + "一行\n" * 300)
    with pytest.raises(SourceError, match="line 5: a quote opens and is not closed, and the 201 "):
        list(data_rows(path, SMALL))


def test_quotes_that_each_line_leaves_open_are_bounded(tmp_path: Path) -> None:
    """A line that leaves a quote open wherever it begins, so that each costs those after it."""
    every = row(1, '一","""') + "\n"
    path = tmp_path / "bank.csv"
    path.write_text(rows({}, 30) + every * 300)
    limits = BankLimits(lines=30, unclosed=100)
    with pytest.raises(SourceError, match="more than 100 lines with a quote that is not closed"):
        list(data_rows(path, limits))
