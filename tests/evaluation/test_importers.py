"""Predictions made elsewhere: one set of replies, the same scores from every kind of file."""

import csv
import json
import subprocess
import zipfile
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest
from click.testing import CliRunner

from cpsyexam.errors import ConfigError, CpsyexamError
from evaluation import importers, releases
from evaluation.runs import Setting
from evaluation.scoring import score
from manifests.signing import allowed_signers
from manifests.verify import NAMESPACE
from pipeline.cli import cli
from tests.evaluation.student import Student

SETTING = Setting("m", "file")


def predictions(release: Path) -> dict[str, str]:
    asked = releases.questions(releases.open_release(release), "test")
    student = Student(asked)
    return {row["id"]: student.said(prompt) for prompt, (_, row) in student.rows.items()}


def write(kind: str, folder: Path, said: dict[str, str]) -> Path:
    """A file of predictions as a tool writes it."""
    path = folder / f"predictions.{'jsonl' if kind == 'lm-eval' else kind}"
    if kind == "jsonl":
        lines = [json.dumps({"id": name, "text": text}) for name, text in said.items()]
        path.write_text("\n".join(lines), encoding="utf-8")
    elif kind == "lm-eval":
        rows = [{"doc_id": i, "doc": {"id": name}, "resps": [[text]], "filtered_resps": [text]}
                for i, (name, text) in enumerate(said.items())]  # fmt: skip
        path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    elif kind == "csv":
        with path.open("w", encoding="utf-8-sig", newline="") as stream:
            csv.writer(stream).writerows([("id", "prediction"), *said.items()])
    else:
        samples = [
            {"id": name, "epoch": 1, "output": {"choices": [{"message": {"content": text}}],
             "usage": {"input_tokens": 3, "output_tokens": 1}}}
            for name, text in said.items()
        ]  # fmt: skip
        if kind == "json":
            path.write_text(json.dumps({"samples": samples}), encoding="utf-8")
        else:
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
                for sample in samples:
                    archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
    return path


def zstandard(path: Path) -> None:
    """Pack the members of an archive as inspect does."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, member in members.items():
            packed = pa.BufferOutputStream()
            with pa.CompressedOutputStream(packed, "zstd") as stream:
                stream.write(member)
            archive.writestr(name, packed.getvalue().to_pybytes())
        places = [info.header_offset for info in archive.infolist()]
    data = bytearray(path.read_bytes())
    for place in places:
        data[place + 8] = 93
    place = data.find(b"PK\x01\x02")
    while place >= 0:
        data[place + 10] = 93
        place = data.find(b"PK\x01\x02", place + 4)
    path.write_bytes(data)


@pytest.mark.parametrize("kind", ["jsonl", "csv", "lm-eval", "json", "eval", "zstandard"])
def test_every_kind_of_file_gives_the_same_scores(kind: str, release: Path, tmp_path: Path) -> None:
    opened = releases.open_release(release)
    asked = releases.questions(opened, "test")
    path = write(kind.replace("zstandard", "eval"), tmp_path, predictions(release))
    if kind == "zstandard":
        zstandard(path)
    found = score(importers.answers_of(path, asked, opened, SETTING).answers, asked)
    got = dict(zip(found["id"], found["score"], strict=True))
    assert got == pytest.approx(Student(asked).worth(set(asked["id"])))


def test_question_left_out_counts_as_wrong_and_unknown_ones_are_counted(
    release: Path, tmp_path: Path
) -> None:
    opened = releases.open_release(release)
    asked = releases.questions(opened, "test")
    one = asked["id"][0]
    path = write("jsonl", tmp_path, {one: "答案：A", "q-other": "答案：B"})
    found = importers.answers_of(path, asked, opened, SETTING, "wrong")
    assert found.unknown == ("q-other",)
    scores = score(found.answers, asked)
    assert scores.height == asked.height
    assert int(scores["failed"].sum()) == asked.height - 1


def test_what_a_file_leaves_out_is_a_question_to_its_owner(release: Path, tmp_path: Path) -> None:
    opened = releases.open_release(release)
    asked = releases.questions(opened, "test")
    choices = asked.filter(pl.col("format") != "QA")["id"].to_list()
    said = {name: text for name, text in predictions(release).items() if name in choices}
    path = write("jsonl", tmp_path, said)
    left = asked.height - len(choices)
    with pytest.raises(ConfigError, match=rf"{left} of {asked.height} .* \(.*QA.*--missing skip"):
        importers.answers_of(path, asked, opened, SETTING)
    found = score(importers.answers_of(path, asked, opened, SETTING, "skip").answers, asked)
    assert sorted(found["id"]) == sorted(choices)
    assert not found["failed"].any()


def test_a_folder_with_a_file_a_task_is_one_run(release: Path, tmp_path: Path) -> None:
    opened = releases.open_release(release)
    asked = releases.questions(opened, "test")
    said = predictions(release)
    folder = tmp_path / "out"
    for number, part in enumerate((list(said)[::2], list(said)[1::2])):
        place = folder / f"task{number}"
        place.mkdir(parents=True)
        write("jsonl", place, {name: said[name] for name in part})
    (folder / "results.json").write_text('{"results": {}}', "utf-8")
    found = score(importers.answers_of(folder, asked, opened, SETTING).answers, asked)
    assert dict(zip(found["id"], found["score"], strict=True)) == pytest.approx(
        Student(asked).worth(set(asked["id"]))
    )
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(ConfigError, match="no file of predictions in it"):
        importers.files_of(empty)


def test_letters_in_a_list_are_read(release: Path, tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(
        '{"id": "a", "answer": ["A", "C"]}\n{"id": "b", "pred": null}', encoding="utf-8"
    )
    assert [(name, reply.text) for name, _, reply in importers.read(path)] == [
        ("a", "答案：A、C"),
        ("b", ""),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "none of its 0 predictions"),
        ('{"id": "x", "text": "A"}', "none of its 1 predictions is for a question"),
        ('{"id": "{one}", "text": "A"}\n{"id": "{one}", "text": "B"}', "two predictions for"),
        ('{"text": "A"}', "row 1 has no id"),
        ('{"id": "{one}", "letters": "A"}', "row 1 has no text"),
        ("nonsense", "not a file of predictions"),
        ("[1, 2]", "not a file of predictions"),
    ],
)
def test_bad_file_is_one_line(text: str, message: str, release: Path, tmp_path: Path) -> None:
    opened = releases.open_release(release)
    asked = releases.questions(opened, "test")
    path = tmp_path / "p.jsonl"
    path.write_text(text.replace("{one}", asked["id"][0]), encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        importers.answers_of(path, asked, opened, SETTING)


def test_archive_that_is_none_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "x.eval").write_bytes(b"PK nothing")
    with pytest.raises(ConfigError, match="not a file of predictions"):
        list(importers.read(tmp_path / "x.eval"))


def test_score_joins_the_other_runs(release: Path, tmp_path: Path) -> None:
    path = write("jsonl", tmp_path, predictions(release))
    common = ["--release", str(release), "--out", str(tmp_path)]
    for name in ("mine", "theirs"):
        result = CliRunner().invoke(cli, ["score", str(path), "--model", name, *common])
        assert result.exit_code == 0, result.output
    assert "mine" in result.output
    missing = CliRunner().invoke(cli, ["score", str(tmp_path / "none.jsonl"), *common])
    assert isinstance(missing.exception, CpsyexamError)
    assert "no such file" in missing.exception.line()


def test_signed_score_tells_what_was_scored_and_fails_when_changed(
    release: Path, tmp_path: Path
) -> None:
    path = write("jsonl", tmp_path, predictions(release))
    key = tmp_path / "holder"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    common = ["--release", str(release), "--out", str(tmp_path), "--sign", str(key)]
    result = CliRunner().invoke(cli, ["score", str(path), "--model", "mine", *common])
    assert result.exit_code == 0, result.output
    document = next(tmp_path.glob("evaluations/*/score.json"))
    told = json.loads(document.read_text("utf-8"))
    opened = releases.open_release(release)
    asked = releases.questions(opened, "test")
    choices = asked.filter(asked["format"] != "QA")
    worth = Student(asked).worth(set(choices["id"]))
    assert told["release"] == opened.label
    assert told["manifest"] == opened.manifest
    assert told["choice_questions"]["score"] == pytest.approx(sum(worth.values()) / len(worth))
    signers = tmp_path / "signers"
    signers.write_text(allowed_signers(key, "holder"), encoding="utf-8")
    arguments = ["ssh-keygen", "-Y", "verify", "-f", str(signers), "-I", "holder", "-n", NAMESPACE]
    arguments += ["-s", f"{document}.sig"]
    for text, code in ((document.read_bytes(), 0), (document.read_bytes() + b" ", 255)):
        done = subprocess.run(arguments, input=text, capture_output=True, check=False)
        assert done.returncode == code


@pytest.mark.parametrize("kind", ["json", "jsonl"])
def test_a_file_nested_without_end_is_no_predictions(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"predictions.{kind}"
    path.write_text("[" * 200_000)
    with pytest.raises(ConfigError, match="not a file of predictions: is nested beyond reading"):
        list(importers.read(path))
