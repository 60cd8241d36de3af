"""Which characters a text may hold, by Unicode category: one list for all ways in and out.

Letters, marks, numbers, punctuation, signs and blanks may. Those of categories Cc, Cf, Zl and Zp,
but tab and line feed, carry nothing and steer what is shown: they are taken out, line ends become
line feeds. So do characters of other categories that show nothing (FILLERS). Those of categories
Co, Cs and Cn stand for a sign that was lost: where something is asked with them it is refused.
"""

import re

_Ranges = tuple[tuple[int, int], ...]
STEERING: _Ranges = (  # Cc, Cf, Zl, Zp of Unicode 15.1
    (0x00, 0x08), (0x0B, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x600, 0x605), (0x61C, 0x61C),
    (0x6DD, 0x6DD), (0x70F, 0x70F), (0x890, 0x891), (0x8E2, 0x8E2), (0x180E, 0x180E),
    (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB),
    (0x110BD, 0x110BD), (0x110CD, 0x110CD), (0x13430, 0x1343F), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE007F),
)  # fmt: skip
FILLERS: _Ranges = (  # joiners, variation selectors, fillers of Hangul and Braille
    (0x34F, 0x34F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180D), (0x180F, 0x180F),
    (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xE0100, 0xE01EF),
)  # fmt: skip
LOST: _Ranges = (  # private use, noncharacters; lone surrogates no Parquet file can hold
    (0xE000, 0xF8FF), (0xFDD0, 0xFDEF), (0xF0000, 0x10FFFF),
    *((plane | 0xFFFE, plane | 0xFFFF) for plane in range(0, 0xF0000, 0x10000)),
)  # fmt: skip


def among(*parts: _Ranges) -> str:
    """A class of characters for a regular expression, of Python and of polars."""
    found = "".join(f"{chr(a)}-{chr(b)}" for part in parts for a, b in part)
    return f"[{found}]"


UNSEEN = among(STEERING, FILLERS)
UNASSIGNED = r"\p{Cn}"  # for polars: Python's own tables differ from version to version
REFUSED = f"(?:{among(LOST)}|{UNASSIGNED})"  # for polars
_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_UNSEEN = re.compile(UNSEEN)


def seen_only(text: str) -> str:
    """A text without what shows nothing, its lines ended by line feeds."""
    return _UNSEEN.sub("", _ENDS.sub("\n", text))
