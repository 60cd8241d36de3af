"""report.html: what a release manager looks at before pushing; one file, no network."""

from pathlib import Path

from cpsyexam.files import write_text
from publishing.card import templates
from publishing.changes import Told
from publishing.figures import Figures


def write(
    build: Path, folder: Path, gathered: Figures, told: Told, *, name: str, version: str
) -> None:
    """Write report.html into the draft."""
    del build
    html = (
        templates()
        .get_template("report.html.j2")
        .render(name=name, version=version, gathered=gathered, told=told)
    )
    write_text(folder / "report.html", html)
