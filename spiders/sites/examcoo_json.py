"""ExamCoo's paper JSON: ids say the format, answers are bitmasks, blocks are shared material."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin

from cpsyexam.taxonomy import LETTERS
from documents.html import fragment_text, without_pictures
from spiders.reading import Found, Left

_ID = re.compile(r"s([1-5])_\d+")
_FORMATS = {"1": "SCQ", "2": "MAQ", "3": "TF", "4": "FILL", "5": "QA"}
_HEADER = re.compile(
    r"^(?:第?[一二三四五六七八九十]{1,3}(?:部分)?[、.．:：\s]|[(（][一二三四五六七八九十]{1,3}[)）])?\s*"
    r".{0,12}(?:题|部分)\s*(?:[(（【\[:：].*)?$"
)
_UPLOAD = re.compile(r"/uploads/\d+/(\d+)/images/(\d+)/([^/?#]+)$")


def question_ids(text: str) -> list[str]:
    """Ids of the questions of a payload, in order; empty where it is no such JSON."""
    found = (str(e.get("id", "")) for e in entries(text))
    return [i for i in found if _ID.fullmatch(i)]


def entries(text: str) -> list[dict[str, Any]]:
    """The entries of a payload of any shape: array, {b: array}, data.result.b, JSON in JSON."""
    return list(_unwrap(_loads(text), 0))


def _unwrap(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    if depth > 6:
        return
    if isinstance(value, str):
        yield from _unwrap(_loads(value), depth + 1)
    elif isinstance(value, list):
        yield from (e for e in value if isinstance(e, dict))
    elif isinstance(value, dict):
        for key in ("b", "c", "data", "result"):
            if value.get(key):
                yield from _unwrap(value[key], depth + 1)
                return


def _loads(text: Any) -> Any:
    try:
        return json.loads(text) if isinstance(text, str) else text
    except ValueError:
        return None


@dataclass
class Content:
    """Reads one payload; section and material run along with the entries."""

    page: int
    url: str
    image_host: str
    explained: dict[str, str]
    section: str = ""
    material: str = ""
    material_images: tuple[str, ...] = ()
    seen: dict[str, int] = field(default_factory=dict)

    def read(self, text: str) -> tuple[tuple[Found, ...], tuple[Left, ...]]:
        """Questions, and what became none: unknown entries, blocks that no question follows."""
        questions: list[Found] = []
        left: list[Left] = []
        unread: list[str] = []
        for number, entry in enumerate(entries(text)):
            name = str(entry.get("id", ""))
            if name == "b":
                if unread:
                    left.append(Left(self.page, "unused_material", tuple(unread)))
                unread = self._block(entry)
            elif _ID.fullmatch(name):
                questions.append(self._question(name, entry, len(questions) + 1))
                unread = []
            elif number:
                shown = json.dumps(entry, ensure_ascii=False)[:2000]
                left.append(Left(self.page, "unknown_entry", (shown,)))
        if unread:
            left.append(Left(self.page, "unused_material", tuple(unread)))
        return tuple(questions), tuple(left)

    def _block(self, entry: dict[str, Any]) -> list[str]:
        segments = entry.get("c")
        if isinstance(segments, str):
            segments = _loads(segments) or [{"c": segments}]
        material: list[str] = []
        images: list[str] = []
        for segment in segments if isinstance(segments, list) else []:
            html = segment.get("c", "") if isinstance(segment, dict) else segment
            text, pictures = self._lines(html, len(images))
            if text and len(text) == 1 and len(text[0]) <= 80 and _HEADER.match(text[0]):
                self.section = text[0]
            else:
                material += text
                images += pictures
        self.material, self.material_images = "\n".join(material), tuple(images)
        return material

    def _question(self, name: str, entry: dict[str, Any], number: int) -> Found:
        code = _FORMATS[name[1]]
        images = [*self.material_images]
        stem, pictures = self._lines(entry.get("a", ""), len(images))
        images += pictures
        options = []
        for option in _options(entry.get("b")) if code in {"SCQ", "MAQ"} else []:
            text, pictures = self._lines(option, len(images))
            options.append("\n".join(text))
            images += pictures
        answer, notes = self._answer(code, entry.get("c"), len(options))
        self.seen[name] = self.seen.get(name, 0) + 1
        again = f"#{self.seen[name]}" if self.seen[name] > 1 else ""
        return Found(
            page=self.page,
            locator=name + again,
            number=str(number),
            section=self.section,
            declared=code,
            material=self.material,
            stem="\n".join(stem),
            options=tuple(options),
            answer=answer,
            explanation=self.explained.get(name, ""),
            images=tuple(images),
            notes=("number: position in the paper", f"format: id prefix {name[:2]}", *notes),
        )

    def _answer(self, code: str, value: Any, options: int) -> tuple[str, list[str]]:
        if value is None or value in ("", 0, "0"):
            return "", ["answer: none given"]
        if code in {"SCQ", "MAQ"}:
            letters, notes = _letters(value, options)
            if code == "SCQ" and len(letters) > 1:
                notes.append("doubt: several answers to a single choice")
            return letters, notes
        if code == "TF":
            said = {"1": "对", "2": "错"}.get(str(value), str(value))
            return said, ["answer: 1 = right, 2 = wrong"]
        if code == "FILL":
            blanks = value if isinstance(value, list) else _loads(value)
            if isinstance(blanks, list):
                texts = [str(b.get("a") or "") if isinstance(b, dict) else str(b) for b in blanks]
                return "；".join(texts), ["answer: a text a blank, ||| between alternatives"]
        text = without_pictures("\n".join(self._lines(str(value))[0]))
        return text, ["answer: model answer"]

    def _lines(self, html: Any, before: int = 0) -> tuple[list[str], list[str]]:
        found = fragment_text(str(html or ""), self.url, before)
        return found.lines, [self._moved(i) for i in found.images]

    def _moved(self, url: str) -> str:
        found = _UPLOAD.search(url)
        return urljoin(self.image_host, "/paper/" + "/".join(found.groups())) if found else url


def _options(value: Any) -> list[Any]:
    found = _loads(value)
    if isinstance(found, dict):
        found = list(found.values())
    if not isinstance(found, list):
        return []
    return [o.get("o", "") if isinstance(o, dict) else o for o in found]


def _letters(value: Any, options: int) -> tuple[str, list[str]]:
    text = str(value).strip()
    if not re.fullmatch(r"\d{1,6}", text):
        return "".join(re.findall(r"[A-Z]", text.upper())), ["answer: letters in the data"]
    mask = int(text)
    places = [i for i in range(mask.bit_length()) if mask >> i & 1]
    names = "".join(chr(ord("A") + i) if i < 26 else "?" for i in places)
    notes = [f"answer: bitmask {mask}"]
    if places[-1] >= max(options, 1) or places[-1] >= len(LETTERS):
        notes.append(f"doubt: a bit beyond the {options} options")
    return names, notes
