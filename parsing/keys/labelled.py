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
_APART = ("expl", "extra", "own", "fact")
_SENTENCE = 61  # characters: longer behind 知识点： is a sentence of the explanation
_CLEAN = " 。.,;:、\n"
_NONE = re.compile(r"\s{0,3}(?:无|略|暂无|空|没有)(?:答案)?\s{0,2}(?:$|[\n(。])")
_LED = re.compile(
    rf"\s{{0,3}}(?:(?:本题)?应?选[:择]?|(?:正确|参考)?答案[:为是]?)\s?(?P<letters>{LETTERS})(?=项?\s{{0,2}}(?:[.。,;\n]|$))"
)


def read_answers(
    sheet: Sheet, tags: list[Tag], end: int, parts: Parts, form: str, skip: int
) -> None:
    """Read what labels announce; `skip` = where an answer above the options ends, else 0."""
    text = sheet.text
    given = [i for i, t in enumerate(tags) if t.kind == "strong"]
    given = given or [i for i, t in enumerate(tags) if t.kind == "weak"]
    main = given[0] if given else -1
    if main > 0 and tags[main].kind == "weak" and any(t.kind == "expl" for t in tags[:main]):
        main = -1
    twice = len(given) > 1 and given[1] == main + 1  # 答：答案要点：…, 正确答案选项:⏎参考答案:D
    if twice and not text[tags[main].end : tags[main + 1].start].strip():
        gone = main + (not parts.options)  # an open answer keeps the first
        tags = [*tags[:gone], *tags[gone + 1 :]]
        given = [g - (g > main) for g in given if g != main + 1]
    stops = [t.start for t in tags[1:]] + [end]
    limit = (skip or stops[main]) if main >= 0 else end
    reasons, extra = _reasons(sheet, tags, stops, main, limit, parts, form)
    parts.explanation = "\n".join(r for r in [*extra, *reasons] if r)
    if not parts.answer and parts.explanation and not extra:
        _answer_in_reason(text, tags, parts, form)
    if parts.options:
        for tag in (tags[i] for i in given if i != main and tags[i].kind == "strong"):
            again = answer_values.VALUE.match(text, tag.end, end)
            letters = answer_values.letters_of(again["letters"]) if again else ""
            if parts.answer and letters not in ("", parts.answer):  # left out: they differ
                decide(parts, letters, "answer:tag")
        _key_in_words(text, tags, end, parts)


def _reasons(
    sheet: Sheet,
    tags: list[Tag],
    stops: list[int],
    main: int,
    limit: int,
    parts: Parts,
    form: str,
) -> tuple[list[str], list[str]]:
    """Read the labels' stretches; the explanations, and further facts of the question.

    `main` = the label whose answer is the key, which ends at `limit`.
    """
    text, reasons, extra = sheet.text, list[str](), list[str]()
    i = 0
    while i < len(tags):
        tag, stop = tags[i], stops[i]
        if i == main:
            rest = _value(sheet, tag, limit, parts, form)
            reasons += [rest] if rest else []
        elif tag.kind in ("expl", "strong", "weak"):
            i = _explained(text, tags, i, main)
            reasons.append(sheet.read(tag.end if tag.kind == "expl" else tag.start, stops[i]))
        elif tag.kind in ("own", "fact"):
            below = text.find("\n", tag.end, stop)
            below = below if below >= 0 else stop
            rule = "own_answer" if tag.kind == "own" else "page_fact"
            parts.notes.append(f"dropped:{rule} {sheet.read(tag.start, below)}")
            if reasons and text[below:stop].strip():
                reasons.append(sheet.read(below, stop))
        else:
            extra.append(sheet.read(tag.start, stop))
        i += 1
    return reasons, extra


def _answer_in_reason(text: str, tags: list[Tag], parts: Parts, form: str) -> None:
    """答案解析:A。… gives both; so does an open question's 解析 where its 答案: is empty."""
    first, said = tags[0], fold(parts.explanation)
    both = first.kind == "expl" and "答" in text[first.start : first.end]
    empty = first.kind == "strong" and len(tags) > 1 and tags[1].kind == "expl"
    if not (both or (empty and not text[first.end : tags[1].start].strip(" \n()_。"))):
        return
    if parts.options:
        found = _LETTERS_AHEAD.match(said) if both else None
        letters = answer_values.letters_of(found["letters"]) if found else ""
        if found and ord(letters[-1]) - 65 < len(parts.options):
            decide(parts, letters, "answer:tag")
            parts.explanation = parts.explanation[found.end() :].lstrip("\n" + BLANKS)
    elif form in ("TF", "") and (judged := JUDGED.match(said)):
        decide(parts, truth(judged[judged.lastgroup or "word"]), "answer:tag")
        parts.explanation = parts.explanation[judged.end() :]
    elif form in ("QA", "FILL") or (form == "" and both):
        decide(parts, parts.explanation, "answer:tag")
        parts.explanation = ""


def _explained(text: str, tags: list[Tag], first: int, main: int) -> int:
    """The last of the labels that stand inside the explanation which one of them begins."""
    last = first
    while last + 1 < len(tags) and last + 1 != main:
        after = tags[last + 1]
        # 知识点： stands inside an explanation's own line, or heads a whole sentence
        said = text[after.end : after.end + _SENTENCE]
        sentence = len(said) == _SENTENCE and "\n" not in said
        inside = sentence or text.rfind("\n", tags[first].end, after.start) < 0
        if after.kind in _APART and not (after.kind == "fact" and inside):
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
    m = answer_values.VALUE.match(text, at, stop)
    among = _IN_BRACKETS.match(text, at)  # the options: 【B】… 【本题答案】 【C】…
    listed = among is not None and ord(among["letter"]) - 65 == len(parts.options)
    if m and not answer_values.believable(m["letters"], several=form == "MAQ"):
        parts.notes.append(f"doubt:answer_of_several {m['letters']}")
    elif m and not listed and text[m.end() : m.end() + 1] not in tuple("型类组族"):
        decide(parts, answer_values.letters_of(m["letters"]), "answer:tag")
        sheet.take(at, m.end())
        at = m.end()
    elif text[at:stop].strip():
        parts.notes.append("doubt:answer_unclear")
    return _rest(sheet, at, stop)


def _worded(sheet: Sheet, at: int, stop: int, parts: Parts) -> str | None:
    """An answer given by the options' words, with or without letters; what follows it."""
    text = sheet.text
    if LETTERS_ONLY.fullmatch(text, at, stop):
        return None
    while at < stop and text[at] in " [【「":
        at += 1
    plain = [fold(o) for o in parts.options]
    ways = [sheet.raw(at, stop).strip(), sheet.verbatim(at, stop)]  # as printed, and flowing
    if fold(ways[0][-1:]) in tuple("]】」"):
        ways = [way[:-1] for way in ways]
    found = []
    for way in dict.fromkeys(ways):
        first = fold(way.split("\n", 1)[0]).strip()
        marked = way == ways[0] or first[1:2] in tuple(".、:")
        if letters := answer_values.from_text(first, plain):
            found.append((letters, "answer:text", way[len(first) :]))
        elif marked and (both := answer_values.lettered_text(fold(way), plain)):
            found.append((both[0], "answer:tag", way[both[1] :]))
    if not found:
        return None
    letters, rule, rest = max(found, key=lambda one: len(one[0]))
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
