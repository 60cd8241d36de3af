"""Article sites: StudyEZ (`.kao_text`), an exam-news site in GB18030, and an EmpireCMS site."""

from collections.abc import Iterator, Sequence
from html import escape

from cpsyexam.files import digest
from samples.sites.paper import Paper


def spread(lines: Sequence[str], pages: int) -> list[list[str]]:
    """Lines over so many pages, as even as may be."""
    size = max(1, -(-len(lines) // max(pages, 1)))
    found = [list(lines[i : i + size]) for i in range(0, len(lines), size)]
    return found or [[]]


def shown(line: str, folder: str) -> str:
    """A line as HTML; `[图:NAME]` becomes an image below `folder`."""
    if line.startswith("[图:") and line.endswith("]"):
        return f'<img src="{folder}/{escape(line[3:-1])}" alt="">'
    return escape(line, quote=False)


def paragraphs(lines: Sequence[str], folder: str) -> str:
    """A `p` a line."""
    return "\n".join(f"<p>{shown(line, folder)}</p>" for line in lines)


def broken(lines: Sequence[str], folder: str) -> str:
    """One `p` for all, the lines divided by `br`."""
    return "<p>" + "<br />\n".join(shown(line, folder) for line in lines) + "</p>"


def salted(html: str, seed: str) -> str:
    """Hidden anti-copy spans put into the text of paragraphs, at places that `seed` decides."""
    return "".join(_salted(html, seed))


def _salted(html: str, seed: str) -> Iterator[str]:
    inside = False
    for place, character in enumerate(html):
        inside = character == "<" or (inside and character != ">")
        yield character
        if not inside and "\u4e00" <= character <= "\u9fff" and _chosen(seed, place):
            word = digest(f"{seed}{place}")[:4]
            yield f'<span style="display:none">答案圈{word}</span>'


def _chosen(seed: str, place: int) -> bool:
    return place % 31 == sum(seed.encode()) % 31


def number(paper: Paper, first: int, index: int) -> int:
    """An article id that grows with the place in the list."""
    return first + 61 * index + len(paper.title)
