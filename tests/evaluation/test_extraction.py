"""Reading replies: every style of the table for many questions."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from evaluation import harnesses
from evaluation.extraction import read

STYLES = tomllib.loads(Path(__file__).with_name("styles.toml").read_text("utf-8"))
OPTIONS = (
    ("共情", "真诚", "积极关注", "具体化"),
    ("经典条件反射", "操作性条件反射", "观察学习", "顿悟学习", "潜伏学习"),
    ("感觉阈限", "绝对感觉阈限", "差别感觉阈限", "韦伯定律"),
)
LETTERS = "ABCDE"


def filled(style: str, options: tuple[str, ...], key: tuple[int, ...]) -> str:
    """A style's text for one question."""
    letters = [LETTERS[i] for i in key]
    wrong = [LETTERS[i] for i in range(len(options)) if i not in key]
    lines = [f"{LETTERS[i]}. {options[i]}" for i in key]
    every = [f"{LETTERS[i]}. {text}" for i, text in enumerate(options)]
    verdict = ["正确" if i in key else "错误" for i in range(len(options))]
    return style.format(
        k="".join(letters), d="、".join(letters), c=", ".join(letters), h="和".join(letters),
        s=" ".join(letters), full="".join(chr(ord(c) + 0xFEE0) for c in letters),
        low="".join(letters).lower(), json=str(letters).replace("'", '"'),
        t="、".join(options[i] for i in key), lines="\n".join(lines),
        lines_dash="\n- ".join(lines), w=wrong[0], ws="、".join(wrong),
        wt=options[LETTERS.index(wrong[0])], all="\n".join(every),
        paren="".join(f"({letter})" for letter in letters), ord=f"第{'一二三四五'[key[0]]}个",
        boxes="\n".join(f"- [{'x' if i in key else ' '}] {line}" for i, line in enumerate(every)),
        ticks="\n".join(f"{i + 1}. {text} {'✔' if i in key else '✘'}"
                        for i, text in enumerate(options)),
        dashes="；".join(f"{LETTERS[i]}——{'对' if i in key else '不对，另有所指'}"
                        for i in range(len(options))),
        wor="或".join(wrong), oxford=", ".join(letters[:-1]) + f", and {letters[-1]}",
        judged="；".join(f"{LETTERS[i]}{v}" for i, v in enumerate(verdict)),
        every=LETTERS[: len(options)], nums="、".join(str(i + 1) for i in key),
        places="、".join(f"第{'一二三四五'[i]}" for i in key) + "项",
        lows=" ".join(letters).lower(), latex=",\\,".join(letters),
        tags="".join(f"<option>{letter}</option>" for letter in letters),
        scores="\n".join(f"{LETTERS[i]}：{90 - i if i in key else 3}分"
                         for i in range(len(options))),
        shares="\n".join(f"{LETTERS[i]} {0.93 if i in key else 0.04}"
                         for i in range(len(options))),
        reasons="".join(f"{LETTERS[i]}很典型，当然要选。" if i in key
                        else f"{LETTERS[i]}另有所指，不能选。" for i in range(len(options))),
        marks="\n".join(f"{LETTERS[i]}. {'√' if i in key else '×'}" for i in range(len(options))),
    )  # fmt: skip


def keys(options: tuple[str, ...], *, several: bool) -> list[tuple[int, ...]]:
    if not several:
        return [(i,) for i in range(len(options))]
    found = [(0, 1), (0, 2), (1, 3), (0, 1, 2), (1, 2, 3)]
    return [key for key in found if len(key) < len(options)]


CASES = [(style, several) for style in STYLES["both"] for several in (False, True)]
CASES += [(style, False) for style in STYLES["scq"]] + [(style, True) for style in STYLES["maq"]]
UNREAD = [(style, False) for style in STYLES["unread_scq"]]
UNREAD += [(style, True) for style in STYLES["unread_maq"]]
NONE = [(style, several) for style in STYLES["none"] for several in (False, True)]
NONE += [(style, False) for style in STYLES["none_scq"]]
NONE += [(style, True) for style in STYLES["none_maq"]]
CASE = "案例：求助者说：“我不能控制自己。”本案例中系统脱敏的正确步骤包括（　　）。"
STEPS = ("学会肌肉放松", "构建焦虑等级", "给予焦虑刺激", "实施系统脱敏")


def test_the_table_is_long_enough() -> None:
    assert sum(len(set(styles)) for styles in STYLES.values()) >= 150


@pytest.mark.parametrize(("style", "several"), CASES)
def test_style_is_read_as_its_key(style: str, several: bool) -> None:  # noqa: FBT001
    for options in OPTIONS:
        for key in keys(options, several=several):
            text = filled(style, options, key)
            found = read(text, options, several=several)
            assert found.said == key, (text, found)


@pytest.mark.parametrize(("style", "several"), UNREAD)
def test_style_that_is_not_read_is_not_misread(style: str, several: bool) -> None:  # noqa: FBT001
    for options in OPTIONS:
        for key in keys(options, several=several):
            text = filled(style, options, key)
            assert read(text, options, several=several).said in ((), key), text


def test_styles_that_are_no_answer() -> None:
    misread = [
        (style, several)
        for style, several in NONE
        for options in OPTIONS
        for key in keys(options, several=several)
        if read(filled(style, options, key), options, several=several).said
    ]
    assert len(set(misread)) <= 1, set(misread)  # of 115: "回答：B是另一个概念。"


def test_question_that_asks_for_the_fault() -> None:
    options = OPTIONS[0]
    for text in ("错误的是C", "不正确的是C。", "不属于的是C"):
        assert read(text, options, several=False, stem="下列说法不正确的是").said == (2,)
        assert read(text, options, several=False, stem="下列说法正确的是").said == ()
    judged = "A正确，B正确，C错误，D正确"
    assert read(judged, options, several=False, stem="下列说法错误的是").said == (2,)
    assert read(judged, options, several=False, stem="下列说法正确的是").said == ()


@pytest.mark.parametrize(
    "text",
    [
        "A、B、D正确，C错误。",
        "A：正确\nB：正确\nC：错误\nD：正确",
        "A. ✓ 原文\nB. ✓ 是\nC. ✗ 不是\nD. ✓ 是",
        "| 选项 | 判断 |\n|---|---|\n| A | 正确 |\n| B | 正确 |\n| C | 错误 |\n| D | 正确 |",
        "A：正确\nB：正确\nC：错误\nD：正确\n\n答案：ABD",
        "**A. 学会肌肉放松**\n正确。\n\n**B.**\n正确。\n\n**C.**\n错误。\n\n**D.**\n正确。",
        "### 正确项\nA. 学会肌肉放松\nB. 构建焦虑等级\nD. 实施系统脱敏\n\n### 错误项\nC",
    ],
)
def test_verdicts_of_a_case_are_of_what_it_asks_not_of_what_is_said_in_it(text: str) -> None:
    assert read(text, STEPS, several=True, stem=CASE).said == (0, 1, 3)


@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize(
    "form",
    [
        "{x}", "{x}.", "{x}) {t}", "answer: {x}\nreason: 教材原文", "{stem}\n{x}", "I pick {x}.",
        "{x} fits best.", "{x} - it fits.", "{x} because it fits", "{x}\n\nThe reason is clear.",
        "{x}，{t}最早提出了系统的看法。", "{x}. {t}\n\n{t}是教材的原话。", "Option {x} is correct.",
    ],
)  # fmt: skip
def test_no_letter_is_read_otherwise_than_another(form: str, letter: str) -> None:
    place = LETTERS.index(letter)
    stem = "系统脱敏的第一步是（　）的作用"
    text = form.format(x=letter, t=OPTIONS[0][place], stem=stem)
    assert read(text, OPTIONS[0], several=False, stem=stem).said == (place,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("让我们逐项分析。A项：这一说法最早由冯特提出，", ()),
        ("A项说的是内部动机，是错误的；D项说的是", ()),
        ("首先看A选项，感觉是人脑对客观事物的反映", ()),
        ("A项正确", ()),
        ("答案：B\n解析：因为题干", (1,)),
        ("选B。理由是", (1,)),
    ],
)
def test_reply_that_broke_off_says_what_it_stated_before(text: str, said: tuple[int, ...]) -> None:
    assert read(text, OPTIONS[0], several=False, cut=True).said == said


def test_list_that_broke_off_is_no_answer() -> None:
    assert read("答案：A、", OPTIONS[0], several=True).said == ()
    assert read("答案：A", OPTIONS[0], several=True, cut=True).said == ()
    assert read("答案：A", OPTIONS[0], several=True).said == (0,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("首先选A；另外，B、C也应入选。", (0, 1, 2)),
        ("应选A。另外，C也正确。", (0, 2)),
        ("选A和B，另外还要选C。", (0, 1, 2)),
        ("选B，另外三项都不对。", (1,)),
        ("1. 选项A\n2. 选项C", (0, 2)),
        ("- 选项A\n- 选项C", (0, 2)),
        ("正确选项：\n1. 选项A\n2. 选项C", (0, 2)),
        ("[THINK]选B[/THINK]AC", (0, 2)),
        ("<|begin_of_thought|>选B<|end_of_thought|>答案AC", (0, 2)),
        ("<seed:think>选B</seed:think>AC", (0, 2)),
        ('{"result":{"choice":["A","C"]}}', (0, 2)),
        ('{"data": {"output": {"answer": "AC"}}}', (0, 2)),
        ('```json\n{"A": true, "B": false, "C": true, "D": false}\n```', (0, 2)),
        ("<b>A</b>&nbsp;<b>C</b>", (0, 2)),
        ("\\boxed{\\text{A. 学会肌肉放松},\\ \\text{C. 给予焦虑刺激}}", (0, 2)),
        ("答案是A、B——不对，B写错了，是D，即A、D。", (0, 3)),
        ("刚才说B太草率。以本次为准：A和C。", (0, 2)),
        ("本题给了A、B、C、D四个选项，多选漏选均不得分。", ()),
        ("没有哪一项合适：A、B、C、D皆不符合，无正确选项。", ()),
        ("答案：AC\n解析：步骤共三个，因此选ABC。", ()),
        ("Every option except B is part of it.", (0, 2, 3)),
        ("答 案 ： A  C\n\n这两步在前。", (0, 2)),
        ("A和C正确。B和D把步骤弄混了。", (0, 2)),
        ("A and C are correct. So is D. B mixes up the steps.", ()),
    ],
)
def test_lists_additions_thoughts_and_objects(text: str, said: tuple[int, ...]) -> None:
    assert read(text, STEPS, several=True, stem=CASE).said == said


def test_letter_names_a_place_where_options_are_letters_themselves() -> None:
    assert read("用字母B表示，答案是D。", ("A", "C", "D", "B"), several=False).said == (3,)


def test_further_question_that_broke_off_leaves_the_answer_whole() -> None:
    text = "AC\n\n题目：下列属于强化的有（　）\nA. 奖励\nB. 表"
    assert read(text, STEPS, several=True, stem=CASE, cut=True).said == (0, 2)


def test_letter_beyond_the_options_is_no_answer() -> None:
    assert read("答案：F", OPTIONS[0], several=False).said == ()
    assert read("答案：AF", OPTIONS[0], several=True).said == ()


def test_rule_and_strictness_are_told() -> None:
    assert read("答案：B", OPTIONS[0], several=False).strict
    assert not read("题干描述的是真诚", OPTIONS[0], several=False).strict
    assert read("", OPTIONS[0], several=False).rule == "empty"
    assert read("<think>也许", OPTIONS[0], several=False).rule == "unfinished"
    assert read("答案：A或B", OPTIONS[0], several=True).rule == "hedged"


def test_the_reading_that_exports_carry_stands_alone(tmp_path: Path) -> None:
    harnesses.copy_reading(tmp_path / "cpsyexam_reading")
    code = (
        "import sys; sys.path[:] = [p for p in sys.path if 'site-packages' in p or 'python3' in p];"
        f"sys.path.insert(0, {str(tmp_path)!r});"
        "from cpsyexam_reading.extraction import read;"
        "print(read('答案：B', ['感觉的', '知觉的'], several=False).said)"
    )
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout) == (0, "(1,)\n"), done.stderr


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("| 选项 | A | B | C | D |\n|-|-|-|-|-|\n| 判断 | 对 | 对 | 错 | 对 |", (0, 1, 3)),
        ("|理由|结论|选项|\n|-|-|-|\n|甲|对|A|\n|乙|错|B|\n|丙|对|C|\n|丁|错|D|", (0, 2)),
        ("【正确选项】A、C", (0, 2)),
        ("正确答案包括：\n1) A（共情）\n2) C（积极关注）", (0, 2)),
        ("A、B、D三项正确。", (0, 1, 3)),
        ("只有D是错的；其他选项全部正确。", (0, 1, 2)),
        ("例如“答案：AB”。我的作答：\n答案：AD", (0, 3)),
        ("我们来逐项分析各个选项：\n\nA. 共情\n\nB. 真诚\n\nC. 积极关注\n\n首先回顾理论。", ()),
        ("请看题目：\nA. 共情\nB. 真诚\nC. 积极关注\nD. 具体化\n你要我选出正确答案，对吗？", ()),
        ("题目给出了A、B、C、D等选项，但我无法确认哪些是正确的，因此不作答。", ()),
        ("A. 共情（√）\nB. 真诚\nC. 积极关注\nD. 具体化（√）", (0, 3)),
    ],
)  # fmt: skip
def test_tables_headings_examples_and_echoes(text: str, key: tuple[int, ...]) -> None:
    assert read(text, OPTIONS[0], several=True, stem="促进改变的技术有").said == key


COGNITIVE = ("感觉", "知觉", "意志", "记忆", "思维")


@pytest.mark.parametrize("head", ["要排除吗", "与题无关？", "是否错误", "不属于"])
@pytest.mark.parametrize(("yes", "no"), [("是", "否"), ("✓", "✗")])
@pytest.mark.parametrize("row", ["| {} | {} |", "{}：{}"])
def test_what_affirms_an_exclusion_excludes(head: str, yes: str, no: str, row: str) -> None:
    table = row.startswith("|")
    top = f"| 选项 | {head} |\n|---|---|" if table else f"{head.rstrip('？')}："
    rows = [row.format(letter, yes if letter == "C" else no) for letter in LETTERS]
    found = read("\n".join([top, *rows]), COGNITIVE, several=True, stem="属于认知过程的有（ ）")
    assert found.said == (0, 1, 3, 4)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("答案：B。勘误：上面的B应为D。", (3,)),
        ("答案：B。\n附勘误：此处B为笔误，应为D。", (3,)),
        ("选D。勘误：应为B，不是D。B说的是知觉。", (1,)),
        ("答案：B\n勘误：B→D", ()),
    ],
)
def test_an_erratum_is_never_overruled_by_what_it_corrects(
    reply: str, said: tuple[int, ...]
) -> None:
    assert read(reply, COGNITIVE, several=False).said == said


@pytest.mark.parametrize("reply", ["答案：ABC。笔误，C应为D。", "答案ABC。勘误：漏了D。"])
def test_a_list_that_an_erratum_changes_is_unread(reply: str) -> None:
    assert read(reply, COGNITIVE, several=True).said == ()


@pytest.mark.parametrize("said", ["可以从{}五个方面分析。", "围绕{}五个方面展开。"])
def test_options_that_are_gone_over_are_no_answer(said: str) -> None:
    reply = said.format("A、B、C、D、E")
    assert read(reply, COGNITIVE, several=True, stem="属于认知过程的有（ ）").said == ()
