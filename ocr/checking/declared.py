"""How many questions a heading says that its section has: 共10小题; 每题2分，共20分; 26～30题."""

import re
from collections.abc import Iterator, Sequence

from ocr.chapters.segment import Found
from ocr.habits.plain import flat
from ocr.layout.paragraphs import Paragraph

MOST = 120  # questions of a section
_HEADING = re.compile(
    r"^\s*(?:第[一二三四五六七八九十\d]{1,3}部分|[(（]?[一二三四五六七八九十]{1,3}[)）]?\s*[、.．])\s*[^,。;]{0,14}题"
    r"|^\s*[^\dA-H,。;?]{0,6}(?:选择|判断|填空|简答|论述|问答|分析|解释)题"
)
_COUNT = re.compile(r"(?:共|计|有)\s*(\d{1,3})\s*(?:小|道|个小)?题")
_POINTS = re.compile(
    r"每(?:小)?题\s*(\d{1,2}(?:\.5)?)\s*分[^\d]{0,8}(?:共|计|满分|总分)\s*(\d{1,3})\s*分"
)


def declared(text: str) -> int:
    """The number of questions that a heading says, 0 for none."""
    line = flat(text)
    if not _HEADING.match(line):
        return 0
    if count := _COUNT.search(line):
        return int(count[1])
    points = _POINTS.search(line)
    if points is None or not float(points[1]) or float(points[2]) % float(points[1]):
        return 0
    return int(float(points[2]) / float(points[1]))


def shortfalls(
    questions: Sequence[Found], paragraphs: Sequence[Paragraph]
) -> Iterator[tuple[list[int], str]]:
    """Pages of a section that has fewer questions than its heading says, and that in words."""
    heads = [at for at, p in enumerate(paragraphs) if declared(p.text)]
    begun = sorted(q.paragraphs[0] for q in questions if q.paragraphs)
    borders = [at for at, p in enumerate(paragraphs) if _HEADING.match(flat(p.text))]
    for at in heads:
        end = next((b for b in borders if b > at and b not in begun), len(paragraphs))
        own = [place for place in begun if at < place < end]
        want = declared(paragraphs[at].text)
        if own and len(own) < want <= MOST:
            pages = sorted({p.page for p in paragraphs[at:end]})
            yield pages, f"{paragraphs[at].text[:30]}: {want} questions, {len(own)} found"
