"""`python docs/make_pictures.py`: the pictures of the README, of the sample as it was built.

Real pages in a real browser, 1,100 pixels wide, with so few colours that each stays below 60 kB.
"""

import io
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from samples.answers import write
from tests.reviewing.chromium import launched

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs/pictures"
CPSYEXAM = Path(sys.executable).with_name("cpsyexam")
MOST = 60_000  # bytes
_WIDE, _HIGH = 1100, 720
# the grain of paper takes most bytes
_WITHOUT_GRAIN = "all => all.forEach(one => one.style.filter = 'brightness(1.15) contrast(1.5)')"
_COLOURS = (64, 48, 32, 16)  # the most that keep a picture small enough


def main() -> None:
    """Draw all of them anew."""
    [release] = (ROOT / "releases").glob("cpsyexam-sample-*")
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, launched() as browser:
        place = Path(name)
        write(place, release, None)
        for verb in ("results", "items"):
            _run(verb, "--release", str(release), "--out", str(place))
        _run("inspect", str(release), "--to", str(place / "health.html"))
        pages = {
            "report": release / "report.html",
            "browse": release / "browse.html",
            "results": place / "evaluations/results.html",
            "items": place / "evaluations/items.html",
        }
        for picture, file in pages.items():
            page = _page(browser)
            page.goto(file.as_uri())
            _keep(page, picture)
        with _station(place) as address:
            page = _page(browser)
            page.goto(address)
            page.goto(address.split("/enter")[0] + "/next?kind=no_key&source=exercises")
            page.click("#unsure")  # of one's own answer
            page.wait_for_selector("#note")
            page.locator(".scan img").evaluate_all(_WITHOUT_GRAIN)
            _keep(page, "station")


def _run(*arguments: str) -> None:
    subprocess.run([CPSYEXAM, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def _page(browser: Browser) -> Page:
    size = {"width": _WIDE, "height": _HIGH}
    return browser.new_context(viewport=size, locale="zh-CN").new_page()  # type: ignore[arg-type]


def _keep(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    whole = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    for colours in _COLOURS:
        data = io.BytesIO()
        whole.quantize(colours, dither=Image.Dither.NONE).save(data, "PNG", optimize=True)
        if len(data.getvalue()) <= MOST:
            break
    (FOLDER / f"{name}.png").write_bytes(data.getvalue())
    page.context.close()


@contextmanager
def _station(place: Path) -> Iterator[str]:
    """A review station of the build; the link to come in by."""
    reviews = ["--reviews", place / "reviews"]
    invite = [CPSYEXAM, "review", "invite", "林老师", *reviews]
    invited = subprocess.run(invite, cwd=ROOT, text=True, check=True, capture_output=True)
    key = re.findall(r"/enter/\S+", invited.stdout)[0]
    command = [CPSYEXAM, "review", "--no-browser", "--port", "0", *reviews,
               "--decisions", place / "decisions"]  # fmt: skip
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            told = next(line for line in running.stdout if "http" in line)
            yield re.findall(r"http\S+?:\d+", told)[0] + key
        finally:
            running.send_signal(signal.SIGINT)


if __name__ == "__main__":
    main()
