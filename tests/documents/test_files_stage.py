"""Stage `files`: a folder of papers of every kind."""

from pathlib import Path

import pytest

from cpsyexam.config import parse
from cpsyexam.errors import ConfigError, SourceError
from cpsyexam.stage import StageResult
from documents.settings import FilesSettings
from documents.stage import extract
from ocr.reading import layer_lines
from tests.documents import office
from tests.documents.office import QUESTIONS

TERMS = {
    "owner": "editors", "licence": "CC0-1.0", "terms_url": "https://example.org/",
    "decided_by": "editors", "decided_on": "2026-11-22",
}  # fmt: skip


def settings(*sources: dict[str, object], **more: object) -> FilesSettings:
    table = {"sources": [{"terms": TERMS, **source} for source in sources], **more}
    return parse(table, FilesSettings, where="recipe")


def run(*sources: dict[str, object], **more: object) -> StageResult:
    return extract({}, settings(*sources, **more), layer=layer_lines)


def text_paper(*, answered: bool = True) -> str:
    lines = []
    for number, (stem, options, answer) in enumerate(QUESTIONS, 1):
        lines += [f"{number}. {stem}", *(f"{a}. {o}" for a, o in zip("ABCD", options, strict=True))]
        lines += [f"答案：{answer}"] if answered else []
    return "\n".join(lines)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "papers"
    (place / "普通心理学").mkdir(parents=True)
    (place / "普通心理学" / "甲卷.docx").write_bytes(office.plain_paper())
    (place / "乙卷.xlsx").write_bytes(office.xlsx_bytes(office.table_rows()))
    (place / "丙卷.txt").write_bytes(text_paper().encode("gb18030"))
    (place / "丁卷.md").write_text(text_paper(), "utf-8")
    (place / "~$戊卷.docx").write_bytes(b"lock")
    return place


def test_every_kind_gives_its_questions(folder: Path) -> None:
    found = run({"path": folder, "exam": "GEE"})
    assert found.kept.height == len(QUESTIONS) * 4
    by_capture = found.kept.join(found.tables["captures"], on="capture").sort("url", "number")
    for (url,), rows in by_capture.group_by("url", maintain_order=True):
        read = [(r["stem"], tuple(r["options"]), r["answer"]) for r in rows.to_dicts()]
        assert read == list(QUESTIONS), url
    assert found.kept["raw_id"].n_unique() == found.kept.height
    assert found.rejected.height == 0
    assert found.tables["sources"]["kind"].to_list() == ["files"]
    assert found.metrics == {"papers": {"files": 4, "questions": 12}}


def test_the_subject_comes_from_the_source_or_the_path(folder: Path) -> None:
    given = {"match": "乙*", "exam": "TQE", "subject": "中学教师心理学"}
    found = run({"path": folder, "exam": "GEE", "subjects": [given]}).kept
    named = {
        Path(url).stem: (exam, subject)
        for url, exam, subject in found.select("url", "exam", "subject").unique().iter_rows()
    }
    assert named == {
        "甲卷": ("GEE", "普通心理学"),
        "乙卷": ("TQE", "中学教师心理学"),
        "丙卷": ("GEE", ""),
        "丁卷": ("GEE", ""),
    }


def test_answers_in_a_file_of_their_own_are_the_papers_key(tmp_path: Path) -> None:
    (tmp_path / "普心真题.txt").write_text(text_paper(answered=False), "utf-8")
    (tmp_path / "普心真题（答案）.txt").write_text("参考答案\n1.B 2.A 3.B\n", "utf-8")
    found = run({"path": tmp_path})
    assert found.kept["answer"].to_list() == [answer for _, _, answer in QUESTIONS]
    assert "part_of_paper" in found.rejected["rule"].to_list()


def test_what_cannot_be_read_is_a_row_that_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(office.plain_paper()[:-900])
    (tmp_path / "b.zip").write_bytes(b"PK\x03\x04" + b"0" * 50)
    (tmp_path / "c.png").write_bytes(b"\x89PNG\r\n")
    (tmp_path / "d.csv").write_text("题目,答案\n", "utf-8")
    (tmp_path / "e.txt").write_bytes(bytes(range(128, 256)) * 8)
    (tmp_path / "f.txt").write_text("没有题目的一行\n", "utf-8")
    found = run({"path": tmp_path}, limits={"unpacked_bytes": 10**7})
    said = dict(zip(found.rejected["parent"], found.rejected["rule"], strict=True))
    captures = found.tables["captures"]
    names = dict(zip(captures["capture"], captures["archive"], strict=True))
    rules = {Path(names[parent]).name: rule for parent, rule in said.items()}
    assert rules == {
        "a.docx": "unreadable_file", "b.zip": "unreadable_file", "c.png": "scan",
        "d.csv": "unreadable_file", "e.txt": "unreadable_file", "f.txt": "no_questions",
    }  # fmt: skip
    details = "\n".join(found.rejected["detail"])
    for remedy in ("save it anew", "unpack it", "[books]", "inspect"):
        assert remedy in details
    assert "没有题目的一行" in "\n".join(found.rejected["record"])


def test_every_line_is_in_a_question_or_a_rejected_row(tmp_path: Path) -> None:
    text = "考试说明：答题前请填写姓名。\n" + text_paper() + "\n版权所有 翻印必究\n"
    (tmp_path / "a.txt").write_text(text, "utf-8")
    found = run({"path": tmp_path})
    held = "\n".join(
        [str(row) for row in found.kept.to_dicts()] + found.rejected["record"].to_list()
    )
    for line in ("考试说明", "版权所有"):
        assert line in held


def test_a_page_that_contradicts_itself_is_told(tmp_path: Path) -> None:
    whole = "下列属于认知过程的是（ ）\nA.感知\nB.动机\nC.性格\nD.气质\n答案：A"
    broken = whole.replace("\nB.动机\nC.性格\nD.气质", "")
    lines = [f"{n}.{broken if n == 3 else whole}" for n in range(1, 9)]
    (tmp_path / "a.txt").write_text("\n".join(lines), "utf-8")
    (tmp_path / "b.txt").write_text("\n".join(lines).replace(broken, whole), "utf-8")
    told = run({"path": tmp_path}).rejected.filter(rule="page_alarm")
    assert [detail[:2] for detail in told["detail"]] == ["0."]


def test_a_source_that_is_taken_down_gives_nothing(folder: Path) -> None:
    table = {"sources": [{"path": folder, "terms": {**TERMS, "status": "taken_down"}}]}
    found = extract({}, parse(table, FilesSettings, where="recipe"), layer=layer_lines)
    assert found.kept.height == 0
    assert set(found.rejected["rule"]) == {"taken_down"}
    assert found.rejected["parent"].n_unique() == 4


def test_a_glob_and_a_toml_of_its_own(folder: Path, tmp_path: Path) -> None:
    toml = tmp_path / "mine.toml"
    terms = "\n".join(f'{key} = "{value}"' for key, value in TERMS.items())
    toml.write_text(f'path = "{folder}/*卷.txt"\nexam = "GEE"\n[terms]\n{terms}\n', "utf-8")
    read = parse({"sources": [str(toml)]}, FilesSettings, where="recipe")
    assert [p.name for p in read.outside_files()] == ["mine.toml", "丙卷.txt"]
    found = extract({}, read, layer=layer_lines)
    assert found.kept["source"].unique().to_list() == ["mine"]
    assert found.kept.height == len(QUESTIONS)


def test_wrong_sources_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"no file is there; check `path` and `only`"):
        run({"path": tmp_path / "none"})
    with pytest.raises(SourceError, match="named twice"):
        settings({"path": "a", "name": "a"}, {"path": "b", "name": "a"}).papers()
    with pytest.raises(ConfigError, match="unknown key"):
        settings({"path": "a", "exams": "GEE"})
