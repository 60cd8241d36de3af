"""How a number stands before a stem; also per-question type tags."""

from collections.abc import Callable

_TAGS = {
    "SCQ": "单选题",
    "MAQ": "多选题",
    "INDEF": "不定项选择题",
    "QA": "简答题",
    "TF": "判断题",
    "FILL": "填空题",
}
_SHORT = {
    "SCQ": "单选",
    "MAQ": "多选",
    "INDEF": "不定项",
    "QA": "问答",
    "TF": "判断",
    "FILL": "填空",
}


def _plain(pattern: str) -> Callable[[int, str], str]:
    return lambda number, form: pattern.format(n=number, tag=_TAGS[form], short=_SHORT[form])


NUMBER_STYLES: dict[str, Callable[[int, str], str]] = {
    "dot": _plain("{n}."),
    "dot_blank": _plain("{n}. "),
    "fullwidth_dot": _plain("{n}．"),
    "pause": _plain("{n}、"),
    "bare": _plain("{n} "),
    "glued": _plain("{n}"),
    "paren": _plain("({n})"),
    "fullwidth_paren": _plain("（{n}）"),
    "closing": _plain("{n}) "),
    "di": _plain("第{n}题 "),
    "di_colon": _plain("第{n}题："),
    "starred": _plain("★{n}、"),
    "tag_before": _plain("[{tag}]{n}."),
    "tag_plain": _plain("{tag}{n}."),
    "tag_colon": _plain("{short}:{n}、"),
    "tag_after": _plain("{n}.【{short}】"),
    "tag_after_square": _plain("{n}[{tag}] "),
    "tag_after_paren": _plain("{n}、（{tag}）"),
    "tag_after_bare": _plain("{n} {short}："),
    "tag_only": _plain("[{tag}]"),
    "label": _plain("题目："),
}
NUMBERLESS = ("tag_only", "label")


def tagged(style: str) -> bool:
    """Whether a style declares the format of each question."""
    return style.startswith("tag")
