"""Answers given by an option's text, and replies that only repeat the options."""

import re
from collections.abc import Sequence

from evaluation.extraction.letters import LETTERS

_LEAD = re.compile(r"[\s\"'“”‘’「『【\[({<《*_`#$:=>→•·,\-]{0,24}(?:[A-Ja-j]\s*[.、:)\]】]\s*)?")
_JOINT = re.compile(
    r"[\"'“”‘’」』】\])}>》*_`]*\s*(?:\([A-J]\)\s*)?(?:[、,;/&+\n]|和|与|以及|及|还有)?\s*[\"'“”‘’「『【*_`•·\-]*\s*"
)
_END = re.compile(r"[\"'“”‘’」』】\])}>》*_`\s]*(?:$|[\n,.;!?(])")
# the option's text is the subject of a sentence: "回答:冯特是…"
_GOES_ON = re.compile(
    r"\s?(?:不|并非|[是为](?!正确|对|答案|本题|最)|则|指的?是?|强调|提出|主张|认为|写|主要)"
)
_STATED = re.compile(r"(?:是|为|属于|(?:处|归)[在入于]|归|选|叫做?|称为|即)\s?[\"“「『]?$")
_ENDS_WITH = re.compile(
    r"[.,;!]\s?(?:所以|因此|故|那么?)?(?:答案)?(?:就|应该?|只能|便|才)?是[\"“]?(?P<said>[^.,;!\n]{2,40})[\"”]?[.!]?\Z"
)
_BESIDE = re.compile(
    r"[ \t]?[、.:,(\[「“]?[ \t]?(?P<text>[^\n.,;:()\]」”]{2,40})[)\]」”]?[ \t]?[.]?[ \t]?(?:\n|\Z)"
)
_DENIED_AFTER = re.compile(r"[\"”」]?\s?(?:则|却|都)?(?:并?不|是另|与题[干意]不|错|讲的不|说的不)")
_ASIDE = re.compile(r"\([^()\n]{0,60}\)")
_DENIED = re.compile(
    r"(?:不是|并非|而非|不属于|不选|排除|不应|错误|不会|不能|不可|没有|除了)[^,.;\n]{0,6}$"
)
_NUMBERED = re.compile(r"^\s{0,8}\d{1,2}\s?[.、)]\s?[A-J]", re.MULTILINE)
_PRIVATE = 0xE000  # characters of no script, for options while a reply is rewritten
_LETTER = [re.compile(rf"{letter}[\s.、:,)\]】*]{{0,4}}\Z") for letter in LETTERS]
_BOTH = [
    re.compile(
        rf"(?:{letter}(?:选?项)?[\s.、:,)\]】*]{{0,4}}[\"“「(]?)?{chr(_PRIVATE + i)}"
        rf"[\"”」)]?(?:\s?\({letter}\))?"
    )
    for i, letter in enumerate(LETTERS)
]  # an option's letter and text, one beside the other
_FIRST = re.compile(
    r"[\s\"“「*]{0,4}(?P<said>[^\n.;:,?!]{2,60}?)[\"”」*]{0,4}\s?(?:\([A-Za-z][^()\n]{0,40}\))?\s?[.!]?(?:\n|(?<=[.!])|\Z)"
)
_RESULT = re.compile(
    r"(?:^|[=≈]|[,.;]\s{0,4}(?:一共|共)有?)\s{0,4}\$?(?P<value>[-+]?\d[\d.]{0,11}%?)\s?\$?"
    r"(?P<unit>[^\d=≈\n,;:.]{0,4}?)[.)]?\s*\Z"
)


def named_at(text: str, at: int, options: Sequence[str], *, several: bool) -> tuple[int, ...]:
    """Positions of the options whose texts stand at a place, one after the other."""
    match = _LEAD.match(text, at)
    at = match.end() if match else at
    said: list[int] = []
    end = at
    while True:
        found = [i for i, option in enumerate(options) if option and text.startswith(option, at)]
        if not found:
            break
        longest = max(found, key=lambda i: len(options[i]))
        said.append(longest)
        end = at + len(options[longest])
        joint = _JOINT.match(text, end)
        at = joint.end() if joint else end
        if not several or at == end:
            break
    if (
        not said
        or _GOES_ON.match(text, end)
        or (len(min((options[i] for i in said), key=len)) < 2 and not _END.match(text, end))
    ):
        return ()
    return tuple(sorted(set(said)))


def another(text: str, at: int, said: tuple[int, ...], options: Sequence[str]) -> bool:
    """Whether a letter is followed by the text of another option, and by nothing else."""
    if len(said) != 1 or said[0] >= len(options):
        return False
    rest = _BESIDE.match(text, at)
    follows = rest["text"].strip() if rest else ""
    others = [option for i, option in enumerate(options) if i != said[0]]
    return bool(follows) and follows != options[said[0]] and follows in others


def whole(text: str, options: Sequence[str], *, several: bool) -> tuple[int, ...]:
    """Positions where the reply is nothing but option texts; () else."""
    body = text.strip(" \n\t\"'“”‘’「」『』【】*_`.,;!")
    if not several:
        said = tuple(i for i, option in enumerate(options) if option and option == body)
        return said if len(said) == 1 else ()
    for joint in (r"[、,;/\n]+|以及|还有", r"[、,;/\n]+|以及|还有|[和与及跟]"):
        parts = [part.strip(" \t\"'“”*_`.-•·") for part in re.split(joint, body)]
        parts = [part for part in parts if part]
        places = [[i for i, option in enumerate(options) if option == part] for part in parts]
        if places and all(len(place) == 1 for place in places):
            return tuple(sorted({place[0] for place in places}))
    return ()


def without(text: str, options: Sequence[str]) -> str:
    """The reply with blanks for the options' texts: 绝对阈限 is no verdict."""
    for option in sorted(options, key=len, reverse=True):
        text = text.replace(option, " ") if len(option) > 1 else text
    return text


def as_letters(text: str, options: Sequence[str]) -> str:
    """The reply with letters for the options' texts: "共情、真诚都是" → "A、B都是".

    A letter beside its own text is one with it. Unchanged where an option is too short to be known.
    """
    if any(len(option) < 2 for option in options):
        return text
    places = sorted(range(len(options)), key=lambda i: -len(options[i]))
    for i in places:
        text = text.replace(options[i], chr(_PRIVATE + i))
    for i in places:
        text = _BOTH[i].sub(LETTERS[i], text)
    return text


def unnumbered(text: str, options: Sequence[str]) -> str:
    """The reply without numbers of its own before options: "1. A 共情" → "A 共情"."""
    if not _NUMBERED.search(text):
        return text
    for i, option in enumerate(options):
        own = rf"{LETTERS[i]}[\s.、:)]{{0,3}}{re.escape(option)}"
        text = re.sub(rf"^\s{{0,8}}\d{{1,2}}\s?[.、)]\s?(?={own})", "", text, flags=re.MULTILINE)
    return text


def headed(text: str, options: Sequence[str]) -> tuple[int, ...]:
    """The position of the option whose text is the whole first sentence of a reply."""
    first = _FIRST.match(text)
    if first is None:
        return ()
    said = tuple(i for i, option in enumerate(options) if option == first["said"].strip())
    lines = [line.strip(" .;,") for line in text.splitlines()]
    return said if len(said) == 1 and sum(line in options for line in lines) < 2 else ()


def computed(text: str, options: Sequence[str]) -> tuple[int, ...]:
    """The position of the number that the last equation of a reply comes to, at its very end."""
    found = _RESULT.search(text)
    if found is None:
        return ()
    value = found["value"].rstrip(".")
    unit = r"\s?[^\d.%/]*" if value[-1:].isdigit() else ""
    alone = re.compile(rf"{re.escape(value)}(?:{re.escape(found['unit'])}|{unit})")
    said = [i for i, option in enumerate(options) if alone.fullmatch(option)]
    if not said:
        said = [
            i for i, option in enumerate(options) if _number(option) == _number(value) is not None
        ]
    return (said[0],) if len(said) == 1 else ()


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def mentioned(text: str, options: Sequence[str]) -> tuple[list[int], bool]:
    """Positions of the options that a reply mentions, longest first, and whether any is denied."""
    found, denied = [], False
    for i in sorted(range(len(options)), key=lambda i: -len(options[i])):
        option = options[i]
        if len(option) < 2 or option not in text:
            continue
        found.append(i)
        denied |= any(
            bool(_DENIED.search(text, max(0, m.start() - 12), m.start()))
            or bool(_DENIED_AFTER.match(text, m.end()))
            for m in re.finditer(re.escape(option), text)
        )
        text = text.replace(option, "\x00")  # what lies inside a longer option is not mentioned
    return found, denied


def stated(text: str, options: Sequence[str]) -> tuple[int, ...]:
    """The position stated ("所以是15") where all others that are mentioned are denied; () else."""
    text = _ASIDE.sub(" ", text)
    said: set[int] = set()
    last = _ENDS_WITH.search(text)
    for i in sorted(range(len(options)), key=lambda i: -len(options[i])):
        if len(options[i]) < 2 and not options[i].isdigit():
            return ()
        if options[i] not in text:
            continue
        found = re.compile(rf"(?<!\d){re.escape(options[i])}(?!\d)")
        befores = [text[max(0, m.start() - 12) : m.start()] for m in found.finditer(text)]
        if any(not _DENIED.search(before) for before in befores):
            at_end = last is not None and last["said"].startswith(options[i])
            if last is not None and not at_end and any(map(_DENIED.search, befores)):
                text = found.sub("\x00", text)
                continue
            if not any(_STATED.search(before) and not _DENIED.search(before) for before in befores):
                return ()
            said.add(i)
        text = found.sub("\x00", text)
    return tuple(said) if len(said) == 1 else ()


def echoed(text: str, options: Sequence[str]) -> list[int]:
    """Positions of the options that stand in the reply with their letter, in its order."""
    found = []
    for i, option in enumerate(options):
        at = text.find(option) if option else -1
        while at >= 0:
            head = _LETTER[i].search(text, max(0, at - 5), at)
            if head:
                found.append((head.start(), i))
                break
            at = text.find(option, at + 1)
    return [i for _, i in sorted(found)]
