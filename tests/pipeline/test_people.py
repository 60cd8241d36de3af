"""Papers for people, their answers beside models, and blind comparisons."""

import csv
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner, Result

from cpsyexam.errors import ConfigError
from pipeline.cli import cli
from pipeline.pairs import pairs, rates, verdicts, write
from pipeline.people import paper, read_sheets

HEAD = "group,person,id,answer\n"


def _questions(count: int = 12) -> pl.DataFrame:
    rows = [
        {
            "id": f"q{n}", "subject": f"科目{n % 3}", "format": "QA" if n == 11 else "SCQ",
            "material": "", "question": f"第{n}题（　）",
            "options": ["甲", "乙", "丙", "丁"][: 3 + n % 2],
        }
        for n in range(count)
    ]  # fmt: skip
    return pl.DataFrame(rows)


def _bank(prefix: str, subjects: int, count: int) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "raw_id": f"{prefix}{n}", "subject": f"科目{n % subjects}", "material": "",
                "stem": f"{prefix}第{n}题（　）", "options": ["甲", "乙", "丙", "丁"],
            }
            for n in range(count)
        ]
    )  # fmt: skip


def _run(*args: object) -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args])


def test_a_paper_has_as_many_of_every_subject_and_no_key() -> None:
    drawn = paper(_questions(), 2)
    assert dict(drawn["subject"].value_counts().iter_rows()) == {f"科目{n}": 2 for n in range(3)}
    assert drawn.columns == [
        "group", "person", "id", "subject", "format", "material", "question",
        "A", "B", "C", "D", "answer",
    ]  # fmt: skip
    assert "q11" not in drawn["id"]
    # a larger paper holds the smaller one
    assert set(drawn["id"]) <= set(paper(_questions(), 3)["id"])


def test_sheets_of_several_people(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        HEAD + "professional,p1,q1,b\nlayperson,l1,q1,\nprofessional,p1,q2,a、C\n", "utf-8-sig"
    )
    first, second = read_sheets(path)
    assert (first.model, dict(first.answers)) == ("human:professional/p1", {"q1": "B", "q2": "AC"})
    assert (second.model, dict(second.answers)) == ("human:layperson/l1", {"q1": ""})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + "professional,p 1,q1,A\n", "row 2: person"),
        (HEAD + ",p1,q1,A\n", "row 2: group"),
        (HEAD + "professional,p1,q1,对\n", "row 2: answer"),
        (HEAD + "g,p,q1,A\ng,p,q1,B\n", "row 3: g/p answers q1 twice"),
        ("person,id,answer\n", "no column group"),
    ],
)
def test_bad_sheets_are_told_by_row(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError, match=message):
        read_sheets(path)


def test_pairs_do_not_tell_which_is_which(tmp_path: Path) -> None:
    found = pairs(_bank("g", 3, 90), _bank("p", 2, 90), 20, "seed")
    assert len(found) == 40
    assert {pair.subject for pair in found} == {"科目0", "科目1"}
    sides = [pair.generated for pair in found]
    assert 8 <= sides.count("left") <= 32
    for pair in found:
        assert getattr(pair, pair.generated).startswith("g")
    shown, key = write(found, tmp_path)
    with shown.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["pair", "subject", "甲题", "乙题", "person", "verdict"]
    for digit in range(10):  # nor does a name tell the side
        names = {(pair.name[digit] < "8", pair.generated) for pair in found}
        odd = {(int(pair.name[digit], 16) % 2, pair.generated) for pair in found}
        assert len(names) == len(odd) == 4
    assert {row["pair"] for row in rows} == {pair.name for pair in found}
    assert pairs(_bank("g", 3, 90), _bank("p", 2, 90), 20, "seed") == found
    assert key.is_file()


def test_verdicts_become_wins_and_ties(tmp_path: Path) -> None:
    found = pairs(_bank("g", 1, 10), _bank("p", 1, 10), 10, "seed")
    _, key = write(found, tmp_path)
    told = {"win": 3, "tie": 4, "loss": 2, "neither": 1}
    left, right = ("甲", "乙题")
    side = {"left": (left, right), "right": (right, left)}
    words = [what for what, count in told.items() for _ in range(count)]
    lines = ["pair,subject,person,verdict"]
    for pair, word in zip(found, words, strict=True):
        better, worse = side[pair.generated]
        said = {"tie": "平", "win": better, "loss": worse, "neither": "都不合格"}[word]
        lines.append(f"{pair.name},{pair.subject},r1,{said}")
    sheet = tmp_path / "r1.csv"
    sheet.write_text("\n".join(lines) + "\n", "utf-8")
    judged = verdicts([sheet], key)
    assert [won for _, won, _ in judged] == words
    [subject, whole] = rates(judged)
    assert subject[1:] == whole[1:]
    assert (whole[1], whole[4], whole[5]) == (0.3, 0.4, 10)
    assert whole[2] < 0.3 < whole[3]
    done = _run("people", "verdicts", sheet, "--key", key, "--to", tmp_path / "v.csv")
    assert done.exit_code == 0, done.output
    assert pl.read_csv(tmp_path / "v.csv")["verdict"].to_list() == words
    with pytest.raises(ConfigError, match=r"judges .* twice"):
        verdicts([sheet, sheet], key)
