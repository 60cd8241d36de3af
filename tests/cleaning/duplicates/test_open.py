"""Questions without options: wording first, the model answers where it is in doubt."""

import pytest

from cleaning.duplicates import find_edges
from tests.cleaning.duplicates.bank import Asked, frame

STEM = "简述短时记忆的主要特点及其影响因素"
ANSWER = "容量有限、保持时间短，受组块、复述和干扰的影响。"
OTHER = "编码方式以听觉为主。"


@pytest.mark.parametrize(
    ("stem", "reference", "kind"),
    [
        ("请简述短时记忆的主要特点及影响因素", OTHER, "near"),  # the same but for function words
        ("简述长时记忆的主要特点及其影响因素", ANSWER, "flip"),  # an opposite, whatever the answer
        ("简述短时记忆的2个主要特点及其影响因素", ANSWER, "flip"),
        ("简述短时记忆的主要特点及其常见影响因素", ANSWER, "near"),  # a word more, one answer
        ("简述短时记忆的主要特点及其常见影响因素", OTHER, "review"),
        ("简述短时记忆的主要特点及其常见影响因素", "", "review"),
        ("简述短时记忆的主要特征及其影响因素", OTHER, "review"),
        ("简述遗忘的主要特点及其影响因素", ANSWER, "review"),
    ],
)
def test_two_open_questions(stem: str, reference: str, kind: str) -> None:
    left = Asked("a", STEM, (), (), reference=ANSWER)
    right = Asked("b", stem, (), (), reference=reference)
    assert find_edges(frame(left, right))["kind"].to_list() == [kind]


def test_a_right_option_in_other_words_is_no_other_key() -> None:
    options = ("心境", "激情", "应激", "情感交流阶段")
    left = Asked("a", "下列属于情绪状态分类的是", options, (3,))
    for last, kind in (("情感交流期间", "near"), ("社会认知发展", "variant")):
        right = Asked("b", left.stem, (*options[:3], last), (3,))
        assert find_edges(frame(left, right))["kind"].to_list() == [kind], last
