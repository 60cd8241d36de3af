"""`<book>.toml` for a new scan, from a first look at it; what nobody can see is left to fill in."""

from collections.abc import Sequence
from pathlib import Path

from ocr.survey import Survey

USUAL = 200  # dpi at which the pages of a book are drawn


def book_toml(
    scan: Path, pages: int, seen: Survey, *, exam: str, subject: str, dpi: int = USUAL
) -> str:
    """The text of the TOML: chapters as seen, or one over all pages; `dpi` where not the usual."""
    lines = [
        f'title = "{_quoted(scan.stem)}"',
        f'file = "{_quoted(scan.name)}"',
        f"# {pages} pages; looked at {', '.join(map(str, seen.looked))}",
        f"# quality: {seen.quality} (mean score {seen.score}, lines {seen.line} pixels high)",
        *(f"# unsure: {doubt}" for doubt in seen.doubts),
        f"columns = {seen.columns}  # 0 = found out on each page",
        *([f"dpi = {dpi}"] if dpi != USUAL else []),
        *(["spread = true  # two book pages on one scan"] if seen.spread else []),
        *(
            ["# photographed: each page is cut out at the paper's edge"]
            if seen.photographed
            else []
        ),
        *(f"# answer key: page {page}, {text}" for page, text in seen.keys),
        "",
        "[terms]  # what was found about using it, and who decided",
        'status = "unclear"  # nothing of it is pushed before this is "cleared"',
        'owner = ""',
        'licence = ""',
        'terms_url = ""',
        'decided_by = ""',
        'decided_on = ""',
        "",
    ]
    for chapter in _chapters(pages, seen.titles):
        lines += ["[[chapter]]", chapter, f'exam = "{exam}"', f'subject = "{subject}"', ""]
    return "\n".join(lines)


def _chapters(pages: int, titles: Sequence[tuple[int, str]]) -> list[str]:
    if not titles:
        return [f"pages = [1, {pages}]"]
    return [f'title = "{_quoted(text)}"  # page {page}' for page, text in titles]


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
