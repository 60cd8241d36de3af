"""Two readings of a question beside each other: in which fields they differ."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from cpsyexam.taxonomy import letters
from gating.second.page import bare
from gating.second.quotations import Reading

_KEY = re.compile(r"[(\[【〔][A-H√×]{0,6}[)\]】〕]|_+")


def differences(row: Mapping[str, Any], reading: Reading) -> list[str]:
    """The fields in which a clean question (CleanQuestion) and a second reading differ.

    Blanks, punctuation and a key printed in the stem's bracket do not count.
    """
    pairs = {
        "material": (row["material"], reading.material),
        "stem": (row["stem"], reading.stem),
        "options": ("\n".join(row["options"]), "\n".join(reading.options)),
        "key": (letters(row["answer"]), "".join(sorted(set(bare(reading.key)))))
        if row["options"]
        else (row["reference"], reading.key),
    }
    return [name for name, (one, other) in pairs.items() if _plain(one) != _plain(other)]


def _plain(text: str) -> str:
    lines = (_KEY.sub("", bare(line)) for line in text.split("\n"))
    kept = "\n".join(lines)
    return "".join(c for c in kept if unicodedata.category(c)[0] not in "PZC").lower()
