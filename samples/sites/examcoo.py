"""ExamCoo's shapes: category, paged list, view page with two JS variables, RPC JSON, comments."""

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from cpsyexam.files import digest
from cpsyexam.taxonomy import positions
from samples.sites.paper import Paper, html, robots
from spiders.http_messages import Received, Sent, form

HOST = "https://www.examcoo.example"
_ROWS = 8  # papers a list page holds
_FORMATS = {"SCQ": "s1", "MAQ": "s2", "TF": "s3", "FILL": "s4", "QA": "s5"}
_FIRST_PID = 310425


def start(host: str = HOST) -> tuple[str, ...]:
    """The seeds."""
    return (f"{host}/index/ku",)


def pages(papers: Sequence[Paper], host: str = HOST) -> dict[Sent, Received]:
    """All pages of a site with these papers (their `questions` are used)."""
    found = {
        Sent(f"{host}/robots.txt"): robots(),
        Sent(f"{host}/index/ku"): _page(
            "公共题库", '<a href="/index/detail/mid/1">学历类</a><a href="/help/">帮助</a>'
        ),
        Sent(f"{host}/index/detail/mid/1"): _category(len(papers)),
    }
    count = max(1, -(-len(papers) // _ROWS))
    numbered = [(_FIRST_PID + 37 * i, paper) for i, paper in enumerate(papers)]
    for page in range(1, count + 1):
        rows = numbered[(page - 1) * _ROWS : page * _ROWS]
        url = f"{host}/paperlist/index/k/777/p/{page}"
        found[Sent(url)] = _list(rows, count, len(papers))
    for pid, paper in numbered:
        found |= _paper(host, pid, paper)
    return found


def _category(count: int) -> Received:
    return _page(
        "学历类",
        f'<div class="catSubBox"><a class="catSubAnchor" name="s1">心理类({count})</a></div>'
        '<table class="courseTable"><tr><td>心理</td><td>'
        '<a href="/paperlist/index/k/777/p/1">心理学综合</a> '
        '<a href="/paperlist/index/k/414/p/1">导游基础</a></td></tr></table>',
    )


def _list(rows: Sequence[tuple[int, Paper]], pages: int, papers: int) -> Received:
    cells = "".join(
        f"<tr><td>{pid}</td><td><i></i></td>"
        f'<td title="心理 试卷和试题：{escape(p.title)}">{escape(p.title[:12])}…</td>'
        f"<td>100</td><td>{len(p.questions)}</td><td>90</td>"
        f'<td><a href="/editor/do/view/id/{pid}">阅读</a>'
        f'<a href="/editor/do/exercise/pid/{pid}">练习</a></td></tr>'
        for pid, p in rows
    )
    return _page(
        "试卷列表",
        '<div class="table-responsive"><table class="listGrid"><thead><tr><th>编号</th></tr>'
        f"</thead><tbody>{cells}</tbody></table></div><p>总共：{pages}页 {papers}条记录</p>",
    )


def _paper(host: str, pid: int, paper: Paper) -> dict[Sent, Received]:
    token = digest(f"{pid}")[:32]
    rpc = f"{host}/editor/rpc/getpapercontent/pid/{pid}/tokenpid/{token}/fromAction/view"
    view = (
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{escape(paper.title)}</title>'
        f'</head><body><script>var pid="{pid}";var vp4tokenpid="{token}";</script>'
        f'<h1>{escape(paper.title)}</h1><div id="paperContent"></div></body></html>'
    )
    data: list[dict[str, Any]] = [{"id": "paper", "a": paper.title, "e": len(paper.questions)}]
    comments = {}
    section = material = ""
    for number, question in enumerate(paper.questions, 1):
        new = question.get("section", ""), question.get("material", "")
        if new != (section, material):
            data.append(_block(*new))
            section, material = new
        entry = _question(question, pid, number)
        data.append(entry)
        sent = _comment(host, entry["id"], pid, token)
        comments[sent] = _explanation(str(question.get("explanation", "")))
    body = json.dumps(data, ensure_ascii=False).replace("/", "\\/").encode()
    kind = (("Content-Type", "application/json; charset=utf-8"),)
    return {
        Sent(f"{host}/editor/do/view/id/{pid}"): html(view),
        Sent(rpc): Received(200, kind, body),
        **comments,
    }


def _block(section: str, material: str) -> dict[str, Any]:
    segments = [{"c": f"<b>{escape(section)}</b>", "p": 1}] if section else []
    segments += [{"c": f"<p>{escape(part)}</p>", "p": 2} for part in material.split("\n") if part]
    return {"id": "b", "c": segments or [{"c": "", "p": 1}]}


def _question(question: Mapping[str, Any], pid: int, number: int) -> dict[str, Any]:
    kind = str(question["format"])
    ident = question.get("id") or int(digest(f"{pid}/{number}")[:15], 16) % 9 * 10**17 + (
        10**18 + pid * 1000 + number
    )
    stem = _rich(str(question["stem"]))
    if question.get("image"):
        path = f"/uploads/3/{pid}/images/202601/{question['image']}"
        stem += f'<br><img src="data:image/gif;base64,R0lGOD" _djrealurl="{path}">'
    entry = {"id": f"{_FORMATS[kind]}_{ident}", "a": stem, "d": "1.5"}
    answer = str(question.get("answer", ""))
    if kind in {"SCQ", "MAQ"}:
        options = [{"o": _rich(str(o))} for o in question["options"]]
        entry["b"] = json.dumps(options, ensure_ascii=False)
        entry["c"] = str(sum(1 << i for i in positions(answer)))
    elif kind == "TF":
        entry["c"] = {"对": "1", "错": "2"}.get(answer, "0")
    elif kind == "FILL":
        entry["c"] = json.dumps([{"a": answer}], ensure_ascii=False)
    else:
        entry["c"] = _rich(answer)
    return entry


def _rich(text: str) -> str:
    return escape(text, quote=False).replace("\n", "<br>").replace("  ", "&nbsp;&nbsp;")


def _comment(host: str, ident: str, pid: int, token: str) -> Sent:
    fields = {"id": ident.partition("_")[2], "sdtId": ident, "pid": str(pid), "p": "1", "l": "0"}
    fields |= {"msgid": "0", "cmid": "0", "tid": "0", "verifydtid": "0", "tokenpid": token}
    return form(f"{host}/editor/comment/index", fields)


def _explanation(text: str) -> Received:
    return html(
        f"<div><div>试题解析：</div><div>{_rich(text)}</div>"
        '<div class="marginTop8 bold">纠错或评论：</div></div>'
    )


def _page(title: str, body: str) -> Received:
    return html(
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title></head>'
        f'<body><div id="nav"><a href="/">首页</a></div>{body}</body></html>'
    )
