"""Learning the second reading's weights."""

from itertools import islice
from pathlib import Path

from bench import reader
from bench.pages import judge, truths
from parsing import grammar, parse

STORED = reader.readings()


def test_every_stored_reading_has_its_page() -> None:
    assert {name for name in STORED if not (reader.PAGES / name / "truth.json").exists()} == set()


def test_the_same_pages_give_the_same_weights(tmp_path: Path) -> None:
    pages, papers = dict(islice(STORED.items(), 4)), list(islice(reader.rendered(), 2))
    assert reader.train(pages, papers, tmp_path / "a") == 4
    reader.train(pages, papers, tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_rounds_readings_are_appended_as_the_grammar_gives_them(tmp_path: Path) -> None:
    name, text = "001-short", "1.属于感觉的是( )\nA.嗅觉\nB.记忆\n答案：A"
    (tmp_path / "round99" / name).mkdir(parents=True)
    (tmp_path / "round99" / name / "page.txt").write_text(text, "utf-8")
    for _ in range(2):
        reader.add(tmp_path / "round99", tmp_path / "store.gz")
    got = reader.readings(tmp_path / "store.gz")[f"round99/{name}"]
    want = grammar.parse(text)
    assert [(q.stem, q.options, q.answer) for q in got.questions] == [
        (q.stem, q.options, q.answer) for q in want.questions
    ]
    assert got.leftovers == want.leftovers


def test_the_learnt_weights_mend_pages_that_the_grammar_alone_misreads() -> None:
    alone = both = 0
    for name in sorted(STORED)[::20]:
        text = (reader.PAGES / name / "page.txt").read_text("utf-8")
        wanted = truths(reader.PAGES / name / "truth.json")
        alone += judge(wanted, grammar.parse(text)).counts["exact"]
        both += judge(wanted, parse(text)).counts["exact"]
    assert both > alone
