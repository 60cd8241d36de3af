"""Options that say the same: by numerals, names, words, comparisons; and what lies near them."""

import pytest

from generation.normal import normal
from generation.synonyms import holds_too

SAME = """西格蒙德·弗洛伊德|弗洛伊德
从众（conformity）|从众
甲组高于乙组|乙组低于甲组
男生比女生高|女生比男生低
同伴与父母|父母和同伴
三分之二|2/3
约68%|68%左右
超过四分之三的人|高于75%的人
II型错误|第二类错误
第三阶段|第3阶段
六七岁到十一二岁|6、7岁至11、12岁
1:2|1/2
7±2个组块|5～9个组块
20世纪50年代|1950年代
1879年|一八七九年
社交焦虑障碍|社交焦虑症
系统脱敏疗法|系统脱敏法
创伤后应激障碍|PTSD
内在动机|内部动机
没有显著差异|差异不显著
有目的且要意志努力的注意|既有目的又需付出意志努力的注意
追求快乐的原则|快乐原则
降低焦虑水平|减少焦虑
同时效度|共时效度
无法确定|不能确定"""
OTHERS = """有意注意|有意后注意
习俗水平|后习俗水平
强|较强
甲组高于乙组|乙组高于甲组
众数、中位数、平均数|平均数、中位数、众数
固定间隔、固定比率|固定比率、固定间隔
能力|努力
可得性启发法|代表性启发法
服从|从众
教育目的|教育目标
自变量多于一个|因变量多于一个
3～6岁|6～12岁
记忆（短时）|记忆（长时）
降低|升高"""


@pytest.mark.parametrize("pair", SAME.splitlines())
def test_one_form_for_what_says_the_same(pair: str) -> None:
    one, two = pair.split("|")
    assert normal(one) == normal(two)


@pytest.mark.parametrize("pair", OTHERS.splitlines())
def test_what_differs_keeps_its_form(pair: str) -> None:
    one, two = pair.split("|")
    assert normal(one) != normal(two)


@pytest.mark.parametrize(
    ("right", "wrong", "other"),
    [
        ("45～60分钟", ["3小时", "2小时", "50分钟左右"], "50分钟左右"),
        ("50分钟", ["3小时", "2小时", "45～60分钟"], "45～60分钟"),
        ("60分钟", ["3小时", "2小时", "45～60分钟"], ""),
        ("5岁", ["45～60分钟", "3个月", "12岁"], ""),
    ],
)
def test_a_range_around_the_right_number(right: str, wrong: list[str], other: str) -> None:
    assert holds_too(right, wrong) == other
