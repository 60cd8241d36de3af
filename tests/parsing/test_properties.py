"""Whatever comes in: no error, no line lost, and what a printer sets comes back."""

from hypothesis import given, settings
from hypothesis import strategies as st

from papers import LAYOUTS, NOISES, Item, Layout, render
from papers.choices import CHOICE_STYLES
from papers.keys import KEY_STYLES
from papers.numbering import NUMBER_STYLES
from papers.sections import SECTION_STYLES
from parsing import Parsed, parse

PIECES = [
    "1.", "2.", "3、", "(1)", "第4题", "5 ", "[单选题]", "一、单项选择题", "（每题2分）", "A.",
    "B.", "C、", "(D)", "甲", "视觉。", "的是（ ）", "答案：B", "【答案】", "【解析】",
    "参考答案", "\n", "\n\n", "\u3000", "案例一：", "一般资料：", "1-5 ABCDA", "1.B 2.C", "√",
    "题号 1 2\n答案 A B", "第一章 ", "根据以下案例，回答1～3题", "答：", "无", "___", "\u200b",
    "(xué)", "①", "1908年", "A.B.C.D.", "故选C", "名词解释", "\x00", "😀", "【选项】", "材料",
    "l、", "(((", "】】", "题型",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=60).map("".join) | st.text(max_size=200)
QUICK = settings(max_examples=150)


def blank(line: str) -> bool:
    return not line.strip()


def accounted(parsed: Parsed, lines: list[str], page: str) -> list[str]:
    """Lines of a page that are in no question and no leftover."""
    covered = {rest.line for rest in parsed.leftovers if rest.page == page}
    for question in parsed.questions:
        spans = (question.lines, *question.also) if page == "paper" else (question.key_lines,)
        for span in spans:
            if span:
                covered.update(range(span[0], span[1] + 1))
    return [line for i, line in enumerate(lines) if i not in covered and not blank(line)]


@QUICK
@given(TEXTS, st.none() | TEXTS)
def test_never_raises_and_never_loses_a_line(text: str, key: str | None) -> None:
    lines = text.replace("\r", " ").split("\n")
    key_lines = key.replace("\r", " ").split("\n") if key is not None else None
    parsed = parse(lines, key=key_lines)
    assert accounted(parsed, lines, "paper") == []
    assert key_lines is None or accounted(parsed, key_lines, "key") == []
    assert parse(lines, key=key_lines) == parsed


WORDS = st.text(alphabet="感知觉记忆思维情绪动机人格注意学习迁移强化归因", min_size=3, max_size=12)


@st.composite
def items(draw: st.DrawFn) -> list[Item]:
    found = []
    for form in ["SCQ"] * draw(st.integers(2, 6)) + ["MAQ"] * draw(st.integers(0, 4)):
        texts = draw(st.lists(WORDS, min_size=4, max_size=5, unique=True))
        letters = draw(st.permutations("ABCDE"[: len(texts)]))
        count = 1 if form == "SCQ" else draw(st.integers(2, len(texts)))
        answer = "".join(sorted(letters[:count]))
        found.append(
            Item(
                f"下列各项中属于{draw(WORDS)}的是（　　）。",
                tuple(texts),
                answer,
                f"这是{draw(WORDS)}的特点。",
                form,
            )
        )
    return found


LAYOUT = st.builds(
    Layout,
    name=st.just("drawn"),
    numbering=st.sampled_from([n for n in NUMBER_STYLES if n not in ("tag_only", "label")]),
    options=st.sampled_from(list(CHOICE_STYLES)),
    answers=st.just("key"),
    sections=st.sampled_from([s for s in SECTION_STYLES if s != "none"]),
    key=st.sampled_from(list(KEY_STYLES)),
    key_place=st.sampled_from(["end", "section", "page"]),
    run_on=st.booleans(),
    noise=st.lists(st.sampled_from(list(NOISES)), max_size=2, unique=True).map(tuple),
)


@QUICK
@given(items(), LAYOUT, st.integers(0, 9))
def test_no_answer_moves_to_another_question(
    printed: list[Item], layout: Layout, seed: int
) -> None:
    paper = render(printed, layout, seed=seed)
    parsed = parse(paper.lines, key=paper.key_lines)
    truth = {want.lines[0]: want for want in paper.expected}
    for question in parsed.questions:
        if question.answer and question.options:
            assert question.answer == truth[question.lines[0]].answer, question


def test_every_layout_of_the_catalogue_reads_back() -> None:
    printed = [
        Item(
            "感觉的两种适应是（　　）。", ("明适应", "暗适应", "听适应", "味适应"), "A", "见教材。"
        ),
        Item("短时记忆的容量约为（　　）个组块。", ("5", "7", "9", "11"), "B", ""),
        Item(
            "知觉的特性有（　　）。",
            ("整体性", "选择性", "理解性", "情境性"),
            "ABC",
            "略有出入。",
            "MAQ",
        ),
        Item(
            "属于意志品质的有（　　）。", ("自觉性", "果断性", "敏感性", "自制力"), "ABD", "", "MAQ"
        ),
        Item("简述遗忘的规律。", (), "先快后慢，先多后少。", "", "QA"),
    ]
    exact = total = 0
    for layout in LAYOUTS.values():
        paper = render(printed, layout)
        questions = parse(paper.lines, key=paper.key_lines).questions
        got = {(q.lines[0], q.format, q.number, q.stem[:9]): q for q in questions}
        for want in paper.expected:
            found = got.get((want.lines[0], want.format, want.number, want.stem[:9]))
            total += 1
            exact += found is not None and all(
                getattr(found, name) == getattr(want, name)
                for name in ("number", "format", "stem", "options", "answer", "explanation")
            )
    assert exact >= 0.995 * total
