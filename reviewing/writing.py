"""A decision made of what a person says about a target; what does not fit is refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ValidationError

from cpsyexam.errors import ConfigError
from cpsyexam.subjects import unknown
from cpsyexam.taxonomy import LETTERS
from reviewing import seen
from reviewing.decisions import TEXT_FIELDS, Decision, Filed, Patch, Seen, Verdict
from reviewing.target import Target

FIELDS = TEXT_FIELDS - {"key", "options"}
CONTRADICTED = "conflicting_answers"  # rule of questions whose copies have different keys
PLACELESS = frozenset({"exam_unknown", "subject_unknown"})  # rules of what no release can hold
CASELESS = "orphan_case_question"  # rule of questions whose case is not printed


@dataclass(frozen=True)
class Said:
    """What the person says: letters or texts of the key, other fields, labels, a plain verdict."""

    letters: str = ""
    key: tuple[str, ...] = ()
    fields: Mapping[str, str] | None = None
    labels: Mapping[str, str] | None = None
    verdict: Literal["accept", "reject", "restore"] | None = None  # None follows from the rest


def decision(
    target: Target, said: Said, *, by: str, when: str, why: str, evidence: str
) -> Decision:
    """The decision. Raises ConfigError where it says nothing, or what cannot be.

    `when` is UTC in ISO 8601. A new key of contradictory copies is `which_key`, of a question that
    a rule rejected `restore`, of any other `correct`.
    """
    key = target.texts(said.letters) if said.letters else said.key
    row = _copy_with(target, key)
    patch = _patch(target, key, said)
    verdict = _verdict(target, said, patch)
    seen_key = seen.key_texts(row["options"], row["answer"])
    try:
        return Decision(
            id=target.id,
            printed=target.printed,
            was=seen.was(target.printed, seen_key),
            saw=Seen(
                material=row["material"],
                stem=row["stem"],
                options=tuple(row["options"]),
                key=seen_key,
            ),
            verdict=verdict,
            patch=patch,
            rule=target.rule if verdict == "restore" else "",
            by=by,
            when=when,
            why=why,
            evidence=evidence,
            sources=tuple(sorted({copy["source"] for copy in target.copies})),
        )
    except ValidationError as error:
        message = error.errors()[0]["msg"].removeprefix("Value error, ")
        raise ConfigError(f"cannot be decided so: {message}", where=target.id) from error


def _copy_with(target: Target, key: Sequence[str]) -> Mapping[str, Any]:
    """The copy that is printed with this key already, else the one that is shown."""
    if target.rule != CONTRADICTED or not key:
        return target.row
    for copy in target.copies:
        if set(seen.key_texts(copy["options"], copy["answer"])) == set(key):
            return copy
    return target.row


def _patch(target: Target, key: Sequence[str], said: Said) -> Patch:
    fields: dict[str, object] = {**(said.labels or {})}
    renamed: dict[str, str] = {}
    places: dict[int, str] = {}  # the same by printed place
    for field, text in (said.fields or {}).items():
        if field in FIELDS:
            fields[field] = text
        elif field.upper() == LETTERS[len(target.row["options"]) :][:1]:
            renamed[""] = text  # an option that was lost
        elif field.upper() in LETTERS:
            renamed[target.texts(field)[0]] = text
            places[target.places(field)[0]] = text
        else:
            known = f"{', '.join(sorted(FIELDS))}, or the letter of an option"
            raise ConfigError(f"no field {field!r}", where=target.id, remedy=f"fields: {known}")
    if renamed:
        fields["options"] = renamed
    options = target.row["options"]
    twins = [text for text in renamed if seen.twin(text, options)]
    told = target.places(said.letters) if said.letters else target.key_places
    if twins and not said.key:  # equal texts do not tell which of them is right
        if told and (said.letters or target.rule != CONTRADICTED):
            fields["key"] = tuple(places.get(i, options[i]) for i in told)
    elif key:
        fields["key"] = tuple(text if text in twins else renamed.get(text, text) for text in key)
    try:
        return Patch.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        what = f"{first['loc'][0]}: {first['msg']}"
        raise ConfigError(what, where=target.id) from error


def _verdict(target: Target, said: Said, patch: Patch) -> Verdict:
    fields = patch.fields()
    if said.verdict != "reject" and (said.verdict or fields.keys() & TEXT_FIELDS):
        _saved(target, patch)
    if said.verdict == "restore" and not target.rule:
        raise ConfigError(
            "it is not rejected",
            where=target.id,
            remedy="--accept where it is held; see cpsyexam trace",
        )
    if said.verdict:
        return said.verdict
    if not fields:
        raise ConfigError(
            "nothing is decided",
            where=target.id,
            remedy="give --key, --set, --task, --accept or --reject",
        )
    if not fields.keys() & TEXT_FIELDS:
        return "label"
    if not target.rule and set(patch.key or ()) == set(target.key) and fields.keys() == {"key"}:
        raise ConfigError("that is its key already", where=target.id, remedy="give --accept")
    if target.rule == CONTRADICTED and fields.keys() == {"key"}:
        return "which_key"
    return "restore" if target.rule else "correct"


def _saved(target: Target, patch: Patch) -> None:
    """Refuse to bring back what nobody could answer. Raises ConfigError."""
    if target.rule == CONTRADICTED and patch.key is None:
        raise ConfigError(
            "its copies are printed with different keys, and which one holds is not said",
            where=target.id,
            remedy="state the key (--key)",
        )
    if target.rule == CASELESS and not (patch.material or "").strip():
        raise ConfigError(
            "it asks about a case that is not printed",
            where=target.id,
            remedy="give the case (--set material=TEXT)",
        )
    if target.rule in PLACELESS or patch.exam is not None or patch.subject is not None:
        _placed(target, patch)


def _placed(target: Target, patch: Patch) -> None:
    exam = target.row["exam"] if patch.exam is None else patch.exam
    odd = unknown(exam, target.row["subject"] if patch.subject is None else patch.subject)
    if odd:
        raise ConfigError(
            f"no {odd.field} {odd.value!r}",
            where=target.id,
            remedy=f"--set {odd.field}= one of {', '.join(odd.known)}",
        )


def whole_digest(beginning: str, filed: Sequence[Filed]) -> str:
    """The digest of the one decision whose digest begins so. Raises ConfigError."""
    found = [one.digest for one in filed if one.digest.startswith(beginning)]
    if len(found) != 1:
        what = f"{len(found)} decisions begin with" if found else "no decision begins with"
        raise ConfigError(f"{what} {beginning!r}", remedy="see cpsyexam show reviewed/decisions")
    return found[0]
