"""What recurs around the stems and behind the options of a page's questions.

Questions of a page in, the same questions out: a bracket or a word with a colon that most stems
begin or end with is cut and noted; a word behind most last options that only letters follow
announces the key, whatever it is.
"""

import re
from collections import Counter
from collections.abc import Sequence

from parsing.keys import values as answer_values
from parsing.keys.labels import LETTERS
from parsing.parts import Parts, decide
from parsing.source_text import BLANKS, Sheet

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
_LABELLED = re.compile(
    rf"(?P<word>[\u3400-\u9fffA-Za-z][^\n。?A-H]{{0,11}}?)[^\S\n]?[:：]?[^\S\n]{{0,2}}[(\[【]?(?P<letters>{LETTERS})[)\]】]?(?![A-Za-z型])\s*[。.]?\s*$",
    re.MULTILINE,
)
# a word that may announce a key, and what makes it another's choice or a wrong option
_ANNOUNCES = re.compile(r"[答案选正对]|标准|(?i:key|ans|right|correct)")
_OTHERS = re.compile(
    r"[我你您他]|考生|学生|用户|学员|错|误|不|非|易|除|排|网友|多数|大家|人选|热|投票|上[期题]"
)
_BRACKETED = re.compile(r"[(（\[【][\u3400-\u9fffA-Za-z]{2,12}[)）\]】]\s?(?=\S)")
_OPTIONS = 8  # options that begin alike, at least
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


def cut_from_options(choices: Sequence[Parts]) -> None:
    """Cut a bracket that every option of most questions begins with: a site's name."""
    found = Counter(
        m[0] for parts in choices for option in parts.options if (m := _BRACKETED.match(option))
    )
    printed, often = found.most_common(1)[0] if found else ("", 0)
    total = sum(len(parts.options) for parts in choices)
    if often < _OPTIONS or often < _SHARE * total:
        return
    for parts in choices:
        if any(option.startswith(printed) for option in parts.options):
            parts.notes.append(f"dropped:recurring {printed}")
            parts.options = [option.removeprefix(printed) for option in parts.options]


def _form(printed: str) -> str:
    bracket = printed.strip()
    if bracket[:1] in tuple("[【(<") and _YEAR.search(bracket):
        return _TAGGED  # whatever the year, one kind of tag
    if re.fullmatch(r"[A-Z]{1,3}[\dO]{2,4}", bracket):
        return _CODED
    return _NUMBERS.sub("0", bracket)


def keys_by_label(sheet: Sheet, choices: Sequence[Parts]) -> None:
    """Letters behind a word that stands behind most last options: 标答 B."""
    found = []
    for parts in choices:
        start, end = parts.spans[-1]
        m = _LABELLED.search(sheet.text, start + 1, end)
        if parts.answer or not m or not sheet.text[start : m.start()].strip(BLANKS + "\n"):
            continue
        letters = answer_values.letters_of(m["letters"])
        fits = ord(letters[-1]) - 65 < len(parts.options)
        if fits and answer_values.believable(m["letters"], several=False):
            found.append((parts, m, letters))
    words = Counter(m["word"].strip() for _, m, _ in found)
    word, often = words.most_common(1)[0] if words else ("", 0)
    if often < max(_FEWEST, _SHARE * len(choices)) or (
        _OTHERS.search(word) or not _ANNOUNCES.search(word)
    ):
        return
    for parts, m, letters in found:
        if m["word"].strip() == word:
            start, end = parts.spans[-1]
            decide(parts, letters, "answer:word")
            if more := sheet.verbatim(m.end(), end):
                parts.explanation = "\n".join(t for t in (more, parts.explanation) if t)
            parts.spans[-1] = (start, m.start())
            parts.options[-1] = sheet.verbatim(start, m.start())
