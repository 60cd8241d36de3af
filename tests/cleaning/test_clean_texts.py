"""Repairs of single texts: what goes, and above all what must stay."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cleaning import characters, choices, defect_patterns, punctuation
from cleaning.defect_patterns import is_identity_number
from cleaning.repair import TextRepair
from cleaning.settings import CleanSettings
from cleaning.stage import text_repairs

REPAIRS = text_repairs(CleanSettings())


def cleaned(text: str, field: str = "stem") -> str:
    for _ in range(6):
        before = text
        for one in REPAIRS:
            if field in one.fields:
                text = one.change(text)
        if text == before:
            break
    return text


@pytest.mark.parametrize(
    "stem",
    [
        "12岁儿童的思维特点是（　　）。",
        "“角(jué)色”一词的读音是（　　）。",
        "3个月婴儿最先出现的情绪是（　　）。",
        "1.5倍标准差以外的数据称为（　　）。",
        "20世纪60年代兴起的学派是（　　）",
        "6，8，10，12，26这组数据的中数是（　　）",
        "16PF适用于（　　）",
        "1. 甲认为好 2. 乙认为不好，两人的分歧在于（　　）。",
        "（1）观察（2）实验（3）测验，其中属于（　　）",
        "第29题所涉及的测验理论包括（　　）",
        "求助者对丈夫来自网络的信息更多关注，说明（　　）",
        "视网膜上距离不同的物体，由同一时间内的运动造成（　　）",
        "新教师比专家教师更多地关注（　　）",
        "提出智力三元论的是（　　）( SternB.erg)",
        "著名心理学家著有《心理学》，其代表作是",
        "P＜0.05、S＝KlgI、f(x)=ax＋b中",
        "微信使用成瘾者的特点是（　　）。",
        "某量表的满分为（100分）",
        "“Ｑ分类”技术".replace("Ｑ", "Q"),
    ],
)
def test_good_stems_stay_as_they_are(stem: str) -> None:
    assert cleaned(stem) == stem


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("27、咨询师的态度（　　）。", "咨询师的态度（　　）。"),
        ("教育心理學(xué)關(guān)注（　　）", "教育心理学关注（　　）"),
        ("4．贝克提出的（　　）", "贝克提出的（　　）"),
        ("第4题 学校心理学（　　）", "学校心理学（　　）"),
        ("63,针对心理问题的会谈属于()。", "针对心理问题的会谈属于（　　）。"),
        ("(7P167)研究发现（　　）", "研究发现（　　）"),
        ("[单选题]沃尔普创立（　　）", "沃尔普创立（　　）"),
        ("105[多选题] 人格测验包括()。", "人格测验包括（　　）。"),
        ("(本题2.0分)影响人际吸引（　　）", "影响人际吸引（　　）"),
        ("主要用于治疗（　　）。（2分）", "主要用于治疗（　　）。"),
        ("方法包括( )。多选", "方法包括（　　）。"),
        ("应积极关注的方面包括多选", "应积极关注的方面包括"),
        ("标准有（　　）。(多选题)", "标准有（　　）。"),
        ("时间是在（ ）4-87", "时间是在（　　）"),
        ("过程包括（　）。确认答案", "过程包括（　　）。"),
        ("特性    【    】", "特性 （　　）"),
        ("基本步骤包括(多选", "基本步骤包括（　　）"),
        ("求助者:明白了。\n多选:8、行为疗法包括( )。", "求助者:明白了。\n行为疗法包括（　　）。"),
        ("简述流程。 [统考2014研]", "简述流程。"),
        ("叫作（　　）。更多试题请访问www.examcoo.com", "叫作（　　）。"),
        ("取得最(江南博哥)佳成绩", "取得最佳成绩"),
        ("最可能【学易网校 www.studyez.com】表明", "最可能表明"),
        ("小周哭的资料q/微信:12345原因", "小周哭的原因"),
        ("理论家是（　　）。（来源：www.hxter.com）", "理论家是（　　）。"),
        ("记忆 关注微信公众号：答案圈", "记忆"),
        ("记忆　学易网校咨询QQ群：123456789", "记忆"),
        ("M&lt;0.5&nbsp;时<br/>是<b>多少</b>", "M<0.5 时\n是多少"),
        ("為情緒研究帶來新的視角", "为情绪研究带来新的视角"),
        ("ＳＣＬ得分８．２", "SCL得分8.2"),
    ],
)
def test_leftovers_go(printed: str, meant: str) -> None:
    assert cleaned(printed) == meant


@settings(max_examples=150)
@given(st.text(alphabet="12.、（）() 　多选单题:：分\n。，,P<br>&;答案确认-是的A江", max_size=24))
def test_repairing_twice_is_repairing_once(text: str) -> None:
    for field in ("stem", "options", "explanation"):
        once = cleaned(text, field)
        assert cleaned(once, field) == once


@settings(max_examples=150)
@given(
    st.text(alphabet="12.、（）() 　多选单题:：分\n。，,P<br>&;答案确认-是的A江ＡＢ", max_size=20)
)
def test_a_probe_sees_all_that_its_repair_changes(text: str) -> None:
    import polars as pl

    def seen(one: TextRepair) -> bool:
        return bool(pl.Series([text]).str.contains(one.probe)[0])

    missed = [one.id for one in REPAIRS if one.change(text) != text and not seen(one)]
    assert missed == []


@pytest.mark.parametrize(
    ("said", "letters"),
    [
        ("ABD", "ABD"),
        ("C, A", "AC"),
        ("A、B和D", "ABD"),
        ("答案：C。", "C"),
        ("b", "B"),
        ("【答案】AB", "AB"),
        ("", ""),
        ("BAD的意思", ""),
        ("D、衰竭期", ""),
        ("正确", ""),
        ("D项", "D"),
        ("AC选项", "AC"),
    ],
)
def test_letters_of_an_answer(said: str, letters: str) -> None:
    assert choices.letters(said) == letters


def test_answers_that_spell_out_an_option() -> None:
    assert choices.by_text("本我 ", ["自我", "本我。"]) == "B"
    assert choices.by_text("本我", ["本我", "本我"]) == ""
    assert choices.fallen("D、衰竭期") == ("D", "衰竭期")
    assert choices.fallen("D") is None


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ("A 感觉|B 知觉|C 记忆|D 思维", "感觉|知觉|记忆|思维"),
        ("A感觉|B知觉|C记忆|D思维", "感觉|知觉|记忆|思维"),
        ("A. 感觉|B. 知觉|C. 记忆|D. 思维", "感觉|知觉|记忆|思维"),
        ("A 甲胎蛋白G|B 维生素A|C 阿托品|D 维生素B1", "甲胎蛋白G|维生素A|阿托品|维生素B1"),
        ("A 大于 B|B 小于 C|C 等于 A", ""),
        ("A型血|B型血|C型血|D型血", ""),
        ("A 型人格|B 型人格|C 型人格|D 型人格", ""),
        ("A与B|B或C|C和D|D与A", ""),
        ("A型血|B型血|AB型血|O型血", ""),
        ("B感觉|A知觉|C记忆|D思维", ""),
        ("Apple|Ball|Cat|Dog", ""),
    ],
)
def test_options_lose_their_own_letters(options: str, found: str) -> None:
    given = options.split("|")
    wanted = found.split("|") if found else given
    assert choices.strip_letters({"options": given})["options"] == wanted


def test_an_answer_that_names_and_spells_an_option_is_its_letter() -> None:
    row = {"answer": "A 越低", "options": ["越低", "越高", "不变"]}
    assert choices.restore_option(row) == {"answer": "A"}
    assert choices.restore_option({**row, "answer": "A C"}) == {}


def test_punctuation_follows_the_commoner_style() -> None:
    assert punctuation.widen("求助者:您好,(笑)3:1。") == "求助者：您好，（笑）3:1。"
    assert punctuation.count("甲，乙,f(x)=1:2") == (1, 1)
    assert punctuation.count("好??都") == (0, 0)


@pytest.mark.parametrize(
    "broken",
    [
        "提出挫折—攻击假说的学者".encode().decode("gb18030", "ignore"),
        "提出挫折—攻击假说的学者".encode("gb18030").decode("latin-1"),
        "提出挫折攻击假说的学者".encode().decode("cp1252", "replace"),
        "提出挫折�假说",
        "锟斤拷锟斤拷",
        "????的学者",
    ],
)
def test_mojibake_is_seen(broken: str) -> None:
    import polars as pl

    assert defect_patterns.holds_mojibake(pl.Series([broken])).all()


@pytest.mark.parametrize(
    "sound",
    ["求助者：····（沉默）…………", "Müller—Lyer错觉", "μ±1.96σ", "弗洛伊德（Freud）", "x²≥√2"],
)
def test_sound_text_is_no_mojibake(sound: str) -> None:
    assert defect_patterns.broken(sound) == ""


def test_identity_numbers_by_their_check_digit() -> None:
    assert is_identity_number("11010519491231002X")
    assert not is_identity_number("110105194912310021")
    assert not is_identity_number("110105194913310029")


def test_entities_escaped_twice() -> None:
    assert characters.unescape("&amp;lt;") == "<"
