"""Which lists of a crawl still bring papers: a chain of those that bring nothing new is left.

A list that leads on for ever, or a session id in every link, gives new addresses without end. So
what counts is not the address but what came: a page whose words were there before is not new.
"""

import re

from cpsyexam.files import digest

PATIENCE = 5  # lists in a row that brought nothing new; known sites nest them three deep
_TAGS = re.compile(r"<script.*?</script>|<style.*?</style>|<[^>]*>", re.DOTALL | re.IGNORECASE)
_CHANGING = re.compile(r"[\d\s]+")  # counters, dates


class Harvest:
    """What the lists of one run have brought; pages go by the name of what was asked."""

    def __init__(self) -> None:
        self._barren: dict[str, int] = {}  # list → lists before it in a row that brought nothing
        self._brought: set[str] = set()
        self._words: set[str] = set()

    def listed(self, page: str, text: str, by: str) -> None:
        """Note a list page that the list `by` ("" for a start page) led to."""
        again = self._again(" ".join(_TAGS.sub(" ", text).split()))
        self._barren[page] = PATIENCE if again else self._behind(by)

    def paper(self, text: str, by: str) -> None:
        """Note a page that is no list and that the list `by` led to."""
        if not self._again(_CHANGING.sub("", _TAGS.sub("", text))):
            self._brought.add(by)

    def spent(self, by: str) -> bool:
        """Whether the lists that the list `by` leads to are left."""
        return self._behind(by) > PATIENCE

    def _behind(self, by: str) -> int:
        return 0 if not by or by in self._brought else self._barren.get(by, 0) + 1

    def _again(self, words: str) -> bool:
        name = digest(words)
        known = name in self._words
        self._words.add(name)
        return known
