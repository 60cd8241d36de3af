"""Learning the second reading's weights."""

import json
import lzma
import struct
from itertools import islice
from pathlib import Path

import pytest

from bench import reader
from bench.annotated import samples
from bench.pages import judge, truths
from parsing import grammar, parse
from parsing.learned.reader import WEIGHTS
from parsing.records import Parsed


@pytest.fixture(scope="module")
def stored() -> dict[str, Parsed]:
    return reader.readings()


def test_every_stored_reading_has_its_page(stored: dict[str, Parsed]) -> None:
    assert stored.keys() <= samples().keys()


@pytest.mark.slow
def test_the_same_pages_give_the_same_weights(stored: dict[str, Parsed], tmp_path: Path) -> None:
    pages, papers = dict(islice(stored.items(), 4)), list(islice(reader.rendered(), 2))
    assert reader.train(pages, papers, tmp_path / "a") == 4
    reader.train(pages, papers, tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_rounds_readings_are_appended_as_the_grammar_gives_them(tmp_path: Path) -> None:
    name, text = "001-short", "1.属于感觉的是( )\nA.嗅觉\nB.记忆\n答案：A"
    row = {"name": name, "text": text, "truth": {"questions": []}}
    (tmp_path / "round99.jsonl").write_text(json.dumps(row), "utf-8")
    for _ in range(2):
        reader.add(tmp_path / "round99.jsonl", tmp_path / "store.gz")
    got = reader.readings(tmp_path / "store.gz")[f"round99/{name}"]
    want = grammar.parse(text)
    assert [(q.stem, q.options, q.answer) for q in got.questions] == [
        (q.stem, q.options, q.answer) for q in want.questions
    ]
    assert got.leftovers == want.leftovers


@pytest.mark.slow
def test_the_learnt_weights_mend_pages_that_the_grammar_alone_misreads(
    stored: dict[str, Parsed],
) -> None:
    alone = both = 0
    for name in sorted(stored)[::20]:
        text, wanted = samples()[name].text, truths(samples()[name].truth)
        alone += judge(wanted, grammar.parse(text)).counts["exact"]
        both += judge(wanted, parse(text)).counts["exact"]
    assert both > alone


def test_rounded_weights_have_few_digits_and_the_least_are_none() -> None:
    model = lzma.decompress(WEIGHTS.read_bytes())
    assert reader.rounded(model) == model  # the committed ones are rounded
    other = bytearray(model)
    first = struct.unpack_from("<I", model, 28)[0] + 12
    for printed, kept in ((1.0001, 1.0), (0.0099, 0.0), (-0.0101, -0.0101), (3.1416, 3.15625)):
        struct.pack_into("<d", other, first + 12, printed)
        found = struct.unpack_from("<d", reader.rounded(bytes(other)), first + 12)[0]
        assert found == pytest.approx(kept, rel=0.01 if kept == -0.0101 else 0)
    assert reader.rounded(bytes(other))[first + 20 :] == model[first + 20 :]


def test_a_model_of_another_version_is_refused() -> None:
    model = bytearray(lzma.decompress(WEIGHTS.read_bytes()))
    model[12] = 7
    with pytest.raises(ValueError, match="version 100, this one 7"):
        reader.rounded(bytes(model))
