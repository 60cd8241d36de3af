"""browse.html: all public questions in one file, used in a real browser."""

import base64
import gzip
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from playwright.sync_api import Browser, Page

from bench.leaks import repacked
from cpsyexam import browsing
from publishing import browser as pages
from tests.manifests import forging
from tests.publishing.conftest import LABEL
from tests.reviewing.chromium import NEEDED, launched
from tests.reviewing.hostile import TEXTS
from tests.shared import made_once


@pytest.fixture(scope="module")
def folder(made: Path) -> Path:
    return made / "releases" / LABEL


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as one:
        yield one


def opened(browser: Browser, path: Path, **given: Any) -> tuple[Page, list[str]]:
    """The page as from disk, in English unless told; and whatever it complains of or asks for."""
    page = browser.new_context(**{"locale": "en-US", **given}).new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda asked: said.append(asked.url) if asked.url != page.url else None)
    page.goto(path.as_uri())
    page.wait_for_selector("article")
    said.remove(path.as_uri()) if path.as_uri() in said else None
    return page, said


def shards(folder: Path) -> pl.DataFrame:
    return pl.concat(pl.read_parquet(path) for path in sorted(folder.glob("data/*/*.parquet")))


def test_it_holds_the_public_questions_and_comes_out_the_same(folder: Path) -> None:
    text = (folder / browsing.NAME).read_text("utf-8")
    found = browsing.unpack(text)
    there = shards(folder).sort("id")
    assert found.sort("id").select("id", "question", "options", "answer").rows() == (
        there.select("id", "question", "options", "answer").rows()
    )
    packed = browsing.blocks(text)
    assert [browsing.pack(block) for block in browsing.opened(packed)] == packed
    assert not re.search(r'(src|href)="(?!data:)|url\(|@import', browsing.without(text))


@pytest.mark.parametrize(
    "turn",
    [
        lambda text: browsing.without(text) + '<script type="application/gzip" id="questions">',
        lambda text: text + text,
        lambda text: re.sub(r'(id="questions">).{8}', r"\1AAAAAAAA", text),
        lambda text: re.sub(r'(id="questions">.{40}).*?(</script>)', r"\1\2", text, count=1),
    ],
)
def test_a_damaged_block_is_told(folder: Path, turn: Any) -> None:
    text = (folder / browsing.NAME).read_text("utf-8")
    with pytest.raises(ValueError, match=r"browse\.html: "):
        browsing.unpack(turn(text))


def test_blocks_may_not_say_more_together_than_a_page(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    block = browsing.blocks((folder / browsing.NAME).read_text("utf-8"))[0]
    size = len(gzip.decompress(base64.b64decode(block)))
    monkeypatch.setattr(browsing, "_LARGEST", 3 * size // 2)
    assert len(browsing.opened([block])) == 1
    with pytest.raises(ValueError, match="does not end where it should"):
        browsing.opened([block, block])


def test_every_word_stands_in_both_languages() -> None:
    han = re.compile(r"[\u4e00-\u9fff]")
    for name, entry in pages.words().items():
        for key, (english, chinese) in (
            entry if isinstance(entry, dict) else {name: entry}
        ).items():
            if key == "language":  # names the other one
                continue
            assert not han.search(english), key
            assert han.search(chinese), key
            assert set(re.findall(r"{\w+}", english)) == set(re.findall(r"{\w+}", chinese)), key


@NEEDED
def test_people_search_filter_and_ask_for_the_key(folder: Path, browser: Browser) -> None:
    there = shards(folder)
    page, said = opened(browser, folder / browsing.NAME)
    count = page.locator("#count")
    assert count.text_content() == f"{there.height} of {there.height} questions"
    single = there.filter(pl.col("format") == "SCQ").sort("id").row(0, named=True)
    page.fill("#search", single["id"])
    card = page.locator("article")
    assert card.count() == 1
    assert single["answer"] not in (card.locator(".tags, .stem, .answer").all_text_contents())
    assert card.locator(".answer").count() == 0
    card.get_by_role("button").click()
    assert f"Key: {single['answer']}" in card.locator(".answer").inner_text()
    right = card.locator("li.right").all_text_contents()
    assert right == [single["options"]["ABCDEFGH".index(single["answer"])]]

    page.get_by_role("button", name="Show all", exact=True).click()
    exam = there["exam"].value_counts().sort("count").row(0)
    page.locator("summary").click() if not page.locator("#filters[open]").count() else None
    page.locator("select[data-facet=exam]").select_option(
        value=str(page.locator("select[data-facet=exam] option").evaluate_all(
            "(all, name) => all.find(one => one.textContent.startsWith(name)).value", exam[0]))
    )  # fmt: skip
    assert count.text_content() == f"{exam[1]} of {there.height} questions"
    of_exam = there.filter(exam=exam[0])["format"].value_counts()
    listed = page.locator("select[data-facet=format] option").all_text_contents()[1:]
    assert {text.split()[0]: int(text.rpartition("(")[2][:-1]) for text in listed} == dict(
        of_exam.rows()
    )
    word = there["question"][3][2:6]
    page.get_by_role("button", name="Show all", exact=True).click()
    page.fill("#search", f" {word} ")
    both = there.filter(
        pl.concat_str("question", "material", pl.col("options").list.join("\n"), separator="\n")
        .str.contains(word, literal=True)
    )  # fmt: skip
    assert count.text_content() == f"{both.height} of {there.height} questions"
    page.fill("#search", "没有这样的题目")
    assert "No question fits" in page.locator("#list").inner_text()
    assert said == []


@NEEDED
def test_a_link_shows_its_question_in_the_language_of_the_browser(
    folder: Path, browser: Browser
) -> None:
    page, _ = opened(browser, folder / browsing.NAME, locale="zh-CN")
    assert page.locator("html").get_attribute("lang") == "zh"
    link = page.locator("article a.id").nth(2)
    name = link.text_content()
    link.click()
    assert page.locator("article").count() == 1
    assert page.locator("article").get_attribute("id") == name
    page.get_by_role("button", name="显示答案", exact=True).click()
    assert re.search("答案：[A-H]+|参考答案：", page.locator(".answer").inner_text())
    page.get_by_role("button", name="English").click()
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.get_by_role("button", name="Show the key", exact=True).count() == 1


@NEEDED
@pytest.mark.parametrize("width", [400, 900, 1400])
def test_hostile_texts_stay_texts_at_every_width(
    width: int, folder: Path, browser: Browser, tmp_path: Path
) -> None:
    text = (folder / browsing.NAME).read_text("utf-8")
    found = browsing.unpack(text)
    evil = [TEXTS[at % len(TEXTS)] for at in range(found.height)]
    columns = ("question", "material", "explanation", "subject", "source", "url", "number")
    hostile = found.with_columns(
        *(pl.Series(name, evil) for name in columns),
        options=pl.Series([[one, one] for one in evil]),
    )
    path = tmp_path / "browse.html"
    path.write_text(repacked(text, hostile), "utf-8")
    page, said = opened(
        browser, path, viewport={"width": width, "height": 800}, color_scheme="dark"
    )
    page.get_by_role("button", name="Show all keys").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("window.hurt === undefined")
    assert said == []


def test_a_withheld_key_is_not_in_it(tmp_path_factory: pytest.TempPathFactory) -> None:
    make = partial(forging.make, test_answers="withheld")
    root = made_once(tmp_path_factory, "withheld-made-up", make)
    page = root / "releases/made-up-0.1.0" / browsing.NAME
    found = browsing.unpack(page.read_text("utf-8"))
    tested = found.filter(split="test")
    assert tested.height > 0
    for name in ("answer", "reference", "explanation"):
        assert tested[name].null_count() == tested.height
