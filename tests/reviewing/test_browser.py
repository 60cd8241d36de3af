"""The station's pages in a real browser: hostile texts stay texts, no width and no theme breaks."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, Page

from reviewing import reviewers
from reviewing.station.app import app
from reviewing.station.originals import PageLine
from tests.matrix import some
from tests.reviewing.chromium import NEEDED, launched
from tests.reviewing.hostile import RUN, TEXTS
from tests.reviewing.saying import says
from tests.reviewing.served import Desk, NoOriginals
from tests.reviewing.tables import question

pytestmark = NEEDED
PAGE = f"<p>保存的网页</p><script>{RUN}</script><img src=http://evil.example/x onerror={RUN}>"


class Pages(NoOriginals):
    """Every question comes from a hostile page that is kept."""

    def shows(self, question: Mapping[str, Any]) -> str:
        return "page"

    def lines(self, question: Mapping[str, Any]) -> Sequence[PageLine]:
        return [PageLine(text, mine=True) for text in TEXTS]

    def page(self, question: Mapping[str, Any]) -> str:
        return PAGE


class Served(Desk):
    """A station that listens, in a thread."""

    def __init__(self, folder: Path, rows: Any) -> None:
        super().__init__(folder, rows)
        object.__setattr__(self.station, "originals", Pages())
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        config = uvicorn.Config(app(self.station), log_level="error", lifespan="off")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._server.serve(sockets=[self._listening]))
        )
        self._thread.start()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._listening.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as one:
        yield one


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    rows = [
        question(
            i,
            stem=f"{text}{chr(0x4E00 + i)}",
            material=text,
            options=[f"{text}{letter}" for letter in "甲乙丙丁"],
            explanation=text,
            subject=text[:40],
            url=f"http://x/{text}",
            notes=[text],
            flags=[f"ocr_slip: {text}"],
        )
        for i, text in enumerate(TEXTS)
    ]
    rows.append(question(900, stem="长" * 100_000, flags=["ocr_slip: x"]))
    made = Served(tmp_path_factory.mktemp("served"), rows)
    for slip in made.station.desk.every()[:3]:
        made.station.board.add(says("wang", "reject", slip.item, was=slip.was, note=TEXTS[0]))
    yield made
    made.stop()


def signed_in(
    browser: Browser, served: Served, name: str = "lin", **context: Any
) -> tuple[Page, list[str]]:
    """A page of somebody who came in, and what it asked for elsewhere or ran."""
    page = browser.new_context(**context).new_page()
    page.set_default_timeout(0)
    wrong: list[str] = []
    page.on("request", lambda r: None if r.url.startswith(served.address) else wrong.append(r.url))
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    secret = reviewers.invite(served.folder, name, chair=True)
    page.goto(f"{served.address}/enter/{secret}")
    return page, wrong


def opened(page: Page, served: Served, item: str) -> None:
    """The page of an item, once the question was answered."""
    page.goto(f"{served.address}/item/{item}")
    if page.locator("form.own").count():
        page.click("#unsure")
        page.wait_for_selector("#note")


@pytest.mark.parametrize("part", some(range(4), 4))
def test_hostile_texts_render_as_text(browser: Browser, served: Served, part: int) -> None:
    """A fourth of them each on a page of its own, all of them in the lists."""
    assert len(TEXTS) >= 40
    page, wrong = signed_in(browser, served)
    for slip in served.station.desk.every()[part::4]:
        if slip.title.startswith("长"):
            continue
        opened(page, served, slip.item)
        assert page.evaluate("window.hurt") is None
        printed = served.station.desk.payload(slip.rank)["question"]["printed"]
        drawn = page.inner_text(".right .text.stem")
        assert _plain(drawn) == _plain(printed["stem"])
        assert _plain(page.inner_text(".right .option:first-of-type .text")) == _plain(
            printed["options"][0]
        )
        assert page.locator(".right form").count() == 1
        alive = "document.querySelectorAll('main script, main object, main embed').length"
        assert page.evaluate(alive) == 0
    for path in ("/", "/questions", "/disputes", "/progress"):
        page.goto(served.address + path)
        assert page.evaluate("window.hurt") is None
    assert wrong == []


def _plain(text: str) -> str:
    """Without blanks; hidden characters as the page names them."""
    from reviewing.station.rendering import shown

    return "".join(shown(text).striptags().split()) if "U+" not in text else "".join(text.split())


def test_hidden_characters_are_shown_and_kept_in_the_field(
    browser: Browser, served: Served
) -> None:
    page, _ = signed_in(browser, served)
    slip = next(s for s in served.station.desk.every() if "\u202e" in s.title)
    opened(page, served, slip.item)
    assert "U+202E" in page.inner_text(".right .text.stem")
    assert "\u202e" in page.input_value("#stem")
    page.keyboard.press("a")  # unchanged: accepted as it stands
    page.wait_for_url("**last=*")
    assert served.station.board.log("lin")[-1].verdict == "accept"


def test_the_saved_page_runs_nothing_and_asks_nobody(browser: Browser, served: Served) -> None:
    page, wrong = signed_in(browser, served)
    slip, *rest = served.station.desk.every()
    opened(page, served, slip.item)
    for one in rest:  # on the same page, and answered
        served.station.board.shows(one, "lin", "2026-11-22T03:00:00Z", "key", own=())
    wrong.clear()
    page.goto(f"{served.address}/item/{slip.item}/page.html")
    assert "保存的网页" in page.inner_text("body")
    assert page.evaluate("typeof window.hurt") == "undefined"
    assert wrong in ([], ["http://evil.example/x"])  # refused by the policy before it leaves
    headers = page.request.get(f"{served.address}/item/{slip.item}/page.html").headers
    assert headers["content-security-policy"].startswith("sandbox; default-src 'none'")


def test_a_stem_of_100_kb_is_shown_and_sent_whole(browser: Browser, served: Served) -> None:
    page, _ = signed_in(browser, served)
    slip = next(s for s in served.station.desk.every() if s.title.startswith("长"))
    opened(page, served, slip.item)
    assert len(page.inner_text(".right .text.stem")) == 100_000
    page.keyboard.press("e")
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("短")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.keyboard.insert_text("补一字")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**last=*")
    assert served.station.board.log("lin")[-1].fields.stem == "长" * 100_000 + "短"


@pytest.mark.parametrize("width", [400, 1400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_window(
    browser: Browser, served: Served, width: int, scheme: Any
) -> None:
    size = {"width": width, "height": 800}
    page, _ = signed_in(browser, served, viewport=size, color_scheme=scheme)
    item = served.station.desk.every()[4].item
    opened(page, served, item)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    pages = ("", "questions", f"item/{item}", "progress", "guide", "disputes", "answer", "hand-in")
    for path in pages:
        page.goto(f"{served.address}/{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(255, 255, 255)") == (scheme == "light")


def test_works_without_scripts(browser: Browser, served: Served) -> None:
    page, _ = signed_in(browser, served, java_script_enabled=False)
    slip = served.station.desk.every()[6]
    opened(page, served, slip.item)
    page.check("input[name=key][value='1']")
    page.uncheck("input[name=key][value='2']")
    page.fill("#note", "教材")
    page.click("#change")
    assert "/item/" in page.url
    assert served.station.board.log("lin")[-1].verdict == "change"


def test_letters_choose_and_send_nothing(browser: Browser, served: Served) -> None:
    page, _ = signed_in(browser, served, "zhao")
    item = served.station.desk.every()[8].item
    page.goto(f"{served.address}/item/{item}")
    page.keyboard.press("a")
    page.keyboard.press("b")
    assert page.eval_on_selector_all("input:checked", "e => e.map(x => x.value)") == ["B"]
    page.keyboard.press("Enter")
    page.wait_for_selector("#note")
    assert "甲" not in page.inner_text("#own")
    page.keyboard.press("a")  # right, against one's own answer: asked once more, and why
    page.wait_for_selector("input[name=sure]", state="attached")
    page.keyboard.type("because")
    assert page.input_value("#note") == "because"
    assert "because" not in page.input_value("#stem")
    ticked = "[...document.querySelectorAll('input[name=key]:checked')].map(x => x.value)"
    assert page.evaluate(ticked) == ["2"]
    page.click("input[name=key][value='0']")  # by mouse: the new tick takes the place of the old
    assert page.evaluate(ticked) == ["0"]


def test_all_that_is_missing_is_said_at_once(browser: Browser, tmp_path: Path) -> None:
    row = question(1, answer="", rule="missing_answer", options=["华生", "", "班杜拉", "斯金纳"])
    served = Served(tmp_path, [row])
    try:
        phone = {"width": 400, "height": 800}
        page, _ = signed_in(browser, served, viewport=phone, has_touch=True, is_mobile=True)
        [slip] = served.station.desk.every()
        page.goto(f"{served.address}/item/{slip.item}")
        assert page.locator("input[name=said]:disabled").count() == 1  # nothing is printed there
        page.keyboard.press("b")
        page.keyboard.press("c")
        page.keyboard.press("Enter")
        page.wait_for_selector("#note")
        ticked = page.locator("input[name=key]:checked")
        assert ticked.evaluate("one => one.value") == "2"  # one's own answer
        ticked.uncheck()
        page.click("#change")
        assert page.is_visible("#keyless")
        assert page.is_visible("#reasonless")
        assert not page.is_visible("#missing kbd")
        buttons = page.locator(".check .buttons").bounding_box()
        assert buttons
        assert buttons["y"] + buttons["height"] <= phone["height"]
    finally:
        served.stop()


def test_both_readings_of_a_held_question_stand_side_by_side(
    browser: Browser, tmp_path: Path
) -> None:
    first, second = (
        "提出观察学习理论的心理学家是（　　）。",
        "最早提出观察学习理论的心理学家是（　　）。",
    )
    reading = {"material": "", "stem": second, "options": ["华生", "班杜拉", "斯金纳", "罗杰斯"],
               "key": "B", "evidence": f"答案：B{RUN}"}  # fmt: skip
    told = {"outcome": "differs", "rule": "", "detail": "stem", "model": "reader"}
    told |= {"prompt_sha256": "0" * 64, "journal_key": "k", "reading": json.dumps(reading)}
    row = question(1, stem=first, options=reading["options"], held="reading", reread=told)
    served = Served(tmp_path, [row])
    try:
        page, wrong = signed_in(browser, served, viewport={"width": 1280, "height": 900})
        [slip] = served.station.desk.every()
        page.goto(f"{served.address}/item/{slip.item}")
        assert "答案：B" not in page.inner_text("body"), "no key before one's own opinion"
        opened(page, served, slip.item)
        assert page.locator("section.reread").count() == 1
        shown = page.inner_text("section.reread")
        assert second in shown
        assert "答案：B" in shown
        assert first in page.inner_text("#form")
        own, other = (page.locator(at).bounding_box() for at in ("#form", "section.reread"))
        assert own
        assert other
        assert own["x"] >= other["x"] + other["width"] or other["x"] >= own["x"] + own["width"]
        assert wrong == []
    finally:
        served.stop()
