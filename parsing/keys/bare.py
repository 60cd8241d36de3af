"""Keys that regularity shows: bare around options, ticks behind statements, T and F."""

import re
from collections.abc import Sequence

from parsing.keys import values as answer_values
from parsing.keys.values import LETTERS, truth
from parsing.records import ALPHABET, Draft, Parts, decide, declare, reword
from parsing.source_text import Sheet, fold

DIGITS = re.compile(r"[\d.%★☆]+")
SEVERAL = 3  # questions that show a habit of the page
_STEM_LETTERS = re.compile(r"(?<=[\u3400-\u9fff\s,。.?:)_])(?P<letters>[A-H]{1,6})\s?[。.?？]?\s*$")
_LETTERS_ALONE = re.compile(rf"(?:[(]?0\s?[).、]\s?)?{LETTERS}\s*[。.]?")  # (1)C below question 1
_LABEL = re.compile(r"[^:\n]{2,10}:")
_TICK_LAST = re.compile(
    r"(?<=[^\s√×✓✗✔✘])(?:\s*(?P<tick>[√×✓✗✔✘])"
    r"|\s*\n\s*(?P<word>对|错|正确|错误)[。.]?|\s+(?P<latin>True|False)[.]?)\s*$"
)
_TO_TICK = re.compile(r"\s+[_\s(]{0,9}True[_\s)/(]{1,12}False[_\s)]{0,9}$")  # ____True ____False
_LETTER_IN = re.compile(rf"[(\[【]\s{{0,6}}{LETTERS}\s{{0,6}}[)\]】]")
_KEY_BEHIND = re.compile(
    rf"\s*[(\[【]\s{{0,6}}(?P<letters>{LETTERS})\s{{0,6}}[)\]】]\s*[。.;]?\s*$"
)
_LETTERS_LAST = re.compile(r"(?<=[\u3400-\u9fff)。])[^\S\n]{1,9}(?P<letters>[A-H]{1,5})[^\S\n]*\Z")
_LETTERS_GLUED = re.compile(r"(?<=[\u3400-\u9fff)。])(?P<letters>[A-H]{1,5})[^\S\n]*\Z")
_UNLISTED = "doubt:answer_without_options"


def lines_below(sheet: Sheet, parts: Parts) -> list[tuple[int, str]]:
    """The lines below the first of a last option: place and form that recurs."""
    start, end = parts.spans[-1]
    first, *lines = sheet.text[start:end].split("\n")
    out, at, above = [], start + len(first), first
    for line in lines:
        bare = line.strip()
        if bare and above.strip():
            label = _LABEL.match(bare)
            out.append((at, label[0] if label else DIGITS.sub("0", bare)))
        above = above.strip() or bare
        at += len(line) + 1
    return out


def _keys_at_stems(choices: list[Parts]) -> None:
    """Letters that most stems end in, without a bracket: 众数是C。"""
    found = [
        (parts, m)
        for parts in choices
        if not parts.answer
        and (m := _STEM_LETTERS.search(parts.stem))
        and parts.offers(m["letters"])
        and answer_values.believable(m["letters"], several=False)
    ]
    if len(found) >= SEVERAL and len(found) * 10 >= 7 * len(choices):
        for parts, m in found:
            decide(parts, answer_values.letters_of(m["letters"]), "answer:stem_end")
            parts.stem = parts.stem[: m.start("letters")] + parts.stem[m.end("letters") :]


def _keys_behind(sheet: Sheet, choices: list[Parts]) -> None:
    """Letters in a bracket behind the last option of most questions."""
    found = []
    for parts in choices:
        start, end = parts.spans[-1]
        m = _KEY_BEHIND.search(sheet.text, max(start, end - 40), end)
        if m and len(_LETTER_IN.findall(sheet.text, start, end)) == 1:
            found.append((parts, m))
    keyed = len(found) + sum(parts.answered_in == "answer:bracket" for parts in choices)
    if keyed * 2 < len(choices) or (keyed < 2 and not choices[0].stem.endswith(("是", "为"))):
        return
    for parts, m in found:
        letters = answer_values.letters_of(m["letters"])
        if parts.offers(letters) and not parts.answer:
            decide(parts, letters, "answer:last_option")
            shorten(sheet, parts, m.start())


def _keys_on_line(
    sheet: Sheet, choices: list[Parts], pattern: re.Pattern[str], share: float
) -> None:
    """Letters at the end of most last options' lines, behind a blank or glued: D) 注意 C."""
    found = []
    for parts in choices:
        start, end = parts.spans[-1]
        line = sheet.text.find("\n", start, end)
        m = pattern.search(sheet.text, start, line if line >= 0 else end)
        given = _told(m["letters"], len(parts.options)) if m else ""
        if m and parts.offers(m["letters"]) and parts.answer in ("", given):
            found.append((parts, m, given))
    if len(found) < SEVERAL or len(found) < share * len(choices):
        return
    clicks = all(len(given) == len(parts.options) for parts, _, given in found)
    for parts, m, given in found:
        if sheet.text[m.end() : parts.spans[-1][1]].strip():
            cut(sheet, parts, m.end())
        if not clicks:
            decide(parts, given, "answer:last_option")
        shorten(sheet, parts, m.start())


def _told(letters: str, options: int) -> str:
    """The key among letters behind a last option: ABCDB repeats all of them for a click first."""
    every = ALPHABET[:options]
    letters = re.sub(r"[^A-H]", "", letters)
    return answer_values.letters_of(letters.removeprefix(every) or letters)


def _keys_below(sheet: Sheet, choices: list[Parts]) -> None:
    """Letters alone on the line below the options of several questions are their keys."""
    found = []
    for parts in choices:
        below = [] if parts.answer else lines_below(sheet, parts)
        if below and _LETTERS_ALONE.fullmatch(below[0][1]):
            found.append((parts, *below[0]))
    if len(found) < 2 and len(choices) > 1:
        return
    for parts, at, letters in found:
        if parts.offers(letters.strip()):
            end = parts.spans[-1][1]
            decide(parts, _told(letters, len(parts.options)), "answer:line")
            after = sheet.text.find("\n", at + 1, end)
            if after >= 0 and sheet.text[after:end].strip():
                texts = (sheet.verbatim(after, end), parts.explanation)
                parts.explanation = "\n".join(filter(None, texts))
            shorten(sheet, parts, at)


def cut(sheet: Sheet, parts: Parts, at: int) -> None:
    """Cut the last option off at a place, with a note."""
    parts.notes.append(f"dropped:tail {sheet.verbatim(at, parts.spans[-1][1])}")
    shorten(sheet, parts, at)


def shorten(sheet: Sheet, parts: Parts, at: int) -> None:
    """Let the last option end at a place."""
    start = parts.spans[-1][0]
    parts.spans[-1] = (start, at)
    parts.options[-1] = sheet.verbatim(start, at)


def keys_of_habit(sheet: Sheet, choices: list[Parts]) -> None:
    """Read letters that stand at the same place of most questions with options."""
    _keys_at_stems(choices)
    _keys_behind(sheet, choices)
    _keys_on_line(sheet, choices, _LETTERS_LAST, 0.7)
    _keys_on_line(sheet, choices, _LETTERS_GLUED, 0.9)
    _keys_below(sheet, choices)


def judge(drafts: Sequence[Draft]) -> None:
    """Read the verdicts of statements in the page's own way."""
    plain = [d for d in drafts if not d.parts.options]
    bare = [d for d in plain if d.format in ("TF", "")]
    for draft in bare:
        if ticks := _TO_TICK.search(draft.parts.stem):
            draft.parts.stem = draft.parts.stem[: ticks.start()]
            draft.parts.notes.append(f"dropped:type {ticks[0].strip()}")
            reword(draft.parts, truth(fold(draft.parts.answer)) or draft.parts.answer)
            declare(draft, "TF")
    # ticks and crosses behind statements, verdicts alone below them: …气质无好坏之分。√
    ends = [(d, m) for d in bare if not d.parts.answer and (m := _TICK_LAST.search(d.parts.stem))]
    shown = any(d.format == "TF" for d, _ in ends) or len(ends) >= SEVERAL
    for draft, tick in ends if shown and len(ends) * 2 >= len(bare) else ():
        decide(draft.parts, truth(fold(tick[tick.lastgroup or 0])), "answer:stem_end")
        draft.parts.stem = draft.parts.stem[: tick.start()]
        declare(draft, "TF")
    # F is 错 where others of the page are judged: 答案:T, 答案:F
    if any(d.parts.answer == "对" for d in bare):
        for draft in (d for d in bare if d.parts.answer.strip() == "F"):
            reword(draft.parts, "错", "answer:tag")
            draft.parts.notes = [n for n in draft.parts.notes if n != _UNLISTED]
            declare(draft, "TF")
