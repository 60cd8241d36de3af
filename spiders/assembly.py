"""From visited pages to papers: which page is part of which, always in the same order."""

from collections.abc import Iterator
from dataclasses import dataclass

from cpsyexam.executor import INLINE, Executor, Failure
from spiders.http_messages import fingerprint
from spiders.reading import Paper
from spiders.site_reader import composing_work, lost_paper
from spiders.spider import Visit, Visited


@dataclass(frozen=True)
class Assembled:
    """One paper and the visits of its pages, the head first."""

    visits: tuple[Visit, ...]
    paper: Paper
    failure: str = ""  # the reader's exception, where it raised


def ordered(visited: Visited, seeds: tuple[str, ...]) -> list[str]:
    """Fingerprints of the visits as links lead to them, breadth first from the seeds."""
    queue = list(seeds)
    seen = set(queue)
    for key in queue:  # grows while it is walked
        visit = visited.visits.get(key)
        if visit is None:
            continue
        reading = visit.reading
        asks = (*reading.parts, *filter(None, [reading.belongs]), *reading.follow)
        for onward in (fingerprint(a.sent) for a in asks):
            if onward not in seen:
                seen.add(onward)
                queue.append(onward)
    known = [key for key in queue if key in visited.visits]
    return known + sorted(visited.visits.keys() - seen)


def assemble(
    name: str, visited: Visited, seeds: tuple[str, ...], executor: Executor = INLINE
) -> Iterator[Assembled]:
    """All papers, each from its pages joined. A page that is part of another is no head."""
    papers = list(_papers(visited, seeds))
    work = composing_work(visited.site, name, visited.limits)
    pages = (tuple(visited.page(v) for v in visits) for visits in papers)
    for visits, found in zip(papers, executor.map(work, pages), strict=True):
        made = lost_paper(found) if isinstance(found, Failure) else found
        yield Assembled(visits, made.paper, made.failure)


def _papers(visited: Visited, seeds: tuple[str, ...]) -> Iterator[tuple[Visit, ...]]:
    """The visits of each paper, the head first."""
    order = ordered(visited, seeds)
    belongs = _belongs(visited, order)
    used: set[str] = set()
    for key in order:
        visit = visited.visits[key]
        if visit.reading.rule or key in belongs or visit.capture in used:
            continue
        keys = list(_parts(visited, key, belongs))
        visits = tuple({visited.visits[k].capture: visited.visits[k] for k in keys}.values())
        used.update(v.capture for v in visits)
        yield visits


def _belongs(visited: Visited, order: list[str]) -> dict[str, str]:
    """Part → head, from what the parts say and what the heads say."""
    found: dict[str, str] = {}
    for key in order:
        reading = visited.visits[key].reading
        if reading.rule == "redirect" and key not in found:
            continue  # what it leads to stands for itself
        for ask in reading.parts:
            part = fingerprint(ask.sent)
            if part in visited.visits and part != key and found.get(key) != part:
                found.setdefault(part, key)
    for key in order:
        head = visited.visits[key].reading.belongs
        if head is not None and fingerprint(head.sent) in visited.visits:
            found.setdefault(key, fingerprint(head.sent))
    return found


def _parts(visited: Visited, head: str, belongs: dict[str, str]) -> Iterator[str]:
    """The head, then its parts and theirs, depth first; then those that only say so themselves."""
    stack, seen = [head], set()
    while stack:
        key = stack.pop()
        if key in seen or key not in visited.visits or visited.visits[key].status >= 400:
            continue
        seen.add(key)
        if visited.visits[key].reading.rule != "redirect":
            yield key
        said = [fingerprint(a.sent) for a in visited.visits[key].reading.parts]
        own = [part for part, of in belongs.items() if of == key and part not in said]
        stack.extend(reversed(said + own))
