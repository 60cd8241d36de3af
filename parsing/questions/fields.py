"""One question's stretch of text taken apart: stem, options, answer, explanation.

A stem is given without what stands around it: types, sources, points and keys in brackets.
"""

import re

from parsing import words
from parsing.keys import values as answer_values
from parsing.keys.labelled import read_answers
from parsing.keys.values import LETTERS, Tag
from parsing.questions import lettered as opts
from parsing.questions.brackets import stem_text
from parsing.records import ALPHABET, Parts, aside, decide
from parsing.source_text import NAMED, Sheet
from parsing.words import NAME, format_of

_TICKS = re.compile("[√✓✔☑]")
LABEL = re.compile(
    r"[\[【]\s?选\s?项\s?[\]】]\s?:?[*\s]*$|\n[^\S\n]*(?:-\s)?(?:选项|选択肢|备选答案|备选项|答案选项)\s?:?\s*$|(?:请?选择(?:一项(?:或多项)?|至少一个(?:答案)?))\s?:?\s*$|(?<![*★☆])[*★☆]\s*$"
)
_TYPE_BEHIND = re.compile(
    rf"\s*(?P<tag>[\[【]\s?{NAME}[^\]】\n]{{0,6}}[\]】]|(?<=\s){NAME}|[(]{NAME}[)](?=\s*\*))\s*\*?\s*$"
    r"|\s*[(]分值\s?:[^()\n]{0,6}[)]?\s*$|\s*[\[【](?P<bare>[单多]选|判断|不定项)[\]】]\s*\*?\s*$|(?<=[。?)\]】_])\s*[(](?P<mild>[单多]选|判断|不定项)[)]\s*$|\s+\*\s*$"
    r"|(?P<source>(?<=[)\]】〕_])\s?\d{1,2}-\d{1,3}|\s*[(]工作项目[^()\n]{1,24}[)]|\s*[(](?:[^()\n]{0,10}卷[^()\n]{0,4}"
    r"|(?:19|20)\d\d(?:年|[^\d()\s\n])[^()\n]{0,12}|[^()\d\n]{1,12}(?:19|20)\d\d[^()\n]{0,6})[)]|\s*[\[【][^\[\]【】\n]{0,16}(?:19|20)\d\d[^\[\]【】\n]{0,12}[\]】])\s*$"
)
_NUMBER_BEHIND = re.compile(r"\n\s*\d{1,3}\s?[.、]\s*$")
_SOURCE_AHEAD = re.compile(
    r"\s*(?:(?:19|20)\d\d\s?-\s?\d{1,3}\s?[.、]\s?(?=[\d\u3400-\u9fff])|[(][^()\n]{0,18}(?:19|20)\d\d[^()\n]{1,18}[)]|[\[【][^\[\]【】\n]{0,18}(?:19|20)\d\d[^\[\]【】\n]{0,18}[\]】])(?=\S{4})"
)
# sentences before a stem that say how its kind of question is built
_AGAIN_NUMBERED = re.compile(r"\s*第\s?\d{1,3}\s?题\s?[.、:]?\s?(?=\S{4})")  # behind a number
# believed only where most questions of the page have one (tails.SHARES)
_TOPIC_AHEAD = re.compile(
    r"\s*(?:[(](?!\d{1,2}[)]|[A-H]{1,4}\s?[)]|[对错√×])[^()\n\s][^()\n]{0,15}[)]"
    r"|[\[【](?!(?:\d{1,2}|\s?[A-H]{1,5}\s?)[\]】])[^\[\]【】\n\s][^\[\]【】\n]{0,15}[\]】])[^\S\n]*(?=\s{0,9}\S{4})"
)
_TOPIC_BEHIND = re.compile(
    r"(?<=\S)\s{0,3}(?:【(?!答|解)(?=[^【】\n]{0,12}[\u3400-\u9fff]{2})(?!\s?(?:正确|错误)\s?】)[^【】\n]{2,13}[^【】\n题]】|[(][^()|\n]{1,14}\|[^()|\n]{1,14}[)])\s*$"
)
_PAGE_BEHIND = re.compile(r"(?<=[。?？)）])\s{0,2}\d{0,2}[Pp]\d{1,4}(?:X\d{1,2})?\s*$")
_ORIGIN_BEHIND = re.compile(
    r"\s*[(](?:(?:19|20)\d\d|[^()\n]{0,8}(?:模拟题?|真题|预测题?|改编)|对/错|正确/错误)[)]\s*$"
    r"|(?<=[。)])\s{0,3}(?:正确\s?[/、]?\s?错误|对\s?[/、]?\s?错|错误\s?[/、]?\s?正确)\s*$"
)
_SOURCE_KEY = re.compile(
    rf"\s*[\[【][^\[\]【】\n]{{0,16}}(?:19|20)\d\d[^\[\]【】\n]{{0,12}}[\]】]\s*[(]\s*(?P<letters>{LETTERS})\s*[)]\s*$"
)
_BULLET = re.compile(rf"\s*(?:[{words.BULLETS}]\s+|[★☆]\s*(?=\w))")
_OCR_STOP = re.compile(r"(?<=[)\]】])\s?[oO0]\s*$")  # read for 。
_BULLET_LAST = re.compile(
    rf"(?:\n[^\S\n]*[{words.BULLETS}]|[^\S\n][•●◆])[^\S\n]*$"
)  # of the label's line below
_SCORE = re.compile(
    r"\s*[(\[【]?\s?(?:score\s?:|分\s?数\s?:\s?|本[小大]?题\s?)\d[\d.\s]{0,6}分?\s?[)\]】][\s_]*$"
)
_POINTS = re.compile(r"\s*\(\s?\d{1,2}(?:\.\d)?\s?分\s?\)\s*$")
_CLOSING = frozenset(")]】_")
_TYPE_LAST = _CLOSING | set("*:念择断析空答词误述选释错项题型0123456789")
# what may stand behind a stem, outermost first: its note, whether it is noted at all (None), for
# good (True) or only if most questions have it (False), its last characters, pattern, longest reach
_BEHIND = (
    ("origin", False, None, _ORIGIN_BEHIND, 24),
    ("stop", False, None, _OCR_STOP, 8),
    ("bullet", None, None, _BULLET_LAST, 12),
    ("label", None, _CLOSING | set("项案个:*★☆"), LABEL, 20),
    ("number", None, frozenset(".、"), _NUMBER_BEHIND, 24),
    ("page", False, frozenset("0123456789"), _PAGE_BEHIND, 24),
    ("topic", False, _CLOSING, _TOPIC_BEHIND, 36),
    ("score", True, _CLOSING, _SCORE, 24),
    ("score", False, _CLOSING, _POINTS, 24),
)
_AHEAD = (("type", _AGAIN_NUMBERED), ("source", _SOURCE_AHEAD), ("topic", _TOPIC_AHEAD))


def dissect(sheet: Sheet, start: int, end: int, tags: list[Tag], form: str) -> Parts:
    """Take a question apart. `start` lies behind its number, `tags` lie inside the stretch."""
    text = sheet.text
    parts = Parts()
    head_end = tags[0].start if tags else end
    parts.head = (start, head_end)
    found, below = opts.find(text, start, head_end), 0
    if form in ("QA", "TF", "FILL") and all(o.style in ("bare", "own", ",") for o in found):
        found = []  # points of the text: lists, (A因素 …)
    guessed = all(o.style == "bare" and not o.bol for o in found)
    keyed = guessed and tags and tags[0].kind in ("strong", "weak")
    if keyed and (after := _options_after(text, tags, end)):
        found, below = after, text.find("\n", tags[0].end)  # where the answer ends
    stem_end = head_end
    if found and not below:
        tick = opts.tick_before(text, found[0].pos)
        stem_end = found[0].pos if tick is None else tick
    for tag in tags:
        sheet.take(tag.start, tag.end)
    if found:
        stop = head_end if not below else tags[1].start if len(tags) > 1 else end
        sheet.take(max(o.end for o in found), stop)
        _read_options(sheet, found, parts)
    parts.stem = read_stem(sheet, start, stem_end, parts, form)
    read_answers(sheet, tags, end, parts, form, below)
    return parts


def _read_options(sheet: Sheet, found: list[opts.Option], parts: Parts) -> None:
    """Set the options' texts and what their ticks say."""
    read = opts.texts(sheet, found)
    parts.options, parts.spans, ticked = read.texts, read.spans, read.ticked
    if not any(parts.options):  # a row of bare letters: the texts stand elsewhere
        if ticked:
            decide(parts, "".join(found[i].letter for i in ticked), "answer:tick")
        parts.options, ticked = [], []
    parts.notes += [f"dropped:score {c}" for c in read.cut]
    placed = "lined" if all(o.bol for o in found) else "run"
    mixed = "_mixed" if len({o.style for o in found}) > 1 else ""
    parts.notes.append(f"options:{placed}{mixed}")
    if [o.pos for o in found] != sorted(o.pos for o in found):
        parts.notes.append("doubt:options_reordered")
    if _TICKS.search("".join(parts.options)):
        parts.notes.append("doubt:answer_unclear")  # a tick inside: options split wrongly
    elif ticked:
        looks = {look for o in found if (look := sheet.marked(o.pos, o.end))}
        letters = "".join(ALPHABET[i] for i in ticked)
        decide(parts, letters, "answer:mark" if looks else "answer:tick")
        parts.notes += [f"doubt:answer_by_look {look}" for look in sorted(looks - {NAMED})]


def _options_after(text: str, tags: list[Tag], end: int) -> list[opts.Option]:
    """Options below the answer line, where the answer stands between stem and options."""
    stop = tags[1].start if len(tags) > 1 else end
    line = text.find("\n", tags[0].end, stop)
    found = opts.find(text, line, stop) if line >= 0 else []
    first = bool(found) and found[0].bol and not LABEL.sub("", text[line : found[0].pos]).strip()
    return found if first else []


def read_stem(sheet: Sheet, start: int, end: int, parts: Parts, form: str) -> str:
    """The stem of a stretch; a key in its bracket, its type and what was cut go to `parts`."""
    text = sheet.text
    sheet.take(start, end)
    if found := _BULLET.match(text, start, end):
        start = found.end()
    for kind, pattern in _AHEAD:
        if found := pattern.match(text, start, end):
            aside(parts, kind, sheet.raw(*found.span()), ahead=True)
            start = found.end()
    if parts.options and (found := _SOURCE_KEY.search(text, max(start, end - 60), end)):
        decide(parts, answer_values.letters_of(found["letters"]), "answer:bracket")
        parts.notes.append(f"dropped:source {sheet.raw(*found.span()).strip()}")
        end = found.start()
    for kind, surely, lasts, pattern, reach in _BEHIND:
        if lasts and _last(text, start, end) not in lasts:
            continue
        if found := pattern.search(text, max(start, end - reach), end):
            printed = sheet.raw(found.start(), end)
            if surely:
                parts.notes.append(f"dropped:{kind} {printed.strip()}")
            elif surely is False:
                aside(parts, "verdicts" if kind == "origin" and "错" in printed else kind, printed)
            end = found.start()
    return stem_text(sheet, start, _without_type(sheet, start, end, parts), parts, form)


def _without_type(sheet: Sheet, start: int, end: int, parts: Parts) -> int:
    """Where a stem ends before its type's name and its source, which are noted."""
    text = sheet.text
    typed = _last(text, start, end) in _TYPE_LAST
    while typed and (found := _TYPE_BEHIND.search(text, max(start, end - 40), end)):
        if found.start() <= start:
            break
        named = found["tag"] or found["bare"] or found["mild"] or ""
        parts.declared = parts.declared or format_of(named)
        if found["source"]:
            aside(parts, "source", sheet.raw(found.start(), end))
        else:
            parts.notes.append(f"dropped:type {sheet.raw(found.start(), end).strip()}")
        end = found.start()
    return end


def _last(text: str, start: int, end: int) -> str:
    """The last character of a stretch that is no blank."""
    return text[max(start, end - 24) : end].rstrip()[-1:]
