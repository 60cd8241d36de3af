"""The list of what a text may hold agrees with Unicode, and all ways use it."""

import re
import sys
import unicodedata

import polars as pl

from cpsyexam.characters import FILLERS, LOST, REFUSED, STEERING, UNSEEN, among, seen_only
from cpsyexam.terminal import printable


def codes(*categories: str) -> set[int]:
    return {c for c in range(sys.maxunicode + 1) if unicodedata.category(chr(c)) in categories}


def listed(*parts: tuple[tuple[int, int], ...]) -> set[int]:
    return {code for part in parts for a, b in part for code in range(a, b + 1)}


def test_what_steers_is_listed_whole() -> None:
    steering = codes("Cc", "Cf", "Zl", "Zp")
    assert steering - listed(STEERING) == {ord("\t"), ord("\n")}
    # the rest of the list no version of Unicode has given a sign
    beyond = listed(STEERING) - steering
    assert {unicodedata.category(chr(code)) for code in beyond} <= {"Cn", "Cf"}


def test_what_is_lost_is_listed_whole() -> None:
    private = codes("Co")
    noncharacters = {c for c in range(0x110000) if c & 0xFFFE == 0xFFFE or 0xFDD0 <= c <= 0xFDEF}
    assert private | noncharacters == listed(LOST)


def test_fillers_show_nothing_and_no_sign_of_chinese_or_latin_is_among_them() -> None:
    found = {unicodedata.category(chr(code)) for code in listed(FILLERS)}
    assert found <= {"Mn", "Lo", "So", "Cf", "Cn"}
    text = "心理学（Psychology）：①α²×—…“”《》℃😀é"
    assert seen_only(text) == text
    assert not pl.select(pl.lit(text).str.contains(REFUSED)).item()


def test_python_and_polars_read_the_list_alike() -> None:
    every = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    frame = pl.DataFrame({"sign": every})
    hit = frame.filter(pl.col("sign").str.contains(UNSEEN))["sign"].to_list()
    assert hit == [sign for sign in every if re.match(UNSEEN, sign)]
    gone = frame.filter(pl.col("sign").str.contains(REFUSED))["sign"].to_list()
    assert {ord(sign) for sign in gone} >= listed(LOST)
    assert {unicodedata.category(sign) for sign in gone} <= {"Co", "Cn"}


def test_line_ends_become_line_feeds() -> None:
    assert seen_only("a\r\nb\rc\x85d\u2028e\u2029f\x0bg") == "a\nb\nc\nd\ne\nf\ng"


def test_nothing_of_the_list_reaches_a_terminal() -> None:
    text = "".join(chr(code) for code in sorted(listed(STEERING, FILLERS, LOST)))
    shown = printable(text.replace("\u200d", "").replace("\ufe0f", ""))
    assert not re.search(among(STEERING, FILLERS, LOST), shown)
