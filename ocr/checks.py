"""Does a question look as a printed one does? Structure tells misreadings, scores do not.

Reasons are data; each lowers the confidence by its weight, and stands in the question's notes.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cpsyexam.taxonomy import LETTERS, positions
from parsing import Printed
from parsing.confidence import question_signs, risk

WEIGHTS = {
    "answer_beyond_options": 0.5,
    **dict.fromkeys(("options_missing", "verdict_unclear", "answer_runs_on", "blank_judged"), 0.4),
    "option_empty": 0.35,
    **dict.fromkeys((
        "number_missing", "options_alike", "answer_missing", "stem_short", "answers_disagree",
        "key_used_twice", "statement_goes_on",
    ), 0.3),
    **dict.fromkeys((
        "number_out_of_sequence", "number_in_stem", "numbers_missing_after", "answer_count",
        "blank_open", "text_after_options", "option_long", "option_gap", "stray_line",
        "answer_ticked", "answer_one_character", "read_again", "text_dropped", "answer_on_blank",
        "material_missing", "looks_torn", "blank_missing",
    ), 0.25),
    "unlikely_character": 0.15,
    **dict.fromkeys(("brackets_unbalanced", "blank_guessed", "low_score"), 0.1),
}  # fmt: skip
# Learnt risk of a question as its texts look (parsing.confidence) from which it is doubted. Half of
# the written books choose 0.05; of the other half 23 % are held then, none of the rest faulty.
_RISK = 0.05
_LEFT_OPEN = re.compile(r"[（(【\[][^）)】\]\n]{0,6}$")  # the blank at a stem's end
_BLANK = re.compile(r"[（(]\s*[）)]|_{2,}|[?？]")
MANY, RARE = 20, 0.1  # questions with options that show a habit, and the share without a blank
TOLD = 12  # characters of an answer that explains a term
_NOTED = {  # notes of the grammar that are doubts here
    "answer_ticked": "answer:tick",
    "answers_disagree": "doubt:answers_disagree",
    "key_used_twice": "doubt:key_used_twice",
    "text_dropped": "dropped:tail",
    "read_again": "doubt:read_again",
}
_PAIRS = (("（", "）"), ("“", "”"), ("《", "》"), ("【", "】"))
_UNLIKELY = re.compile(
    r"[^\u3400-\u9fff\u3000-\u303f\uff00-\uffef\u2010-\u2027\u2030-\u205f"
    r"\u2070-\u209f\u2150-\u218f\u2190-\u22ff\u2460-\u24ff\u0391-\u03c9\u00c0-\u00ff"
    r"\x20-\x7e\n°±²³×÷·√✓✗■□△▲◆○●℃％]"
)
_OPTION = re.compile(r"^\s*[(（]?\s*[A-Ha-h①-⑧]\s*[.．、·:：)）,，]|^\s*[A-H]\s*$")
_INNER = re.compile(r"[(（]\s*[B-H]\s*[)）]|[\s　][B-H]\s*[.．、]")  # options run on
_TAGGED = re.compile(
    r"^\s*(?:\d{1,3}\s*[.．、]\s*)?[【\[（(]?\s*(?:参考|正确)?(?:答|解|分析|评析|考点|精析|精解|提示|点拨|详解)"
)
_REFERS = re.compile(  # to a text that must stand above
    r"(?:结合|根据|阅读|依据|联系)(?:上述|以上|上面|下列|所给)?(?:材料|案例|资料)|(?:上述|以上|材料)中"
)
# as a case begins: 小雯，女，14岁
_PERSON = re.compile(r"(小[\u4e00-\u9fff]|[\u4e00-\u9fff]某[\u4e00-\u9fff]?)\s?[，,]\s?[男女]")
ALONE = 60  # characters of a stem that hold no material of their own
_LONELY = re.compile(r"[\u4e00-\u9fff][loi|\\/][\u4e00-\u9fff]")


def torn(questions: Sequence[Printed]) -> list[tuple[str, ...]]:
    """For each question of a book its doubt where its texts look torn, joined or littered."""
    risks = map(risk, question_signs(questions, 0.0))
    return [(f"looks_torn: {one:.2f}",) if one > _RISK else () for one in risks]


def without_case(questions: Sequence[Printed], left: Iterable[str]) -> list[tuple[str, ...]]:
    """For each question its doubt where it names a person whose case is `left` in no question."""
    people = {name for text in left for name in _PERSON.findall(text)}

    def names_one(asked: Printed) -> bool:
        text = "\n".join((asked.stem, *asked.options))
        return not asked.material and any(name in text for name in people)

    return [("material_missing",) * names_one(asked) for asked in questions]


def unlike_blanks(questions: Sequence[Printed]) -> list[tuple[str, ...]]:
    """For each question with options its doubt where its stem has no blank, as nearly all have."""
    asked = [bool(q.options and not _BLANK.search(q.stem)) for q in questions]
    chosen = sum(bool(q.options) for q in questions)
    usual = chosen >= MANY and sum(asked) <= RARE * chosen
    return [("blank_missing",) * (usual and lacks) for lacks in asked]


@dataclass(frozen=True)
class Doubts:
    """Confidence from 0 to 1 and why it is not 1."""

    confidence: float
    reasons: tuple[str, ...]


def doubt(
    printed: Printed,
    before: Printed | None,
    scores: Sequence[float],
    lines: Sequence[str] = (),
    gap: str = "",
    told: Sequence[str] = (),
) -> Doubts:
    """Check a question's structure; `before` is the question before it in the same chapter.

    `lines` are the paragraphs in which it stands, `gap` numbers that are missing after it,
    `told` doubts of these paragraphs.
    """
    reasons = [
        *dict.fromkeys(told),
        *_number(printed, before),
        *_options(printed),
        *_answer(printed),
        *_text(printed),
        *_foreign(printed, lines),
    ]
    if gap:
        reasons.append(f"numbers_missing_after: {gap}")
    if scores and min(scores) < 0.75:
        reasons.append("low_score")
    left = 1.0
    for reason in reasons:
        left *= 1.0 - WEIGHTS[reason.partition(":")[0]]
    return Doubts(round(left, 3), tuple(reasons))


def _foreign(printed: Printed, lines: Sequence[str]) -> list[str]:
    """Text that seems to come from elsewhere on the page: a header, a note, a figure's letters."""
    found = []
    first = next((i for i, text in enumerate(lines) if _OPTION.match(text)), None)
    if printed.options and first is not None:
        whole = {option.strip() for option in printed.options}  # below their letters
        loose = [
            t
            for t in lines[first:]
            if not (_OPTION.match(t) or _TAGGED.match(t) or _INNER.search(t))
            and t.strip() not in whole
        ]
        tagged = next((i for i, t in enumerate(lines) if _TAGGED.match(t)), len(lines))
        if loose and lines.index(loose[0]) < tagged:
            found.append(f"text_after_options: {loose[0][:20]}")
    lengths = sorted(len(option) for option in printed.options)
    if len(lengths) > 2 and lengths[-1] > 2.5 * lengths[-2] + 4:
        found.append(f"option_long: {max(printed.options, key=len)[-20:]}")
    if any("____" in option for option in printed.options):
        found.append("option_gap")
    stem = printed.stem.split("\n")
    if len(stem) > 1 and any(len(part.strip()) <= 4 for part in stem[1:]):
        found.append(f"stray_line: {min(stem[1:], key=len).strip()}")
    if printed.format == "TF" and len(stem) > 1 and not printed.options:
        found.append(f"statement_goes_on: {stem[1][:20]}")
    if printed.number and re.match(rf"\D{{0,6}}{printed.number}\s*[.．、:：]", printed.stem):
        found.append(f"number_in_stem: {printed.stem[:10]}")
    due = int(printed.number) + 1 if printed.number.isdecimal() else 0
    if due and re.search(rf"(?<!\d){due}\s*[.．、]", printed.answer):
        found.append(f"answer_runs_on: {due}")
    if re.match(r"\s*[(（][2-8][)）]", printed.answer):  # options that were taken for it
        found.append(f"answer_runs_on: {printed.answer.strip()[:3]}")
    said = {rule for rule, note in _NOTED.items() for n in printed.notes if n.startswith(note)}
    found += sorted(said)
    return found


def _number(printed: Printed, before: Printed | None) -> list[str]:
    if not printed.number.isdecimal():
        return ["number_missing"]
    expected = 1
    if before is not None and before.number.isdecimal():
        expected = int(before.number) + 1
    if int(printed.number) not in (expected, 1):
        return [f"number_out_of_sequence: {printed.number} where {expected} was due"]
    return []


def _options(printed: Printed) -> list[str]:
    texts = [option.strip() for option in printed.options]
    closed = printed.format in ("SCQ", "MAQ", "INDEF")
    found = []
    if closed and len(texts) < 4:
        found.append(f"options_missing: {len(texts)} found")
    found += [f"option_empty: {LETTERS[i]}" for i, t in enumerate(texts) if not t and i < 8]
    if len(set(texts)) < len(texts):
        found.append("options_alike")
    return found


def _answer(printed: Printed) -> list[str]:
    if not printed.answer.strip():
        return ["answer_missing"]
    if re.search("填空|填充", printed.section) and printed.answer in ("对", "错"):
        return [f"blank_judged: {printed.answer}"]
    if not printed.options:
        return _open_answer(printed)
    if re.fullmatch(r"[A-H]+", printed.answer):
        beyond = [p for p in positions(printed.answer) if p >= len(printed.options)]
        if beyond:
            return [f"answer_beyond_options: {printed.answer} of {len(printed.options)}"]
        count = len(printed.answer)
        if (printed.format == "SCQ" and count > 1) or (printed.format == "MAQ" and count < 2):
            return [f"answer_count: {printed.answer} in {printed.format}"]
    return []


def _open_answer(printed: Printed) -> list[str]:
    """Doubts of an answer without options: no verdict on a statement, a character alone."""
    said = printed.answer.strip()
    if printed.format == "TF":
        return [] if said in ("对", "错") else [f"verdict_unclear: {said[:12]}"]
    lone = re.fullmatch(r"[\u4e00-\u9fff]", said) is not None and said not in "对错"
    return ["answer_one_character"] if lone else []


def _text(printed: Printed) -> list[str]:
    whole = "\n".join((printed.material, printed.stem, *printed.options))
    found = []
    for opening, closing in _PAIRS:
        if whole.count(opening) != whole.count(closing):
            found.append(f"brackets_unbalanced: {opening}{closing}")
    if _LEFT_OPEN.search(printed.stem):
        found.append("blank_open")
    strange = _UNLIKELY.search(whole) or _LONELY.search(printed.stem)
    if strange:
        found.append(f"unlikely_character: {strange[0]}")
    if "____" in printed.stem:
        found.append("blank_guessed")
    if not printed.material and len(printed.stem) < ALONE and _REFERS.search(printed.stem):
        found.append("material_missing")
    term = not printed.options and len(printed.answer) >= TOLD
    if len(printed.stem.strip()) < 5 and not printed.material and not term:
        found.append(f"stem_short: {printed.stem.strip()}")
    return found
