"""What recurs around the stems of a page's questions.

Questions of a page in, the same questions out: a bracket or a word with a colon that most stems
begin or end with is cut and noted.
"""

import re
from collections import Counter
from collections.abc import Sequence

from parsing.parts import Parts

_AHEAD = re.compile(
    r"\s*(?P<form>[\u3400-\u9fffA-Za-z]{1,8}\s?(?:[(（][^()（）]{1,8}[)）])?[:：】\])][^\S\n]?|[\[【(<][^\[\]【】()<>\n]{1,16}[\]】)>]\s?[:.、]?\s?)(?=\S{4})"
)
_BEHIND = re.compile(
    r"\s*(?P<form>[\[【(<][^\[\]【】()<>\n_]{1,16}[\]】)>]|\n[^\S\n]*[^\n]{1,10})\s*$"
)
# AB003: what a bank of a trade's examination lists the point under; O may be read for 0
_CODE = re.compile(
    r"\s*(?P<form>[A-Z]{1,3}(?=[\dO]*\d)[\dO]{2,4})[^\S\n]{0,2}(?=[\u3400-\u9fff“‘《\"A-Z])"
)
_CLOSING = ("]", "】", ")", ">")
_WORDED = re.compile(r"[\u3400-\u9fffA-Za-z]")
_VALUE = re.compile(r"[(\[【]\s*(?:[A-H]{0,8}|[√×对错]|正确|错误)\s*[)\]】]")
_YEAR = re.compile(r"\d\d")
_TAGGED, _CODED = "[0a]", "A0"
_FEWEST = 3  # questions
_SHARE = 0.7  # of the page's
_NUMBERS = re.compile(r"[\d一二三四五六七八九十.]+")


def cut_recurring(everyone: Sequence[Parts]) -> None:
    """Cut what most stems begin or end with: `[感知]`, 题干:, AB003, (单选)."""
    for find, kind in ((_AHEAD.match, "ahead"), (_CODE.match, "ahead"), (_behind, "behind")):
        found = [(parts, m) for parts in everyone if (m := find(parts.stem))]
        forms = Counter(_form(m["form"]) for _, m in found)
        usual = {
            form
            for form, n in forms.items()
            if n >= max(_FEWEST, _SHARE * len(everyone)) and _WORDED.search(form)
        }
        for parts, m in found:
            if _form(m["form"]) in usual and not _VALUE.fullmatch(m["form"].strip()):
                parts.notes.append(f"dropped:recurring {m['form'].strip()}")
                at = m.end() if kind == "ahead" else m.start()
                parts.stem = parts.stem[at:] if kind == "ahead" else parts.stem[:at]


def _behind(stem: str) -> re.Match[str] | None:
    """What a stem ends with; most end in another sign, on one line."""
    ended = stem.rstrip()[-1:] in _CLOSING or "\n" in stem
    return _BEHIND.search(stem) if ended else None


def _form(printed: str) -> str:
    bracket = printed.strip()
    if bracket[:1] in tuple("[【(<") and _YEAR.search(bracket):
        return _TAGGED  # whatever the year, one kind of tag
    if re.fullmatch(r"[A-Z]{1,3}[\dO]{2,4}", bracket):
        return _CODED
    return _NUMBERS.sub("0", bracket)
