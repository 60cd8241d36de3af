"""Numbers that nothing parts from the texts before and behind them: D太阳风2地球…"""

import re

from parsing.numbers.candidates import UNIT, Start

_GLUED_INSIDE = re.compile(
    r"(?<=[\u3400-\u9fff)。?A-H])(?<![共每约满总第达])(?P<digits>[1-9]\d{0,3})(?=[\u3400-\u9fff“《(])"
)
_GLUED_WEIGHT = -0.6


def glued_inside(text: str, start: int, end: int) -> list[Start]:
    """Numbers right behind a text and right before another, as on pages that lost their breaks:
    `D太阳风2地球…`. `534岁儿童` may be 5 and 34岁.
    """
    found = []
    for m in _GLUED_INSIDE.finditer(text, start, end):
        digits = m["digits"]
        for cut in range(1, len(digits) + 1):
            whole = cut == len(digits)
            if cut > 3 or (whole and UNIT.match(text, m.end())) or digits[cut : cut + 1] == "0":
                continue
            place = m.start() + cut
            number = int(digits[:cut])
            found.append(Start(m.start(), place, number, "glued", "", True, _GLUED_WEIGHT))
    return found
