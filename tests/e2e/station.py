"""The review station of a build in a process of its own, and people who use it."""

import re
import signal
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, Page, Request

from reviewing import reviewers
from reviewing.ledger import Ledger
from reviewing.opinions import Log, Opinion
from tests.e2e.conftest import CODE, ROOT
from tests.waiting import until


class Running:
    """A station of a build, in a process of its own."""

    def __init__(self, root: Path) -> None:
        self.root, self.reviews = root, root / "reviews"
        self.process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self) -> None:
        arguments = ["review", "--no-browser", "--port", str(self.port), "--out", str(self.root)]
        arguments += ["--reviews", str(self.reviews), "--decisions", str(self.root / "decisions")]
        self.process = subprocess.Popen(
            [sys.executable, "-c", CODE, *arguments], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        while said and not (found := re.search(r"http://127\.0\.0\.1:(\d+)", said)):
            said = self.process.stdout.readline()
        assert said, "the station did not start"
        assert found
        self.port = int(found[1])
        until(self._answers)

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.address}/static/icon.svg").close()
        except OSError:
            assert self.process
            assert self.process.poll() is None, "the station ended"
            return False
        return True

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait()
        if self.process and self.process.stdout:
            self.process.stdout.close()
        self.process = None

    def invite(self, name: str, *, chair: bool = False) -> str:
        secret = reviewers.invite(self.reviews, name, chair=chair)
        return f"/enter/{secret}"

    def log(self, name: str) -> list[Opinion]:
        return Log(self.reviews / "opinions", name).rows

    def words(self, name: str) -> dict[str, Opinion]:
        """Item → the last word of one reviewer."""
        kept = Ledger()
        for said in self.log(name):
            kept.add(said)
        return {item: kept.said(item)[name] for item in kept.items()}


class Person:
    """A reviewer who has a keyboard only."""

    def __init__(self, browser: Browser, running: Running, name: str, *, chair: bool) -> None:
        self.name, self.running = name, running
        self.problems: list[str] = []
        context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="zh-CN")
        context.set_default_timeout(0)
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(running.address + running.invite(name, chair=chair))
        self.page.on("request", self._asked)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(self.running.address):
            self.problems.append(f"asked elsewhere: {request.url}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def onward(self, *keys: str) -> None:
        """Press keys of which the last leads to another page."""
        self.press(*keys[:-1])
        with self.page.expect_navigation(wait_until="domcontentloaded"):
            self.press(keys[-1])
        problem = self.page.query_selector("#problem")
        assert problem is None, problem and problem.inner_text()

    @property
    def item(self) -> str:
        found = re.search(r"/item/(i[0-9a-f]{12})", self.page.url)
        return found[1] if found else ""

    @property
    def kinds(self) -> set[str]:
        tags = self.page.eval_on_selector_all(".why .tag", "e => e.map(x => x.className)")
        return set(" ".join(tags).split())

    def ready(self) -> None:
        """Answer the question first where the page asks for it."""
        if self.page.locator("form.own").count():
            self.onward("u")

    def state(self, digit: str) -> None:
        """Tick the key where none is, since its prints contradict each other or have none."""
        if self.kinds & {"contradiction", "no_key"}:
            self.press(digit)

    def reason(self, words: str) -> None:
        self.press("n")
        self.page.keyboard.insert_text(words)

    def reject(self, words: str) -> None:
        self.ready()
        self.press("r")  # asks for a reason first
        self.page.keyboard.insert_text(words)
        self.onward("Control+Enter")

    @property
    def single_key(self) -> bool:
        """Whether the page asks for the missing key of a question with one right answer."""
        boxes = self.page.locator("form[data-single] input[name=key]").count()
        return "no_key" in self.kinds and boxes >= 3

    def decide(self, digit: str) -> None:
        """What this person thinks of an item, by its kind; the digit is the key that they see."""
        self.ready()
        kinds = self.kinds
        if "near_duplicate" in kinds:
            self.onward("1")
        elif kinds & {"damaged", "lost_case"}:
            self.reject("无法补全")
        elif not kinds & {"no_key", "contradiction"}:
            self.onward("a")
        elif self.page.locator("input[name=key]").count() < 3:
            self.onward("u")
        else:
            self._key(digit)

    def _key(self, digit: str) -> None:
        boxes = self.page.locator("input[name=key]")
        if self.page.locator("form[data-single]").count():
            if boxes.nth(int(digit) - 1).is_checked():
                digit = "1"
            self.press(digit)
        else:  # several right answers
            for number in range(1, boxes.count() + 1):
                if boxes.nth(number - 1).is_checked() != (number < 3):
                    self.press(str(number))
        self.reason("查教材")
        self.onward("Control+Enter")
