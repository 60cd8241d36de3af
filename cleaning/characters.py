"""Repairs of characters: entities, markup, invisible marks, width, blanks, traditional forms."""

import html
import re
import unicodedata
from functools import cache

import opencc
import polars as pl

from cleaning.repair import TextRepair
from cpsyexam.characters import REFUSED, UNSEEN, seen_only

BLANK = "（　　）"  # the gap that a choice fills, in one form everywhere
_TAGS = (
    "p|div|span|font|b|i|u|strong|em|sub|sup|a|ul|ol|li|table|tbody|tr|td|th|h[1-6]|center|"
    "section|small|big|o:p|input|label|script|style"
)
_BREAK = re.compile(r"<\s*/?\s*(?:br|p|div|li|tr|h[1-6])\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(rf"<\s*/?\s*(?:{_TAGS})(?:\s[^<>]*|/)?>", re.IGNORECASE)
_IMAGE = re.compile(r"<\s*img\b[^<>]*>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SPACES = re.compile(r"（　　）|[ \t\u00a0\u2000-\u200a\u202f\u3000]+")
_EMPTY = re.compile(
    r"(?<![A-Za-z0-9_])[(（][\s_]*[)）]|【[\s_]*】|［[\s_]*］|(?<![A-Za-z0-9_(（])[(（]\s*$"
)
_WIDE = re.compile("[\uff21-\uff3a\uff41-\uff5a\uff10-\uff19]+|(?<=[0-9０-９])．(?=[0-9０-９])")
_TONED = "āáǎàōóǒòēéěèīíǐìūúǔùǖǘǚǜ"
_PINYIN = rf"([\u3400-\u9fff])[(（][a-zü]{{0,3}}[{_TONED}][a-zü]{{0,3}}[)）]"
_SPOKEN = re.compile("[读注字发]音|拼音|声调|音节")
_RADICAL = re.compile("[\u2e80-\u2fdf\uf900-\ufaff]")


def unescape(text: str) -> str:
    """HTML entities as characters, also where they were escaped twice."""
    for _ in range(3):
        text, before = _ENTITY.sub(lambda m: html.unescape(m.group()), text), text
        if text == before:
            break
    return text


def strip_markup(text: str) -> str:
    """Text without HTML tags; breaks become new lines, images stay for the rule on images."""
    return _TAG.sub("", _BREAK.sub("\n", text))


def strip_images(text: str) -> str:
    """Text without image tags."""
    return _IMAGE.sub("", text)


def lost_shown(text: str) -> str:
    """Text with a box in place of private, unassigned and no characters."""
    return str(pl.select(pl.lit(text).str.replace_all(REFUSED, "□")).item())


def space(text: str) -> str:
    """Single blanks inside lines, none at their ends, no empty lines; gaps keep their form."""
    text = _SPACES.sub(lambda m: m.group() if m.group() == BLANK else " ", text)
    lines = (line.strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def narrow(text: str) -> str:
    """Full-width letters and digits (and the point between digits) in ASCII."""
    return _WIDE.sub(lambda m: unicodedata.normalize("NFKC", m.group()), text)


def plain_radicals(text: str) -> str:
    """Kangxi radicals and compatibility ideographs as the characters they look like."""
    return _RADICAL.sub(lambda m: unicodedata.normalize("NFKC", m.group()), text)


def fill_gap(text: str) -> str:
    """Every empty bracket in one form, also one that was never closed."""
    return _EMPTY.sub(BLANK, text)


@cache
def _opencc() -> opencc.OpenCC:
    return opencc.OpenCC("t2s")


def without_pinyin(text: str) -> str:
    """心理学(xué) → 心理学, but where the text is about pronunciation."""
    return text if _SPOKEN.search(text) else re.sub(_PINYIN, r"\1", text)


def simplify(text: str) -> str:
    """Traditional characters simplified, phrase by phrase (opencc t2s: 著名 stays 著名)."""
    return str(_opencc().convert(text))


@cache
def _traditional() -> str:
    """A character class of all characters that simplification changes."""
    every = [chr(code) for code in range(0x4E00, 0xA000)]
    simple = simplify("\n".join(every)).split("\n")  # a phrase does not reach over lines
    changed = [a for a, b in zip(every, simple, strict=True) if a != b]
    return f"[{''.join(changed)}]"


def repairs() -> list[TextRepair]:
    """The character repairs, in order."""
    asked = ("material", "stem")
    return [
        TextRepair("entity", "HTML entities become characters", r"&[#A-Za-z]", unescape),
        TextRepair(
            "markup", "HTML tags are taken out (images stay and are rejected)", r"<", strip_markup
        ),
        TextRepair(
            "told_image",
            "images in explanations and model answers are taken out",
            r"(?i)<\s*img\b",
            strip_images,
            ("explanation", "answer"),
        ),
        TextRepair(
            "invisible",
            "zero-width, control and other characters that show nothing are taken out",
            UNSEEN,
            seen_only,
        ),
        TextRepair(
            "told_sign",
            "in explanations and model answers signs without a meaning become a box",
            REFUSED,
            lost_shown,
            ("explanation", "answer"),
        ),
        TextRepair(
            "traditional", "traditional characters are simplified", _traditional(), simplify
        ),
        TextRepair(
            "pinyin",
            "pronunciations that mirror sites put behind characters are taken out",
            _PINYIN,
            without_pinyin,
        ),
        TextRepair(
            "radical",
            "radicals and compatibility characters become ordinary ones",
            "[\u2e80-\u2fdf\uf900-\ufaff]",
            plain_radicals,
        ),
        TextRepair(
            "width",
            "full-width letters and digits become ASCII",
            "[\uff21-\uff3a\uff41-\uff5a\uff10-\uff19．]",
            narrow,
        ),
        TextRepair(
            "gap",
            "empty brackets take one form",
            r"[(（][\s_]*(?:[)）]|$)|【[\s_]*】|［[\s_]*］",
            fill_gap,
            asked,
        ),
        TextRepair(
            "blank",
            "runs of blanks, blanks at line ends and empty lines are taken out",
            r"[\t\x{a0}\x{2000}-\x{200a}\x{202f}\x{3000}]|  |^\s|\s$|\s\n|\n\s",
            space,
        ),
    ]
