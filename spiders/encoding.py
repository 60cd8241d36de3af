"""Bytes of a page → text: what the header says, what the page says, then a trial."""

import codecs
import re
from dataclasses import dataclass

_META = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{2,20})""", re.IGNORECASE
)
_HEADER = re.compile(r"charset\s*=\s*[\"']?([A-Za-z0-9_.:-]{2,20})", re.IGNORECASE)
# labels that servers send without meaning them: every byte string decodes
_EMPTY_LABELS = frozenset({"iso8859-1", "ascii", "cp1252", "latin-1"})
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
# never in a well read page: replacement marks and what they became, Latin-1 letters in a row
_STRANGE = re.compile(
    r"\ufffd|锟斤拷?|烫烫烫|屯屯屯|[À-ÖØ-öø-ÿ][\u0080-\u00bf]|[À-ÖØ-öø-ÿ]{3,}|[\u0080-\u009f]"
)
# the commonest characters of exam Chinese make up a third of most texts, and almost nothing of GBK
# read as UTF-8 or the reverse; that consists, moreover, of characters outside GB 2312's first level
_COMMON = frozenset(
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多"
    "定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由"
    "其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意"
    "建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统"
    "接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处府研题答案选项单目述属考试认感记忆思维格"
    "识学习教育咨询师儿童动机需要情绪智力测验效度信注注觉想访谈障碍症治疗行为"
)


@dataclass(frozen=True)
class Decoded:
    """A page's text, the encoding used, what spoke for it, and the share of broken characters."""

    text: str
    encoding: str
    reason: str
    broken: float

    @property
    def mojibake(self) -> bool:
        """Whether the page is lost. Where single questions are broken, they are judged alone."""
        return self.broken > 0.3


def decode(body: bytes, content_type: str = "", force: str = "") -> Decoded:
    """Decode a page: forced → header → meta → UTF-8 → GB18030; the first that reads well wins.

    Where none does, the one with the fewest broken characters is taken. A body cut in the middle
    of a character is no error.
    """
    best: Decoded | None = None
    for name, reason in _candidates(body, content_type, force):
        found = _try(body, name, reason)
        # bytes that are whole UTF-8 are UTF-8, even where what they spell was broken before
        whole = name.startswith("utf") and "\ufffd" not in found.text
        if found.broken == 0.0 or (whole and not found.text.isascii()):
            return found
        if best is None or found.broken < best.broken:
            best = found
    assert best is not None  # utf-8 and gb18030 are always tried
    return best


def mojibake(text: str) -> str:
    """The first broken passage of a short text, "" where it reads well."""
    found = _STRANGE.search(text)
    if found:
        return text[max(0, found.start() - 6) : found.end() + 6]
    return text[:20] if _unlikely(_CHINESE.findall(text)) > 0.0 else ""


def _unlikely(chinese: list[str]) -> float:
    """Share of uncommon characters, where they are too many to be Chinese; else 0."""
    common = sum(c in _COMMON for c in chinese)
    if len(chinese) < 10 or common >= len(chinese) * 0.08:
        return 0.0
    plain = sum(_first_level(c) for c in chinese)
    return 1.0 - plain / len(chinese) if plain < len(chinese) * 0.6 else 0.0


def _first_level(character: str) -> bool:
    code = character.encode("gb2312", "ignore")
    return bool(code) and code[0] < 0xD8


def _candidates(body: bytes, content_type: str, force: str) -> list[tuple[str, str]]:
    header, meta = _HEADER.search(content_type), _META.search(body[:4096])
    said = [
        (force, "forced"),
        ("utf-8-sig" if body.startswith(codecs.BOM_UTF8) else "", "byte order mark"),
        (header.group(1) if header else "", "header"),
        (meta.group(1).decode("ascii") if meta else "", "meta"),
        ("utf-8", "trial"),
        ("gb18030", "trial"),
    ]
    found: dict[str, str] = {}
    for label, reason in said:
        try:
            name = codecs.lookup(label).name if label else ""
        except LookupError:
            continue
        name = "gb18030" if name in {"gbk", "gb2312", "hz"} else name
        if name and name not in _EMPTY_LABELS:
            found.setdefault(name, reason)
    return list(found.items())


def _try(body: bytes, name: str, reason: str) -> Decoded:
    text = codecs.getincrementaldecoder(name)(errors="replace").decode(body)
    chinese = _CHINESE.findall(text)
    strange = sum(len(found) for found in _STRANGE.findall(text))
    broken = strange / max(len(chinese) + strange, 1)
    return Decoded(text, name, reason, round(max(broken, _unlikely(chinese)), 4))
