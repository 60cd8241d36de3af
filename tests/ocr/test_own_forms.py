"""A book's own forms of keys, labels, titles and headings, as the grammar knows them."""

import pytest

from ocr.answer_labels import plain_answers
from ocr.confusions import Repaired
from ocr.headings import is_heading, whole_name
from ocr.key_entries import plain_entries
from ocr.materials import asked_below
from ocr.own_forms import plain_forms
from ocr.printed_labels import relabelled
from ocr.sheet_lines import bare_heading, key_title, outside, without_paper_key


def lines(*texts: str) -> dict[int, Repaired]:
    return {at: Repaired(text, ()) for at, text in enumerate(texts)}


def entries(*texts: str, key: int = 0) -> list[str]:
    """The lines with their entries in plain form; the last `key` of them are a key apart."""
    said = lines(*texts)
    body = range(len(texts) - key)
    found = plain_entries(said, body, range(len(body), len(texts)))
    return [found.get(at, said[at]).text for at in said]


@pytest.mark.parametrize(
    ("printed", "plain"),
    [
        (("1：B", "2：ACD", "3：×"), ["1．B", "2．ACD", "3．×"]),
        (("1 [B]　　2 [C]", "3 [A]　解析：理由。"), ["1．B　　2．C", "3．A　解析：理由。"]),
        (("1—B　2—√　3—C",), ["1．B　　2．√　　3．C"]),
        (("1、答案B", "2、答案C", "3、答案A"), ["1．B", "2．C", "3．A"]),
        (("1．选B。", "2．选AC。", "3．选D。"), ["1．B", "2．AC", "3．D"]),
        (("第1题 B", "第2题 C", "第3题 A"), ["1．B", "2．C", "3．A"]),
        (("1．是", "2—非", "3—T", "4—F"), ["1．√", "2．×", "3．√", "4．×"]),
        (("1.B　2.C　3.A",), ["1.B　2.C　3.A"]),
        (("1．（B）", "2．（C）", "3．（A）"), ["1．（B）", "2．（C）", "3．（A）"]),
        (("1—B", "2—C"), ["1—B", "2—C"]),  # two are no style
        (("1—B", "7—C", "3—A", "9—D"), ["1—B", "7—C", "3—A", "9—D"]),
    ],
)
def test_entries_of_a_key(printed: tuple[str, ...], plain: list[str]) -> None:
    assert entries("1．问的是（　）。", *printed, key=len(printed))[1:] == plain
    assert entries("1．问的是（　）。", "答案与提示", *printed)[2:] == plain


def test_answers_in_words_follow_the_style_of_the_letters() -> None:
    said = entries("参考答案", "1—B", "2—C", "3—A", "二、填空题", "1—冲动　2—情感____3—[顺应]")
    assert said[1:] == ["1．B", "2．C", "3．A", "二、填空题", "1—冲动　2—情感____3—[顺应]"]
    headed = entries(
        "参考答案", "一、选择题", "1—B", "2—C", "3—A", "二、填空题", "1—冲动　2—情感____3—[顺应]"
    )
    assert headed[-1] == "1．冲动　　2．情感　　3．顺应"
    points = entries(
        "参考答案", "一、选择题", "(1)B", "(2)C", "(3)A", "二、简答题", "(1)树立目标。"
    )
    assert points[-1] == "(1)树立目标。"


def test_a_key_ends_where_questions_begin() -> None:
    said = entries(
        "参考答案", "1 B", "2 C", "3 A", "二、判断题", "1 情绪有两极性。（　）", "参考答案", "1 √"
    )
    assert said[1:4] == ["1．B", "2．C", "3．A"]
    assert said[5] == "1 情绪有两极性。（　）"
    assert said[-1] == "1．√"
    assert entries("1 B", "2 C", "3 A") == ["1 B", "2 C", "3 A"]  # no key is announced


def answers(*texts: str) -> list[str]:
    said = lines(*texts)
    found = plain_answers(said, range(len(texts)), [])
    return [found.get(at, said[at]).text for at in said]


@pytest.mark.parametrize("label", ["▶答案 ", "本题选", "故选", "Key: ", "☞ ", "答案→"])
def test_labels_of_answers(label: str) -> None:
    said = [f"{label}B。", f"{label}AC", f"{label}√"]
    assert answers(*said) == ["答案：B", "答案：AC", "答案：√"]
    assert answers(*said[:2]) == said[:2]


def test_a_label_of_letters_is_that_of_words() -> None:
    assert answers("▶答案 B", "▶答案 C", "▶答案 A", "▶答案 从众")[3] == "答案：从众"
    assert answers("选B。", "选C。", "选A。", "选出下列各句的主语。")[3] == "选出下列各句的主语。"
    assert answers("答案：B", "答案：C", "答案：A") == ["答案：B", "答案：C", "答案：A"]


def test_points_of_an_answer_are_one_unless_an_answer_stands_above() -> None:
    assert answers("1．简述从众。", "参考要点：规范与信息。")[1] == "答：规范与信息。"
    assert answers("答：从众。", "要点：规范与信息。")[1] == "要点：规范与信息。"


def test_kinds_behind_stems_go_to_the_front() -> None:
    said = [
        f"{n}．情绪的两极是（　）。（{kind}）" for n, kind in enumerate(("单选", "多选", "判断"))
    ]
    assert answers(*said)[1] == "1．【多选题】情绪的两极是（　）。"
    assert answers(*said[:2]) == said[:2]


def test_yes_and_no_in_brackets_are_verdicts() -> None:
    said = ["1．情绪有两极性。（是）", "2．心境短暂。（非）", "3．激情强烈。（是）"]
    assert answers(*said) == [
        "1．情绪有两极性。（√）", "2．心境短暂。（×）", "3．激情强烈。（√）"
    ]  # fmt: skip
    assert answers(said[0], said[0], said[2]) == [said[0], said[0], said[2]]


@pytest.mark.parametrize(
    "title",
    [
        "★参考答案★",
        "附：参考答案",
        "参 考 答 案",
        "练 习 题 答 案",
        "答 案",
        "◎答案与提示",
        "——参考答案及解析——",
    ],
)
def test_titles_over_keys(title: str) -> None:
    assert key_title(title)
    if title not in ("参 考 答 案", "答 案"):  # the grammar knows them
        assert bare_heading(title) == "参考答案"


@pytest.mark.parametrize("text", ["【答案】√", "【答案】", "答案：B", "2．答案与解析有何不同？"])
def test_answers_are_no_titles(text: str) -> None:
    assert bare_heading(text) == text
    assert not key_title("【答案】√")


@pytest.mark.parametrize(
    ("printed", "plain"),
    [
        ("题型二　判断题", "二、判断题"),
        ("§3 填空题", "三、填空题"),
        ("Ⅱ类 多项选择题", "二、多项选择题"),
        ("第四大题　简答题（共20分）", "四、简答题(共20分)"),
        ("～判断题～", "判断题"),
        ("简答：", "简答题"),
        ("四、名词解释：", "四、名词解释"),
        ("二、正误判断", "二、正误判断题"),
    ],
)
def test_headings_of_sections(printed: str, plain: str) -> None:
    assert is_heading(printed)
    assert whole_name(printed) == plain


def test_what_is_no_heading_keeps_its_colon() -> None:
    assert whole_name("下列说法正确的是：") == "下列说法正确的是："
    assert is_heading("三、情境分析题（共20分）")
    assert not is_heading("三、本大题为情境题，请先读材料")


def test_a_kind_within_the_number_s_bracket() -> None:
    said = lines(
        *(f"【例题{n}·{kind}】下列说法" for n, kind in ((1, "单选"), (2, "判断"), (3, "多选")))
    )
    found = relabelled(said, range(3), [])
    assert found[1].text == "2．【判断题】下列说法"


def test_a_case_under_its_question_s_number() -> None:
    case = [
        (0, "10．材料："),
        (1, "明明伸手去夺小汽车。"),
        (2, "请结合材料，分析明明的行为。（20分）"),
    ]
    assert asked_below(case) == [
        (0, "材料："), (1, "明明伸手去夺小汽车。"), (2, "10．请结合材料，分析明明的行为。（20分）")
    ]  # fmt: skip
    asked = [(0, "10．材料：明明伸手去夺。"), (1, "问题：他的行为属于哪一类？")]
    assert asked_below(asked)[1] == (1, "10．他的行为属于哪一类？")
    several = [(0, "10．材料：明明伸手去夺。"), (1, "11．请分析从众。")]
    assert asked_below(several) == several


def test_blanks_below_the_title_of_a_key_are_those_of_questions() -> None:
    said = dict(
        enumerate(["1．甲", "习题答案", "1．B", "二、填空题", "1．____是意识。", "2．记忆____"])
    )
    assert without_paper_key(list(said), said) == (list(said), [])
    short = dict(enumerate(["1．甲", "习题答案", "1．B", "2．C"]))
    assert without_paper_key(list(short), short)[1] == [1, 2, 3]


def test_time_and_share_of_right_answers_are_furniture() -> None:
    assert outside("限时：10分钟　　用时：______　　正确率：______") == "sheet_furniture"


def test_forms_are_applied_one_after_the_other() -> None:
    said = lines(
        "例1　情绪有（　）。（单选）", "例2　心境有（　）。（单选）", "例3　意志有（　）。（多选）"
    )
    found = plain_forms(said, range(3), [])
    assert found[2].text.startswith("3．")
