"""Adverts and watermarks, by the patterns of data/adverts.toml."""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from cleaning.repair import TextRepair
from cpsyexam.config import read_toml
from cpsyexam.errors import ConfigError
from cpsyexam.text import CJK

_SITE = (
    r"(?:https?://)?(?:[A-Za-z0-9-]+\.)+(?:com|cn|net|org|edu)(?:\.cn)?(?:/[A-Za-z0-9._/?=&%#-]*)?"
)
_DOUBLED = re.compile(r"([。！？；!?;])\s*[。.](?=\s|$)")


@cache
def patterns() -> tuple[tuple[str, str, str], ...]:
    """(id, one line of docs, pattern) of every known kind of advert."""
    table: dict[str, Any] = read_toml(Path(str(files("cleaning").joinpath("data/adverts.toml"))))
    parts = {
        "{names}": "|".join(map(re.escape, table["names"])),
        "{site}": _SITE,
        "{open}": r"[（(【\[]",
        "{close}": r"[）)】\]]",
    }
    return tuple((e["id"], e["doc"], _fill(e["pattern"], parts)) for e in table["advert"])


def repairs(further: tuple[str, ...] = ()) -> list[TextRepair]:
    """One repair a pattern; `further` are a recipe's own. Raises ConfigError for a broken one."""
    own = [("recipe", "an advert that the recipe names", pattern) for pattern in further]
    return [_repair(name, doc, pattern) for name, doc, pattern in (*patterns(), *own)]


def _fill(pattern: str, parts: dict[str, str]) -> str:
    for name, value in parts.items():
        pattern = pattern.replace(name, value)
    return pattern


def _repair(name: str, doc: str, pattern: str) -> TextRepair:
    han = pattern.replace(r"[\p{Han}", f"[{CJK}").replace(r"\p{Han}", f"[{CJK}]")
    try:
        compiled = re.compile(han)
    except re.error as error:
        raise ConfigError(
            f"not a regular expression: {error}", where=f"advert {pattern}"
        ) from error

    def change(text: str) -> str:
        rest = compiled.sub("", text)
        if rest == text or not rest.strip():
            return text
        return _DOUBLED.sub(r"\1", rest)

    return TextRepair(f"advert_{name}", f"{doc} is taken out", pattern, change)
