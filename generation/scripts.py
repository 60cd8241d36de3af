"""Whether a text mixes simplified and traditional characters."""

from functools import cache

from opencc import OpenCC

LEAST = 3  # characters of each script
_EITHER = (  # characters that are good in both, or depend on the word
    "著乾於后里面台吊症志折制注采布周范据舍松游余郁欲岳云占筑表丑冬斗谷刮胡伙几家姜借卷克困了累蒙辟仆千秋"
)


def both_scripts(text: str) -> str:
    """Some characters of both scripts where a text has LEAST of each, else ""."""
    simple = {char for char in text if _is(char, "s2t") and char not in _EITHER}
    traditional = {char for char in text if _is(char, "t2s") and char not in _EITHER}
    if min(len(simple), len(traditional)) < LEAST:
        return ""
    return "".join(sorted(simple)[:LEAST] + sorted(traditional)[:LEAST])


@cache
def _is(char: str, way: str) -> bool:
    return bool("一" <= char <= "鿿" and _converter(way).convert(char) != char)


@cache
def _converter(way: str) -> OpenCC:
    return OpenCC(way)
