"""A reply in which every mention of an option, by letter, text or short form, is one character."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from evaluation.extraction.headings import pairs
from evaluation.extraction.letters import LETTERS, lists

FIRST = 0xE000  # private characters, one an option
MARK = "[\ue000-\ue009]"
_CLOSE = r"[\s\"'”」』】\])*_~`]{0,4}"
_OPEN = r"[\s\"'“「『【\[(*_~`]{0,4}"
_OWN = re.compile(
    rf"({MARK}){_CLOSE}(?:选?项)?[\s.、:,|—–-]{{0,3}}(?:[是为即指]|就是)?{_OPEN}({MARK})(?:[)\]】]|(?=[^)\]】]|$))"
)
_ASIDE = re.compile(
    rf"\s?\((?!\s*{MARK})(?!\s*(?:[^\w\s]|[对错是否TFYN]|正确|错误|不?(?:选|是|对|正确|符合|属于))\s*\))[^()\n]{{1,60}}\)"
)
_BRACKETS = re.compile(rf"[(\[【]\s?({MARK})\s?[)\]】]")
_NAMED = re.compile(r"(?:选项|option)\s?(?=[\ue000-\ue009])|(?<=[\ue000-\ue009])\s?选?项(?![目的])")
_BULLET = re.compile(
    rf"^[ \t>]{{0,8}}(?:[-*•·]|\(?\d{{1,2}}[.、)]|[①-⑩])?[ \t]*[*_]{{0,3}}(?={MARK})", re.MULTILINE
)
_NUMBERED = re.compile(
    rf"^[ \t]{{0,8}}[*_]{{0,3}}\(?(\d)[.、)][ \t]*[*_]{{0,3}}({MARK})", re.MULTILINE
)
_NUMBER = re.compile(r"(?<![\d.(])\(?([1-9])\)?(?=\s?(?:[)、和与及]|个|号|选?项|以外|之外))")
_PARTS = re.compile(r"^(.{2,}?)\((.{2,})\)$")
_CLAUSES = re.compile(r"([,.;:!?、\n()]+)")
_SECTION = re.compile(
    rf"^[#*_ \t]{{0,6}}([^\n.;\ue000-\ue009]{{2,24}}?)[:*_ ]{{0,4}}\n+"
    rf"((?:[ \t]{{0,8}}{MARK}[ \t.;,]*(?:\n|\Z)){{2,}})",
    re.MULTILINE,
)
_HEAD = [re.compile(rf"(?<![A-Za-z0-9]){letter}[\s.、:)\]】*|]{{1,4}}\Z") for letter in LETTERS]
_SHORT = 40  # characters
_LONG, _LONGEST, _ALIKE, _MARGIN = 5, 4_000, 0.6, 0.35
_TORN = re.compile(rf"({MARK})(?:选?项)?[ ]?[.:(][ ]?({MARK})(?=[)\s.,;!]|$)")


def mark(place: int) -> str:
    """The character of an option."""
    return chr(FIRST + place)


def places(text: str) -> tuple[int, ...]:
    """The options marked in a text, in its order."""
    return tuple(ord(found) - FIRST for found in re.findall(MARK, text))


def marked(text: str, options: Sequence[str], stem: str) -> str | None:
    """The reply with marks; None where a letter stands beside another option's text."""
    text = _numerals(text, options)
    for i, option in enumerate(options):
        text = lettered_off(text, i, option) if option and option in text else text
    lettered = _lettered(text, len(options))
    names = _names(tuple(options), stem)
    for name, i in sorted(names.items(), key=lambda pair: -len(pair[0])):
        lettered = _replaced(lettered, name, mark(i))
    lettered = _reworded(lettered, options)
    for _ in range(2):
        lettered = _OWN.sub(lambda m: m[1] if m[1] == m[2] else m[0], lettered)
    if any(m[1] != m[2] for m in _TORN.finditer(lettered)):
        return None
    numbers = {int(m[1]): m[2] for m in _NUMBERED.finditer(lettered)}
    text = _BULLET.sub("", _BRACKETS.sub(r"\1", _ASIDE.sub("", lettered)))
    if len(numbers) > 2 and all(mark(n - 1) == m for n, m in numbers.items()):
        text = _NUMBER.sub(lambda m: numbers.get(int(m[1]), m[0]), text)
    return _former(_SECTION.sub(_joined, _NAMED.sub("", text)))


def lettered_off(text: str, place: int, option: str) -> str:
    """The reply with the mark for an option's letter and text, where one precedes the other."""
    parts, since = [], 0
    at = text.find(option)
    while at >= 0:
        head = _HEAD[place].search(text, max(since, at - 5), at)
        if head:
            parts += [text[since : head.start()], mark(place)]
            since = at + len(option)
        at = text.find(option, at + len(option) if head else at + 1)
    return "".join([*parts, text[since:]])


def _joined(match: re.Match[str]) -> str:
    """A heading and the options below it, on one line."""
    return match[1].rstrip(" :*_") + ":" + "、".join(re.findall(MARK, match[2])) + "\n"


def _numerals(text: str, options: Sequence[str]) -> str:
    """Letters for the numbers of a short reply that names options by nothing else."""
    count = len(options)
    if len(text) > _SHORT or re.search("[A-Z]", text) or re.search(r"\d", "".join(options)):
        return text
    found = re.findall(r"\d+", text)
    if not found or any(not 0 < int(n) <= count for n in found) or any(o in text for o in options):
        return text
    return re.sub(r"\d+", lambda m: LETTERS[int(m[0]) - 1], text)


def _former(text: str) -> str:
    """The reply with marks for 前者 and 后者, where it has named but two options before."""
    found = re.search("[前后]者", text)
    two = tuple(dict.fromkeys(places(text[: found.start()]))) if found else ()
    if len(two) != 2:
        return text
    return re.sub("前者", mark(two[0]), re.sub("后者", mark(two[1]), text))


def _lettered(text: str, options: int) -> str:
    """Marks for letters that name options; other capitals stay."""
    parts, since = [], 0
    for start, found in lists(text):
        here = text[start : found.end]
        if found.said[-1] < options and not found.hedged and "\n" not in here.strip():
            parts += [text[since:start], _each(here, options, found.said)]
            since = found.end
        elif found.hedged or not re.search("[A-J]{2}", here):
            parts += [text[since:start], _each(here, options, ())]
            since = found.end
    return "".join([*parts, text[since:]])


def _each(text: str, options: int, whole: tuple[int, ...]) -> str:
    letters = re.findall("[A-J]", text)
    if whole and len(set(letters)) != len(whole):  # a range
        return "、".join(map(mark, whole))
    joined = re.sub(r"(?<=[A-J])(?=[A-J])", "、", text)
    last = LETTERS[min(options, len(LETTERS)) - 1]
    return re.sub(f"[A-{last}]", lambda m: mark(LETTERS.index(m[0])), joined)


def _reworded(text: str, options: Sequence[str]) -> str:
    """Marks for clauses that say a long option in nearly its words, where no other is like it."""
    missing = [
        i for i, option in enumerate(options) if mark(i) not in text and len(option) >= _LONG
    ]
    if not missing or len(text) > _LONGEST:
        return text
    wanted = {i: pairs(options[i]) for i in range(len(options))}
    shared = {
        pair for i in wanted for pair in wanted[i] if sum(pair in w for w in wanted.values()) > 1
    }
    parts = _CLAUSES.split(text)
    for at, part in enumerate(parts):
        if len(part) < _LONG or re.search(MARK, part):
            continue
        said = pairs(part)
        alike = {i: len(w & said) / max(len(w), 1) for i, w in wanted.items()}
        best = max(missing, key=lambda i: alike[i])
        others = max((share for i, share in alike.items() if i != best), default=0.0)
        own = (wanted[best] & said) - shared
        if alike[best] >= _ALIKE and alike[best] - others >= _MARGIN and own:
            starts = [m.start() for pair in own for m in re.finditer(re.escape(pair), part)]
            parts[at] = part[: min(starts)] + mark(best) + part[max(starts) + 2 :]
    return "".join(parts)


@lru_cache(maxsize=4096)
def _names(options: tuple[str, ...], stem: str) -> dict[str, int]:
    """What may stand for an option: its text, the part before its bracket, what is its own."""
    head = _shared(options)
    tail = _shared([option[::-1] for option in options])
    names: dict[str, int] = {}
    twice: set[str] = set()
    for i, option in enumerate(options):
        parts = _PARTS.match(option)
        core = option[head : len(option) - tail or None].strip("的-—、")
        clauses = [part for part in re.split("[,;并]|以及", option) if len(part) > 3]
        clauses += [option.rpartition("的")[2]] if len(option.rpartition("的")[2]) > 2 else []
        longer = option[head : len(option) - tail + 1] if tail > 1 else core
        bare = option.replace("的", "")
        clauses += [bare] if len(bare) > 3 else []
        forms = {option, core, longer, *(parts.groups() if parts else ()), *clauses}
        for form in forms:
            short = len(form) < 2 or form.isdigit() or (form != option and form in stem)
            if not short:
                twice |= {form} & set(names)
                names[form] = i
    return {name: i for name, i in names.items() if name not in twice}


def _shared(options: Sequence[str]) -> int:
    """How many characters all options begin with."""
    return sum(1 for _ in takewhile(lambda same: len(set(same)) == 1, zip(*options, strict=False)))


def _replaced(text: str, name: str, by: str) -> str:
    if any(part not in text for part in name.split("—")):
        return text
    if "—" in name:
        return re.sub(re.escape(name).replace("—", "[—·]?"), by, text)
    if not name[0].isascii() and not name[-1].isascii():
        return text.replace(name, by)
    return re.sub(rf"(?<![A-Za-z0-9.]){re.escape(name)}(?![A-Za-z0-9]|\.\d)", by, text)
