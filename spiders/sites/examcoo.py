"""ExamCoo: category → list → view page → RPC JSON with bitmask answers → explanations."""

import re
from urllib.parse import parse_qs, urljoin, urlsplit

from bs4 import Tag

from documents.html import page_text, soup
from spiders.http_messages import Sent, form
from spiders.reading import Ask, Page, Paper, Reading
from spiders.site import Site
from spiders.sites import examcoo_json
from spiders.urls import absolute

_CATEGORY = re.compile(r"/index/(?:ku$|detail/mid/\d+)")
_LIST = re.compile(r"/paperlist/index/k/(\d+)(?:/p/(\d+))?")
_VIEW = re.compile(r"/editor/do/view/id/(\d+)")
_CONTENT = re.compile(r"/editor/rpc/getpapercontent/pid/([^/]+)/tokenpid/([^/]+)")
_EXPLAIN = "/editor/comment/index"
_PAGER = re.compile(r"总共\s*[:：]\s*(\d+)\s*页\s*(\d+)\s*条")
_PID = re.compile(r"\bpid\s*=\s*([\"'])(\d+)\1")
_TOKEN = re.compile(r"\bvp4tokenpid\s*=\s*([\"'])([^\"']+)\1")


class ExamcooSite(Site):
    """What its TOML says besides."""

    explanations: bool = True  # one more request a question
    images: str = ""  # host of the uploaded images


SITE = ExamcooSite


def read(page: Page, site: ExamcooSite) -> Reading:
    """Links and parts of a page, told apart by its address."""
    path = urlsplit(page.url).path
    if _CONTENT.search(path):
        return _read_content(page, site)
    if path.endswith(_EXPLAIN):
        return Reading(rule="part_of_paper", detail="explanation of one question")
    if _VIEW.search(path):
        return _read_view(page)
    if _LIST.search(path):
        return _read_list(page, site)
    if _CATEGORY.search(path):
        return _read_category(page, site)
    return Reading(rule="unknown_page", detail="the address fits no kind of page")


def compose(pages: tuple[Page, ...], site: ExamcooSite) -> Paper:
    """The paper of a view page, from its JSON and the explanations."""
    view, content = pages[0], next((p for p in pages if _CONTENT.search(p.url)), None)
    heading = soup(view.text).find("h1")
    title = heading.get_text(" ", strip=True) if isinstance(heading, Tag) else ""
    titles = tuple(t for t in (title, view.label) if t)
    if content is None:
        return Paper(titles)
    explained = {}
    for page in pages:
        if page.url.endswith(_EXPLAIN):
            fields = parse_qs(page.sent.body.decode("utf-8", "replace"))
            explained[fields.get("sdtId", [""])[0]] = _explanation(page.text)
    index = pages.index(content)
    reader = examcoo_json.Content(index, content.url, site.images, explained)
    questions, left = reader.read(content.text)
    return Paper(titles, questions, left)


def _read_category(page: Page, site: ExamcooSite) -> Reading:
    root = soup(page.text)
    wanted = re.compile(site.links.wanted_text)
    follow = []
    subjects = categories = 0
    for link in root.select("a[href]"):
        url, text = absolute(page.url, str(link["href"])), link.get_text(" ", strip=True)
        if _LIST.search(url):
            subjects += 1
            if wanted.search(text):
                follow.append(Ask(Sent(url.partition("#")[0]), text))
        elif _CATEGORY.search(urlsplit(url).path) and url.partition("#")[0] != page.url:
            categories += 1
            follow.append(Ask(Sent(url.partition("#")[0])))
    return Reading(
        follow=_once(follow),
        rule="list_page",
        detail=f"{subjects} subjects, {len(follow)} links followed",
        matched={"a → paperlist": subjects, "a → detail/mid": categories},
    )


def _read_list(page: Page, site: ExamcooSite) -> Reading:
    del site
    root = soup(page.text)
    rows = root.select("table.listGrid tr")
    follow = []
    for row in rows:
        link = row.find("a", href=_VIEW)
        if not isinstance(link, Tag):
            continue
        named = next((str(c["title"]) for c in row.find_all("td") if c.get("title")), "")
        url = absolute(page.url, str(link["href"]))
        follow.append(Ask(Sent(url), named or row.get_text(" ", strip=True)))
    listed = len(follow)
    pager = _PAGER.search(root.get_text(" "))
    place = _LIST.search(page.url)
    # the pager's own count: how many rows a page holds is not known for certain
    if pager and place and (place.group(2) or "1") == "1":
        first = page.url[: place.start()] + f"/paperlist/index/k/{place.group(1)}/p/"
        follow += [Ask(Sent(first + str(n)), page.label) for n in range(2, int(pager.group(1)) + 1)]
    return Reading(
        follow=_once(follow),
        rule="list_page",
        detail=f"{listed} papers listed; pager: {pager.group() if pager else 'none'}",
        listed=None if pager and pager.group(2) == "0" else listed,
        matched={"table.listGrid tr": len(rows), "a → editor/do/view": listed},
    )


def _read_view(page: Page) -> Reading:
    pid, token = _PID.search(page.text), _TOKEN.search(page.text)
    matched = {"var pid": int(bool(pid)), "var vp4tokenpid": int(bool(token))}
    if not pid or not token:
        return Reading(
            rule="no_questions", detail="no pid or vp4tokenpid in the page", matched=matched
        )
    path = f"/editor/rpc/getpapercontent/pid/{pid.group(2)}/tokenpid/{token.group(2)}"
    sent = Sent(urljoin(page.url, f"{path}/fromAction/view"), headers=(("Referer", page.url),))
    return Reading(parts=(Ask(sent),), matched=matched)


def _read_content(page: Page, site: ExamcooSite) -> Reading:
    place = _CONTENT.search(page.url)
    ids = examcoo_json.question_ids(page.text)
    if not place or not site.explanations:
        return Reading(rule="part_of_paper", matched={"s1_ … s5_": len(ids)})
    target = urljoin(page.url, _EXPLAIN)
    parts = [Ask(_ask_explanation(target, i, place.group(1), place.group(2))) for i in ids]
    return Reading(parts=tuple(parts), rule="part_of_paper", matched={"s1_ … s5_": len(ids)})


def _ask_explanation(url: str, question: str, pid: str, token: str) -> Sent:
    fields = {"id": question.partition("_")[2], "sdtId": question, "pid": pid, "p": "1", "l": "0"}
    fields |= dict.fromkeys(("msgid", "cmid", "tid", "verifydtid"), "0")
    sent = form(url, fields | {"tokenpid": token})
    return Sent(url, "POST", sent.body, (*sent.headers, ("X-Requested-With", "XMLHttpRequest")))


def _explanation(html: str) -> str:
    root = soup(html)
    for label in root.find_all("div"):
        if label.get_text(strip=True).rstrip(":：") == "试题解析" and not label.find("div"):
            text = label.find_next("div")
            bold = isinstance(text, Tag) and "bold" in str(text.get("class") or "")
            return "" if not isinstance(text, Tag) or bold else "\n".join(page_text(text).lines)
    return ""


def _once(asks: list[Ask]) -> tuple[Ask, ...]:
    return tuple({a.sent: a for a in reversed(asks)}.values())[::-1]
