"""Archives → raw questions through the real engine: nothing lost, nothing asked, one order."""

from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from cpsyexam.errors import SourceError
from cpsyexam.files import digest
from cpsyexam.memo import Memo
from cpsyexam.records import RawQuestion
from cpsyexam.runner import run
from cpsyexam.stage import Stage, StageResult
from samples.sites import examcoo, hxter, mxqe, studyez
from samples.sites.paper import html
from spiders.http_messages import Received, Sent
from spiders.settings import WebSettings, WebSource
from spiders.stage import extract
from tests.spiders.shop import DATE, TERMS, article, save, structured


def law(found: StageResult) -> None:
    """Every capture is the parent of a row, and every row's parent a capture."""
    captures = set(found.tables["captures"]["capture"])
    assert captures == set(found.kept["capture"]) | set(found.rejected["parent"])


def rules(found: StageResult, source: str = "") -> dict[str, int]:
    rows = found.rejected.filter(pl.col("source") == source) if source else found.rejected
    return dict(rows["rule"].value_counts().sort("rule").iter_rows())


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> tuple[WebSource, ...]:
    folder = tmp_path_factory.mktemp("archives")
    papers = [article(n) for n in range(3)]
    sites = {
        "examcoo": (examcoo, [structured(n) for n in range(10)]),
        "studyez": (studyez, papers),
        "hxter": (hxter, [article(n, key=True, pages=2) for n in range(8)]),
        "mxqe": (mxqe, papers),
    }
    for name, (module, listed) in sites.items():
        save(folder / f"{name}.warc.gz", module.pages(listed), module.start(), name)
    return tuple(
        WebSource(site=name, archive=folder / f"{name}.warc.gz", terms=TERMS) for name in sites
    )


@pytest.fixture(scope="module")
def extracted(sources: tuple[WebSource, ...]) -> StageResult:
    return extract({}, WebSettings(sources=sources))


def test_every_question_comes_out(extracted: StageResult) -> None:
    counts = dict(extracted.kept["source"].value_counts().iter_rows())
    assert counts == {"examcoo": 40, "studyez": 9, "hxter": 24, "mxqe": 9}
    law(extracted)
    # a paper of hxter has its answers in an article of its own
    assert set(extracted.kept.filter(source="hxter")["answer"]) == {"A", "B"}
    assert set(extracted.kept.filter(source="examcoo")["subject"]) == {"心理咨询师三级"}
    case = extracted.kept.filter(pl.col("material") != "")
    assert case.height == 10
    assert set(case["answer"]) == {"AC"}
    assert set(extracted.kept.filter(source="examcoo")["explanation"]) == {"因为A。", "因为B。"}


def test_every_question_lies_in_the_capture_it_names(
    extracted: StageResult, sources: tuple[WebSource, ...]
) -> None:
    joined = extracted.kept.join(extracted.tables["captures"], on="capture", suffix="_page")
    assert joined.height == extracted.kept.height
    assert joined["url"].to_list() == joined["url_page"].to_list()
    pages = {"hxter": hxter.pages([article(n, key=True, pages=2) for n in range(8)])}
    for row in joined.filter(source="hxter").iter_rows(named=True):
        body = pages["hxter"][Sent(row["url"])].body
        assert digest(body) == row["digest"]
        assert row["stem"] in body.decode("gb18030")
    del sources


def test_what_was_kept_gives_the_same_rows(
    extracted: StageResult, sources: tuple[WebSource, ...], tmp_path: Path
) -> None:
    memo = Memo(tmp_path, "state of the code")
    written = []
    for _ in range(2):
        again = extract({}, WebSettings(sources=sources), memo=memo)
        assert_frame_equal(again.kept, extracted.kept)
        assert_frame_equal(again.rejected, extracted.rejected)
        (base,) = tmp_path.rglob("*.sqlite")
        written.append(base.read_bytes())
    assert written[0] == written[1]  # nothing was worked out the second time


def test_captures_without_questions_say_what_they_are(extracted: StageResult) -> None:
    assert rules(extracted, "examcoo") == {"list_page": 4, "part_of_paper": 50, "robots_txt": 1}
    assert rules(extracted, "studyez")["leftover_section_heading"] == 3


def test_the_same_rows_every_time(extracted: StageResult, sources: tuple[WebSource, ...]) -> None:
    again = extract({}, WebSettings(sources=sources))
    assert_frame_equal(again.kept, extracted.kept)
    assert_frame_equal(again.rejected, extracted.rejected)
    assert_frame_equal(again.tables["captures"], extracted.tables["captures"])


def test_runs_as_a_stage(sources: tuple[WebSource, ...], tmp_path: Path) -> None:
    settings = WebSettings(sources=sources[1:2])
    stage = Stage(
        name="web", run=extract, settings=settings, schema=RawQuestion, code=("spiders",),
        files=settings.outside_files(), parent="capture", one_to_one=False,
    )  # fmt: skip
    assert not run(stage, tmp_path).skipped
    assert run(stage, tmp_path).skipped


def test_what_goes_wrong_is_a_row(tmp_path: Path) -> None:
    """Missing page, failed fetch, mojibake, wall, pictures, cut file: the rest is built."""
    papers = [article(n) for n in range(9)]
    pages = studyez.pages(papers)
    urls = [sent for sent in pages if sent.url.endswith(".htm")]
    del pages[urls[0]]
    pages[urls[1]] = Received(500, (), b"broken")
    text = pages[urls[2]].body.decode()
    pages[urls[2]] = html(text.encode().decode("gb18030", "replace"))
    pages[urls[3]] = html('<div class="kao_text"><p>请先登录</p></div>')
    pages[urls[4]] = html('<div class="kao_text"><p><img src="/a.jpg"></p></div>')
    pages[urls[5]] = Received(200, (("Content-Type", "text/html"),), b" ")
    pages[urls[6]] = Received(200, (("Content-Type", "application/pdf"),), b"%PDF-1.7")
    moved = Sent(urls[7].url.replace("/all/", "/beijing/"))
    pages[moved] = pages[urls[7]]
    pages[urls[7]] = Received(301, (("Location", moved.url),), b"")
    pages[Sent("http://www.studyez.example/left/over.htm")] = html("nobody leads here")
    path = save(tmp_path / "a.warc.gz", pages, studyez.start())
    path.write_bytes(path.read_bytes()[:-30])
    found = extract({}, WebSettings(sources=(WebSource(site="studyez", archive=path),)))
    law(found)
    assert found.kept.height == 6
    said = rules(found)
    for rule in ("missing_capture", "http_500", "mojibake", "login_wall", "picture_only",
                 "empty_body", "not_text", "redirect", "not_asked", "damaged_record"):  # fmt: skip
        assert said.get(rule) == 1, (rule, said)
    missing = found.rejected.filter(rule="missing_capture").row(0, named=True)
    assert urls[0].url in missing["detail"]


def test_a_silent_zero_is_an_error(tmp_path: Path) -> None:
    path = save(tmp_path / "a.warc.gz", studyez.pages([]), studyez.start())
    with pytest.raises(SourceError, match="0 questions, expected 1") as caught:
        extract({}, WebSettings(sources=(WebSource(site="studyez", archive=path),)))
    assert "expectation_missed" in caught.value.line()
    assert "cpsyexam probe" in caught.value.line()


def test_a_missing_archive_is_one_line(tmp_path: Path) -> None:
    source = WebSource(site="studyez", archive=tmp_path / "no.warc.gz")
    with pytest.raises(SourceError, match="no such archive"):
        extract({}, WebSettings(sources=(source,)))


def test_a_source_that_is_taken_down_is_dropped_and_said(tmp_path: Path) -> None:
    terms = TERMS.model_copy(update={"status": "taken_down", "note": "the owner asked"})
    source = WebSource(site="studyez", archive=tmp_path / "gone.warc.gz", terms=terms)
    found = extract({}, WebSettings(sources=(source,)))
    law(found)
    assert rules(found) == {"taken_down": 1}
    assert "the owner asked" in found.rejected["detail"][0]
    assert "taken_down" in found.tables["sources"]["terms"][0]


def test_no_source_is_an_empty_table() -> None:
    found = extract({}, WebSettings())
    assert (found.kept.height, found.rejected.height) == (0, 0)


def test_later_captures_win_and_older_ones_are_said(tmp_path: Path) -> None:
    old, new = article(1), article(2)
    folder = tmp_path / "folder"
    folder.mkdir()
    save(folder / "1.warc.gz", studyez.pages([old]), studyez.start())
    save(folder / "2.warc.gz", studyez.pages([new]), studyez.start())
    found = extract({}, WebSettings(sources=(WebSource(site="studyez", archive=folder),)))
    law(found)
    assert all("第2卷" in stem for stem in found.kept["stem"])
    assert rules(found)["superseded"] >= 1
    assert DATE in found.tables["captures"]["fetched"].to_list()
