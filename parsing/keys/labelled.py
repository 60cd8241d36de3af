"""What a question's labels announce: its answer, its explanation, verdicts in free words.

Labels in, `Parts.answer` and `Parts.explanation` out; two places that differ leave it out.
"""

import re

from parsing.keys import values as answer_values
from parsing.keys.values import JUDGED, LETTERS, LETTERS_ONLY, Tag, open_value, truth, verdicts
from parsing.records import Parts, decide
from parsing.source_text import BLANKS, Sheet, fold

_LETTERS_AHEAD = re.compile(r"\s*(?P<letters>[A-H](?:[、,\s]{0,2}[A-H]){0,7})\s?[。.;,]")
_IN_BRACKETS = re.compile(r"\s{0,4}[(\[【](?P<letter>[A-H])[)\]】][^\S\n]?(?=\w)")
_GOES_ON = re.compile(r"\s*[;、,][^\S\n]*(?=\S)")
_APART = ("expl", "extra", "own", "fact")
_SENTENCE = 61  # characters: longer behind 知识点： is a sentence of the explanation
_CLEAN = " 。.,;:、\n"
_NONE = re.compile(r"\s{0,3}(?:无|略|暂无|空|没有)(?:答案)?\s{0,2}(?:$|[\n(。])")
_LED = re.compile(
    rf"\s{{0,3}}(?:(?:本题)?应?选[:择]?|(?:正确|参考)?答案[:为是]?)\s?(?P<letters>{LETTERS})(?=项?\s{{0,2}}(?:[.。,;\n]|$))"
)
_VERDICT_TOLD = re.compile(
    r"(?:答案|本题)(?:应?[为是选])?\s?:?(?P<sign>[√×])|(?:(?:因此|故|所以),?本?题?|本题|此题|题干|该|此)(?:的)?(?:说法|表述|观点|叙述)?(?:是)?(?P<word>正确|错误)(?:的)?(?=[。.;]|$)"
)


def read_answers(
    sheet: Sheet, tags: list[Tag], end: int, parts: Parts, form: str, skip: int
) -> None:
    """Read what labels announce; `skip` = where an answer above the options ends, else 0."""
    reasons: list[str] = []
    given = [i for i, t in enumerate(tags) if t.kind == "strong"]
    given = given or [i for i, t in enumerate(tags) if t.kind == "weak"]
    main = given[0] if given else -1
    if main > 0 and tags[main].kind == "weak" and any(t.kind == "expl" for t in tags[:main]):
        main = -1
    tags, given = _opened_twice(sheet.text, tags, given, main, parts)
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
        elif tag.kind == "expl" or tag.kind in ("strong", "weak"):
            j = _explained(sheet.text, tags, i, main)
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
    if not parts.answer and reason and not extra_text:
        _answer_in_reason(sheet.text, tags, parts, form)
    if parts.options:
        _second_keys(sheet, [tags[i] for i in given if i != main], end, parts)
        _key_in_words(sheet.text, tags, end, parts)
    elif not parts.answer and form in ("TF", ""):
        _verdict_in_words(sheet.text, tags, end, parts)


def _answer_in_reason(text: str, tags: list[Tag], parts: Parts, form: str) -> None:
    """答案解析:A。… gives both; so does an open question's 解析 where its 答案: is empty."""
    first = tags[0]
    both = first.kind == "expl" and "答" in text[first.start : first.end]
    empty = (
        len(tags) > 1
        and first.kind == "strong"
        and tags[1].kind == "expl"
        and not text[first.end : tags[1].start].strip(" \n()_。")
    )
    if not (both or empty):
        return
    if parts.options:
        found = _LETTERS_AHEAD.match(fold(parts.explanation)) if both else None
        letters = answer_values.letters_of(found["letters"]) if found else ""
        if found and letters and ord(letters[-1]) - 65 < len(parts.options):
            decide(parts, letters, "answer:tag")
            parts.explanation = parts.explanation[found.end() :].lstrip("\n" + BLANKS)
    elif form in ("TF", "") and (judged := JUDGED.match(fold(parts.explanation))):
        word = judged["in"] or judged["out"] or judged["word"]
        decide(parts, answer_values.truth(word), "answer:tag")
        parts.explanation = parts.explanation[judged.end() :]
    elif form in ("QA", "FILL") or (form == "" and both):
        decide(parts, parts.explanation, "answer:tag")
        parts.explanation = ""


def _opened_twice(
    text: str, tags: list[Tag], given: list[int], main: int, parts: Parts
) -> tuple[list[Tag], list[int]]:
    """Without one of two labels side by side: 答：答案要点：…, 正确答案选项:⏎参考答案:D"""
    apart = len(given) < 2 or given[1] != main + 1
    if apart or text[tags[main].end : tags[main + 1].start].strip():
        return tags, given
    gone = main + (not parts.options)  # an open answer keeps the first
    return [*tags[:gone], *tags[gone + 1 :]], [g - (g > main) for g in given if g != main + 1]


def _explained(text: str, tags: list[Tag], first: int, main: int) -> int:
    """The last of the labels that stand inside the explanation which one of them begins."""
    last = first
    while last + 1 < len(tags) and last + 1 != main:
        after = tags[last + 1]
        inside = after.kind == "fact" and _in_sentence(text, after, tags[first].end)
        if after.kind in _APART and not inside:
            break
        last += 1
    return last


def _key_in_words(text: str, tags: list[Tag], end: int, parts: Parts) -> None:
    """What an explanation says in free words: the key where none is printed, else a doubt."""
    first = next((t for t in tags if t.kind == "expl"), None)
    if first is None and not parts.answer:
        first = next((t for t in tags if t.kind == "strong"), None)
    if first is None:
        return
    found = verdicts(text, first.end, end)
    if led := _LED.match(text, first.end, end):
        found.add(answer_values.letters_of(led["letters"]))
    if not found:
        return
    if parts.answer and found != {parts.answer}:
        parts.notes.append(f"doubt:explanation_says {'/'.join(sorted(found))}")
    elif not parts.answer and len(found) == 1:
        decide(parts, found.pop(), "answer:explanation")
        parts.notes = [n for n in parts.notes if n != "doubt:answer_unclear"]


def _verdict_in_words(text: str, tags: list[Tag], end: int, parts: Parts) -> None:
    """What an explanation says of a statement: 故本题错误."""
    first = next((t for t in tags if t.kind == "expl"), None)
    told = {
        truth(m["sign"] or m["word"])
        for m in _VERDICT_TOLD.finditer(text, first.end if first else end, end)
    }
    if len(told) == 1:
        decide(parts, told.pop(), "answer:explanation")


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
    end = stop if end < 0 else end
    rule = "own_answer" if tag.kind == "own" else "page_fact"
    parts.notes.append(f"dropped:{rule} {sheet.read(tag.start, end)}")
    return end


def _value(sheet: Sheet, tag: Tag, stop: int, parts: Parts, form: str) -> str:
    """Set the answer from a tag's stretch; returns what is left of it: an explanation."""
    text, at = sheet.text, tag.end
    if not parts.options:
        return open_value(sheet, tag, stop, parts, form)
    if _NONE.match(text, at, stop):  # says that there is none
        parts.notes.append("doubt:answer_declared_none")
        said = text.find("无", at, stop) + 1 or at
        sheet.take(at, said + 1)
        return _rest(sheet, said, stop)
    if (reason := _worded(sheet, at, stop, parts)) is not None:
        sheet.take(at, stop)
        return reason
    m = answer_values.match_letters(text, at, stop)
    if m and not answer_values.believable(m["letters"], several=form == "MAQ"):
        parts.notes.append(f"doubt:answer_of_several {m['letters']}")
        return _rest(sheet, at, stop)
    listed = _next_option(text, at, parts)
    if m and not listed and text[m.end() : m.end() + 1] not in tuple("型类组族"):
        decide(parts, answer_values.letters_of(m["letters"]), "answer:tag")
        sheet.take(at, m.end())
        return _rest(sheet, m.end(), stop)
    if text[at:stop].strip():
        parts.notes.append("doubt:answer_unclear")
    return _rest(sheet, at, stop)


def _next_option(text: str, at: int, parts: Parts) -> bool:
    """Whether a label stands among the options: 【B】… 【本题答案】 【C】…"""
    found = _IN_BRACKETS.match(text, at)
    return found is not None and ord(found["letter"]) - 65 == len(parts.options)


# a short answer and why, as a sentence of its own: 答案:随机化。随机化使…
def _worded(sheet: Sheet, at: int, stop: int, parts: Parts) -> str | None:
    """An answer given by the options' words, with or without letters; what follows it."""
    text_at = sheet.text
    if LETTERS_ONLY.fullmatch(text_at, at, stop):
        return None
    while at < stop and text_at[at] in " [【「":
        at += 1
    plain = [fold(o) for o in parts.options]
    printed, flowing = sheet.raw(at, stop).strip(), sheet.verbatim(at, stop)
    if fold(printed[-1:]) in tuple("]】」"):
        printed = printed[:-1]
        flowing = flowing[:-1]
    found = []
    for text in dict.fromkeys((printed, flowing)):
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
        return rest.strip()
    decide(parts, letters, rule)
    return rest.lstrip("。.，,；;：:、\n" + BLANKS).rstrip("\n" + BLANKS)


def _rest(sheet: Sheet, at: int, stop: int) -> str:
    text = sheet.text
    while at < stop and text[at] in _CLEAN:
        at += 1
    if text.startswith("解析", at) and text[at - 1] == "\n":  # without a colon
        sheet.take(at, at + len("解析"))
        at += len("解析")
    piece = text[at:stop].strip()
    if piece.startswith("(") and piece.endswith(")"):
        begin = text.index("(", at) + 1
        return sheet.read(begin, begin - 1 + len(piece) - 1)
    return sheet.read(at, stop)
