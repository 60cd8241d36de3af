"""Decoys: questions held back like the reserve that no test asks.

Who takes a release away from its sources finds all that is held back; which of it is asked is
drawn with a secret key, question by question, and so stays the same from version to version.
"""

import hmac
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cpsyexam.files import read_json

PLACE = "decoys.json"  # in the reserve folder


def drawn(
    ids: Iterable[str], share: float, key: bytes, firsts: Mapping[str, str] | None = None
) -> list[str]:
    """Those of the ids that are decoys, sorted; each is one with probability `share` (0 to 1).

    `firsts`: id → the first that its question had, so that a correction draws nothing anew.
    """
    begun = firsts or {}
    bound = round(share * 2**64)

    def draw(name: str) -> int:
        first = begun.get(name, name)
        return int.from_bytes(hmac.digest(key, f"decoy/{first}".encode(), "sha256")[:8], "big")

    return sorted(name for name in ids if draw(name) < bound)


def read(reserve: Path) -> dict[str, Any]:
    """`share`, `unpublished` (sources of which none is drawn) and `ids`; {} where there are none.

    Raises ValueError where the file cannot be used.
    """
    path = reserve / PLACE
    if not path.exists():
        return {}
    found = read_json(path)
    if not isinstance(found, dict) or set(found) != {"share", "unpublished", "ids"}:
        raise ValueError(f"{PLACE}: needs share, unpublished and ids")
    return found
