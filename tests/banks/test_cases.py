"""Cases of banks: printed once for several questions, named by a column, or above blanks."""

import itertools
from pathlib import Path

import pytest

from banks.mapping import Mapping
from banks.read import understood
from tests.banks.test_bank_files import write
from tests.banks.test_understanding import KEYS, OPTIONS, rows


def test_a_case_printed_once_belongs_to_all_its_questions(tmp_path: Path) -> None:
    case = "求助者，女，28岁，近一个月来入睡困难，情绪低落。"
    told = [
        {**row, "case_id": name, "material": text}
        for row, name, text in zip(
            rows([*KEYS]), ("c1", "c1", "", "c1"), (case, "", "", None), strict=True
        )
    ]
    files, how = understood(write(tmp_path / "b.json", told))
    found = files[0].questions
    assert found["material"].to_list() == [case, case, "", case]
    assert [any(n.startswith("group:") for n in notes) for notes in found["notes"]] == [
        True,
        True,
        False,
        True,
    ]
    assert how.said["group"] == (
        "column case_id: rows with the same one stay together, and in 2 of the rows its case's text"
    )


ASKED = ("该求助者最主要的问题是", "该求助者的病程是", "对该求助者首先应做的是", "诊断的依据是")
PLAIN = ("记忆的第一个阶段是", "提出观察学习的是", "属于负强化的是", "韦氏量表测的是")
CASE = "女，28岁，近一月入睡困难。"


def cased(path: Path, cases: str, stems: tuple[str, ...]) -> tuple[list[bool], list[bool], str]:
    """Rows that have a case, doubted rows, and what is said, of a CSV with one at each letter."""
    lines = ["案例,题干,A,B,C,D,答案"]
    told = zip(cases, stems, itertools.cycle(OPTIONS), strict=False)
    lines += [",".join([CASE + c if c != "-" else "", s, *o, "B"]) for c, s, o in told]
    files, how = understood(write(path / "b.csv", "\n".join(lines)))
    found = files[0].questions
    doubts = [any(n.startswith("doubt:") for n in notes) for notes in found["notes"]]
    return [bool(text) for text in found["material"]], doubts, how.said["case"]


@pytest.mark.parametrize(
    ("cases", "stems", "has", "doubt"),
    [
        ("甲--乙---", ASKED * 2, "xxxxxxx", ""),
        ("-甲-乙---", (*PLAIN[:2], *ASKED, *ASKED[:1]), "-xxxxxx", ""),  # most ask about one
        ("甲--乙--", PLAIN * 2, "x--x--", "-xx-xx"),  # none does, and no row is without
        ("--甲-乙-", PLAIN * 2, "--x-x-", ""),  # none does, and rows are without
        ("甲甲-乙--", PLAIN * 2, "xx-x--", ""),  # a case is printed again
        ("--甲---------", (*PLAIN[:3], *ASKED[:2], *PLAIN * 2), "--xxx-------", ""),
    ],
)
def test_a_case_above_blank_cells(
    tmp_path: Path, cases: str, stems: tuple[str, ...], has: str, doubt: str
) -> None:
    found, doubts, told = cased(tmp_path, cases, stems)
    assert "".join("-x"[one] for one in found) == has
    assert "".join("-x"[one] for one in doubts) == (doubt or "-" * len(cases))
    filled = has.count("x") - len(cases.replace("-", ""))
    assert (f"from above in {filled} of the rows" in told) == (filled > 0)
    assert ("held for a look" in told) == bool(doubt)


def test_a_case_ends_with_its_subject_and_format(tmp_path: Path) -> None:
    lines = ["案例,题型,科目,题干,A,B,C,D,答案"]
    kinds = [("案例题", "普通心理学")] * 2 + [("单选题", "普通心理学"), ("案例题", "社会心理学")]
    for n, ((form, subject), options) in enumerate(zip(kinds, OPTIONS, strict=True)):
        lines.append(",".join(["" if n else CASE, form, subject, ASKED[n], *options, "B"]))
    told = write(tmp_path / "b.csv", "\n".join(lines))
    given = Mapping(formats={"案例题": "INDEF"})
    found = understood(told, given)[0][0].questions
    assert found["material"].to_list() == [CASE, CASE, "", ""]


def test_a_column_of_cases_that_holds_names_is_a_group(tmp_path: Path) -> None:
    told = [
        {**row, "案例": name}
        for row, name in zip(rows([*KEYS]), ("甲", "甲", "乙", "乙"), strict=True)
    ]
    mapping = understood(write(tmp_path / "b.json", told))[0][0].mapping
    assert (mapping.material, mapping.group) == ("", "案例")
    many = [{**row, "group": "练习"} for _ in range(10) for row in rows([*KEYS])]
    assert understood(write(tmp_path / "c.json", many))[0][0].mapping.group == ""
