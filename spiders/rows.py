"""Rows of one source after a replay: every capture has questions, or a rule that refuses it."""

from collections import Counter

from cpsyexam.executor import INLINE, Executor
from cpsyexam.records import capture_row, question_row
from documents.images import pictured
from documents.plausibility import mojibake
from spiders.archive import Archive, Stored
from spiders.assembly import Assembled, assemble
from spiders.extracted import Extracted, Row
from spiders.http_messages import Sent, fingerprint
from spiders.reading import Found
from spiders.spider import Visit, Visited


def account(
    source: str, site: str, archive: Archive, visited: Visited, executor: Executor = INLINE
) -> Extracted:
    """Rows of a source from what its archive holds and what the replay saw of it."""
    out = Extracted(source)
    for stored in archive.captures.values():
        out.captures[stored.capture] = _capture_row(source, stored)
    keys = tuple(fingerprint(Sent(url)) for url in visited.seeds)
    papers: list[Assembled] = []
    for assembled in assemble(site, visited, keys, executor):  # while workers compose the next
        _paper(out, assembled, visited)
        papers.append(assembled)
    _pages(out, visited, papers)
    _gaps(out, visited)
    _rest(out, archive)
    _damages(out, archive)
    out.metrics |= {"papers": len(papers), "pages": len(visited.visits)}
    return out


def _paper(out: Extracted, assembled: Assembled, visited: Visited) -> None:
    paper, visits = assembled.paper, assembled.visits
    head = visits[0].capture
    exam, subject = visited.site.subject(paper.titles)
    seen: Counter[tuple[int, str]] = Counter()
    for found in paper.questions:
        place = found.page, found.locator
        seen[place] += 1
        again = f"#{seen[place]}" if seen[place] > 1 else ""  # several questions on one line
        row = _question_row(out.source, visits[found.page], found, found.locator + again)
        row |= {"exam": exam, "subject": subject}
        texts = (found.material, found.stem, *found.options, found.answer, found.explanation)
        broken = next(filter(None, map(mojibake, texts)), "")
        if broken:
            out.broken.append((row, "mojibake", broken))
        else:
            out.kept.append(row)
    for left in paper.left:
        shown = "\n".join(left.lines)
        detail = f"{len(left.lines)} lines: {' / '.join(left.lines)[:160]}"
        out.refused.append((visits[left.page].capture, left.rule, detail, shown))
    count, expected = len(paper.questions), visited.site.expect.paper
    if assembled.failure:
        out.refused.append((head, "reader_failed", assembled.failure, ""))
    elif count == 0:
        out.refused.append((head, *_why_empty(assembled, visited), ""))
    elif not expected.least <= count <= expected.most:
        said = f"{count} questions, expected {expected.least} to {expected.most}"
        out.refused.append((head, "expectation_missed", said, ""))


def _why_empty(assembled: Assembled, visited: Visited) -> tuple[str, str]:
    for visit in assembled.visits:
        if wall := visited.site.wall(visited.page(visit).text):
            return "login_wall", wall
    pictures = sum(len(pictured(line)) for left in assembled.paper.left for line in left.lines)
    if pictures:
        return "picture_only", f"{pictures} pictures and no question in text"
    return "no_questions", " / ".join(assembled.paper.titles)


def _question_row(source: str, visit: Visit, found: Found, locator: str) -> Row:
    return question_row(
        source,
        visit.capture,
        locator,
        url=visit.sent.url,
        number=found.number,
        section=found.section,
        declared=found.declared,
        material=found.material,
        stem=found.stem,
        options=list(found.options),
        answer=found.answer,
        explanation=found.explanation,
        images=list(found.images),
        notes=list(found.notes),
        confidence=found.confidence,
    )


def _spoken(out: Extracted) -> set[str]:
    said = {row["capture"] for row in out.kept} | {row["capture"] for row, _, _ in out.broken}
    return said | {capture for capture, _, _, _ in out.refused}


def _pages(out: Extracted, visited: Visited, papers: list[Assembled]) -> None:
    """Lists, failed pages and parts without a question of their own."""
    spoken = _spoken(out)
    for visit in {v.capture: v for v in visited.visits.values()}.values():
        reading, expected = visit.reading, visited.site.expect.listing
        listed = reading.listed
        if listed is not None and not expected.least <= listed <= expected.most:
            said = f"{listed} papers listed, expected {expected.least} to {expected.most}"
            out.refused.append((visit.capture, "expectation_missed", said, ""))
        elif reading.rule and reading.rule != "part_of_paper":
            out.refused.append((visit.capture, reading.rule, reading.detail, ""))
    spoken |= _spoken(out)
    for assembled in papers:
        head = assembled.visits[0]
        for visit in assembled.visits:
            if visit.capture not in spoken:
                detail = f"joined to {head.sent.url}"
                out.refused.append((visit.capture, "part_of_paper", detail, ""))
    spoken |= _spoken(out)
    for visit in visited.visits.values():
        if visit.capture not in spoken:
            spoken.add(visit.capture)
            out.refused.append((visit.capture, "paper_missing", "its first page is not there", ""))


def _gaps(out: Extracted, visited: Visited) -> None:
    """Requests without a capture get a row of their own, so that nothing is silently missing."""
    for gap in visited.gaps.values():
        if gap.capture:
            out.refused.append((gap.capture, gap.rule, gap.detail, ""))
            continue
        name = f"{gap.sent.url} {gap.sent.method} {gap.sent.body.decode('utf-8', 'replace')}"
        row = capture_row(out.source, gap.sent.url, asked=name, instead=gap.rule)
        out.add(row, gap.rule, gap.detail)


def _rest(out: Extracted, archive: Archive) -> None:
    """Captures that the replay never asked for."""
    spoken = _spoken(out)
    current = {stored.capture for stored in archive.latest.values()}
    for stored in archive.captures.values():
        if stored.capture in spoken:
            continue
        if stored.sent.url.endswith("/robots.txt"):
            rule = "robots_txt"
        elif stored.status >= 400:
            rule = f"http_{stored.status}"
        elif stored.capture not in current:
            rule = "superseded"
        else:
            rule = "not_asked"
        out.refused.append((stored.capture, rule, stored.sent.url, ""))


def _damages(out: Extracted, archive: Archive) -> None:
    for damage in archive.damages:
        url = damage.url or str(damage.path)
        file, at = str(damage.path), damage.offset
        row = capture_row(out.source, url, asked=file, instead=str(at), archive=file, offset=at)
        detail = f"{damage.path} offset {damage.offset}, {damage.size} bytes: {damage.what}"
        out.add(row, "damaged_record", detail)


def _capture_row(source: str, stored: Stored) -> Row:
    return capture_row(
        source,
        stored.sent.url,
        stored.digest,
        asked=stored.sent.name,
        archive=str(stored.path),
        offset=stored.offset,
        fetched=stored.fetched,
        media_type=stored.media_type,
    )
