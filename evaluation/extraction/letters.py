"""A list of option letters at one place of a reply: "A、C和D", "(B)", "[A] [C]", or lines."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LETTERS = "ABCDEFGHIJ"
_OPEN = re.compile(r"[\s\"'“”‘’「『【\[({<《*_`#$:=>→•·\-]{0,24}")
_CLOSE = re.compile(r"[\"'“”‘’」』】\])}>》*_`$]*")
# not a word: SCL-90, ABC theory, type A, "A person who"
_TOKEN = re.compile(
    r"([A-J]{1,8}|[a-j]{1,8}(?!\s+[a-z]))(?![A-Za-z0-9])(?!-[A-Za-z0-9])"
    r"(?!(?<=A)\s+(?!because|since|as|and|or|is|for|due|which|yes|no|too)[a-z])"
    r"(?!\s?(?:型|类|组|理论|检验|值|分数|反应|因子|染色体|系列|某|君|同学|公司|量表|效应|波|先生|女士|小姐|老师|医生|教授|患者|来访者|被试|校|班))"
)
_GLOSS = re.compile(r"[ \t]?\((?![A-J]\))[^()\n]{1,60}\)")  # an option in another language
_REMARK = re.compile(
    r"\s?\((?![A-J]\))[^()\n不错对选否×✗✘√✓✔非?%]{1,60}(?<!正确)(?<!true)(?<!false)(?<!right)(?<!wrong)(?<!yes)(?<!no)\)",
    re.IGNORECASE,
)
_GLOSSED = re.compile(
    r"\s?(?:,\s?(?:and|以及|和)?|、|和|与|及|以及|\band\b)\s?(?=[A-J]\s?\((?![A-J]\)))"
)
_LIST = re.compile(
    r"(?:选?项)?\s*(?:,\s*)?(?:[、/&+;|·]|和|与|以及|及|跟|还有|加上?"
    r"|\b(?:and|plus|as well as)\b)\s*"
)
_LOOSE = re.compile(r"[\s,.]*(?:[-•·*]\s+)?")
_RUN = re.compile("[A-J]{2}")  # no range begins with it: "ABCD - D"
_RANGE = re.compile(r"\s*(?:-|~|至|到|—|–)\s*")
_HEDGE = re.compile(r"\s*(?:或者?|还是|\bor\b)\s*")
# what may follow a letter that a comma or a blank joins to the list
_TAIL = re.compile(
    r"[\s\"'“”‘’」』】\])}>》*_`$]*"
    r"(?:$|[\n,、.;!?和与及<]|\s+and\b|\s[A-J](?![A-Za-z0-9])|\s+(?:are|is|were)\b|[(\[【][A-J][)\]】]|[两三四五都均皆]|选?项)"
)
_ENDED = re.compile(r"\s*(?:[^\w\s]|$|和|与|及|以及|[A-J](?![A-Za-z]))|\s*\n")
# after a semicolon: of these letters something else is said
_AGAIN = re.compile(
    r"(?:选?项)?(?:\s?[、,和与及]\s?[A-J](?:选?项)?)*\s?(?![A-J和与及])[\u4e00-\u9fff]"
)
# a new clause about other letters: "A和B,C和D属于"
_CLAUSE = re.compile(
    r"(?:\s*(?:[、/]|和|与|及)\s*[A-J](?![A-Za-z0-9]))*\s*(?:选?项|[两三四]项|[两三四]者)?\s*"
    r"(?:的|则|却|都|均|皆|也|分别|只|说法|描述|表述){0,3}(?:相反|属于|是(?!正确|对)|为(?!正确)|描述|指|反映|说|涉及|不)"
)
ORDINALS = "一二三四五六七八九十"
_ORDINAL = re.compile(rf"第\s*([{ORDINALS}]|10|[1-9])\s*(?:个|项)?\s*(?:选?项|答案|说法|个)?")
START = re.compile(r"(?<![A-Za-z0-9-])[A-J]{1,8}(?![A-Za-z0-9])(?!-[A-Za-z0-9])")
_DELIMITER = re.compile(r"(?:选?项)?[\s.、:,()\]】」』*_}\-]{0,6}")
_NEGATED = re.compile(
    r"(?:这?[两三四五几]?(?:个|者)?选?项)?(?:都|均|皆|全)?(?:是|属于|显然|明显|并|为|可以?|应|更|也|就|则|同样)*"
    r"(?:不(?!仅|但|只|选\s?[A-J])|错|非(?!常)|误|有误|排除|除外|该?(?:去掉|删掉|剔除|划掉)|\s+(?:is|are)\s+(?:not|wrong|incorrect)|\s+isn)"
)


@dataclass(frozen=True)
class Listed:
    """Positions named at one place; `end` is where the list ends in the text."""

    said: tuple[int, ...]
    end: int
    hedged: bool = False  # "A or B": no answer

    def negated(self, text: str) -> bool:
        """Whether what follows takes it back: "A、C都不对"."""
        return bool(_NEGATED.match(text, self.end))


def listed(text: str, at: int, options: Sequence[str]) -> Listed | None:
    """The letters that stand at a place, or None. `options` are in comparison form."""
    found = _token(text, _skip(_OPEN, text, at))
    if found is None:
        return None
    said, end = found
    hedged = glossed = False
    while True:
        end = _own_text(text, _skip(_CLOSE, text, end), said[-1:], options)
        step = _next(text, end, options)
        if step is None and (step := _past_gloss(text, end, options)):
            glossed = True
        if step is None or (step[0][0] == -1 and _RUN.fullmatch(text, max(0, end - 2), end)):
            break
        more, end, doubtful = step
        if more and more[0] == -1:  # a range
            more = tuple(range(said[-1] + 1, more[1] + 1))
        again = len(more) > 1 and len(said) <= len(LETTERS) and set(more) != set(said)
        hedged |= doubtful or (again and bool(set(more) & set(said)))
        said += more
    end = _skip(_REMARK, text, end) if glossed else end
    return Listed(tuple(sorted(set(said))), end, hedged)


def lists(text: str) -> Iterator[tuple[int, Listed]]:
    """The lists of letters of a text with where they begin, one after the other."""
    end = 0
    for match in START.finditer(text):
        found = listed(text, match.start(), ()) if match.start() >= end else None
        if found:
            end = found.end
            yield match.start(), found


def ordinal(text: str, at: int, options: int) -> tuple[int, ...]:
    """The position named as "第二项" or "第2个选项" at a place, or ()."""
    match = _ORDINAL.match(text, _skip(_OPEN, text, at))
    if match is None or not match[0].rstrip().endswith(("项", "个", "答案", "说法")):
        return ()
    place = ORDINALS.index(match[1]) if match[1] in ORDINALS else int(match[1]) - 1
    return (place,) if place < options else ()


def _token(text: str, at: int) -> tuple[tuple[int, ...], int] | None:
    match = _TOKEN.match(text, at)
    if match is None:
        return None
    letters = match[1].upper()
    if len(letters) > 1 and (
        len(set(letters)) < len(letters)
        or (match[1].islower() and letters != "".join(sorted(letters)))
    ):
        return None
    return tuple(LETTERS.index(letter) for letter in letters), match.end()


def _next(text: str, at: int, options: Sequence[str]) -> tuple[tuple[int, ...], int, bool] | None:
    """The next letters of a list, where they end, and whether "or" joins them."""
    for kind in (_HEDGE, _LIST, _RANGE, _LOOSE):
        joint = kind.match(text, at)
        if joint is None or (kind is not _LOOSE and not joint[0]):
            continue
        start = _skip(_OPEN, text, joint.end())
        found = _token(text, start)
        if found is None or start == at:
            continue
        said, end = found
        if kind is _RANGE:
            if len(said) == 1 and "\n" not in text[at:start]:
                return (-1, said[0]), end, False
            continue
        strict = kind is _LOOSE or ";" in joint[0] or "\n" in text[at:start]
        bare = "." in joint[0] or "\n" in text[at:start]
        if strict and not _belongs(text, end, said, options, bare=bare):
            continue
        if ";" in joint[0] and _AGAIN.match(text, end):
            continue
        return said, end, kind is _HEDGE
    return None


def _past_gloss(
    text: str, at: int, options: Sequence[str]
) -> tuple[tuple[int, ...], int, bool] | None:
    """The next letters behind a remark in brackets that is no verdict: "A (silence), B"."""
    gloss = _REMARK.match(text, at)
    if gloss is None:
        return None
    joint = _GLOSSED.match(text, gloss.end())
    if joint:
        found = _token(text, joint.end())
        return (*found, False) if found else None
    return _next(text, gloss.end(), options) if _LIST.match(text, gloss.end()) else None


def _belongs(
    text: str, end: int, said: tuple[int, ...], options: Sequence[str], *, bare: bool
) -> bool:
    closed = _skip(_CLOSE, text, end)
    own = _own_text(text, closed, said, options)
    if own != closed:  # on a line of its own it may as well begin to speak of another option
        if not _ENDED.match(text, own):
            return False
        return not (bare and (_CLAUSE.match(text, own) or _NEGATED.match(text, own)))
    if _CLAUSE.match(text, end):
        return False
    if bare:
        return bool(re.compile(r"[\s.]*(?:\n|$)").match(text, closed))
    return bool(_TAIL.match(text, end)) and not _NEGATED.match(text, end)


def _own_text(text: str, at: int, said: tuple[int, ...], options: Sequence[str]) -> int:
    """Where the option's text ends that follows its letter; `at` where it does not follow."""
    if len(said) != 1 or said[0] >= len(options) or not options[said[0]]:
        return at
    start = _skip(_DELIMITER, text, at)
    own = options[said[0]]
    if not text.startswith(own, start):
        return at
    return _skip(_CLOSE, text, _skip(_GLOSS, text, start + len(own)))


def _skip(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
