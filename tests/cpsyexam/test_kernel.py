"""Text, files, taxonomy, errors."""

from pathlib import Path

import dataframely as dy
import polars as pl
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsyexam import errors, files, taxonomy
from cpsyexam.records import PublicRecord, Source, conform
from cpsyexam.text import bare, cjk_share, fold, shared_ends

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text("abcXYZ_09", max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=80)
@given(JSON)
def test_canonical_json_is_rfc_8785(value: object) -> None:
    assert files.canonical(value).encode() == rfc8785.dumps(value)  # type: ignore[arg-type]


def test_canonical_json_refuses_what_has_no_canonical_form() -> None:
    with pytest.raises(ValueError, match="Out of range"):
        files.canonical({"a": float("nan")})


def test_comparison_form() -> None:
    frame = pl.DataFrame({"t": ["Ａ１．５％（ ）", "1.2.3", "－3 与 3-5", "x-1"]})
    assert frame.select(bare(pl.col("t")))["t"].to_list() == ["a1.5%", "1.2.3", "-3与35", "x1"]


@settings(max_examples=60)
@given(st.text(alphabet="心理甲乙ab", max_size=8), st.text("（）()、，。 　~“”", max_size=4))
def test_punctuation_and_blanks_do_not_count(text: str, noise: str) -> None:
    middle = len(text) // 2
    frame = pl.DataFrame({"t": [text, noise + text[:middle] + noise + text[middle:] + noise]})
    assert frame.select(bare(pl.col("t")).n_unique()).item() == 1


def test_folding_and_the_share_of_chinese() -> None:
    assert fold("Ａ\u200b⼼（") == "A心("
    assert cjk_share("心理ab") == 0.5
    assert cjk_share("（）") == 0.0


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    files.write_json(path, {"a": "心"})
    with pytest.raises(ZeroDivisionError), files.replacing(path) as temporary:
        temporary.write_text(str(1 / 0))
    assert path.read_text("utf-8") == '{\n  "a": "心"\n}\n'
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_a_full_disk_is_one_line() -> None:
    with pytest.raises(errors.CpsyexamError, match=r"/dev/full/x: cannot write: .*; free some"):
        files.write_text(Path("/dev/full/x"), "a")


def test_digests(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x")
    assert files.digest("x") == files.digest(b"x") == files.digest_file(tmp_path / "a.py")
    before = files.tree_digest(tmp_path, (".py",))
    (tmp_path / "b.txt").write_text("y")
    assert files.tree_digest(tmp_path, (".py",)) == before
    (tmp_path / "b.py").write_text("y")
    assert files.tree_digest(tmp_path, (".py",)) != before


def test_the_taxonomy_holds_39_subjects() -> None:
    counts = {exam: len(taxonomy.subjects(exam)) for exam in taxonomy.exams()}
    assert counts == {"GEE": 10, "PCE": 3, "TQE": 3, "SSE": 23}
    assert taxonomy.find_subject("管理类社会心理学（二）") == ("SSE", "管理类社会心理学(二)")
    assert taxonomy.find_subject("量子心理学") is None
    assert taxonomy.find_category("心理诊断") == taxonomy.find_category("reasoning") == "reasoning"
    assert taxonomy.find_category("心理") == ""


@given(st.sets(st.integers(0, 7)).map(sorted))
def test_letters_and_positions(found: list[int]) -> None:
    assert taxonomy.positions(taxonomy.letters(found)) == found
    assert taxonomy.positions(" c、A ") == [0, 2]


def test_an_error_is_one_line() -> None:
    error = errors.ReleaseError("two\nlines", where="a.json", remedy="mend it")
    assert str(error) == "a.json: two lines; mend it"
    assert error.exit_code == 1
    assert str(errors.SourceError("plain")) == "plain"


def test_every_error_stands_in_the_tree() -> None:
    assert errors.__doc__
    for name, value in vars(errors).items():
        if isinstance(value, type) and issubclass(value, errors.CpsyexamError):
            assert name in errors.__doc__


def test_rows_conform_to_a_schema() -> None:
    row = {"source": "a", "kind": "web", "title": "", "terms": ""}
    assert conform([row], Source).height == 1
    assert conform([], Source).columns == Source.column_names()
    with pytest.raises(dy.exc.ValidationError):
        conform([{**row, "kind": "radio"}], Source)


SHORT = st.text("心理学", max_size=4)


@given(SHORT, st.lists(SHORT, min_size=1, max_size=5), SHORT)
def test_shared_ends_are_all_that_texts_begin_and_end_with(
    first: str, middles: list[str], last: str
) -> None:
    texts = [f"{first}{middle}{last}" for middle in middles]

    def begin_alike(found: list[str]) -> int:
        short = min(found, key=len)
        sizes = range(len(short) + 1)
        return max(n for n in sizes if all(text.startswith(short[:n]) for text in found))

    head, tail = shared_ends(texts)
    assert head == begin_alike(texts)
    assert tail == begin_alike([text[head:][::-1] for text in texts])


def test_the_functions_for_python_are_there_when_asked_for() -> None:
    import cpsyexam
    from pipeline import api

    for name in ("audit", "build", "inspect", "read_bank", "split"):
        assert getattr(cpsyexam, name) is getattr(api, name)
        assert name in dir(cpsyexam)
    with pytest.raises(AttributeError, match="'cpsyexam' has no attribute 'guess'"):
        _ = cpsyexam.guess  # type: ignore[attr-defined]


def test_every_column_that_readers_see_says_whether_it_may_be_empty() -> None:
    """A null means: withheld, not printed, or no canary; names and labels are always there."""
    columns = PublicRecord.columns()
    empty = {name for name, column in columns.items() if column.nullable}
    assert empty == {"answer", "reference", "explanation", "canary"}
    assert all(column.metadata and column.metadata["doc"] for column in columns.values())
