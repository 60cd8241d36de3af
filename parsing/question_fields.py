"""One question's stretch of text taken apart: stem, options, answer, explanation."""

import re

from parsing import answer_values
from parsing import options as opts
from parsing.answer_labels import Tag
from parsing.parts import Parts, decide
from parsing.source_text import BLANKS, Sheet, fold
from parsing.stems import LABEL, read_stem
from parsing.verdicts import key_in_words, verdict_in_words

_VERDICT_LINE = re.compile(r"\n[^\S\n]*(?P<word>正确|错误|对|错|[√×])\s*$")
_JUDGED = re.compile(
    r"\s*(?:[(\[【]\s*(?P<in>[√×✓✗✔✘∨]|对|错|正确|错误)\s*[)\]】]|(?P<out>[√×✓✗✔✘]))"
    r"\s*[,.。;:]?\s*(?=\S{2})"
)
_TICKS = re.compile("[√✓✔☑]")
_OCR_TICK = re.compile(r"\s[VvJ]$")
_LETTERS_ONLY = re.compile(r"[\s\[【「(]*[A-H](?:[、,\s]{0,2}[A-H]){0,7}[\s\]】」).。]*")
_BLANK_AHEAD = re.compile(r"[(]\s{0,20}[)][。.]?\s{0,40}$")
_GOES_ON = re.compile(r"\s*[;、,]\s*(?:[A-H]\s?[.、:])?")
_GIVEN = ("strong", "qa")
_APART = ("expl", "extra", "own", "fact")
_SENTENCE = 61  # characters: what is longer behind 知识点： is a sentence of the explanation
_CLEAN = " 。.,;:、\n"


def dissect(sheet: Sheet, start: int, end: int, tags: list[Tag], form: str) -> Parts:
    """Take a question apart. `start` lies behind its number, `tags` lie inside the stretch."""
    text = sheet.text
    parts = Parts()
    tags = _announcing(text, tags)
    head_end = tags[0].start if tags else end
    found = opts.find(text, start, head_end)
    if not found and tags and (inside := _inside_stem(text, tags, end)):
        tags = tags[1:]
        found, head_end = inside, tags[0].start if tags else end
    if form in ("QA", "TF", "FILL") and all(o.style in ("bare", "own") for o in found):
        found = []  # points of the text: lists, (A因素 …)
    ends = head_end
    guessed = all(o.style == "bare" and not o.bol for o in found)
    if guessed and tags and tags[0].kind in ("strong", "weak"):
        below, at = _options_after(text, tags, end)
        found, ends = (below, at) if below else (found, ends)
    parts.head = (start, head_end)
    stem_end = head_end
    if found and ends == head_end:
        tick = opts.tick_before(text, found[0].pos)
        stem_end = found[0].pos if tick is None else tick
    for tag in tags:
        sheet.take(tag.start, tag.end)
    if found:
        letters_end = tags[1].start if ends != head_end and len(tags) > 1 else end
        sheet.take(max(o.end for o in found), head_end if ends == head_end else letters_end)
        read = opts.texts(sheet, found)
        parts.options, parts.spans, ticked = read.texts, read.spans, read.ticked
        parts.doubled = read.doubled
        if not any(parts.options):  # a row of bare letters: the texts stand elsewhere
            if ticked:
                decide(parts, "".join(found[i].letter for i in ticked), "answer:tick")
            parts.options, ticked = [], []
        parts.stretch = (found[0].pos, found[-1].end)
        parts.notes += [f"dropped:score {c}" for c in read.cut]
        styles = {o.style for o in found}
        parts.notes.append(
            "options:"
            + ("lined" if all(o.bol for o in found) else "run")
            + ("" if len(styles) == 1 else "_mixed")
        )
        if [o.pos for o in found] != sorted(o.pos for o in found):
            parts.notes.append("doubt:options_reordered")
        if sum(len(_TICKS.findall(option)) for option in parts.options):
            parts.notes.append("doubt:answer_unclear")  # a tick inside: options split wrongly
        elif ticked:
            parts.answer = "".join(answer_values.ALPHABET[i] for i in ticked)
            parts.answered_in = "answer:tick"
            if any(sheet.marked(o.pos, o.end) for o in found):
                parts.answered_in = "answer:mark"
    if not parts.options and form in ("TF", "") and tags and tags[0].kind == "expl":
        stem_end = _verdict_above(sheet, start, stem_end, parts)
    parts.stem = read_stem(sheet, start, stem_end, parts, form)
    _answers(sheet, tags, end, parts, form, ends if ends != head_end else 0)
    return parts


def _announcing(text: str, tags: list[Tag]) -> list[Tag]:
    """The labels without those that are words of another's text."""
    while len(tags) > 1 and tags[0].kind == "weak" and tags[1].kind == "strong":
        tags = tags[1:]
    first = next((i for i, t in enumerate(tags) if t.kind in _GIVEN), len(tags))
    return [
        t
        for i, t in enumerate(tags)
        if i <= first or t.kind != "weak" or text[t.start - 1] == "\n" or text[t.start] in " "
    ]


def _inside_stem(text: str, tags: list[Tag], end: int) -> list[opts.Option]:
    """The options below a stem that holds a label itself: 可能的答案是：… 这属于（ ）A. … B. …"""
    at = tags[0].end
    if tags[0].kind != "strong" or text[tags[0].start - 1] == "\n":
        return []
    found = opts.find(text, at, tags[1].start if len(tags) > 1 else end)
    return found if found and _BLANK_AHEAD.search(text, at, found[0].pos) else []


def _verdict_above(sheet: Sheet, start: int, end: int, parts: Parts) -> int:
    """错误 at the line's start right before 【解析】; returns where the stem ends."""
    found = _VERDICT_LINE.search(sheet.text, start, end)
    if not found or found.start() <= start:
        return end
    decide(parts, answer_values.truth(found["word"]), "answer:line")
    return found.start()


def _options_after(text: str, tags: list[Tag], end: int) -> tuple[list[opts.Option], int]:
    """Options below the answer line, where the answer stands between stem and options."""
    stop = tags[1].start if len(tags) > 1 else end
    line = text.find("\n", tags[0].end, stop)
    if line < 0:
        return [], 0
    found = opts.find(text, line, stop)
    gap = text[line : found[0].pos] if found else ""
    if found and found[0].bol and not LABEL.sub("", gap).strip():
        return found, line
    return [], 0


def _answers(sheet: Sheet, tags: list[Tag], end: int, parts: Parts, form: str, skip: int) -> None:
    reasons: list[str] = []
    given = [i for i, t in enumerate(tags) if t.kind in ("strong", "qa")]
    given = given or [i for i, t in enumerate(tags) if t.kind == "weak"]
    main = given[0] if given else -1
    if main > 0 and tags[main].kind == "weak" and any(t.kind == "expl" for t in tags[:main]):
        main = -1
    if not parts.options and len(given) > 1 and given[1] == main + 1:
        opened, again = tags[main], tags[main + 1]
        if not sheet.text[opened.end : again.start].strip():  # 答：答案要点：…
            tags = [*tags[: main + 1], *tags[main + 2 :]]
            given = [g - (g > main) for g in given if g != main + 1]
    stops = [t.start for t in tags[1:]] + [end]
    extra_text: list[str] = []
    i = 0
    while i < len(tags):
        tag, stop = tags[i], stops[i]
        if i == main:
            limit = skip or stop
            rest = _value(sheet, tag, limit, parts, form)
            if rest:
                reasons.append(rest)
        elif tag.kind == "expl" or (tag.kind in ("strong", "weak", "qa")):
            j = i
            while (
                j + 1 < len(tags)
                and j + 1 != main
                and (
                    tags[j + 1].kind not in _APART
                    or (
                        tags[j + 1].kind == "fact"
                        and _in_sentence(sheet.text, tags[j + 1], tag.end)
                    )
                )
            ):
                j += 1
            begin = tag.end if tag.kind == "expl" else tag.start
            reasons.append(sheet.read(begin, stops[j]))
            i = j
        elif tag.kind in ("own", "fact"):
            below = _dropped(sheet, tag, stop, parts)
            if reasons and sheet.text[below:stop].strip():
                reasons.append(sheet.read(below, stop))
        else:
            extra_text.append(sheet.read(tag.start, stop))
        i += 1
    reason = "\n".join(r for r in [*extra_text, *reasons] if r)
    parts.explanation = reason
    if parts.options:
        _second_keys(sheet, [tags[i] for i in given if i != main], end, parts)
        key_in_words(sheet.text, tags, end, parts)
        _clear_ticks(parts)
    elif not parts.answer and form in ("TF", ""):
        verdict_in_words(sheet.text, tags, end, parts)


def _second_keys(sheet: Sheet, more: list[Tag], end: int, parts: Parts) -> None:
    """Further answer labels with other letters leave the key out."""
    for tag in more:
        again = answer_values.match_letters(sheet.text, tag.end, end)
        letters = answer_values.letters_of(again["letters"]) if again else ""
        if tag.kind == "strong" and parts.answer and letters and letters != parts.answer:
            decide(parts, letters, "answer:tag")


def _in_sentence(text: str, fact: Tag, start: int) -> bool:
    """Whether 知识点： stands inside an explanation's own line, or heads a whole sentence."""
    line = text.rfind("\n", start, fact.start) + 1
    said = text[fact.end : fact.end + _SENTENCE]
    return not line or (len(said) == _SENTENCE and "\n" not in said)


def _dropped(sheet: Sheet, tag: Tag, stop: int, parts: Parts) -> int:
    """Note what a reader chose or what the page says besides; returns where it ends."""
    text = sheet.text
    end = text.find("\n", tag.end, stop)
    if end >= 0 and tag.kind == "own" and not text[tag.end : end].strip():
        end = text.find("\n", end + 1, stop)
    end = stop if end < 0 else end
    rule = "own_answer" if tag.kind == "own" else "page_fact"
    parts.notes.append(f"dropped:{rule} {sheet.read(tag.start, end)}")
    return end


def _clear_ticks(parts: Parts) -> None:
    """Cut ticks that OCR read as V or J, where they agree with the answer."""
    marked = [i for i, text in enumerate(parts.options) if _OCR_TICK.search(text)]
    if marked and "".join(answer_values.ALPHABET[i] for i in marked) == parts.answer:
        for i in marked:
            parts.options[i] = _OCR_TICK.sub("", parts.options[i])
        parts.notes.append("options:tick_cut")


def _value(sheet: Sheet, tag: Tag, stop: int, parts: Parts, form: str) -> str:
    """Set the answer from a tag's stretch; returns what is left of it: an explanation."""
    text, at = sheet.text, tag.end
    if not parts.options:
        return _open_value(sheet, tag, stop, parts, form)
    if answer_values.no_answer(text, at, stop):
        parts.notes.append("doubt:answer_declared_none")
        said = text.find("无", at, stop) + 1 or at
        sheet.take(at, said + 1)
        return _rest(sheet, said, stop)
    if worded := _worded(sheet, at, stop, parts):
        sheet.take(at, stop)
        return worded[0]
    m = answer_values.match_letters(text, at, stop)
    if m and not answer_values.believable(m["letters"], several=form == "MAQ"):
        parts.notes.append(f"doubt:answer_of_several {m['letters']}")
        return _rest(sheet, at, stop)
    if m and text[m.end() : m.end() + 1] not in tuple("型类组族"):
        return _settle(
            sheet, parts, answer_values.letters_of(m["letters"]), "answer:tag", m.end(), stop, at
        )
    if text[at:stop].strip():
        parts.notes.append("doubt:answer_unclear")
    return _rest(sheet, at, stop)


def _open_value(sheet: Sheet, tag: Tag, stop: int, parts: Parts, form: str) -> str:
    """The answer of a question without options; returns what cannot be one."""
    text, at = sheet.text, tag.end
    whole = sheet.read(at, stop)
    said = text[at:stop].strip()
    if form in ("TF", "") and (judged := _JUDGED.match(text, at, stop)):
        decide(parts, answer_values.truth(judged["in"] or judged["out"]), "answer:tag")
        return sheet.verbatim(judged.end(), stop)
    if form == "FILL" and said.startswith("(") and said.endswith(")") and said.count("(") == 1:
        whole = whole[1:-1].strip()
    verdict = answer_values.truth(said) if stop - at < 12 else ""
    if verdict and (form == "TF" or (form == "" and said not in ("A", "B"))):
        whole = verdict
    letters = answer_values.match_letters(text, at, stop)
    if form in ("FILL", "QA"):
        letters = None
    if form in ("SCQ", "MAQ", "INDEF") or (letters and "\n" in text[letters.end() : stop]):
        if not letters or text[letters.end() : stop].strip(" 。.\n"):
            parts.notes.append("doubt:answer_without_options")
            return whole
        whole = answer_values.letters_of(letters["letters"])
    decide(parts, whole, "answer:tag")
    return ""


def _worded(sheet: Sheet, at: int, stop: int, parts: Parts) -> tuple[str] | None:
    """An answer given by the options' words, with or without letters; what follows it."""
    text_at = sheet.text
    if _LETTERS_ONLY.fullmatch(text_at, at, stop):
        return None
    while at < stop and text_at[at] in " [【「":
        at += 1
    plain = [fold(o) for o in parts.options]
    printed, flowing = sheet.raw(at, stop).strip(), sheet.verbatim(at, stop)
    if fold(printed[-1:]) in tuple("]】」"):
        printed = printed[:-1]
        flowing = flowing[:-1]
    quoted = printed[1:-1] if printed[:1] == "“" and printed[-1:] == "”" else printed
    found = []
    for text in dict.fromkeys((printed, flowing, quoted)):
        first = fold(text.split("\n", 1)[0]).strip()
        marked = text is not flowing or first[1:2] in tuple(".、:")
        if letters := answer_values.from_text(first, plain):
            found.append((letters, "answer:text", text[len(first) :]))
        elif marked and (both := answer_values.lettered_text(fold(text), plain)):
            found.append((both[0], "answer:tag", text[both[1] :]))
    if not found:
        return None
    letters, rule, rest = max(found, key=lambda one: len(one[0]))
    if _GOES_ON.match(fold(rest)):  # a part of it could not be matched
        parts.notes.append("doubt:answer_unclear")
        return (rest.strip(),)
    decide(parts, letters, rule)
    return (_unwrapped(rest),)


def _unwrapped(reason: str) -> str:
    reason = reason.lstrip("。.，,；;：:、\n" + BLANKS).rstrip("\n" + BLANKS)
    if fold(reason[:1]) == "(" and fold(reason[-1:]) == ")":
        return reason[1:-1]
    return reason


def _settle(
    sheet: Sheet, parts: Parts, letters: str, rule: str, at: int, stop: int, start: int
) -> str:
    decide(parts, letters, rule)
    sheet.take(start, at)
    return _rest(sheet, at, stop)


def _rest(sheet: Sheet, at: int, stop: int) -> str:
    text = sheet.text
    while at < stop and text[at] in _CLEAN:
        at += 1
    piece = text[at:stop].strip()
    if piece.startswith("(") and piece.endswith(")"):
        begin = text.index("(", at) + 1
        return sheet.read(begin, begin - 1 + len(piece) - 1)
    return sheet.read(at, stop)
