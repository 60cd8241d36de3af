"""Patterns and tests that give a defect away: missing picture, missing case, mojibake, contacts."""

import re

import polars as pl

from cpsyexam.text import CJK

PICTURE = (
    r"如[下上左右附]?图(?:所示|中|是|为|\s*\d|[，,。：:）)]|$)"
    rf"|(?:^|[^{CJK}]|根据|由|从|如|见|在|观察|按照|依据|结合|参照|以)[下上左右]图"
    r"(?:所示|所|给出|中|是|为|表示|反映|显示|呈现|描述|可|体现|说明|的|，|,)"
    r"|见[下上左右附]图|图\s*\d{1,2}(?:-\d{1,2})?\s*(?:所示|中)"
    rf"|(?:^|[^{CJK}]|观察|根据|由|从|按)图示(?:中|的|：|:|为|是)"
    r"|(?:^|[。，：])\s*图中(?:[A-Za-z0-9①-⑨甲乙丙丁所的，]|显示|可|标|阴影|曲线|两|虚线|实线|有|给出)|图所示|根据附图|\[图片?\]|【图片?】|[（(]图[)）]"
    rf"|[{CJK}]\s+、\s*、"
)
TABLE = r"(?:^|[^以])[下右左]表(?:[是为中所给列，,。：:\s]|显示)|如[下右左]?表(?:[所\d]|\s\d)"
ROW = r"(?m)^[^\n]*\S[ \t\x{3000}|]+[^\n]*\S[ \t\x{3000}|]+\S[^\n]*$"  # three cells on a line
IMAGE = r"(?i)<\s*img\b|\[img|!\[[^\]]*\]\(|data:image/|\.(?:png|jpe?g|gif|bmp)\b"
ORPHAN = (
    r"该求助者|本案例|^[^，,。；;：:]{0,8}本案|该案例|此案例|上述案例|以上案例|上述材料|以上材料|该来访者的|案例中的"
    r"|根据案例|根据材料|根据上述|上述对话|以上对话|本段对话|上一段|对该求助|该患者的"
)
POINTER = r"案例|材料|资料|病例|回答"  # in a short text: it announces a case and tells none
SELF_TOLD = 45  # a stem longer than this may tell its own case
TOLD = (
    r"(?:正确答案|参考答案|标准答案|答案)\s*(?:[:：]|[为是]\s*[:：]?)\s*[(（【]?\s*[A-H](?:[^a-zA-Z]|$)"
    r"|【\s*(?:正确|参考)?答案\s*】\s*[A-H]|(?:故|应|因此|所以)选\s*[:：]?\s*[A-H](?:[^a-zA-Z]|$)"
)
HEADLESS = r"^\s*[，,、；;。：:）)】》”’]"
TAILLESS = r"[《〈“‘「『【]\s*$"


# what can only come from a wrong decoding: replacement characters and their GBK forms
_SURE = re.compile("\ufffd|锟斤拷|烫烫烫|屯屯屯|ï»¿|\\?{4,}")
_LATIN = re.compile(
    "[\u0080-\u00ff\u0152-\u0161\u0178\u017d\u017e\u02c6\u02dc\u2013-\u203a\u20ac\u2122]{4,}"
)
_HAN_RUN = re.compile("[\u3400-\u9fff\ue000-\uf8ff€？]{3,}")
_ACCENTED = frozenset(map(chr, range(0xC0, 0x100)))
PROBE = (
    r"\x{FFFD}|锟斤拷|烫烫烫|屯屯屯|\?{4,}|[\x{80}-\x{FF}\x{152}-\x{2DC}\x{2013}-\x{2122}]{4,}"
    r"|[鍏鍐鍒鍔鍖鍗鍙鍚鍛鍜鍝鍟鍥鍦鍧鍩鍫鍬鍭鍮鍰鍱鏂鏃鏄鏅鏈鏉鏋鏌鏍鏐鏑鏒鏓鏔鏕鏖鏗鏙鏛鎬鎯鎰鎱鎲鎳鎴鎵鎶鎷鎸鎹鎺鎻鎼鎽"
    r"鐞鐟鐠鐡鐢鐣鐤鐥鐦鐧鐨鐩鐪鐫鐭鐮涓涔浜浠浣渚淇鈥銆锛锟瀛瀹瀵灏灞宸甯骞绀绉绋绗绛缁缃缂缇缈鑷鑸鑹鑺璁璇璧瓒璺杩閫鐗鐘鐜鐝]"
)


def broken(text: str) -> str:
    """The broken part of a text, "" where it is sound."""
    sure = _SURE.search(text)
    if sure:
        return sure.group()
    for run in _LATIN.findall(text):
        if len(set(run) & _ACCENTED) < 2:
            continue
        raw = run.encode("cp1252", "ignore") or run.encode("latin-1", "ignore")
        if _chinese(raw, "utf-8", len(run) // 6) or _chinese(raw, "gb18030", len(run) // 4):
            return str(run)
    for run in _HAN_RUN.findall(text):
        raw = run.encode("gb18030", "ignore")
        if _chinese(raw, "utf-8", max(2, len(raw) // 3 - 2)):
            return str(run)
    return ""


def _chinese(raw: bytes, encoding: str, least: int) -> bool:
    """True where bytes decode to at least so many Chinese characters."""
    text = raw.decode(encoding, "ignore")
    return sum("\u4e00" <= c <= "\u9fff" for c in text) >= max(2, least)


def holds_mojibake(texts: pl.Series) -> pl.Series:
    """True for every text with a broken part."""
    likely = texts.str.contains(PROBE).fill_null(value=False)
    found = [hit and bool(broken(text)) for hit, text in zip(likely, texts, strict=True)]
    return pl.Series(texts.name, found, dtype=pl.Boolean)


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
