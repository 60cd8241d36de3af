"""Files that a page links to: told of, and read where the TOML says so."""

import pytest

from spiders.http_messages import Received, Sent
from spiders.links import files_of, page_links
from spiders.reading import Page
from spiders.site import Site
from spiders.site_reader import read_site
from spiders.sites import article
from tests.documents import office
from tests.documents.office import QUESTIONS

HOST = "http://www.hxter.example"
PAGE = (
    "<html><body><h1>普通心理学试题</h1><div class='c'><p>试题见附件。</p>"
    '<a href="/f/a.docx">普通心理学.docx</a> <a href="/down.php?id=7">普通心理学答案.doc</a>'
    '<a href="/x.html">下一篇</a></div></body></html>'
)
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def site(pattern: str) -> Site:
    old = read_site("hxter")
    links = old.links.model_copy(update={"attachments": pattern, "papers": ""})
    return old.model_copy(update={"links": links})


def page(path: str, body: bytes, kind: str, label: str = "") -> Page:
    return Page(Sent(HOST + path), Received(200, (("Content-Type", kind),), body), "", label)


ARTICLE = page("/a/1.html", PAGE.encode(), "text/html; charset=utf-8")


def test_files_are_always_told_of() -> None:
    paper = article.compose((ARTICLE,), site(""))
    told = [line for left in paper.left if left.rule == "attachment" for line in left.lines]
    assert told == [
        f"普通心理学.docx {HOST}/f/a.docx",
        f"普通心理学答案.doc {HOST}/down.php?id=7",
    ]
    assert article.read(ARTICLE, site("")).parts == ()


def test_files_are_followed_where_the_toml_says_so() -> None:
    wanted = site(r"\.docx$")
    assert [a.sent.url for a in article.read(ARTICLE, wanted).parts] == [f"{HOST}/f/a.docx"]
    file = page("/f/a.docx", office.plain_paper(), DOCX, "普通心理学.docx")
    paper = article.compose((ARTICLE, file), wanted)
    assert [(q.stem, q.options, q.answer) for q in paper.questions] == list(QUESTIONS)
    assert {q.page for q in paper.questions} == {1}


def test_a_file_of_answers_is_the_key() -> None:
    file = page("/f/a.docx", office.plain_paper(), DOCX, "普通心理学.docx")
    text = "\n".join(f"{n}. {s}\n" + "\n".join(f"{a}. {x}" for a, x in zip("ABCD", o, strict=True))
                     for n, (s, o, _) in enumerate(QUESTIONS, 1))  # fmt: skip
    body = "".join(f"<p>{line}</p>" for line in text.split("\n"))
    asked = page("/a/1.html", f"<div class='c'>{body}</div>".encode(), "text/html; charset=utf-8")
    key = page("/f/key.docx", file.received.body, DOCX, "参考答案.docx")
    paper = article.compose((asked, key), site(r"\.docx$"))
    assert [q.stem for q in paper.questions] == [s for s, _, _ in QUESTIONS]


def test_a_file_that_cannot_be_read_is_said() -> None:
    broken = page("/f/a.docx", office.plain_paper()[:-700], DOCX, "普通心理学.docx")
    paper = article.compose((ARTICLE, broken), site(r"\.docx$"))
    told = [line for left in paper.left if left.rule == "page_note" for line in left.lines]
    assert len(told) == 1
    assert told[0].startswith("attachment not read: a.docx: cannot be unpacked")


@pytest.mark.parametrize(
    ("link", "is_file"),
    [
        ('<a href="/a/b.pdf">卷</a>', True),
        ('<a href="/%E5%8D%B7.DOC?x=1">卷</a>', True),
        ('<a href="/down?id=3">真题.zip</a>', True),
        ('<a href="/down?id=3">真题（含答案.docx）</a>', True),
        ('<a href="/pdf/a.html">PDF 版</a>', False),
        ('<a href="/a.doctor">医生</a>', False),
    ],
)
def test_what_is_a_file(link: str, *, is_file: bool) -> None:
    assert bool(files_of(page_links(link, HOST))) is is_file
