"""Cases of a bank: their text is printed on one row and belongs to others."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import polars as pl

from banks.bank_file import ABOVE, BankFile

UNCLEAR = "doubt:case_above"  # note: it may ask about the case of a row above, which it lacks
LONGEST = 15  # questions on one case
_MOST = 0.5  # share of blank rows that ask about a case, from which on all of them do
# what a question says that asks about a case it does not tell
_ASKS = re.compile(
    r"该(?:患|病|求|来访|生|女|男|孩|儿|童|幼|学生|学员|老|教师|班|公司|企业|厂|案|例|员|同学|人|校|家|当事|被告|原告|行为|合同)"
    r"|本[案例]|此[案例]|[案病]例|案中|材料|针对上|根据上|题干所|(?:上述|以上|前述)(?:案|材料|情[况形景]|合同|对话|资料|病|症状|事|文)"
)
_NAMED = re.compile(
    r"小[一-鿿]|[赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜刘黄林徐高郭马罗梁宋唐董萧程邓彭曾]某|"
    r"(?<![一-鿿])[甲乙丙丁](?![、型类级状苯烷醇肝])|患者|病人|求助者|来访者|被试者"
)


@dataclass
class _Run:
    """A case's row and the rows below it, until the next case, that print none."""

    text: str
    rows: list[int]
    asks: list[bool]


def cases_below(files: Sequence[BankFile]) -> list[BankFile]:
    """Rows of tables whose case is blank with that of the row above where the bank shows that it
    prints a case once: most of them ask about one, or every row of the bank has one above it.

    Where no row asks about a case, those below one are doubted (UNCLEAR); where few do, the rows
    as far as the last that does take it. Nothing where cases are printed again on the next row.
    """
    runs = [_runs(file) for file in files]
    below = [asks for found, _ in runs for run in found for asks in run.asks]
    if not below or any(_printed_again(file) for file in files):
        return list(files)
    loose = any(rest for _, rest in runs)
    share = sum(below) / len(below)
    every = share >= _MOST or (share > 0 and not loose)
    done = []
    for file, (found, _) in zip(files, runs, strict=True):
        filled: dict[int, str] = {}
        unclear: set[int] = set()
        for run in found:
            last = max((n for n, asks in enumerate(run.asks) if asks), default=-1)
            end = len(run.rows) if every and len(run.rows) < LONGEST else last + 1
            filled |= dict.fromkeys(run.rows[:end], run.text)
            if not share and not loose:
                unclear |= set(run.rows[:LONGEST])
        done.append(replace(file, questions=_with(file.questions, filled, unclear)))
    return done


def _runs(file: BankFile) -> tuple[list[_Run], bool]:
    """The cases of a table, each with the blank rows below it; whether others have none above.

    A row of another subject, or of a format that no case has, is below none.
    """
    if not file.mapping.material or file.mapping.group:
        return [], False
    told = file.questions.filter(pl.col("sheet").is_not_null()).select(
        "sheet", "material", "stem", "subject", "declared"
    )
    formats = set(told.filter(pl.col("material") != "")["declared"])
    found: list[_Run] = []
    loose, here = False, ("", "")
    run: _Run | None = None
    for at, (sheet, case, stem, subject, declared) in enumerate(told.iter_rows()):
        if case:
            run, here = _Run(case, [], []), (sheet, subject)
            found.append(run)
        elif declared not in formats:
            run = None
        elif run is None or here != (sheet, subject):
            run, loose = None, True
        else:
            run.rows.append(at)
            run.asks.append(_asks(stem, run.text))
    return found, loose


def _asks(stem: str, case: str) -> bool:
    """Whether a question asks about a case, or about somebody of whom it tells."""
    return bool(_ASKS.search(stem)) or any(name in case for name in _NAMED.findall(stem))


def _printed_again(file: BankFile) -> bool:
    """Whether rows repeat the case of the row before, or merged cells show which it belongs to."""
    if file.questions["notes"].list.contains(f"{ABOVE}material").any():
        return True
    return any(one and one == other for one, other in pairwise(file.questions["material"]))


def _with(rows: pl.DataFrame, filled: dict[int, str], unclear: set[int]) -> pl.DataFrame:
    if not filled and not unclear:
        return rows
    material, notes = rows["material"].to_list(), rows["notes"].to_list()
    for at, text in filled.items():
        material[at], notes[at] = text, [*notes[at], f"{ABOVE}material"]
    for at in unclear:
        notes[at] = [*notes[at], UNCLEAR]
    return rows.with_columns(
        pl.Series("material", material, dtype=pl.String),
        pl.Series("notes", notes, dtype=rows["notes"].dtype),
    )
