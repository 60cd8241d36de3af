"""report.html: whole in one file, drawn by a real browser without a complaint."""

import re
import shutil
import subprocess
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import polars as pl
import pytest

from publishing import charts
from tests.publishing.conftest import LABEL

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--enable-logging=stderr",
)


class _Links(HTMLParser):
    """Addresses that a browser would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            fetched = name in ("src", "href", "xlink:href", "data")
            own = tag == "a" and (value or "").startswith("browse.html")  # of the same release
            if fetched and value and not own and not value.startswith(("#", "data:")):
                self.found.append(f"{tag} {value}")


def _text(made: Path) -> str:
    return (made / "releases" / LABEL / "report.html").read_text("utf-8")


def test_needs_nothing_from_outside(made: Path) -> None:
    links = _Links()
    links.feed(_text(made))
    assert links.found == []
    assert "@import" not in _text(made)
    assert not re.search(r"url\((?!#|data:)", _text(made))
    # no script but that which names the columns of tables on a phone, and none of a source
    own = files("cpsyexam.pages").joinpath("tables.js.j2").read_text("utf-8")
    assert re.findall(r"<script[^>]*>(.*?)</script>", _text(made), re.DOTALL) == [f"\n{own}"]


def test_tells_what_a_release_manager_asks(made: Path) -> None:
    text = _text(made)
    for words in ("exact_duplicate", "missing_answer", "list_page", "样书", "临床与咨询心理学"):
        assert words in text
    split = pl.read_parquet(made / "build/split/kept.parquet")
    assert f"<b>{split.filter(pl.col('split') != 'reserved').height}</b>" in text
    assert (
        text.count("<svg") == 2 * 7
    )  # a chart with a single bar would say one number: none is drawn


def test_the_chinese_page_has_no_english_sentence(made: Path) -> None:
    text = re.sub(
        r"<(style|code|blockquote|svg|script)\b.*?</\1>", "", _text(made), flags=re.DOTALL
    )
    chinese = text.split('<div class="tongue" lang="zh">')[1:]
    parts = [part.split("</header>")[0] for part in chinese]
    parts[0] = re.sub(r"<p>.*?</p>", "", parts[0], count=1)  # the recipe's own description
    plain = re.sub(r"<[^>]*>", "\n", "".join(parts))
    assert len(re.findall(r"[\u4e00-\u9fff]", plain)) > 1000
    assert re.findall(r"[A-Za-z]+ [a-z]{2,} [a-z]{2,}", plain) == []


def test_shows_no_reserved_question(made: Path) -> None:
    split = pl.read_parquet(made / "build/split/kept.parquet")
    for row in split.filter(pl.col("split") == "reserved").iter_rows(named=True):
        assert row["stem"] not in _text(made)
        assert row["id"] not in _text(made)


def test_chinese_labels_draw_without_a_font(recwarn: pytest.WarningsRecorder) -> None:
    svg = charts.grouped(["甲", "乙"], {"题": [1.0, 2.0]}, title="样图", unit="道")
    assert ">甲</text>" in svg
    assert len(recwarn) == 0
    assert charts.grouped(["甲", "乙"], {"题": [1.0, 2.0]}, title="样图", unit="道") == svg


def test_bars_are_as_long_as_their_numbers() -> None:
    series = {"public": [1200.0, 300.0], "not usable": [600.0, 0.0]}
    svg = charts.stacked(["甲", "乙<"], series, title="样图", unit="道")
    wide = [float(width) for width in re.findall(r'<rect[^>]* width="([\d.]+)" height="15', svg)]
    assert wide == pytest.approx([wide[0], wide[0] / 2, wide[0] / 4, 0], abs=0.02)
    assert ">乙&lt;</text>" in svg
    assert re.findall(r">([\d,]+)</text>", svg) == [
        "0", "500", "1,000", "1,500", "2,000", "1,200", "600", "300",
    ]  # fmt: skip
    upright = charts.grouped(["1", "2"], {"a": [30.0, 15.0]}, title="样图", unit="道")
    high = [float(height) for height in re.findall(r'<rect[^>]* height="([\d.]+)"', upright)]
    assert high == pytest.approx([high[0], high[0] / 2], abs=0.02)


@pytest.mark.skipif(BROWSER is None, reason="no chromium here")
@pytest.mark.parametrize("width", [1280, 400])
def test_browser_draws_it_without_a_complaint(made: Path, tmp_path: Path, width: int) -> None:
    page = tmp_path / "page.html"
    # the title tells how wide the page became
    probe = "<script>document.title = document.documentElement.scrollWidth</script></body>"
    page.write_text(_text(made).replace("</body>", probe), "utf-8")
    command = [
        str(BROWSER),
        *_FLAGS,
        f"--user-data-dir={tmp_path / 'profile'}",
        f"--window-size={width},2000",
        "--dump-dom",
        page.as_uri(),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "CONSOLE" not in done.stderr
    title = re.search(r"<title>(\d+)</title>", done.stdout)
    assert title is not None
    assert int(title.group(1)) <= max(width, 500)  # headless windows are never under 500
