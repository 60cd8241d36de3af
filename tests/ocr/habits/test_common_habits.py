"""Habits of common books: tabs on the edge, keys after each page, cases without a label."""

import pytest

from ocr.book import Chapter
from ocr.chapters.chapters import find_title
from ocr.chapters.grammar_lines import cases_labelled, keys_last
from ocr.chapters.key_lines import key_lines
from ocr.chapters.key_runs import doubled
from ocr.chapters.sheet_lines import entries, outside
from ocr.habits.confusions import Repaired, repair
from ocr.habits.headings import formed
from ocr.habits.numbers import plain_numbers
from ocr.layout.answers_beside import with_answers
from ocr.layout.columns import Row, find_gutter, read_order
from ocr.layout.geometry import Piece
from ocr.layout.margins import find_margin
from ocr.layout.question_tables import question_table
from parsing import parse
from tests.ocr.layout.test_question_tables import GRID, LIKE, cell


def piece(at: int, text: str, x0: float, y0: float, wide: float) -> Piece:
    return Piece(at, text, 1.0, x0, y0, x0 + wide, y0 + 30)


def stems(x0: float = 160) -> list[Piece]:
    return [
        piece(n, f"{n}．儿童开始获得守恒概念的阶段是（　　）。", x0, 200.0 * n, 700)
        for n in range(1, 7)
    ]


def test_answers_left_of_all_text_are_no_notes() -> None:
    page = []
    for n in range(1, 10):
        page += [
            piece(2 * n, "（C）", 90, 100.0 * n, 36),
            piece(2 * n + 1, f"{n}．儿童开始获得守恒概念的阶段是（　　）。", 160, 100.0 * n, 700),
        ]
    assert not find_margin(page)


def test_numbers_and_answers_beside_their_lines_are_no_column() -> None:
    page = []
    for n in range(1, 8):
        y = 180.0 * n
        page += [
            piece(10 * n, f"（{'ABCD'[n % 4]}）", 180, y, 46),
            piece(10 * n + 1, f"{n}.", 330, y, 25),
            piece(10 * n + 2, "白鼠虽未得到酬赏，仍学会了迷津的路线，托尔曼称此为：", 400, y, 900),
            piece(10 * n + 3, "(A)观察学习 (B)潜在学习 (C)顿悟学习 (D)模仿", 405, y + 55, 850),
            piece(10 * n + 4, "【解析】学习已经发生但未立即表现于行为。", 370, y + 110, 700),
        ]
    assert find_gutter(page) is None
    rows = ["".join(p.text for p in row.pieces) for row in read_order(page, gutters=[300.0])]
    assert rows[0].startswith("（B）1.白鼠")
    assert rows[3].startswith("（C）2.白鼠")


def test_an_answer_of_the_column_stays_above_a_line_with_its_own_answer() -> None:
    rows = [
        Row((piece(1, "23.下列哪些做法有助于提高记忆？", 300, 100, 600),), 180, 900, 0),
        Row((piece(2, "（ABCD）24.观察学习包括哪些历程？", 180, 200, 700),), 180, 900, 0),
    ]
    found = with_answers(rows, [piece(3, "（ABD）", 180, 100, 90)])
    assert [row.pieces[0].at for row in found] == [1, 3, 2]


def test_a_title_behind_the_number_of_its_exercise() -> None:
    chapters = [
        Chapter(title=title, exam="SSE", subject="教育类教育心理学")
        for title in ("儿童的认知发展", "儿童的情绪与社会性")
    ]
    assert find_title("练习五儿童的认知发展", chapters) == 0
    assert find_title("专题6　儿童的情绪与社会性", chapters) == 1
    assert find_title("练习六答案", chapters) is None
    assert find_title("简述婴儿的情绪与社会性", chapters) is None


def test_a_key_of_judgements_with_corrections() -> None:
    head = [cell(i, text, column, 10) for i, (text, column) in enumerate(
        [("题号", 0), ("改　正", 1), ("判断", 2)]
    )]  # fmt: skip
    rows = [
        cell(10, "1", 0, 60), cell(11, "依恋的对象也可以是父亲。", 1, 60), cell(12, "×", 2, 60),
        cell(20, "2", 0, 160), cell(22, "√", 2, 160),
        cell(30, "3", 0, 260), cell(31, "高要求、高反应。", 1, 260), cell(32, "×", 2, 260),
    ]  # fmt: skip
    assert [row.text for row in question_table(GRID, [*head, *rows], LIKE, [])] == [
        "1．答案：×。依恋的对象也可以是父亲。", "2．答案：√。", "3．答案：×。高要求、高反应。",
    ]  # fmt: skip


def test_a_key_in_a_table_with_points() -> None:
    reason = "错误。气质是心理活动的动力特征，没有好坏之分。"
    pieces = [cell(i, text, column, 10) for i, (text, column) in enumerate(
        [("题号", 0), ("参考答案", 1), ("分值", 2)]
    )]  # fmt: skip
    pieces += [
        cell(10, "一、单项选择题", 1, 60),
        cell(20, "1", 0, 160), cell(21, "B", 1, 160), cell(22, "2", 2, 160),
        cell(30, "15", 0, 280), cell(31, reason[:12], 1, 260), cell(32, "6", 2, 280),
        cell(33, reason[12:], 1, 300),
    ]  # fmt: skip
    assert [row.text for row in question_table(GRID, pieces, LIKE, [])] == [
        "一、单项选择题", "1．答案：B。", f"15．{reason}",
    ]  # fmt: skip


def test_what_is_printed_for_marking_is_no_text_of_a_question() -> None:
    for line in ("满分：150分", "实际得分：＿＿＿＿", "姓名：____　　得分：____"):
        assert outside(line) == "sheet_furniture"
    assert outside("得分：是指测验的结果") == ""


def test_the_card_for_the_answers_is_none_of_them() -> None:
    card = "1　　[A] [B] [C] [D]　　2　　[A] [B] [C] [D]　　3　　[A] [B] [C] [D]"
    assert outside(card) == "answer_card"


def test_keys_with_tags_after_each_page_go_below_the_last_question() -> None:
    text = (
        "1．甲是 A．子 2．乙是 1．【答案】A 【解析】因为 2．【答案】B 3．简述丙 4．简述丁 "
        "3．【答案要点】 （1）其一 4．【答案要点】 （2）其二"
    )
    assert [said for _, said in keys_last(list(enumerate(text.split())))] == [
        "1．甲是", "A．子", "2．乙是", "3．简述丙", "4．简述丁", "参考答案",
        "1．【答案】A", "【解析】因为", "2．【答案】B", "3．（1）其一", "4．（2）其二",
    ]  # fmt: skip


def test_a_section_and_its_answers_on_one_line_of_a_key() -> None:
    lines = [(0, "参考答案"), (1, "三、填空题　　1．生物—心理—社会　　2．会谈")]
    assert [text for _, text in entries(lines)][1:] == [
        "三、填空题", "1．生物—心理—社会", "2．会谈",
    ]  # fmt: skip


PASSAGE = (
    "王老师讲到重点便放慢语速、提高声音，并用彩色粉笔在关键词下画线；"
    "讲解一段时间以后，总要让学生动手做一做。"
)
OTHER = (
    "小刚期中考试没有考好，他认为是试卷太难、自己运气不好，从此上课提不起精神，"
    "作业也常常不交，班主任多次找他谈话。"
)


def test_passages_without_a_label_below_the_heading_of_such_a_section() -> None:
    asked = ["32．王老师引起了哪些注意？", "33．请分析这样做的作用。"]
    more = [OTHER, "34．小刚的归因有什么特点？"]
    lines = list(
        enumerate(["六、材料分析题（共24分）", PASSAGE, *asked, *more, "参考答案", PASSAGE])
    )
    said = [text for _, text in cases_labelled(lines)]
    assert said[1] == f"材料一：{PASSAGE}"
    assert said[4] == f"材料二：{OTHER}"
    assert said[7] == PASSAGE
    found = parse(said[:6]).questions
    assert [q.material for q in found] == [PASSAGE, PASSAGE, OTHER]


def test_the_second_paragraph_of_a_case_and_labelled_ones_stay() -> None:
    own = ["一、案例分析题", f"1．{PASSAGE}", OTHER, "2．请分析原因。"]
    assert [text for _, text in cases_labelled(list(enumerate(own)))] == own
    told = ["一、材料分析题", f"材料一：{PASSAGE}", "1．请分析原因。"]
    assert [text for _, text in cases_labelled(list(enumerate(told)))] == told


def test_an_entry_that_two_questions_share_is_doubted() -> None:
    lines = [
        "一、判断题", "1．依恋的对象只能是母亲。（　　）", "2．遗忘先快后慢。（　　）", "参考答案",
        "1．×", "2．√",
    ]  # fmt: skip
    first, second = parse(lines).questions
    assert doubled([first, second]) == [first, second]
    assert ["doubt:key_used_twice" in q.notes for q in doubled([first, second, first])] == [
        True, False, True,
    ]  # fmt: skip


def test_simplified_characters_in_a_book_of_traditional_script() -> None:
    line = repair("習惯化與系统减敏感法，乾淨的後面", simplified=False)
    assert line.text == "習慣化與系統減敏感法，乾淨的後面"
    assert len(line.notes) == 3
    assert repair("题号　1　2", simplified=False).text == "题号　1　2"


def test_two_answers_on_the_line_of_their_section_in_one_box() -> None:
    lines = [(0, "参考答案"), (1, "三、填空题1. 生物一心理一社会2. 会谈")]
    assert [text for _, text in entries(lines)][2:] == ["1. 生物一心理一社会", "2. 会谈"]


def test_numbers_of_three_parts() -> None:
    texts = [f"2.1.{n}　思维具有的特征是" for n in range(1, 5)]
    lines = {at: Repaired(text, ()) for at, text in enumerate([*texts, "2.1.1 A　2.1.2 C"])}
    said = [r.text for r in plain_numbers(lines, range(4), [4]).values()]
    assert said == [f"{n}．思维具有的特征是" for n in range(1, 5)] + ["1．A　2．C"]


def test_tags_of_answers_of_all_sorts() -> None:
    labelled = ("【答题要点】甲", "3．【参考要点】乙", "4、答题要点：丙", "5、答题要点有三个")
    tags = {at: Repaired(text, ()) for at, text in enumerate(labelled)}
    assert [r.text for r in formed("first", tags, list(tags), ()).values()] == [
        "【答案】甲",
        "3．【答案】乙",
        "4、【答案】丙",
    ]


def test_a_short_key_goes_on_with_those_of_the_pages_before() -> None:
    keys = ["1.A　2.B　3.C", "4．甲是什么？", "4.A　5.B　6.C", "7．乙是什么？", "7.ABCD　8.ABC"]
    assert key_lines(keys).lines == {0, 2, 4}
    assert key_lines([*keys[:4], "17.AB　18.AC"]).lines == {0, 2}
    assert key_lines(keys[2:]).lines == {0}


@pytest.mark.parametrize(
    "line",
    [
        "温馨提示：本练第2题须对照记忆。",
        "【温馨提示】先易后难。",
        "备考小贴士：每天一练。",
        "（供教师参考）",
    ],
)
def test_tips_to_readers_are_no_part_of_a_question(line: str) -> None:
    assert outside(line) == "tip"
    assert outside(f"1.{line}") == ""
