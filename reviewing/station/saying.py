"""A form as it was sent → an opinion, or why it cannot be one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from starlette.datastructures import FormData

from cpsyexam.subjects import unknown
from cpsyexam.taxonomy import LETTERS
from reviewing.items import contested, key_of
from reviewing.opinions import CHECKS, LARGEST_MARKS, Opinion
from reviewing.seen import bare, twin
from reviewing.writing import CASELESS, CONTRADICTED, PLACELESS

TEXTS = ("stem", "material", "explanation")
CHOICES = ("exam", "subject", "declared", "task", "category")
_LONGEST_NOTE = 4000
_LONGEST_STAY = 6 * 3600  # seconds that a page may have been open
_VERDICTS = {
    "check": ("accept", "change", "reject", "unsure"),
    "pair": ("same", "first", "second", "different", "unsure"),
    "compare": ("left", "tie", "right", "neither"),
    "grade": ("graded", "unsure"),
}
Row = Mapping[str, Any]


class UnfitError(Exception):
    """What is wrong with a form: a word of the interface, and a detail."""

    def __init__(self, word: str, detail: str = "") -> None:
        super().__init__(word)
        self.word, self.detail = word, detail


@dataclass(frozen=True)
class Sitting:
    """Who says it, when, and what was before them."""

    by: str
    when: str
    chair: bool
    was: str
    saw: str
    now: int = 0  # seconds since the epoch
    swapped: bool = False  # whether the other question stood on the left


def opinion(form: FormData, payload: Row, sitting: Sitting) -> Opinion:
    """The opinion that a form holds. Raises UnfitError."""
    verdict = str(form.get("verdict", ""))
    if verdict not in _VERDICTS[payload["form"]]:
        raise UnfitError("bad_field", verdict)
    note = text_of(form, "note")[:_LONGEST_NOTE]
    checks = tuple(name for name in CHECKS if name in form.getlist("check"))
    fields: dict[str, Any] = {}
    if payload["form"] == "check":
        fields = changes(form, payload["question"])
        touched = [bare(payload["question"]["printed"]["options"][i])
                   for i in _changed(form, payload["question"])]  # fmt: skip
        if len(set(touched)) < len(touched):
            raise UnfitError("one_of_equal")
        if verdict == "accept" and wants(payload):
            verdict = "change"  # bringing it back states what was missing
        if verdict == "change":
            _states(payload, fields)
        _check(verdict, fields, said=bool(note or checks))
        if verdict in ("accept", "change"):
            _stands(payload["question"], fields)
    if verdict in ("same", "first", "second"):
        verdict, fields = _same(verdict, payload)
    if payload["form"] == "compare" and verdict in ("left", "right"):
        verdict = "better" if (verdict == "left") != sitting.swapped else "worse"
    try:
        return Opinion.model_validate(
            {
                "opinion": str(form.get("post", "")),
                "item": payload["item"],
                "kinds": payload["kinds"],
                "policy": payload["policy"],
                "was": sitting.was,
                "verdict": verdict,
                "fields": fields if verdict in ("change", "same") else {},
                "checks": checks,
                "marks": _marks(form) if verdict == "graded" else (),
                "note": note,
                "by": sitting.by,
                "when": sitting.when,
                "seconds": seconds(form, sitting.now),
                "saw": sitting.saw,
                "chair": sitting.chair,
            }
        )
    except ValidationError as error:
        first = error.errors()[0]
        detail = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        raise UnfitError("bad_field", detail) from error


def untold(question: Row) -> bool:
    """Whether no key may be suggested: copies contradict each other, or the case is not there."""
    rule = question["rule"]
    return rule == CONTRADICTED or (rule == CASELESS and bool(question["printed"]["options"]))


def wants(payload: Row) -> tuple[str, ...]:
    """What a reviewer has to state before a rejected item may stand: its `case`, its `key`."""
    question = payload["question"]
    case = ("case",) if question["rule"] == CASELESS else ()
    return (*case, "key") if untold(question) or "no_key" in payload["kinds"] else case


def own_answer(form: FormData, question: Row) -> tuple[str, ...]:
    """What somebody answered before seeing the key, as printed texts or in their own words; ()
    where they could not, or looked without answering. Raises UnfitError where nothing is said.
    """
    if form.get("none"):
        return ()
    printed = question["printed"]["options"]
    letters = LETTERS[: len(printed)]
    if not printed:
        chosen = [text[:_LONGEST_NOTE]] if (text := text_of(form, "text")) else []
    else:
        chosen = [text for letter, text in zip(letters, printed, strict=False)
                  if text and letter in form.getlist("said")]  # fmt: skip
    if not chosen:
        raise UnfitError("nothing_chosen")
    return tuple(chosen)


def _same(verdict: str, payload: Row) -> tuple[str, dict[str, Any]]:
    """Of two that are the same with different keys it is said which key is right."""
    if not contested(payload):
        if verdict != "same":
            raise UnfitError("bad_field", verdict)
        return verdict, {}
    if verdict == "same":
        raise UnfitError("which_key")
    side = payload["question" if verdict == "first" else "other"]
    return "same", {"key": key_of(side)}


def _states(payload: Row, fields: Row) -> None:
    wanted = wants(payload)
    if "case" in wanted and not str(fields.get("material", "")).strip():
        raise UnfitError("needs_case")
    settles = {"key"} if untold(payload["question"]) else {"key", "declared"}
    if "key" in wanted and not fields.keys() & settles:
        raise UnfitError("needs_key")


def _check(verdict: str, fields: Row, *, said: bool) -> None:
    if verdict == "accept" and fields:
        raise UnfitError("has_change")
    if verdict == "change" and not fields:
        raise UnfitError("no_change")
    if verdict in ("change", "reject") and not said:
        raise UnfitError("needs_reason")


def _stands(question: Row, fields: Row) -> None:
    """Whether what comes out can stand in a release. Raises UnfitError."""
    before = base(question)
    if question["rule"] in PLACELESS or fields.keys() & {"exam", "subject"}:
        both = {name: str(fields.get(name, before[name])) for name in ("exam", "subject")}
        if odd := unknown(**both):
            raise UnfitError(f"no_{odd.field}", f"{odd.value} → {' / '.join(odd.known)}")
    printed = question["printed"]["options"]
    if not printed:
        if not fields.get("key", (before["answer"],))[0].strip():
            raise UnfitError("needs_key")
        return
    renamed = fields.get("options", {})
    left = dict(renamed)  # of equal options one is changed
    options = [left.pop(old, text) for old, text in zip(printed, before["options"], strict=True)]
    options += [renamed[""]] if "" in renamed and "" not in printed else []
    plain = ["".join(text.split()) for text in options]
    if not all(plain):
        raise UnfitError("empty_option")
    if len(set(plain)) < len(plain):
        raise UnfitError("same_options")
    right = len(fields["key"]) if "key" in fields else len(question["key"])
    declared = fields.get("declared", before["declared"])
    if right < 1 or (declared == "SCQ" and right > 1) or (declared == "MAQ" and right < 2):
        raise UnfitError("key_and_format")


def base(question: Row) -> dict[str, Any]:
    """The texts that a reviewer sees and edits: as repaired where the options are still the same.

    Keys: stem, material, explanation, options, answer (text of an open question), exam, subject,
    declared, task, category.
    """
    printed, standing = question["printed"], question["standing"] or {}
    repaired = standing.get("options", [])
    same = len(repaired) == len(printed["options"])
    labels = question["labels"] or {}
    return {
        **{name: standing.get(name) or printed[name] for name in TEXTS},
        "options": repaired if same else printed["options"],
        "answer": "" if printed["options"] else standing.get("reference") or printed["answer"],
        "exam": question["exam"],
        "subject": question["subject"],
        "declared": printed["declared"],
        "task": labels.get("task", ""),
        "category": labels.get("category", ""),
    }


def changes(form: FormData, question: Row) -> dict[str, Any]:
    """What a form changes of a question, as fields of a Patch; options are named as printed."""
    before = base(question)
    found: dict[str, Any] = {}
    for name in (*TEXTS, *CHOICES):
        if form.get(name) is not None and text_of(form, name) != _norm(before[name]):
            found[name] = text_of(form, name)
    printed: Sequence[str] = question["printed"]["options"]
    renamed = {printed[i]: text_of(form, f"option{i}") for i in _changed(form, question)}
    if lost := _lost(form, printed):
        renamed[""] = lost
    if renamed:
        found["options"] = renamed
    found |= _key(form, question, before)
    return found


def _changed(form: FormData, question: Row) -> list[int]:
    """Places of the options whose text a form changes."""
    return [
        i
        for i, text in enumerate(base(question)["options"])
        if form.get(f"option{i}") is not None and text_of(form, f"option{i}") != _norm(text)
    ]


def _lost(form: FormData, printed: Sequence[str]) -> str:
    """The option that somebody puts behind those that are printed; "" where they put none."""
    may = printed and "" not in printed and len(printed) < len(LETTERS)
    return text_of(form, f"option{len(printed)}") if may else ""


def _key(form: FormData, question: Row, before: Row) -> dict[str, Any]:
    printed = question["printed"]["options"]
    if not printed:
        said = text_of(form, "answer")
        if untold(question):
            return {"key": (said,)} if said else {}
        changed = form.get("answer") is not None and said != _norm(before["answer"])
        return {"key": (said,)} if changed else {}
    twins = [i for i in _changed(form, question) if twin(printed[i], printed)]
    if form.get("keys") is None:  # the form has no boxes for the key
        if not twins:
            return {}
        ticked = sorted(question["key"])
    else:
        ticked = sorted({int(i) for i in map(str, form.getlist("key")) if i.isdecimal()})
    here = [text if text and i not in twins else text_of(form, f"option{i}")
            for i, text in enumerate(printed)]  # fmt: skip
    texts = [*here, *filter(None, [_lost(form, printed)])]
    places = [i for i in ticked if i < len(texts) and texts[i]]
    as_printed = places == sorted(question["key"]) and all(printed[i] for i in places) and not twins
    if not places or (as_printed and not untold(question)):
        return {}
    return {"key": tuple(texts[i] for i in places)}


def text_of(form: FormData, name: str) -> str:
    """A text field as it is compared: one kind of line break, no blanks around it."""
    return _norm(str(form.get(name, "")))


def _norm(text: str) -> str:
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")
    return plain.encode("utf-8", "replace").decode("utf-8").strip()


def _marks(form: FormData) -> tuple[int, ...]:
    found = []
    for i, most in enumerate(LARGEST_MARKS):
        said = str(form.get(f"mark{i}", "")).strip()
        if not said.isdecimal() or int(said) > most:
            raise UnfitError("bad_field", f"{said!r} (0–{most})")
        found.append(int(said))
    return tuple(found)


def seconds(form: FormData, now: int) -> int:
    """How long a page was open before it was sent, as far as it can be known."""
    opened = str(form.get("opened", ""))
    stay = now - int(opened) if opened.isdecimal() and len(opened) < 12 else 0
    return min(max(stay, 0), _LONGEST_STAY)
