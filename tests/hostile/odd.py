"""Odd values that the cases of several borders share."""

from typing import Any

SURROGATE = "\ud800"
GOOD = {
    "question": "心理学是研究什么的科学？",
    "options": ["行为与心理过程", "人体生理", "社会结构", "语言"],
    "answer": "A",
}
TERMS = (
    'terms = { owner = "o", licence = "CC0-1.0", terms_url = "u", decided_by = "d", '
    'decided_on = "2026-01-01" }\n'
)
CELLS: dict[str, Any] = {
    "whole number": 5,
    "large number": 10**400,
    "float": 5.5,
    "not a number": float("nan"),
    "infinite": float("inf"),
    "true": True,
    "false": False,
    "none": None,
    "empty": "",
    "blank": " \n\t",
    "list": [],
    "object": {},
    "list of numbers": [1, 2, 3, 4],
    "list of none": [None, None],
    "list of lists": [["a"], ["b"]],
    "list of objects": [{"text": "a"}, {"label": "B"}],
    "object of numbers": {"A": 1, "B": 2},
    "object with odd keys": {"": "a", "ß": "b", "AA": "c"},
    "object of objects": {"A": {"B": {"C": 1}}},
    "text and labels": {"text": 5, "label": None},
    "surrogate": SURROGATE,
    "surrogate in a list": [SURROGATE, "b"],
    "superscript": "²",
    "circled": "①",
    "other digits": "١٢",
    "many digits": "9" * 150,
    "null character": "\x00",
    "escape": "\x1b[31mred\x1b[0m",
    "bidi": "abc\u202edcb\u2066",
    "line separator": "a\u2028b\u2029c",
    "json of a list": '["a", "b"]',
    "json cut": '["a", ',
    "json nested": "[" * 100 + "]" * 100,
    "markup": "[bold]x[/bold] [/] <b>x</b>",
    "formula": "=1+1",
    "private use": "\ue000\uf8ff",
    "noncharacter": "\uffff\ufffe",
    "combining": "a" + "\u0301" * 150,
    "replacement": "\ufffd" * 50,
    "beyond the plane": "\U0001f600\U00020000",
    "tags": "\U000e0041\U000e0042",
}
