"""A line folded so that every character keeps its place, and circled numbers their sign."""

from cpsyexam.text import fold

_KEPT = frozenset("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳❶❷❸❹❺❻❼❽❾❿ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ")


def flat(text: str) -> str:
    """As long as `text`: full-width forms folded, what would change its length left alone."""
    return "".join(_flat(char) for char in text)


def _flat(char: str) -> str:
    folded = char if char in _KEPT else fold(char)
    return folded if len(folded) == 1 else char
