"""Exam and subject of a question as the taxonomy in force has them."""

from dataclasses import dataclass

from rapidfuzz import fuzz, process

from cpsyexam import taxonomy
from cpsyexam.text import fold


@dataclass(frozen=True)
class Unknown:
    """A value that the taxonomy does not have: field (exam, subject), value, known ones, the
    nearest first.
    """

    field: str
    value: str
    known: tuple[str, ...]


def settled(exam: str, subject: str) -> tuple[str, str]:
    """Exam and subject in the taxonomy's spelling, as they came where it does not know them.

    A missing exam follows from a subject that only one exam has.
    """
    known = taxonomy.current()
    exam = known.by_exam.get(fold(exam).strip(), exam)
    homes = known.by_subject.get(fold(subject).strip(), ())
    fitting = [home for home in homes if exam in ("", home[0])]
    return fitting[0] if len(fitting) == 1 else (exam, subject)


def unknown(exam: str, subject: str) -> Unknown | None:
    """What no release can have of an exam and a subject; None where both are known."""
    known = taxonomy.current()
    exam, subject = settled(exam, subject)
    homes = known.by_subject.get(fold(subject).strip(), ())
    if exam not in known.exams and (exam or homes):
        return Unknown("exam", exam, tuple(home for home, _ in homes) or tuple(known.exams))
    names = tuple(known.exams[exam].subjects) if exam else tuple(s for _, s in _pairs())
    if exam and subject in names:
        return None
    near = process.extract(subject, list(dict.fromkeys(names)), scorer=fuzz.ratio, limit=None)
    return Unknown("subject", subject, tuple(name for name, _, _ in near))


def _pairs() -> list[tuple[str, str]]:
    return [(e, s) for e, about in taxonomy.current().exams.items() for s in about.subjects]
