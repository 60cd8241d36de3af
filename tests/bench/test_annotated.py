"""Annotated pages: folders as people write them and lines of a file are read alike."""

import json
from pathlib import Path

import pytest

from bench import annotated

TEXT = "1.属于感觉的是( )\nA.嗅觉\nB.记忆"
HTML = "<meta charset=gbk><p>1.属于感觉的是( )<p>A.嗅觉<p>B.记忆<p>答案：A"
TRUTH = {"shape": "short", "questions": [{"number": "1", "stem": "属于感觉的是( )"}]}
FILES = {
    "text": {"page.txt": TEXT},
    "key": {"page.txt": TEXT, "key.txt": "1.A"},
    "book": {"book.txt": f"{TEXT}\n\f\n1.A"},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, files in FILES.items():
        (tmp_path / "round99" / name).mkdir(parents=True)
        for file, text in {**files, "truth.json": json.dumps(TRUTH)}.items():
            (tmp_path / "round99" / name / file).write_text(text, "utf-8")
    return tmp_path / "round99"


def test_folders_and_their_lines_are_read_alike(folder: Path, tmp_path: Path) -> None:
    lines = [annotated.line(folder / name) for name in sorted(FILES)]
    (tmp_path / "lines").mkdir()
    (tmp_path / "lines" / "round99.jsonl").write_text("".join(lines), "utf-8")
    pages = list(annotated.annotated(tmp_path))
    assert pages == list(annotated.annotated(tmp_path / "lines"))
    assert [(page.name, page.truth) for page in pages] == [
        (f"round99/{name}", TRUTH["questions"]) for name in sorted(FILES)
    ]
    assert pages == list(annotated.annotated(tmp_path / "lines" / "round99.jsonl"))


def test_a_key_apart_and_html_are_parsed(folder: Path, tmp_path: Path) -> None:
    row = {"name": "web", "html": HTML, "truth": TRUTH}
    (tmp_path / "round98.jsonl").write_text(json.dumps(row), "utf-8")
    pages = {page.name: page for page in annotated.annotated(tmp_path)}
    answers = {name: [q.answer for q in page.parsed().questions] for name, page in pages.items()}
    assert answers["round99/key"] == answers["round98/web"] == ["A"]
    assert answers["round99/text"] == [""]


def test_the_samples_are_the_rounds_of_the_folder() -> None:
    pages = annotated.samples()
    assert {annotated.round_of(name) for name in pages} == set(range(1, 52))
    assert all(page.text and page.truth for page in pages.values())
