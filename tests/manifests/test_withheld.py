"""What may give a withheld answer away, and the audit that tries to derive it."""

import hashlib
from pathlib import Path

import polars as pl
import pytest

from cpsyexam.files import canonical
from manifests import withholding
from tests.manifests.forging import Cases, Copy, duplicate, first

CASES = Cases()
KEY = b"k" * 32


def _test(copy: Copy) -> str:
    return copy.shard("test").replace("data", "provenance", 1)


@CASES.case("withheld", r"provenance/GEE/test-.*: q\w+: notes is told though")
def note_of_the_parser(copy: Copy) -> None:
    copy.rewrite(_test(copy), lambda rows: first(rows, "notes", ["answer: bitmask 4"]))
    copy.reseal()


@CASES.case("withheld", r"provenance/GEE/test-.*: q\w+: order is told though")
def order_of_the_options(copy: Copy) -> None:
    copy.rewrite(_test(copy), lambda rows: first(rows, "order", [2, 0, 1, 3]))
    copy.reseal()


@CASES.case("withheld", r"provenance/GEE/test-.*: q\w+: changes is told though")
def digest_of_a_changed_stem(copy: Copy) -> None:
    change = [{"rule": "blank", "field": "stem", "before": "0" * 64, "after": "1" * 64}]
    copy.rewrite(_test(copy), lambda rows: first(rows, "changes", change))
    copy.reseal()


@CASES.case("withheld", r"data/GEE/test-.*: q\w+: a digest gives its withheld answer: C")
def digest_of_the_answer(copy: Copy) -> None:
    row = pl.read_parquet(copy.folder / copy.shard("test")).filter(format="SCQ").row(0, named=True)
    told = canonical({**row, "answer": "C", "reference": "", "explanation": ""})
    guess = hashlib.sha256(told.encode()).hexdigest()
    copy.edit("CANARY.md", lambda text: f"{text}\n{guess[:40]}\n")
    copy.reseal()


@CASES.case("withheld", r"data/GEE/test-.*: q\w+: a digest gives its withheld answer: B")
def digest_of_the_record_as_changes_names_it(copy: Copy) -> None:
    row = pl.read_parquet(copy.folder / copy.shard("test")).filter(format="SCQ").row(0, named=True)
    told = {**row, "answer": "B", "reference": "", "explanation": ""}
    del told["canary"]
    digest = hashlib.sha256(canonical(told).encode()).hexdigest()
    change = pl.read_parquet(copy.folder / "CHANGES.parquet").clear(1)
    change = change.with_columns(id=pl.lit("q0"), why=pl.lit(""), old_sha256=pl.lit(digest))
    copy.rewrite("CHANGES.parquet", lambda rows: pl.concat([rows, change]))
    copy.reseal()


@CASES.case("withheld", r"CHANGELOG.md: line \d+: says more of q\w+ than may be told")
def line_that_names_the_answer(copy: Copy) -> None:
    name = pl.read_parquet(copy.folder / copy.shard("test"))["id"][0]
    copy.edit("CHANGELOG.md", lambda text: f"{text}\n- {name} changed: lin: B instead of D\n")
    copy.reseal()


@CASES.case("withheld", r"CHANGES.parquet: q\w+: why is told though")
def reason_of_a_correction(copy: Copy) -> None:
    name = pl.read_parquet(copy.folder / copy.shard("test"))["id"][0]
    row = pl.read_parquet(copy.folder / "CHANGES.parquet").clear(1)
    row = row.with_columns(id=pl.lit(name), why=pl.lit("应选乙"))
    copy.rewrite("CHANGES.parquet", lambda rows: pl.concat([rows, row]))
    copy.reseal()


@pytest.mark.parametrize("name", CASES.found)
def test_what_tells_a_withheld_answer_is_found(name: str, withheld: Copy, tmp_path: Path) -> None:
    CASES.run(name, duplicate(withheld, tmp_path))


def test_only_what_is_listed_is_told() -> None:
    row = {
        "withheld": True,
        "id": "q1",
        "notes": [
            "number:dot", "answer: bitmask 11", "answer:tag", "doubt:explanation_says B",
            "concept:a/b/c", f"decision:correct:{'d' * 12}", "number:dot B",
        ],
        "changes": [
            {"after": "1", "before": "2", "field": field, "rule": "r"}
            for field in ("stem", "answer", "explanation", "options[1]")
        ],
        "invented_later": "C",
        "order": [1, 0],
    }  # fmt: skip
    rows = pl.DataFrame([row, {**row, "withheld": False}])
    hidden, shown = withholding.hide(rows, KEY).rows(named=True)
    assert shown == {**row, "withheld": False}
    number, concept, decision = hidden["notes"]
    assert (number, concept) == ("number:dot", "concept:a/b/c")
    assert decision == f"decision:correct:{withholding.pseudonym('d' * 64, KEY)[:12]}"
    assert hidden["changes"] == [{"after": "", "before": "", "field": "stem", "rule": "r"}]
    assert (hidden["invented_later"], hidden["order"]) == ("", [])
    told = pl.DataFrame([hidden], schema=rows.schema).drop("withheld")
    assert withholding.beyond(told) == []
    assert {name for _, name in withholding.beyond(rows.drop("withheld"))} == {
        "invented_later", "order", "notes", "changes",
    }  # fmt: skip


@pytest.mark.parametrize("brackets", ["()", "（）"])
@pytest.mark.parametrize("said", ["letter", "text"])
def test_a_digest_of_the_answered_question_is_seen_through(
    withheld: Copy, tmp_path: Path, brackets: str, said: str
) -> None:
    """As a reader would try who fills the blank: with the letter, or with the option's words."""
    copy = duplicate(withheld, tmp_path)
    rows = pl.read_parquet(copy.folder / copy.shard("test"))
    blank = "下列关于记忆的说法中正确的是（　）。"
    copy.rewrite(
        copy.shard("test"),
        lambda _: first(rows, "question", blank) if rows["format"][0] == "SCQ" else rows,
    )
    row = pl.read_parquet(copy.folder / copy.shard("test")).row(0, named=True)
    assert row["question"] == blank
    put = "B" if said == "letter" else row["options"][1]
    answered = blank.replace("（　）", f"{brackets[0]}{put}{brackets[1]}")
    digest = hashlib.sha256(answered.encode()).hexdigest()
    cut = digest if said == "letter" else digest[:16]
    copy.edit("CANARY.md", lambda text: f"{text}\n{cut}\n")
    copy.reseal()
    (problem,) = copy.audit("withheld")["withheld"].problems
    assert problem.endswith(f"{row['id']}: a digest gives its withheld answer: B")
