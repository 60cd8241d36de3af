"""The start of a new site: TOML, module and a golden case that passes until you change it."""

from pathlib import Path
from string import Template
from urllib.parse import urlsplit

from cpsyexam.errors import ConfigError
from cpsyexam.files import write_text

_TOML = Template("""\
# $title. See docs/new-site.md; check with `cpsyexam probe`.
title = "$title"
start = ["$start"]
example = "$example"
final = '/\\d+\\.s?html?$$'  # pages that never change
walls = '请先登录|登录后查看'

[terms]  # nothing is fetched until status is "cleared"
owner = "operator of $host"
licence = "not looked up yet"
terms_url = "$start"
decided_by = ""
decided_on = ""
status = "unclear"
note = "Read the site's terms, ask the owner, write down what was found."

[links]
papers = '/\\d+\\.s?html?$$'
lists = '/index[-_]\\d+\\.html?$$|/$$'
answers_text = '参考答案|查看答案'
questions_text = '原试题|查看试题'

[select]
title = ["h1", "title"]
body = ["div.content"]

[expect]
listing = {least = 1, most = 200}
paper = {least = 1, most = 300}
""")
_MODULE = Template('''\
"""$title: what configuration cannot say about its pages (delete this file if nothing is left)."""

from spiders.reading import Page, Paper, Reading
from spiders.site import Site
from spiders.sites import article


def read(page: Page, site: Site) -> Reading:
    """Links and parts of a page."""
    return article.read(page, site)


def compose(pages: tuple[Page, ...], site: Site) -> Paper:
    """Questions of a paper."""
    return article.compose(pages, site)
''')
_CASE = Template("""\
# Replace page.html by a saved page of the site, then: cpsyexam site $name --golden
site = "$name"

[[pages]]
url = "$example"
file = "page.html"
""")
_PAGE = """\
<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>心理咨询师三级模拟题</title></head>
<body><h1>心理咨询师三级模拟题</h1>
<div class="content">
<p>一、单项选择题</p>
<p>1.把学过的材料回想出来，这一过程称为（　）。</p>
<p>A.识记</p><p>B.保持</p><p>C.回忆</p><p>D.遗忘</p>
<p>答案：C</p>
</div></body></html>
"""


def start_site(name: str, root: Path, *, title: str = "", start: str = "") -> list[Path]:
    """Write the files of a new site below a checkout's root; returns them.

    Raises ConfigError for a name that is taken or no Python name, or a start page without host.
    """
    if not (name.isascii() and name.isidentifier() and name == name.lower()):
        raise ConfigError(f"{name!r} is no name for a module", remedy="use a-z, 0-9 and _")
    start = start or f"https://www.{name}.example/"
    parts = urlsplit(start)
    if not parts.netloc:
        raise ConfigError(f"start page {start!r} is no URL", remedy="begin with https://")
    case = root / "tests" / "spiders" / "golden" / name / "first"
    sites = root / "spiders" / "sites"
    said = {"name": name, "title": title or name, "start": start, "host": parts.netloc}
    said["example"] = f"{parts.scheme}://{parts.netloc}/xinli/1.html"
    files = {
        sites / f"{name}.toml": _TOML.substitute(said),
        sites / f"{name}.py": _MODULE.substitute(said),
        case / "case.toml": _CASE.substitute(said),
        case / "page.html": _PAGE,
    }
    taken = [p for p in files if p.exists()]
    if taken:
        raise ConfigError("is there already", where=str(taken[0]), remedy="choose another name")
    for path, text in files.items():
        write_text(path, text)
    return list(files)
