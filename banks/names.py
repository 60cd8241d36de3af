"""What the headings of a bank's columns mean: known names, in the forms that people write them."""

import re
from collections.abc import Mapping, Sequence

from cpsyexam.taxonomy import LETTERS
from cpsyexam.text import fold

# Names seen in CPsyExam, CMMLU, C-Eval, MMLU, ARC, AGIEval, MedMCQA, Xiezhi, lm-eval tasks and in
# the import templates of Chinese quiz sites, without blanks and underscores; the first wins.
KNOWN: dict[str, tuple[str, ...]] = {
    "stem": (
        "question", "stem", "query", "prompt", "problem", "questiontext", "questionstem",
        "statement", "题干", "题目", "问题", "试题", "题目内容", "试题内容", "题干内容", "试题题干",
        "题目描述", "问题描述", "题面", "content", "内容", "quname",
    ),
    "options": (
        "options", "choices", "option", "endings", "candidates", "optionlist", "optionslist",
        "answeroptions", "answerchoices", "选项", "备选项", "备选答案", "选项内容", "选择项",
    ),
    "answer": (
        "answer", "answerkey", "gold", "target", "label", "correct", "correctanswer",
        "correctanswers", "correctoption", "rightanswer", "cop", "solution", "ans", "答案",
        "正确答案", "参考答案", "标准答案", "试题答案", "题目答案", "正确选项", "answerindex",
        "answeridx", "key", "standardanswer",
    ),
    "reference": ("reference", "referenceanswer", "modelanswer"),  # where answers are positions
    "explanation": (
        "explanation", "analysis", "rationale", "解析", "答案解析", "试题解析", "题目解析",
        "答案说明", "exp",
    ),
    "material": (
        "material", "context", "passage", "case", "background", "vignette", "stimulus", "材料",
        "案例", "病例", "共用题干", "案例描述", "案例材料", "背景材料", "阅读材料", "共用材料",
    ),
    "group": (
        "caseid", "group", "groupid", "passageid", "materialid", "testletid", "caseno", "案例编号",
        "案例号", "案例id", "病例编号", "病例号", "材料编号", "材料号", "题组", "题组编号",
        "题组号", "共用题干编号", "大题编号",
    ),
    "declared": (
        "questiontype", "qtype", "qutype", "type", "format", "题型", "试题类型", "题目类型", "类型",
    ),
    "subject": (
        "subjectname", "subject", "科目", "学科", "考试科目", "科目名称", "学科名称", "所属科目",
    ),
    "exam": ("exam", "考试", "考试名称"),
    "category": ("category",),
    "number": ("number", "题号", "序号"),
    "id": ("id", "qid", "questionid", "docid", "uid", "idx", "编号", "题目编号", "试题编号", "#"),
    "split": ("split",),
    "url": ("url", "链接"),
}  # fmt: skip
ROLES = tuple(KNOWN)
_WEAK = ("text", "title")  # of a question where options and a key stand beside it

_LONGEST = 1000  # characters of a heading that are looked at; the known have under 20
_MARKS = re.compile(r"[\s_*＊★☆·:：-]+")
_BRACKETS = re.compile(r"[(（\[【{「][^)）\]】}」]*[)）\]】}」]?")
# one column an option: {a} its letter, {n} its number from 1, {m} from 0
_SHAPES = (
    "{a}", "option{a}", "opt{a}", "op{a}", "choice{a}", "ans{a}", "选项{a}", "选择{a}", "备选{a}",
    "备选项{a}", "备选答案{a}", "答案{a}", "{a}选项", "{a}项", "option{n}", "opt{n}", "choice{n}",
    "选项{n}", "备选项{n}", "备选答案{n}", "answer{n}", "ending{m}", "option{m}", "choice{m}",
    "sol{n}",
)  # fmt: skip


def forms(heading: str) -> tuple[str, str, str]:
    """A heading as it is compared: as written, with what stands in brackets, and without hints.

    A star, blanks and line breaks do not count: `*题干`, `正确答案⏎（必填）`, `选项（A）`.
    """
    last = fold(heading[-_LONGEST:]).lower().rpartition(".")[2] or heading
    written = _MARKS.sub("", last)
    opened = re.sub(r"[()（）\[\]【】{}「」]", "", written)
    hintless = _MARKS.sub(
        "", re.split(r"[:：,，、;；]|\s[-–—]\s", _BRACKETS.sub("", last), maxsplit=1)[0]
    )
    return written, opened, hintless


def named(role: str, headings: Sequence[str]) -> list[str]:
    """The headings that may stand for a role, the likeliest first."""
    by_form = [{}, {}, {}]  # type: list[dict[str, list[str]]]
    for heading in headings:
        for known, form in zip(by_form, forms(heading), strict=True):
            known.setdefault(form, []).append(heading)
    found = [h for known in by_form for name in KNOWN[role] for h in known.get(name, ())]
    if role == "stem" and not found and named("answer", headings):
        beside = lettered(headings) or named("options", headings)
        found = [h for name in _WEAK for h in by_form[0].get(name, ())] if beside else []
    return list(dict.fromkeys(found))


def lettered(headings: Sequence[str]) -> tuple[str, ...]:
    """Columns A, B, C … or option_a, 选项A（必填）, choice1, ending0 …, in order; () for none."""
    by_form: dict[str, str] = {}
    for number in range(3):
        for heading in headings:
            by_form.setdefault(forms(heading)[number], heading)
    for shape in _SHAPES:
        first = "{n}" not in shape or shape.format(n=0) not in by_form
        keys = [
            shape.format(a=letter.lower(), n=place + first, m=place)
            for place, letter in enumerate(LETTERS)
        ]
        found = [by_form[key] for key in keys if key in by_form]
        if len(found) >= 2 and keys[0] in by_form:
            return tuple(found)
    return ()


_RUN = re.compile(r"(.*?)_?(\d{1,2})")
_WRONG = ("distractor", "wrong", "incorrect", "干扰", "错误选项", "错误答案")


def numbered(headings: Sequence[str]) -> list[tuple[str, ...]]:
    """Columns alike but for a number that counts on from 1 or 0, three or more: item1 … item4."""
    series: dict[str, list[tuple[int, str]]] = {}
    for heading in headings:
        if found := _RUN.fullmatch(forms(heading)[0]):
            series.setdefault(found[1], []).append((int(found[2]), heading))
    return [
        tuple(heading for _, heading in row)
        for row in series.values()
        if len(row) >= 3
        and [n for n, _ in row] == list(range(row[0][0], row[0][0] + len(row)))
        and row[0][0] < 2
    ]


def wrong_ones(headings: Sequence[str]) -> tuple[str, ...]:
    """Columns named for wrong options: the right one stands in the key's column."""
    return tuple(h for h in headings if any(word in forms(h)[0] for word in _WRONG))


def roles_in(headings: Sequence[str]) -> int:
    """How many roles these headings name; 0 where none of them is a question's."""
    if not named("stem", headings):
        return 0
    return sum(bool(named(role, headings)) for role in ROLES) + bool(lettered(headings))


def heading_row(rows: Sequence[Sequence[str]]) -> int:
    """Which of the first rows holds the headings: rows above are a title, or notes for who types.

    The one that names a question and something beside it, the last of several below each other
    (选项 over A B C D); else the first with two cells or more.
    """
    named_in = [roles_in(row) for row in rows]
    known = next((place for place, count in enumerate(named_in) if count >= 2), None)
    if known is None:
        return next((n for n, row in enumerate(rows) if sum(bool(c.strip()) for c in row) > 1), 0)
    while known + 1 < len(rows) and named_in[known + 1] >= named_in[known]:
        known += 1
    return known


def unique(headings: Sequence[str]) -> list[str]:
    """Headings that are all different: the second 答案 is `答案 (2)`."""
    seen: dict[str, int] = {}
    found = []
    for heading in headings:
        seen[heading] = seen.get(heading, 0) + 1
        found.append(
            heading if seen[heading] == 1 or not heading else f"{heading} ({seen[heading]})"
        )
    return found


def looks_full(rows: Sequence[Mapping[str, object]], heading: str) -> bool:
    """Whether a column holds something in any of the rows."""
    return any(row.get(heading) not in (None, "", [], {}) for row in rows)
