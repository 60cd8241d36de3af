"""Decision files: append-only, chained, every fault named with its line."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from cpsyexam.errors import ConfigError
from reviewing.decisions import append, file_name, own_file, read
from reviewing.writing import whole_digest
from tests.reviewing.bank import decide, file, frame, raw

ROWS = frame(raw("r1"), raw("r2", stem="短时记忆的容量约为（　　）个组块。"))


@pytest.fixture
def three(tmp_path: Path) -> Path:
    made = [decide(ROWS, "r1", letters=c) for c in "CD"] + [decide(ROWS, "r2", verdict="accept")]
    return file(tmp_path, *made) / "lin.jsonl"


def test_what_is_appended_is_read(three: Path) -> None:
    found = read([three])
    assert [one.line for one in found] == [1, 2, 3]
    assert found[0].decision.previous == ""
    assert found[2].decision.previous == found[1].digest
    assert found[0].decision.patch.key == ("班杜拉",)


def test_reasons_hold_nothing_that_steers_what_is_shown(tmp_path: Path) -> None:
    said = decide(ROWS, "r1", letters="C").model_dump(mode="json", exclude_defaults=True)
    made = type(decide(ROWS, "r1", letters="C")).model_validate(
        {**said, "why": "\x1b[2J\u202e教材"}
    )
    assert made.why == "[2J教材"


def test_a_pipe_among_the_files_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "lin.jsonl")
    for use in (
        lambda: read([tmp_path / "lin.jsonl"]),
        lambda: file(tmp_path, decide(ROWS, "r1", letters="C")),
    ):
        with pytest.raises(ConfigError, match="is no regular file"):
            use()


@pytest.mark.parametrize("how", ["changed", "removed", "moved", "forged"])
def test_a_touched_line_breaks_the_chain(three: Path, how: str) -> None:
    lines = three.read_text("utf-8").splitlines()
    if how == "changed":
        lines[0] = lines[0].replace("教材第三章", "教材第四章")
    elif how == "removed":
        del lines[1]
    elif how == "moved":
        lines[0], lines[1] = lines[1], lines[0]
    else:
        lines.insert(1, lines[0])
    three.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(ConfigError, match=r"chain of decisions is broken.*put the file back"):
        read([three])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"verdict": "maybe"}, "verdict: Input should be"),
        ({"verdict": "accept"}, "verdict 'accept' does not go with a patch of key"),
        ({"verdict": "label"}, "verdict 'label' does not go with a patch of key"),
        ({"patch": {}}, "verdict 'correct' does not go with a patch of nothing"),
        ({"patch": {"task": "KG"}}, "verdict 'correct' does not go with a patch of task"),
        ({"why": ""}, "why"),
        ({"when": "gestern"}, "when"),
        ({"mood": "good"}, "mood"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, change: dict[str, object], said: str) -> None:
    path = file(tmp_path, decide(ROWS, "r1", letters="C")) / "lin.jsonl"
    line = json.loads(path.read_text("utf-8")) | change
    path.write_text(json.dumps(line, ensure_ascii=False) + "\n", "utf-8")
    with pytest.raises(ConfigError) as caught:
        read([path])
    assert f"{path} line 1: not a decision" in caught.value.line()
    assert said in caught.value.line()


def test_half_a_last_line_is_told_in_words_and_put_aside_by_the_next_decision(three: Path) -> None:
    lines = three.read_bytes().splitlines(keepends=True)
    three.write_bytes(b"".join(lines[:2]) + lines[2][:40])
    with pytest.raises(ConfigError, match=r"line 3: half a decision.*nobody was told"):
        read([three])
    append(three, decide(ROWS, "r2", verdict="accept", why="再查"))
    assert len(read([three])) == 3
    assert three.with_name(f"{three.name}.torn").read_bytes() == lines[2][:40] + b"\n"
    three.write_bytes(three.read_bytes().rstrip(b"\n"))
    append(three, decide(ROWS, "r2", verdict="accept", why="又查"))
    assert len(read([three])) == 4


def test_nothing_is_appended_to_a_broken_file(three: Path) -> None:
    before = three.read_text("utf-8").replace("教材", "书", 1)
    three.write_text(before, "utf-8")
    with pytest.raises(ConfigError, match="chain"):
        append(three, decide(ROWS, "r1", letters="C"))
    assert three.read_text("utf-8") == before


@pytest.mark.parametrize(
    ("by", "name"),
    [
        ("Lin Mei", "lin-mei.jsonl"),
        ("林老师", "林老师.jsonl"),
        ("../x", "x.jsonl"),
        ("..", "reviewer.jsonl"),
    ],
)
def test_a_reviewer_has_a_file(by: str, name: str) -> None:
    assert file_name(by) == name


@pytest.mark.parametrize("by", ["", " ", "../../evil", "a\nb", "a\x1b[2J", "x" * 41])
def test_what_is_no_name_decides_nothing(tmp_path: Path, by: str) -> None:
    with pytest.raises(ConfigError, match="not a name"):
        own_file(tmp_path, by)


def test_nobody_writes_into_anothers_file(tmp_path: Path) -> None:
    path = file(tmp_path, decide(ROWS, "r1", letters="C")) / "lin.jsonl"
    (by,) = {one.decision.by for one in read([path])}
    path.rename(tmp_path / file_name(by))
    assert own_file(tmp_path, by) == tmp_path / file_name(by)
    with pytest.raises(ConfigError, match=f"holds decisions of '{by}'; choose another name"):
        own_file(tmp_path, f"{by}!")


def test_a_digest_by_its_beginning(three: Path) -> None:
    found = read([three])
    assert whole_digest(found[1].digest[:10], found) == found[1].digest
    with pytest.raises(ConfigError, match="no decision begins with"):
        whole_digest("xyz", found)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({}, "nothing is decided"),
        ({"letters": "E"}, "no option 'E'; letters: ABCD"),
        ({"letters": "B"}, "that is its key already; give --accept"),
        ({"verdict": "restore"}, "it is not rejected"),
        ({"fields": {"stern": "x"}}, "no field 'stern'; fields: declared, exam, explanation"),
        (
            {"fields": {"subject": "普通心里学"}},
            "no subject '普通心里学'; --set subject= one of 普",
        ),
        ({"fields": {"exam": "X"}}, "no exam 'X'; --set exam= one of "),
        ({"fields": {"declared": "OPEN"}}, "declared: Input should be"),
        ({"verdict": "accept", "letters": "C"}, "verdict 'accept' does not go with a patch of key"),
    ],
)
def test_what_cannot_be_decided_is_said(said: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        decide(ROWS, "r1", **said)
    assert message in caught.value.line()


def test_a_question_is_found_by_the_beginning_of_its_name() -> None:
    whole = decide(ROWS, "r1", letters="C").id
    assert decide(ROWS, whole[:8], letters="C").id == whole
    with pytest.raises(ConfigError, match="'r' is the beginning of 2: r1, r2"):
        decide(ROWS, "r", letters="C")
    with pytest.raises(ConfigError, match="no question 'q99'"):
        decide(ROWS, "q99", letters="C")


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\x0b", "\x1e", "\x0c"])
def test_a_stem_with_a_strange_line_end_leaves_the_file_whole(tmp_path: Path, mark: str) -> None:
    rows = frame(raw("r1", stem=f"记忆的三个{mark}环节是（　　）"), raw("r2"))
    made = [decide(rows, "r1", letters="C"), decide(rows, "r2", verdict="accept")]
    found = read([file(tmp_path, *made) / "lin.jsonl"])
    assert [one.line for one in found] == [1, 2]
    assert mark in found[0].decision.saw.stem
