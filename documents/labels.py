"""Names of encodings that the web knows (WHATWG Encoding Standard) → Python's codecs.

A page names its encoding; only these names are believed. Python's other codecs (`zlib`, `hex`,
`punycode` …) are no encodings of text, and some of them unpack bombs.
"""

_CODECS = {
    "utf-8": "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
    "gb18030": "gb18030 gbk gb2312 gb_2312 gb_2312-80 chinese csgb2312 csiso58gb231280 iso-ir-58"
    " x-gbk cp936 ms936 936",
    "big5": "big5 big5-hkscs cn-big5 csbig5 x-x-big5 big5hkscs cp950",
    "utf-16-le": "utf-16 utf-16le unicode csunicode iso-10646-ucs-2 ucs-2 unicodefeff",
    "utf-16-be": "utf-16be unicodefffe",
    "cp1252": "ascii us-ascii iso-8859-1 iso8859-1 iso88591 iso_8859-1 latin1 latin-1 l1 cp1252"
    " windows-1252 x-cp1252 ansi_x3.4-1968 cp819 ibm819 iso-ir-100",
    "iso8859-15": "iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
    "cp1250": "windows-1250 cp1250 x-cp1250",
    "cp1251": "windows-1251 cp1251 x-cp1251",
    "koi8-r": "koi8-r koi8 koi cskoi8r koi8_r",
    "shift_jis": "shift_jis shift-jis sjis ms_kanji ms932 csshiftjis windows-31j x-sjis",
    "euc_jp": "euc-jp cseucpkdfmtjapanese x-euc-jp",
    "iso2022_jp": "iso-2022-jp csiso2022jp",
    "cp949": "euc-kr korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 cseuckr"
    " csksc56011987 iso-ir-149",
}
_KNOWN = {label: codec for codec, labels in _CODECS.items() for label in labels.split()}


def codec_of(label: str) -> str:
    """Python's codec for a label of the web, "" for one that it does not know."""
    return _KNOWN.get(label.strip().lower(), "")
