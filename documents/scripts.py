"""Raised and lowered letters as Unicode has them (10², x₁), else with a mark (e^(x+y), x_max)."""

import re

_UP = dict(zip("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ", strict=True))
_DOWN = dict(zip("0123456789+-−=()aeoxhklmnpst", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ", strict=True))
_PLAIN = re.compile(r"[A-Za-z0-9]+")
_NOTE = re.compile(r"[\[【(（].*[】\])）]|.*[\u3400-\u9fff].*|[①-⑳*†‡]+", re.DOTALL)


def raised(text: str) -> str:
    """What a superscript reads as; a footnote's mark or Chinese stays as it is."""
    return _shifted(text, _UP, "^")


def lowered(text: str) -> str:
    """What a subscript reads as."""
    return _shifted(text, _DOWN, "_")


def _shifted(text: str, table: dict[str, str], mark: str) -> str:
    text = text.strip()
    if not text or (_NOTE.fullmatch(text) and not re.fullmatch(r"[(（][\d+-]+[)）]", text)):
        return text
    if all(c in table for c in text):
        return "".join(table[c] for c in text)
    if _PLAIN.fullmatch(text):
        return mark + text
    return f"{mark}({text})" if len(text) > 1 else text
