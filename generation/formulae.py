"""The solution of a sum → its formula with every number the same: two sums of one kind."""

import re

from cpsyexam.text import fold

LEAST = 2  # operations of a formula; one alone (a difference) solves too many kinds of sums
_NUMBER = re.compile(r"\d+(?:\.\d+)?%?")
_PIECE = re.compile(r"[0()+\-*/√^=]+")
_OPERATION = re.compile(r"[+\-*/√^]")
_SIGNS = str.maketrans("×÷−－–*＊／≈", "*/---**/=")


def formula(solution: str) -> str:
    """The longest formula of a solution (0*√(0-0)=0*0=0), or "" where all are too short."""
    plain = _NUMBER.sub("0", fold(solution).translate(_SIGNS).replace(" ", ""))
    pieces = (piece.strip("=") for piece in _PIECE.findall(plain))
    longest = max(pieces, key=len, default="")
    return longest if len(_OPERATION.findall(longest)) >= LEAST else ""
