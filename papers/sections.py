"""How a section of one format is headed."""

from collections.abc import Callable
from dataclasses import dataclass

NAMES = {
    "SCQ": "单项选择题",
    "MAQ": "多项选择题",
    "INDEF": "不定项选择题",
    "QA": "简答题",
    "TF": "判断题",
    "FILL": "填空题",
    "CASE": "案例选择题",
}
SHORT = {
    "SCQ": "单选题",
    "MAQ": "多选题",
    "INDEF": "不定项选择题",
    "QA": "问答题",
    "TF": "判断题",
    "FILL": "填空题",
    "CASE": "案例选择题",
}
_HAN = "一二三四五六七八九十"
_HOW = {
    "SCQ": "在每小题列出的备选项中只有一个是最符合题目要求的，请将其选出。错选、多选或未选均无分。",
    "MAQ": "在每小题列出的备选项中至少有两个是符合题目要求的，请将其选出。"
    "错选、多选或少选均不得分。",
    "INDEF": "每小题有一个或多个正确答案，请将其选出。错选、多选或少选均不得分。",
    "CASE": "以下每小题有一个或多个答案正确，请选出。错选、少选、多选均不得分。",
}


@dataclass(frozen=True)
class Section:
    """What a heading may tell. `ordinal` counts from 0; `form` is a format or CASE."""

    ordinal: int
    form: str
    count: int
    first: int  # number of its first question


Heading = Callable[[Section], list[str]]


def _plain(pattern: str, names: dict[str, str] = NAMES) -> Heading:
    return lambda s: [
        pattern.format(
            han=_HAN[s.ordinal],
            n=s.ordinal + 1,
            name=names[s.form],
            count=s.count,
            total=2 * s.count,
            first=s.first,
            last=s.first + s.count - 1,
        )
    ]


_TOTAL = "本大题共{count}小题，每小题2分，共{total}分"


def _instructed(section: Section) -> list[str]:
    return [*_plain("{han}、{name}：" + _TOTAL + "。")(section), *_how(section.form)]


def _one_line(section: Section) -> list[str]:
    return ["".join([*_plain("{han}、{name}（" + _TOTAL + "）")(section), *_how(section.form)])]


def _how(form: str) -> list[str]:
    return [_HOW[form]] if form in _HOW else []


SECTION_STYLES: dict[str, Heading] = {
    "none": lambda _: [],
    "chinese": _plain("{han}、{name}"),
    "short": _plain("{han}、{name}", SHORT),
    "blank": _plain("{han} {name}", SHORT),
    "dotted": _plain("{han}．{name}"),
    "scored": _plain("{han}、{name}（每题2分，共{total}分）"),
    "counted": _plain("{han}、{name}(共{count}题)"),
    "ranged": _plain("{han}、{name}：第{first}~{last}小题，每小题2分，共{total}分。"),
    "range_in_brackets": _plain("{han}、{name}（{first}～{last}题，每题2分，共{total}分）"),
    "instructed": _instructed,
    "instructed_line": _one_line,
    "machine": _plain("{han}、{name}(总题数:{count},分数:{total}.00)", SHORT),
    "parenthesised": _plain("（{han}）{name}"),
    "part": _plain("第{han}部分 {name}({count}题)", SHORT),
    "arabic": _plain("{n}.{name}"),
    "bare_name": _plain("{name}"),
    "big": _plain("第{han}大题 {name}"),
    "framed": _plain("【{name}】"),
}
