"""Moodle's XML of quizzes → rows (docs.moodle.org/en/Moodle_XML_format)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lxml import etree

from cpsyexam.taxonomy import LETTERS
from documents.html import fragment_text

_READ = ("multichoice", "truefalse", "shortanswer", "essay")
_TRUTH = {"true": "对", "false": "错"}


def rows(path: Path) -> Iterator[Any]:
    """A dict a question (id, type, question, options, answer, explanation, subject); one of a
    kind that is not read as a text. Raises ValueError where it is no quiz.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.parse(path, parser).getroot()
    except etree.XMLSyntaxError as error:
        raise ValueError(f"no XML: {error}") from error
    if root.tag != "quiz":
        raise ValueError(f"no quiz of Moodle: it begins with <{root.tag}>")
    subject = ""
    for question in root.iter("question"):
        kind = question.get("type", "")
        if kind == "category":
            subject = _text(question.find("category")).split("/")[-1]
        elif kind in _READ:
            yield _row(question, kind, subject)
        else:
            yield f"a question of type {kind!r} is not read"


def _row(question: Any, kind: str, subject: str) -> dict[str, Any]:
    answers = question.findall("answer")
    right = [n for n, one in enumerate(answers) if float(one.get("fraction") or 0) > 0]
    texts = [_text(one) for one in answers]
    chosen = [texts[n] for n in right]
    told: dict[str, Any] = {"type": "填空" if kind == "shortanswer" else "问答", "options": []}
    told["answer"] = "；".join(chosen)
    if kind == "truefalse":
        told |= {"type": "判断", "answer": _TRUTH.get("".join(chosen).lower(), "".join(chosen))}
    elif kind == "multichoice":
        single = _text(question.find("single"), plain=True) != "false"
        told = {
            "type": "单选" if single else "多选",
            "options": texts,
            "answer": "".join(LETTERS[n] for n in right if n < len(LETTERS)),
        }
    why = [_text(answers[n].find("feedback")) for n in right]
    why.append(_text(question.find("generalfeedback")))
    return {
        "id": _text(question.find("name")),
        "question": _text(question.find("questiontext")),
        **told,
        "explanation": "\n".join(filter(None, why)),
        "subject": subject,
    }


def _text(element: Any, *, plain: bool = False) -> str:
    """The text of an element or of its <text>, without markup."""
    if element is None:
        return ""
    inner = element.find("text")
    said = (element if inner is None else inner).text or ""
    if plain or ("<" not in said and "&" not in said):
        return said.strip()
    return "\n".join(line.strip() for line in fragment_text(said).lines if line.strip())
