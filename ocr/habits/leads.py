"""What a book prints before the numbers of its questions: stars, tags, grades of difficulty."""

import re
from collections import Counter
from collections.abc import Iterable

from ocr.habits.headings import is_heading
from ocr.habits.plain import flat

FEW = 4  # lines with such a lead that make a habit
OFTEN = 2.0  # times that each of the leads comes on average
_LEAD = re.compile(
    r"^\s*(?P<lead>[^\d\s()（）,，。:：、.．A-H][^\d()（）,，。:：、.．]{0,9}?)\s*(?P<n>\d{1,3})\s*[.．、](?!\d)"
)
_WORDS = re.compile(r"^(?:第|例|表|图|式|约|共|近|至|题|习题|试题|问题|No|NO|案例|材料|附录)")


def leads(texts: Iterable[str]) -> frozenset[str]:
    """The few short texts that stand again and again before the number of a line."""
    found = Counter(lead for text in texts if (lead := _lead(text)))
    total = sum(found.values())
    if total < FEW or total < OFTEN * len(found):
        return frozenset()
    return frozenset(found)


def without_lead(text: str, known: frozenset[str]) -> str:
    """The line from its number on, where one of the known texts stands before that."""
    lead = _lead(text) if known else ""
    if not lead or lead not in known:
        return text
    match = _LEAD.match(flat(text))
    return text[match.start("n") :] if match else text


def _lead(text: str) -> str:
    match = _LEAD.match(flat(text))
    if match is None or _WORDS.match(match["lead"]) or is_heading(match["lead"]):
        return ""
    return re.sub(r"[\s_☆★]+", "★", match["lead"].strip())
