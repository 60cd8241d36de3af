"""Where the parts of a run-on paper begin, each by its own sign."""

from itertools import pairwise

from parsing.page.unfold import part_cuts


def pieces(text: str, *, numbered: bool = False) -> list[str]:
    cuts = sorted({0, *part_cuts(text, counted=99 if numbered else 0), len(text)})
    return [text[a:b] for a, b in pairwise(cuts)]


def test_terms_with_colons_are_apart_below_their_heading_only() -> None:
    terms = "关键期: 最易形成的时期。守恒: 量不变的认识。依恋: 情感的联结。"
    assert pieces(f"重点名词解释{terms}") == [
        "重点",
        "名词解释",
        "关键期: 最易形成的时期。",
        "守恒: 量不变的认识。",
        "依恋: 情感的联结。",
    ]
    assert pieces(f"对话。{terms}") == [f"对话。{terms}"]
    assert pieces(f"名词解释{terms}答:略") == [f"名词解释{terms}答:略"]


def test_what_follows_an_instruction_is_apart() -> None:
    text = "下列每题给出的选项中,只有一个选项最符合题意。首先研究遗忘的是"
    assert pieces(text) == [
        "下列每题给出的选项中,只有一个选项最符合题意。",
        "首先研究遗忘的是",
    ]


def test_a_type_before_each_statement_begins_it_where_it_recurs() -> None:
    typed = "判断题“记忆”先于想象。判断题知觉具有整体性。判断题气质有好坏之分。"
    assert pieces(f"练习。{typed}", numbered=True) == [
        "练习。",
        "判断题“记忆”先于想象。",
        "判断题知觉具有整体性。",
        "判断题气质有好坏之分。",
    ]
    assert pieces("练习。判断题知觉具有整体性。", numbered=True) == ["练习。判断题知觉具有整体性。"]
