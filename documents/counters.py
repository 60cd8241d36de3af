"""Numbers → the counters that lists print: 3 → `3.`, `C.`, `iii.`, `三、`, `③`."""

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_CHINESE = "零一二三四五六七八九"


def counter(number: int, style: str) -> str:
    """A counter without its punctuation; `style` is a CSS list style (`upper-alpha` …).

    What a style cannot print (a letter for 0) comes as a decimal, as CSS has it.
    """
    spelled = _SPELLED.get(style.removeprefix("upper-").removeprefix("lower-"), str)(number)
    return (spelled.upper() if style.startswith("upper-") else spelled) or str(number)


def chinese(number: int) -> str:
    """A number from 0 to 99 in Chinese, others as digits."""
    if not 0 <= number < 100:
        return str(number)
    tens, ones = divmod(number, 10)
    if not tens:
        return _CHINESE[ones]
    head = "" if tens == 1 else _CHINESE[tens]
    return f"{head}十{_CHINESE[ones] if ones else ''}"


def _letters(number: int) -> str:
    text = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def _roman(number: int) -> str:
    if not 0 < number < 4000:
        return ""
    text = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        text += letters * count
    return text


def _circled(number: int) -> str:
    return chr(0x2460 + number - 1) if 1 <= number <= 20 else f"({number})"


_SPELLED = {
    "alpha": _letters, "latin": _letters, "roman": _roman, "cjk-ideographic": chinese,
    "simp-chinese-informal": chinese, "trad-chinese-informal": chinese, "circled": _circled,
    "decimal-leading-zero": "{:02d}".format,
}  # fmt: skip
