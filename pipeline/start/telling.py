"""What `cpsyexam init` says when it is done."""

from pathlib import Path

from rich.cells import cell_len

from banks.understanding import spoken
from cpsyexam.pages.tongues import Tongue
from cpsyexam.terminal import language, say
from pipeline.program import program
from pipeline.start.fields import Field
from pipeline.start.looking import SCAN, examples, shortened
from pipeline.start.writing import Plan
from pipeline.terminal import echo

_NOTES, _WIDE = 4, 120  # of papers that are told, and characters of each
_MANY = 12  # names that are listed one by one


def tell(plan: Plan, written: list[Path], left: dict[Path, str]) -> None:
    """What was understood, what was left out, what was written, what to type next."""
    for found in plan.found:
        kind = (
            "{} questions in {} (a bank)"
            if found.kind == "banks"
            else "{} questions in {} (papers)"
        )
        echo(say(kind, found.questions.height, found.path))
        for role, words in found.understood.items():
            echo(f"  {_padded(say(role), 12)} {spoken(words, say)}")
        for line in examples(found) if found.understood else ():
            echo(f"  {line}")
        if open_ := int((found.questions["answer"].fill_null("") == "").sum()):
            echo("  " + say("{} of them without an answer: no key of theirs was found", open_))
        for rule, n in found.rejected.most_common(4):
            echo(f"  {rule:<28} {n}")
        for note in found.notes[:_NOTES]:
            echo(f"  {shortened(Tongue(language()).note(note), _WIDE)}")
    if plan.books:
        echo(say("{} scans, which the build reads as books", len(plan.books)))
    _tell_left(left)
    _tell_field(plan.field)
    keys = f"keys/{plan.name}-split.key, keys/{plan.name}-salt.key"
    echo(say("Written: {}", ", ".join(str(path) for path in written)))
    echo(say("         {} (secret)", keys))
    if missing := ", ".join(plan.terms.unsettled):
        echo(say("Before you push: settle [terms] of the source's file ({}).", missing))
    echo(say("Next:"))
    build, audit = f"{program()} build {plan.name}.toml", f"{program()} audit"
    echo(f"  {build}     {say('(some seconds)')}")
    width = len(build)
    echo(f"  {_padded(audit, width)}     {say('check the release from its files')}")


def _padded(text: str, width: int) -> str:
    """A text filled up to a width on the screen, where a Chinese character takes two."""
    return text + " " * (width - cell_len(text))


def _tell_left(left: dict[Path, str]) -> None:
    """Every file that is in no source, by the reason."""
    by_reason: dict[str, list[str]] = {}
    for file, why in sorted(left.items()):
        by_reason.setdefault(why, []).append(file.name)
    for why, names in by_reason.items():
        told = "Left out: {} (a scan, which --scans takes along as a book)"
        if why.startswith(SCAN):
            echo(say(told, _some(names)))
            if reason := why.removeprefix(SCAN).removeprefix(": "):
                echo(f"  {Tongue(language()).note(reason)}")
        else:
            echo(say("Left out: {} ({})", _some(names), say(why)))


def _tell_field(field: Field) -> None:
    if field.own:
        exams = field.own.exams
        subjects = [subject for exam in exams.values() for subject in exam.subjects]
        numbers = ", ".join(exams), len(subjects), _some(subjects)
        echo(say("Exams: {}; subjects: {} ({}).", *numbers))
    elif field.added:
        told = "Exams and subjects: those of psychology, and {} of your own:"
        echo(say(told, len(field.added)))
    else:
        echo(say("Exams and subjects: those of psychology."))
    for one in field.added:
        near = say("; nearest known: {}", one.nearest) if one.nearest else ""
        echo(say("  {} ({} questions, exam {}{})", one.subject, one.questions, one.exam, near))
    if field.lost:
        told = "{} questions name no subject: the build rejects them (subject_unknown);"
        echo(say(told, field.lost))
        echo(say("  name one with --subject, and their exam with --exam."))


def _some(names: list[str]) -> str:
    more = say(" and {} more", len(names) - _MANY) if len(names) > _MANY else ""
    return "、".join(names[:_MANY]) + more
