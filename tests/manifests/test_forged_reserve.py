"""Tampering with the reserve, and leaks of it, are found whatever form they take."""

import base64
import html
import json
import os
import urllib.parse

import polars as pl
import pytest
from opencc import OpenCC

from tests.manifests.forging import Cases, Copy, first
from tests.matrix import some

CASES = Cases()


def _held(copy: Copy) -> dict[str, str]:
    """A reserved choice question."""
    path = next(iter(sorted(copy.reserve.glob("data/SSE/*-KG-SCQ-*.parquet"))))
    return pl.read_parquet(path).filter(pl.col("format") == "SCQ").row(0, named=True)


@CASES.case("draws", r"provenance: q\w+: draw is not that of unit u\d+")
def other_draw(copy: Copy) -> None:
    path = copy.shard("train").replace("data", "provenance", 1)
    copy.rewrite(path, lambda rows: rows.with_columns(draw=pl.lit("0" * 64)))
    copy.reseal()


@CASES.case("commitment", r"reserve: SSE: a record is not the one its provenance names")
def edited_reserve(copy: Copy) -> None:
    path = next(iter(sorted(copy.reserve.glob("data/SSE/*-KG-SCQ-*.parquet"))))
    first(pl.read_parquet(path), "answer", "ABCD").write_parquet(path)


@CASES.case("commitment", r"reserve: SSE reserved: root differs from RELEASE.json")
def other_salt_key(copy: Copy) -> None:
    keys = json.loads((copy.reserve / "keys.json").read_text("utf-8"))
    (copy.reserve / "keys.json").write_text(json.dumps({**keys, "salt_key": "ab" * 16}))


@CASES.case("draws", r"keys.json: split_key is not the one RELEASE.json commits to")
def other_split_key(copy: Copy) -> None:
    keys = json.loads((copy.reserve / "keys.json").read_text("utf-8"))
    (copy.reserve / "keys.json").write_text(json.dumps({**keys, "split_key": "ab" * 16}))


@CASES.case("leak: names", r"data/GEE/reserved-.*: .*is of the reserve")
def reserved_shard_in_the_release(copy: Copy) -> None:
    path = next(iter(copy.reserve.glob("data/GEE/*.parquet")))
    (copy.folder / "data/GEE" / path.name).write_bytes(path.read_bytes())
    copy.reseal()


@CASES.case("leak: questions", r"data/SSE/train-.*: q\w+: is the reserved question q\w+, or nearly")
def reserved_question_lightly_edited(copy: Copy) -> None:
    held = _held(copy)
    edited = held["question"].replace("有人认为", "有学者认为").replace("（　　）。", "______")

    def change(rows: pl.DataFrame) -> pl.DataFrame:
        rows = first(rows, "question", edited)
        return first(rows, "options", [f"{text}。" for text in reversed(held["options"])])

    copy.rewrite(copy.shard("train", exam="SSE"), change)
    copy.reseal()


@CASES.case("leak: texts", r"README.md: line \d+: holds a reserved text")
def reserved_question_in_the_card(copy: Copy) -> None:
    copy.edit("README.md", lambda text: text + f"\nExample: {_held(copy)['question']}\n")
    copy.reseal()


@CASES.case("leak: texts", r"report.html: line \d+: holds a reserved text")
def reserved_question_in_the_report_as_entities(copy: Copy) -> None:
    coded = "".join(f"&#{ord(c)};" for c in _held(copy)["question"])
    assert html.unescape(coded) == _held(copy)["question"]
    copy.edit("report.html", lambda text: text.replace("</html>", f"<p>{coded}</p></html>"))
    copy.reseal()


@CASES.case("leak: texts", r"browse.html: column reference: holds a reserved text")
def reserved_question_in_the_page_of_all_questions(copy: Copy) -> None:
    copy.edit_page(lambda rows: first(rows, "reference", _held(copy)["question"]))


@CASES.case("leak: texts", r"croissant.json: description: holds a reserved text")
def reserved_question_in_json_escapes(copy: Copy) -> None:
    document = json.loads((copy.folder / "croissant.json").read_text("utf-8"))
    document["description"] = _held(copy)["question"]
    (copy.folder / "croissant.json").write_text(json.dumps(document, ensure_ascii=True))
    copy.reseal()


@CASES.case("leak: texts", r"data/GEE/train-.*: column explanation: holds a reserved text")
def reserved_question_in_an_explanation(copy: Copy) -> None:
    held = _held(copy)
    said = f"试比较：{held['question']}{'；'.join(held['options'])}"
    copy.rewrite(copy.shard("train"), lambda rows: first(rows, "explanation", said))
    copy.reseal()


def _in_card(copy: Copy, text: str) -> None:
    copy.edit("README.md", lambda card: f"{card}\n{text}\n")
    copy.reseal()


@CASES.case("leak: texts", r"README.md: the whole: holds a reserved text")
def reserved_question_over_lines(copy: Copy) -> None:
    stem = _held(copy)["question"]
    _in_card(copy, "\n".join(stem[i : i + 7] for i in range(0, len(stem), 7)))


@CASES.case("leak: texts", r"README.md: the whole: holds a reserved text")
def reserved_question_one_character_a_line(copy: Copy) -> None:
    _in_card(copy, "\n\n".join(_held(copy)["question"]))


@CASES.case("leak: texts", r"README.md: line \d+: holds a reserved text in traditional script")
def reserved_question_in_traditional_script(copy: Copy) -> None:
    _in_card(copy, OpenCC("s2t").convert(_held(copy)["question"]))


@CASES.case("leak: texts", r"README.md: line \d+: holds a reserved text backwards")
def reserved_question_backwards(copy: Copy) -> None:
    _in_card(copy, _held(copy)["question"][::-1])


@CASES.case("leak: texts", r"README.md: line \d+: holds a reserved text encoded")
def reserved_question_in_base64(copy: Copy) -> None:
    _in_card(copy, base64.b64encode(_held(copy)["question"].encode()).decode())


@CASES.case("leak: texts", r"README.md: the whole: holds a reserved text encoded")
def reserved_question_in_base64_over_lines(copy: Copy) -> None:
    _in_card(copy, base64.encodebytes(_held(copy)["question"].encode() * 2).decode())


@CASES.case("leak: texts", r"README.md: line \d+: holds a reserved text encoded")
def reserved_question_in_an_address(copy: Copy) -> None:
    _in_card(copy, f"https://x.invalid/?q={urllib.parse.quote(_held(copy)['question'])}")


@CASES.case("leak: texts", r"provenance/GEE/train-.*: column notes: holds a reserved text")
def reserved_question_one_character_a_note(copy: Copy) -> None:
    path = copy.shard("train").replace("data", "provenance", 1)
    copy.rewrite(path, lambda rows: first(rows, "notes", list(_held(copy)["question"])))
    copy.reseal()


@CASES.case("leak: texts", r"data/GEE/train-.*: column explanation: .* text in traditional script")
def reserved_question_in_an_explanation_in_traditional_script(copy: Copy) -> None:
    held = _held(copy)
    said = OpenCC("s2t").convert(f"試比較：{held['question']}{'；'.join(held['options'])}")
    copy.rewrite(copy.shard("train"), lambda rows: first(rows, "explanation", said))
    copy.reseal()


@CASES.case("leak: names", r"provenance/GEE/train-.*: column notes: q\w+ is of the reserve")
def reserved_id_in_a_note(copy: Copy) -> None:
    path = copy.shard("train").replace("data", "provenance", 1)
    copy.rewrite(path, lambda rows: first(rows, "notes", [f"see {_held(copy)['id']}, please"]))
    copy.reseal()


@CASES.case("leak: names", r"provenance/captures.parquet: .*is of the reserve")
def reserved_page_listed(copy: Copy) -> None:
    page = pl.read_parquet(copy.reserve / "provenance/captures.parquet").head(1)
    copy.rewrite("provenance/captures.parquet", lambda rows: pl.concat([rows, page]))
    copy.reseal()


@CASES.case("leak: names", r"notes.zip: cannot be decoded")
def file_that_cannot_be_decoded(copy: Copy) -> None:
    (copy.folder / "notes.zip").write_bytes(b"PK\x03\x04")
    copy.reseal()


@CASES.case("leak: names", r"CHANGES.parquet: cannot be decoded: .*column why is of type")
def bytes_in_a_column(copy: Copy) -> None:
    copy.rewrite("CHANGES.parquet", lambda rows: rows.with_columns(why=pl.lit(b"\x00")))
    copy.reseal()


DISGUISED = (  # forms that test_disguises reads one by one
    "reserved_question_in_the_report_as_entities", "reserved_question_one_character_a_line",
    "reserved_question_backwards", "reserved_question_in_base64_over_lines",
    "reserved_question_in_an_address", "reserved_question_one_character_a_note",
    "reserved_question_in_an_explanation_in_traditional_script",
)  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name in DISGUISED else name
        for name in CASES.found
    ],
)
def test_tampering_is_found(name: str, copy: Copy) -> None:
    CASES.run(name, copy)


HOW = ("pipe", "link", "no keys", "pipe for keys", "keys of others")


@pytest.mark.parametrize("how", some(HOW, 2))
def test_a_reserve_that_is_none_is_named_and_never_waited_for(copy: Copy, how: str) -> None:
    path = min(copy.reserve.glob("data/*/*.parquet"))
    keys = copy.reserve / "keys.json"
    if how == "pipe":
        path.unlink()
        os.mkfifo(path)
    elif how == "link":
        path.rename(copy.reserve.parent / "elsewhere")
        path.symlink_to(copy.reserve.parent / "elsewhere")
    elif how == "pipe for keys":
        keys.unlink()
        os.mkfifo(keys)
    elif how == "no keys":
        keys.write_text("{}")
    else:
        told = json.loads(keys.read_text("utf-8"))
        keys.write_text(json.dumps({"split_key": told["salt_key"], "salt_key": told["split_key"]}))
    failed = {name: check.detail for name, check in copy.audit().items() if not check.ok}
    if how == "keys of others":
        assert {"commitment", "draws"} <= set(failed)
        return
    assert set(failed) == {"reserve"}
    assert "reserve: " in failed["reserve"]
