"""What a question's own numbers come to: statistics of a list of data, and named values put in.

`数据2、4、6、8、10的方差` is computed; `反应时－基线＝380－220` is held against the values that the
stem gives these names.
"""

import re
import statistics
from collections.abc import Callable, Iterator, Sequence

from cpsyexam.text import fold

_NUMBER = r"-?\d+(?:\.\d+)?"
_DATA = re.compile(rf"(?<![\d.])({_NUMBER}(?:\s*[、,，]\s*{_NUMBER}){{2,}})")
_ASKED: tuple[tuple[str, Callable[[Sequence[float]], tuple[float, ...]]], ...] = (
    ("中位数", lambda data: (statistics.median(data),)),
    ("众数", lambda data: tuple(statistics.multimode(data))),
    ("平均数", lambda data: (statistics.fmean(data),)),
    ("全距", lambda data: (max(data) - min(data),)),
    ("离差平方和", lambda data: (statistics.pvariance(data) * len(data),)),
    ("方差", lambda data: (statistics.pvariance(data), statistics.variance(data))),
    ("标准差", lambda data: (statistics.pstdev(data), statistics.stdev(data))),
)
_NAME = r"[一-鿿A-Za-z][一-鿿A-Za-z0-9]{1,11}?"
_PUT_IN = re.compile(
    rf"({_NAME})\s*([-+×÷*/])\s*({_NAME})\s*=\s*({_NUMBER})\s*\2\s*({_NUMBER})(?![\d.])"
)


def statistic(asked: str) -> tuple[str, tuple[float, ...]] | None:
    """The statistic that a question asks of one list of data, and what it may be; or None."""
    text = fold(asked)
    lists = _DATA.findall(text)
    last = re.split(r"[,.;。;]", text.rstrip("()（） 。?"))[-1]
    wanted = [(name, compute) for name, compute in _ASKED if name in last]
    if len(lists) != 1 or len(wanted) != 1 or _DATA.search(text).end() == len(text):  # type: ignore[union-attr]
        return None
    data = [float(value) for value in re.split(r"\s*[、,，]\s*", lists[0])]
    name, compute = wanted[0]
    return name, compute(data)


def put_in_wrongly(asked: str, explanation: str) -> Iterator[str]:
    """Values that a solution puts in for a name to which the stem gives another one."""
    stem = fold(asked)
    for left, _, right, first, second in _PUT_IN.findall(_minus(fold(explanation))):
        for name, value in ((left, first), (right, second)):
            told = re.findall(rf"{re.escape(name)}(?:分别)?(?:为|是|=|:)\s*({_NUMBER})", stem)
            if told and all(float(given) != float(value) for given in told):
                yield f"{name} {value}, in the stem {told[0]}"


def _minus(text: str) -> str:
    return re.sub(r"[−－–—]", "-", text)
