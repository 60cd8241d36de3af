"""Learning the second reading's weights."""

import json
import math
from itertools import islice
from pathlib import Path

import numpy as np
import pycrfsuite
import pytest

from bench import reader
from bench.annotated import samples
from bench.pages import judge, truths
from parsing import grammar, parse
from parsing.learned.features import Seen, seen
from parsing.learned.reader import WEIGHTS, Labeller, reading
from parsing.learned.units import units
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
    found = reader.rounded(np.array([1.0001, 0.0099, 3.1416, -0.0101]))
    assert found.tolist()[:3] == [1.0, 0.0, 3.15625]
    assert found[3] == pytest.approx(-0.0101, rel=0.01)
    assert (reader.rounded(found) == found).all()


def test_a_decoder_weighs_what_it_is_given_and_how_labels_follow() -> None:
    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(model := reader.decoder(["X", "BS", "IS"], np.eye(3)))
    assert model
    tagger.set([{"BS": 2.0}, {"X": 0.5}, {"IS": 3.0}])
    assert tagger.tag() == ["BS", "BS", "IS"]  # 2 + 1 + 3, against 2 + 0.5 + 3
    tagger.set([{"BS": 2.0, "X": 1.0}])
    odds = tagger.probability(["BS"]) / tagger.probability(["X"])
    assert odds == pytest.approx(math.e)


def test_names_weigh_the_same_alone_and_put_together_from_parts() -> None:
    labeller = Labeller(WEIGHTS.read_bytes())
    found = units("1.感觉是（ ）\nA.甲 B.乙\n答案:A")
    page = seen(found, reading(found, Parsed((), ()), []))
    rows = page.all_names()
    alone = [[row[i] if i < len(row) else "" for row in rows] for i in range(max(map(len, rows)))]
    nothing = [tuple(np.zeros_like(column) for column in columns) for columns in page.fillings]
    told = []
    for one in (page, Seen([None], nothing, alone, [[""]], [0] * len(found)), page):
        labeller.set(one)
        told.append((labeller.tag(), labeller.probability(["X"] * len(found))))
    assert told[0] == told[1] == told[2]
    assert 0 < told[0][1] < 1
