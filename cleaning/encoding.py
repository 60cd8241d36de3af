"""Mojibake: text that was decoded with the wrong encoding, told by decoding it back."""

import re

import polars as pl

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
