"""Arithmetic in text → numbers: a worked solution is recomputed, and nothing else can be run.

Text is parsed to a syntax tree of which only numbers, + - * / ** and a few functions are allowed;
length, exponents and size are limited.
"""

import ast
import itertools
import math
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cpsyexam.text import fold

_LONGEST, _LARGEST = 200, 1e15
_BINARY: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_UNARY: dict[type[ast.unaryop], Callable[[float], float]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
}
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "abs": abs,
    "ln": math.log,
    "log10": math.log10,
    "log2": math.log2,
    "exp": math.exp,
}
_SIGNS = {"×": "*", "÷": "/", "·": "*", "−": "-", "–": "-", "^": "**", "√": "sqrt", "≈": "="}
_TERM = r"(?:sqrt|abs|ln|log10|log2|exp|[\d.+\-*/()%±\s])"
_CHAIN = re.compile(rf"{_TERM}*=(?:{_TERM}|=)*")
_EXPRESSION = re.compile(rf"{_TERM}+")
_NAME = re.compile(r"[A-Za-zα-ωΑ-Ω_]")
_COMES_TO = re.compile(
    r"([-+*/]\s*(?:sqrt)?\(?[\d.]+\)?)\s*,?\s*(?:约等于|约为|约|等于|得)\s*(?=\d)"
)
_ROOT = re.compile(r"sqrt\s*(\d+(?:\.\d+)?)")
_NUMBER = re.compile(r"^-?\d+(?:\.(\d+))?(%?)$")


@dataclass(frozen=True)
class Equation:
    """`left = right` as printed, and by how much it is wrong (0 where it holds)."""

    left: str
    right: str
    error: float
    values: tuple[float, float] = (0.0, 0.0)


def evaluate(text: str) -> float:
    """The value of an arithmetic expression. Raises ValueError for anything else."""
    source = _plain(text)
    if not source or len(source) > _LONGEST:
        raise ValueError("no arithmetic expression")
    try:
        value = _value(ast.parse(source, mode="eval").body)
    except (SyntaxError, ArithmeticError, RecursionError, MemoryError, TypeError) as error:
        raise ValueError(f"cannot be computed: {text!r}") from error
    if not math.isfinite(value) or abs(value) > _LARGEST:
        raise ValueError(f"too large: {text!r}")
    return value


def equations(text: str) -> Iterator[Equation]:
    """Equations between numbers in a text, `40*0.5 = 20 = 2e1` as two of them.

    A side printed as a number holds where the other rounds to it.
    """
    whole = _plain(text, keep=True)
    for match in _CHAIN.finditer(whole):
        sides = [side.strip() for side in match.group().split("=")]
        if _NAME.match(whole[match.start() - 1 : match.start()]):
            sides[0] = ""  # x1 = 3
        if _NAME.match(whole[match.end() :]):
            sides[-1] = ""  # 5 = 2 + 3x
        known = [(side, value) for side in sides if (value := _try(side)) is not None]
        for (left, one), (right, two) in itertools.pairwise(known):
            slack = max(_slack(left), _slack(right))
            off = abs(one - two)
            yield Equation(left, right, 0.0 if off <= slack + 1e-9 else off, (one, two))


def results(text: str) -> list[float]:
    """The values of the numbers and arithmetic expressions in a text, equations aside."""
    found = (match.group().strip(" .+*/-") for match in _EXPRESSION.finditer(_plain(text)))
    values = (_try(part) for part in found if part)
    return [value for value in values if value is not None]


def _plain(text: str, *, keep: bool = False) -> str:
    folded = fold(re.sub("²", "**2", text))
    for sign, plain in _SIGNS.items():
        folded = folded.replace(sign, plain)
    folded = _COMES_TO.sub(r"\1=", _ROOT.sub(r"sqrt(\1)", folded))
    return folded if keep else re.sub(r"(\d)%", r"\1/100", folded).strip()


def _try(side: str) -> float | None:
    try:
        return evaluate(side)
    except ValueError:
        return None


def _slack(side: str) -> float:
    """Half a unit of the last digit of a printed number, 0 for an expression."""
    number = _NUMBER.match(side)
    if not number:
        return 0.0
    decimals = len(number.group(1) or "") + (2 if number.group(2) else 0)
    return float(0.5 * 10.0**-decimals)


def _value(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return float(value)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            one, two = _value(left), _value(right)
            if isinstance(op, ast.Pow) and (abs(two) > 20 or abs(one) > 1e6):
                raise ValueError("power too large")
            if isinstance(op, ast.Pow) and one < 0 and two != int(two):
                raise ArithmeticError("no real number")
            return float(_BINARY[type(op)](one, two))
        case ast.UnaryOp(op=op, operand=operand) if type(op) in _UNARY:
            return _UNARY[type(op)](_value(operand))
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](_value(argument))
    raise ValueError("not arithmetic")
