"""Contact and personal data: what must never be published, found by form and check digit."""

import re

import polars as pl

# phone (mobile or with area code), e-mail, QQ or WeChat with its number
CONTACT = (
    r"(?:^|[^\d.])(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?:[^\d.]|$)"
    r"|(?:电话|手机|热线|联系方式|Tel|TEL|tel)\s*[:：]?\s*(?:\d{3,4}[- ]?)?\d{7,8}(?:\D|$)"
    r"|(?:^|\D)0\d{2,3}-\d{7,8}(?:\D|$)"
    r"|[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+\.(?:com|cn|net|org|edu)"
    r"|(?i:QQ|扣扣|微信|weixin|wechat|V信)(?:群|号|号码)*\s*[:：]?\s*(?:\d{5,12}|[A-Za-z][A-Za-z0-9_-]{5,19})"
)
_ID = re.compile(r"(?<!\d)(\d{17}[\dXx])(?!\d)")
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECKS = "10X98765432"
_BIRTH = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")


def is_identity_number(number: str) -> bool:
    """True for a Chinese identity number: birth date and check digit (GB 11643-1999) fit."""
    if not _BIRTH.fullmatch(number[6:14]):
        return False
    total = sum(int(digit) * weight for digit, weight in zip(number, _WEIGHTS, strict=False))
    return _CHECKS[total % 11] == number[17].upper()


def holds_identity_number(texts: pl.Series) -> pl.Series:
    """True for every text with a valid identity number in it."""
    likely = texts.str.contains(r"\d{17}[\dXx]").fill_null(value=False)
    found = [
        hit and any(is_identity_number(n) for n in _ID.findall(text))
        for hit, text in zip(likely, texts, strict=True)
    ]
    return pl.Series(texts.name, found, dtype=pl.Boolean)
