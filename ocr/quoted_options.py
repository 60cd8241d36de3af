"""Keys that quote the option and not its letter: 1. 负相关, where C. 负相关 was offered."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from ocr.confusions import Repaired
from ocr.plain import flat

FEW = 3  # entries that quote an option of their question: a habit
_KEY = re.compile(r"^\W{0,3}[^,。?]{0,16}(?:答\s?案|解答|揭晓)[^,。?\d]{0,8}$")
_STEM = re.compile(r"^\s*[(\[【]?\s*(\d{1,3})\s*[.、)\]】](?!\d)")
_OPTION = re.compile(
    r"(?:^|[\s_)。？])[(\[]?([A-H])\s*[.、)\]:]\s*(\S.*?)(?=[\s_]+[(\[]?[A-H]\s*[.、)\]:]|\s*$)"
)
_ENTRY = re.compile(
    r"(?:^|(?<=[\s;,。]))(\d{1,3}\s*[.、:)]\s*)([^\d\s]\S*?)(?=[\s;,。]*(?:$|\s\d{1,3}\s*[.、:)]))"
)


def letters_for_quotes(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter's key with letters for the options that they quote.

    A quote counts where one option alone of all questions of that number has its text.
    """
    plain = {at: flat(lines[at].text) for at in (*body, *key)}
    cut = next((i for i in range(len(body) - 1, -1, -1) if _KEY.match(plain[body[i]])), len(body))
    offered = _offered([plain[at] for at in body[:cut]])
    found: dict[int, Repaired] = {}
    count = 0
    for at in (*body[cut:], *key):
        said, quoted = _replaced(plain[at], offered)
        if quoted:
            count += quoted
            found[at] = Repaired(said, (*lines[at].notes, "answer_printed: option"))
    return found if count >= FEW else {}


def _offered(texts: Sequence[str]) -> dict[tuple[int, str], set[str]]:
    """Letters by number of the question and text of the option."""
    found: dict[tuple[int, str], set[str]] = defaultdict(set)
    number = 0
    for text in texts:
        if stem := _STEM.match(text):
            number = int(stem[1])
        for letter, said in _OPTION.findall(text):
            found[number, _bare(said)].add(letter)
    return found


def _replaced(text: str, offered: Mapping[tuple[int, str], set[str]]) -> tuple[str, int]:
    count = 0

    def letter(entry: re.Match[str]) -> str:
        nonlocal count
        known = offered.get((int(re.sub(r"\D", "", entry[1])), _bare(entry[2])), set())
        if len(known) != 1:
            return entry[0]
        count += 1
        return entry[1] + next(iter(known))

    return _ENTRY.sub(letter, text), count


def _bare(text: str) -> str:
    return re.sub(r"[\s_。.,;]", "", text)
