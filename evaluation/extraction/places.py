"""Lists of options in a reply, each with the words around it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from evaluation.extraction.naming import Body, G, Group

SENTENCE = re.compile(r"[.;!?\n]+")
_WORD = re.compile(rf"[^\W_]|{G}")
_REACH = 60  # characters before options that may govern them
_HEADING = re.compile(r"[:*#>\]】]\s*$|(?:^|\n)\s*#[^\n]*\s*$")
_HEADED = re.compile(rf"(?m)^[^\n{G}]{{0,20}}:\x20*$")
_GOVERNS = re.compile(  # A不选B; 选A,排除B
    r"(?i)(?:(?:^\s*,?\s*[而但]?|[,:][^,:]*?)(?:不选|不是|不含|不包括|而非|选|除了?|排除|加上|not|rather\sthan)|[,:][^,:]*?(?:[是为有即]|选择|[去删划]掉|剔除|改为|换成|补上))\s*[\"“(\[*]*$"
)
_MARKUP = r"[\s\"'“”‘’「」『』【】()\[\]{}<>*_`#$.,:;!、·•~\-—–\\]*"
_ALONE = re.compile(rf"(?i){_MARKUP}(?:选项|选|答|option)?{_MARKUP}")
_TOPIC = re.compile(rf"{_MARKUP}(?:[,:(—]|$|\n)")


@dataclass(frozen=True)
class Place:
    """A list of options and the text around it: its sentence, and up to the next list."""

    body: Body
    group: Group
    at: int
    last: int  # end of the list before
    begin: int  # of the sentence
    end: int  # of the sentence
    next: int  # begin of the next list
    solo: bool = False  # no two options head lines of their own

    @property
    def pre(self) -> str:
        """The words before, of its sentence; where that has none, of the heading above."""
        text, since = self.body.text, max(self.last, self.begin, self.at - _REACH)
        if not _WORD.search(text, since, self.at):
            above = text[max(self.last, since - _REACH) : since]
            if _HEADING.search(above):
                since -= len(above) - max(above.rstrip().rfind(sign) for sign in ".;!?\n") - 1
                since = max(since, self.last)
        return text[since : self.at]

    @property
    def heading(self) -> int:
        """Where the heading above its line ends; 0 where it does not begin a line."""
        before = self.body.text[: self.begin] if self._begins else ""
        return max((match.end() for match in _HEADED.finditer(before)), default=0)

    @property
    def lead(self) -> str:
        """All of its sentence before it, with other lists."""
        return self.body.text[max(self.begin, self.at - 2 * _REACH) : self.at]

    @property
    def post(self) -> str:
        """The words behind, less those that govern the next list."""
        behind = self.body.text[self.at + 1 : min(self.end, self.next)]
        governs = _GOVERNS.search(behind) if self.next < self.end else None
        return behind[: governs.start()] if governs else behind

    @property
    def opens(self) -> bool:
        """Whether it is the first list of its sentence."""
        return self.last <= self.begin

    @property
    def asked(self) -> bool:
        """Whether the sentence is a question, and this its last list."""
        rest = self.body.text[self.at + 1 : self.end]
        return self.next >= self.end and "?" in rest and "," not in rest

    @property
    def alone(self) -> bool:
        """Whether the list is a sentence or a line of its own."""
        return self._begins and self.next >= self.end and self._is_bare(self.at + 1, self.end)

    @property
    def leads(self) -> bool:
        """Whether its sentence begins with the list, and then speaks of it."""
        topic = self._begins and _TOPIC.match(self.body.text, self.at + 1)
        return self.alone or bool(topic)

    @property
    def first(self) -> bool:
        """Whether nothing is said before its sentence."""
        return not _WORD.search(self.body.text, 0, self.begin)

    @property
    def final(self) -> bool:
        """Whether nothing is said after its sentence."""
        return not _WORD.search(self.body.text, self.end)

    @property
    def _begins(self) -> bool:
        return self.opens and self._is_bare(self.begin, self.at)

    def _is_bare(self, since: int, until: int) -> bool:
        return bool(_ALONE.fullmatch(self.body.text[since:until]))


def places(body: Body) -> Iterator[Place]:
    """The lists of a body, in order."""
    found = list(_found(body))
    single = [place for place in found if len(place.group.places) == 1]
    lines = {place.group.places for place in single if place.alone}
    heads = {place.group.places for place in single if place.leads}
    for place in found:
        yield replace(place, solo=len(lines if place.alone else heads) < 2)


def _found(body: Body) -> Iterator[Place]:
    text = body.text
    at = [i for i, sign in enumerate(text) if sign == G]
    bounds = [0, *(m.end() for m in SENTENCE.finditer(text)), len(text)]
    sentence = 0
    for k, here in enumerate(at):
        while sentence + 2 < len(bounds) and bounds[sentence + 1] <= here:
            sentence += 1
        yield Place(
            body, body.groups[k], here, at[k - 1] + 1 if k else 0, bounds[sentence],
            bounds[sentence + 1], at[k + 1] if k + 1 < len(at) else len(text),
        )  # fmt: skip
