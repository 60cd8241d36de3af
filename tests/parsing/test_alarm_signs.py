"""Each sign by which a page contradicts itself, on a page of ten questions that has no other."""

from typing import Any

import pytest

from parsing import Printed
from parsing.alarm import BADLY, THRESHOLD, alarm, signs, told
from parsing.records import Leftover

STEM = "下列属于认知过程第{}种的是（ ）"
LONG = "这一选项后面还接着印了下一道题的题干和它的全部选项与解析，所以比其余各项长出许多倍"


def question(place: int = 1, **other: Any) -> Printed:
    usual: dict[str, Any] = {
        **dict.fromkeys(("section", "chapter", "material", "explanation"), ""),
        "number": str(place),
        "format": "SCQ",
        "stem": STEM.format(place),
        "answer": "A",
        "options": ("感知", "动机", "性格", "气质"),
        "images": (),
        "notes": (),
    }
    return Printed(**{**usual, "lines": (place, place), **other})


PAGE = [question(n) for n in range(1, 11)]


def page(**other: Any) -> list[Printed]:
    """The page with another fifth question."""
    return [*PAGE[:4], question(5, **other), *PAGE[5:]]


def test_a_page_of_one_shape_shows_no_sign() -> None:
    assert {name: share for name, share in signs(PAGE, []).items() if share} == {}
    assert alarm(PAGE, []) == 0.0


ONE: list[tuple[str, dict[str, Any]]] = [
    ("suspect", {"stem": "略"}),
    ("suspect", {"stem": STEM.format(5) * 9}),
    ("suspect", {"options": ("感知", "动机", "性格", LONG * 2)}),
    ("suspect", {"options": ("感知", "动机", "性格", "气质", "能力", "兴趣")}),
    ("suspect", {"options": (), "format": ""}),
    ("suspect", {"answer": ""}),
    ("suspect", {"notes": ("doubt:two_keys",)}),
    ("suspect", {"options": ("感知", "动机", "性格 D.气质", "能力")}),
    ("other counts", {"options": ("感知", "动机", "性格")}),
    ("long last", {"options": ("感知", "动机", "性格", LONG)}),
    ("no ask", {"stem": "情绪与情感的联系和区别"}),
    ("undeclared open", {"options": (), "format": ""}),
    ("unanswered open", {"options": (), "format": "QA", "answer": ""}),
    ("lone gap", {"answer": ""}),
    ("doubted", {"notes": ("doubt:two_keys",)}),
    ("cut tails", {"notes": ("dropped:tail 下一页",)}),
    ("litter", {"stem": "下载后登录会员可看（ ）"}),
    ("lines in fields", {"stem": "下列属于认知\n过程的是（ ）"}),
    ("mixed marks", {"notes": ("options:mixed",)}),
    ("odd stem", {"stem": "，属于认知过程的是（ ）"}),
    ("short stem", {"stem": "题（ ）"}),
    ("weak starts", {"notes": ("number:glued",)}),
    ("mixed numbers", {"number": ""}),
]


@pytest.mark.parametrize(("name", "other"), ONE)
def test_one_question_of_ten_that_differs_is_a_sign(name: str, other: dict[str, Any]) -> None:
    share = signs(page(**other), [])[name]
    whole = name in ("lone gap", "mixed numbers")  # of the page, not of a question
    assert share == (1.0 if whole else pytest.approx(0.1))
    assert signs(page(**other), [])[f"any {name}"] == 1.0
    assert signs(PAGE, [])[name] == 0.0


CALM: list[tuple[str, dict[str, Any]]] = [
    ("suspect", {"options": ("感知", "动机", "性格")}),  # one option less is no other shape
    ("suspect", {"options": (), "format": "QA"}),
    ("suspect", {"options": ("感知觉", "动机", "性格", LONG[:25])}),
    ("long last", {"options": ("感知", "动机", "性格", LONG[:14])}),
    ("no ask", {"stem": "情绪最基本的成分是"}),
    ("no ask", {"stem": "简述情绪与情感的区别"}),
    ("undeclared open", {"options": (), "format": "FILL"}),
    ("doubted", {"notes": ("doubt:no_answer",)}),
    ("doubted", {"notes": ("doubt:explanation_says C", "number:dot")}),
    ("cut tails", {"notes": ("dropped:own_answer 我的答案：B",)}),
    ("short stem", {"stem": "何谓人格？"}),
    ("odd stem", {"stem": "例如（ ）属于认知过程"}),
    ("weak starts", {"notes": ("number:dot",)}),
    ("long answers", {"options": (), "format": "QA", "answer": "心理是脑的机能"}),
]


@pytest.mark.parametrize(("name", "other"), CALM)
def test_what_differs_little_is_none(name: str, other: dict[str, Any]) -> None:
    assert signs(page(**other), [])[name] == 0.0


def test_the_last_question_of_a_page_may_be_cut_off() -> None:
    def last(**other: Any) -> float:
        return signs([*PAGE[:9], question(10, **other)], [])["suspect"]

    assert last(answer="") == 0.0
    assert last(options=("感知",)) == 0.0
    assert last(stem="略") == 0.1  # but not what it holds
    assert signs([question(options=(), format="", answer="")], [])["undeclared open"] == 1.0


@pytest.mark.parametrize(
    ("numbers", "gaps", "late"),
    [
        ("1 2 3 4 5", 0, 0),
        ("1 2 4 5 6", 1, 0),
        ("1 2 3 1 2", 0, 0),  # numbers begin again
        ("1 2 2 3 4", 0, 0),
        ("1 2 3 2 9", 2, 0),
        ("7 8 9 10 11", 0, 1),
    ],
)
def test_gaps_between_numbers(numbers: str, gaps: int, late: int) -> None:
    found = signs([question(int(n)) for n in numbers.split()], [])
    assert found["gaps"] == pytest.approx(gaps / 5)
    assert found["late start"] == late


def test_answers_missing_here_and_there() -> None:
    """A question without a key among many is a gap; without any key that is the page's habit."""
    none = [question(n, answer="") for n in range(1, 11)]
    assert signs(none, [])["lone gap"] == signs(none, [])["split answers"] == 0.0
    half = [*PAGE[:5], *none[5:]]
    assert signs(half, [])["split answers"] == 1.0
    assert signs(half, [])["lone gap"] == 0.0
    two = [*PAGE[:4], *none[4:6], *PAGE[6:]]
    assert signs(two, [])["lone gap"] == 0.0  # two of ten are more than one of six
    assert signs([*two, *PAGE[:2]], [])["lone gap"] == 1.0
    ended = [*PAGE[:9], none[9]]
    assert signs(ended, [])["lone gap"] == 0.0  # the page breaks off there


def test_an_open_answer_much_longer_than_the_others() -> None:
    asked = [question(n, options=(), format="QA", answer="心理是脑的机能。") for n in range(1, 6)]
    assert not signs(asked, [])["long answers"]
    asked[2] = question(3, options=(), format="QA", answer="脑的机能。" * 40)
    assert signs(asked, [])["long answers"] == 0.2


def test_lines_outside_of_questions_that_look_like_one() -> None:
    def found(text: str, rule: str = "unread") -> dict[str, float]:
        return signs(PAGE, [Leftover(9, text, rule)])

    assert found("A.感知")["lost"] == 0.1
    assert found("参考答案：B")["lost"] == 0.1
    assert found("什么是情绪的外部表现？又怎样测量它们？它们有何功能？")["lost"] == 0.3
    assert found("网站声明")["lost"] == 0.0
    assert found("A.感知", "page_footer")["lost"] == 0.0
    assert found("网站声明")["unread"] == 0.1
    assert found("B", "key_without_question")["unused key"] == 0.1
    size = sum(len(q.stem) + len("".join(q.options)) + len(q.answer) for q in PAGE)
    assert found("网站声明")["loose"] == pytest.approx(4 / (size + 4))
    assert found("网站声明", "before_first_question")["loose"] == 0.0
    reasons = [question(n, explanation="认知包括感知。") for n in range(1, 11)]
    longer = signs(reasons, [Leftover(9, "网站声明", "unread")])["loose"]
    assert longer == pytest.approx(4 / (size + 70 + 4))


def test_a_page_without_questions() -> None:
    assert signs([], []) == {"lost": 0.0, "empty": 1.0}
    asked = [Leftover(0, "什么是情绪？", "unread")]
    assert signs([], asked)["lost"] == 1.0
    assert 0.5 < alarm([], []) < alarm([], asked) < 1


def test_the_alarm_is_nothing_without_a_sign_and_grows_with_each() -> None:
    one = page(notes=("doubt:two_keys",))
    two = [*one[:6], question(7, stem="，属于认知的是（ ）"), *one[7:]]
    assert 0 < alarm(one, []) < alarm(two, []) < 1
    assert BADLY.bias < 0 < min(BADLY.weights.values())


def test_what_is_said_of_a_page_begins_with_its_figure() -> None:
    assert told(THRESHOLD).startswith(f"{THRESHOLD:.2f}: look at this page")
    assert told(THRESHOLD - 0.01) == ""
