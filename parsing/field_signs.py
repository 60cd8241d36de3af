"""Signs inside fields that a page was read badly: torn ends, letters of other options, litter.

Questions and their folded texts in; shares of the questions, 0 to 1, by name.
"""

import re
from collections.abc import Sequence
from itertools import accumulate, pairwise

from parsing.records import Printed

_STEM_END = re.compile(r"[(\[【〔/;,、-]\s*$|[)\]】〕?_]\s?[A-Za-z0-9-]+\s*$|[\]】]\s*$|[A-Z]\s*$")
_STEM_HEAD = re.compile(r"\s*(?:[(\[【★☆?L>-]|\d|[\u3400-\u9fff]{2,8}\n)")
_LETTER_INSIDE = re.compile(r"[\u3400-\u9fff)\d][B-H](?=[\u3400-\u9fff、.\d])")
_OPTION_END = re.compile(r"[\u3400-\u9fff]\s?[A-Za-z0-9>/|(]$")
_BREAK = re.compile(r"\n\s*\d{1,3}\s?(?:[、.]|$)", re.MULTILINE)
_LITTER = re.compile(
    r"公众号|扫码|相关|正文|仅为|范例|免费|网络环境|关注|点击|更多|目录|小编|全文|答案|解析|本题|题目|考试"
    r"|第[一二三四五六七八九十]|[一二三四五六七八九十]、|&|>>|www|http|\.com|网$|课件|资料"
)
_VERDICT = re.compile(r"[(\[【]\s*(?:[错对√×YN]|正确|错误|[A-H]{1,5})\s*[)\]】]")
_BLANK = re.compile(r"_|[(]\s*[)]|\s{2}")
_PAIRS = (("(", ")"), ("[", "]"), ("【", "】"), ("“", "”"), ("《", "》"))
_TAIL = 40  # characters of a last field that may hold a page's end


def field_signs(questions: Sequence[Printed], texts: Sequence[str]) -> dict[str, float]:
    """Signs in the fields of questions; `texts` = stem and options, or answer, folded."""
    n = len(questions)
    stems = [text[: len(q.stem)] for q, text in zip(questions, texts, strict=True)]
    options = [_options(q, text) for q, text in zip(questions, texts, strict=True)]
    both = list(zip(stems, options, strict=True))
    named = zip(questions, stems, strict=True)
    return {
        "torn end": sum(_STEM_END.search(stem) is not None for stem in stems) / n,
        "torn head": sum(_STEM_HEAD.match(stem) is not None for stem in stems) / n,
        "unbalanced": sum(_unbalanced(stem) or any(map(_unbalanced, o)) for stem, o in both) / n,
        "letter inside": sum(_lettered(stem, o) for stem, o in both) / n,
        "one odd end": sum(sum(map(_ends_oddly, o)) == 1 for o in options) / n,
        "break": sum(_BREAK.search("\n".join((stem, *o))) is not None for stem, o in both) / n,
        "litter at end": sum(_LITTER.search(text[-_TAIL:]) is not None for text in texts) / n,
        "verdict unread": sum(not q.answer and bool(_VERDICT.search(s)) for q, s in named) / n,
        "no blank": sum(
            q.format == "FILL" and not _BLANK.search(s)
            for q, s in zip(questions, stems, strict=True)
        )
        / n,
        "long stem": sum(stem.count("\n") > 1 for stem in stems) / n,
        "only last broken": sum(
            bool(o) and "\n" in o[-1] and not any("\n" in x for x in o[:-1]) for o in options
        )
        / n,
    }


def _options(question: Printed, text: str) -> list[str]:
    """The folded options of a question, from its folded text."""
    ends = accumulate((len(o) + 1 for o in question.options), initial=len(question.stem) + 1)
    return [text[a : b - 1] for a, b in pairwise(ends)]


def _unbalanced(text: str) -> bool:
    if text.isalnum():
        return False
    return any(text.count(left) != text.count(right) for left, right in _PAIRS)


def _lettered(stem: str, options: list[str]) -> bool:
    """Whether an option holds the next one's letter, or a stem without options several."""
    if options:
        return any(_LETTER_INSIDE.search(option) for option in options)
    return len(_LETTER_INSIDE.findall(stem)) > 1


def _ends_oddly(option: str) -> bool:
    return _OPTION_END.search(option) is not None
