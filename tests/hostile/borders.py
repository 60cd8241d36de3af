"""The borders where strangers' bytes come in: each takes any bytes, or refuses them in one line."""

import contextlib
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

from cpsyexam.errors import CpsyexamError
from tests.hostile import bombs
from tests.hostile.odd import TERMS

_QUESTION = (
    "1. 记忆的三个环节是（ ）\nA. 识记\nB. 感觉\nC. 知觉\nD. 思维\n答案：A\n解析：艾宾浩斯。\n"
)


def warc(data: bytes) -> None:
    """A WARC file: its records, or where they are damaged."""
    from spiders.warc_reader import records

    with _file(data, "a.warc") as path:
        for _ in records(path, 2**20):
            pass


def page(data: bytes) -> None:
    """A page: its text, and the questions in it."""
    from documents.reading import read
    from parsing import parse

    with contextlib.suppress(CpsyexamError):
        found = read(data, "a.html", "html")
        parse(found.lines, marks=found.marks)


def word(data: bytes) -> None:
    """A file of any other kind, found out by its bytes."""
    from documents.reading import read

    with contextlib.suppress(CpsyexamError):
        read(data, "a")


def pdf(data: bytes) -> None:
    """A PDF: its pages as images, and its text."""
    from ocr.page.pages import UnreadablePageError, picture, places
    from ocr.reading import layer_lines

    with _file(data, "a.pdf") as path, contextlib.suppress(CpsyexamError, UnreadablePageError):
        for place in places(path, 20):
            picture(place, dpi=72, max_side=500)
        layer_lines(path, 20)


def image(data: bytes) -> None:
    """An image of a page."""
    from ocr.page.pages import Place, UnreadablePageError, picture

    with _file(data, "a.png") as path, contextlib.suppress(UnreadablePageError):
        picture(Place(path, 1, 1), dpi=72, max_side=500, pixels=10**6)


_SUFFIXES = {b"[": "json", b"{": "jsonl", b"P": "parquet", b":": "gift", b"<": "xml", b"I": "sql"}


def bank(data: bytes) -> None:
    """A bank of the kind that it looks like: every row is kept or rejected."""
    from banks.settings import BanksSettings
    from banks.stage import extract

    suffix = _SUFFIXES.get(data[:1], "csv")
    with _file(data, f"a.{suffix}") as path:
        toml = path.with_name("bank.toml")
        toml.write_text(f"title = 't'\npath = '{path}'\n{TERMS}", "utf-8")
        extract({}, BanksSettings(sources=(toml,)))


def recipe(data: bytes) -> None:
    """A recipe."""
    from pipeline.recipe import read_recipe

    with _file(data, "a.toml") as path, contextlib.suppress(CpsyexamError):
        read_recipe(path)


def decisions(data: bytes) -> None:
    """A file of decisions."""
    from reviewing.decisions import read

    with _file(data, "a.jsonl") as path, contextlib.suppress(CpsyexamError):
        read([path])


def release(data: bytes) -> None:
    """A release folder with one file replaced: whatever differs is told by `verify`."""
    from manifests.verify import verify

    folder = _release()
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    path = files[data[0] % len(files)] if data else files[0]
    before, changed = path.read_bytes(), data[1:]
    try:
        path.write_bytes(changed)
        problems = verify(folder)
    finally:
        path.write_bytes(before)
    if changed != before and not problems:
        raise AssertionError(f"{path.name}: changed and not told")


@cache
def _release() -> Path:
    from bench import builds
    from cpsyexam.files import settle
    from pipeline import release as stage

    root = Path(tempfile.mkdtemp(prefix="cpsyexam-fuzz-"))
    builds.make(root / "build", 120)
    spec = builds.spec(root)
    for folder in stage.release({}, spec.settings, spec=spec).folders:
        settle(folder)
    return spec.folder


@contextlib.contextmanager
def _file(data: bytes, name: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="cpsyexam-fuzz-") as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        yield path


BORDERS: Mapping[str, Callable[[bytes], None]] = {
    "warc": warc, "page": page, "word": word, "pdf": pdf, "image": image, "bank": bank,
    "recipe": recipe, "decisions": decisions, "release": release,
}  # fmt: skip

_RECORD = (
    b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
    b"WARC-Target-URI: http://a.cn/\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
    b"Content-Type: application/http;msgtype=response\r\nContent-Length: 45\r\n\r\n"
    b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello12\r\n\r\n"
)
_RECIPE = b"""name = "x"
version = "1.0.0"
keys = { split = "a", salt = "b" }
[banks]
sources = ["a"]
[split]
reserved = 0.5
[split.test.GEE]
SCQ = 5
"""
SEEDS: Mapping[str, tuple[bytes, ...]] = {
    "warc": (_RECORD, _RECORD * 2),
    "page": (
        f"<html><body><p>{_QUESTION.replace(chr(10), '<br>')}</p></body></html>".encode(),
        b"<table><tr><th>\xe9\xa2\x98\xe5\xb9\xb2</th></tr><tr><td colspan=2>a</td></tr></table>",
        f"<ol><li>{_QUESTION}</li></ol><input type=radio checked>".encode(),
    ),
    "word": (_QUESTION.encode("gb18030"), b"{\\rtf1 a}", b"PK\x03\x04", b"MIME-Version: 1.0\n\na"),
    "pdf": (bombs.page(content=b"0 0 9 9 re f"), bombs.image_page(50, 50), bombs.pages(3)),
    "image": (bombs.png(60, 60, 0), bombs.png(60, 60, 6), b"II*\0\x08\0\0\0\0\0"),
    "bank": (
        '[{"question": "记忆是？", "options": ["a", "b"], "answer": "A"}]'.encode(),
        '{"question": "记忆是？", "options": {"A": "a", "B": "b"}, "answer": 0}\n'.encode(),
        'question,A,B,answer\n"记忆,是",a,b,A\n'.encode(),
        "::一::记忆是{=识记 ~感觉}\n\n$CATEGORY: a/b\n\n二{TRUE}\n\n三{#5:1}\n".encode(),
        '<quiz><question type="multichoice"><questiontext><text>记忆</text></questiontext>'
        '<answer fraction="100"><text>识记</text></answer></question></quiz>'.encode(),
        "INSERT INTO `q` (`question`, `answer`) VALUES ('记忆', 'A'), ('感''觉', 'B');".encode(),
    ),
    "recipe": (_RECIPE,),
    "decisions": (b'{"id": "q1", "raw_id": "r1", "verdict": "accept", "by": "lin"}\n',),
    "release": (b"\0{}", b"\1", b"\5PAR1"),
}
TOKENS: Mapping[str, tuple[bytes, ...]] = {
    "warc": (b"\r\n", b"WARC/1.0", b"Content-Length: ", b"9" * 30, b"-1", b"revisit", b"\x1f\x8b"),
    "page": (
        b"<table>", b"</table>", b"<tr>", b"<td rowspan=9999 colspan=9999>", b"<ol start=",
        b"<li value=", b"<b>", b"</", b"<!--", b"&#x", b"&#1114112;", b"<style>a{", b"<script>",
        b"charset=utf-7", b"charset=idna", "１．".encode(), "（".encode(), b"A. ", "²".encode(),
    ),
    "word": (b"PK\x03\x04", b"\xff\xfe", b"\xd0\xcf\x11\xe0", b"\\u-1", b"\0", b"boundary=", b"--"),
    "pdf": (b"obj", b"endobj", b"stream", b"/Kids[3 0 R 3 0 R]", b"/Count 99", b"5 0 R", b" Do "),
    "image": (b"IHDR", b"IDAT", b"tRNS", b"eXIf", b"\xff\xff\xff\xff", b"acTL", b"zTXt"),
    "bank": (b'"', b",", b"[", b"{", b"null", b"NaN", b"1e999", b"\\ud800", b"\n", "²".encode(),
             b"=", b"~", b"%50%", b"{", b"}", b"<text>", b"&b;", b"]]>", b"'", b"(", b"/*"),
    "recipe": (b"inf", b"nan", b"[[", b"]]", b'"""', b"9" * 40, b"{", b"\n", b"=", b"\\u0000"),
    "decisions": (b'"', b"{", b"}", b"null", b"[", b"\xe2\x80\xa8", b"\\ud800", b'"previous": "'),
    "release": (b"{", b"PAR1", b"null", b"[", b"\n"),
}  # fmt: skip
