"""What is wrong with a written question as a text: the model's own talk, open gaps, broken ends.

Nothing here needs knowledge of the field, and nothing looks at what is right.
"""

import re
from collections.abc import Iterator

from cpsyexam.text import fold
from generation.answers import Question
from generation.options import bare
from generation.scripts import both_scripts

_TALK = re.compile(
    r"作为(?:一个|一名)?(?:AI|人工智能|语言模型|助手)|语言模型|(?:为您|为你|帮您)(?:生成|提供|出)"
    r"|以下(?:是|为)(?:您|你|一道|本|生成|所)?[^,.;。，]{0,6}(?:题目|试题|问题)[::]|^(?:好的|当然|没问题)[,，!！。]"
    r"|(?:请)?按(?:照)?.{0,4}(?:JSON|格式)(?:要求)?(?:输出|返回|作答)|(?<![A-Za-z])JSON(?![A-Za-z])|```"
    r"|希望.{0,8}(?:有(?:所)?帮助|满意)|as an ai\b|here (?:is|are)\b",
    re.IGNORECASE | re.MULTILINE,
)
_GAP = re.compile(
    r"(?<![A-Za-z])[xX]{3,}(?![A-Za-z])|[\[【{<(（](?:此处|这里|请)?(?:填写|填入|插入|补充)[^\]】}>)）]{0,12}[\]】}>)）]"
    r"|[\[【{<]{1,2}[^\]】}>]{0,8}(?:名称|内容|概念|案例|题干|姓名|术语|选项|答案|待补|占位)[^\]】}>]{0,4}[\]】}>]{1,2}"
    r"|此处(?:填写|插入|省略|补充)|待(?:补充|填写|定)(?:[)）。]|$)"
    r"|选项\s?[A-D]\s?(?:的)?(?:内容|文字|文本)|lorem ipsum"
    r"|\bTODO\b"
)
_ENGLISH = re.compile(r"(?<![A-Za-z])[a-z]{3,}(?![A-Za-z])")
_BRACKETS = re.compile(r"[(（][^()（）]*[)）]|[《“\"][^》”\"]*[》”\"]")
_BLANK = re.compile(r"[(（]\s*[)）]|_{2,}|＿{2,}")
_ANY_BLANK = re.compile(r"[【\[]\s*[】\]]|[.]{3}|—{2,}")  # NFKC makes … three points
_OPEN_END = re.compile(
    r"[、，,；;]$|(?:下列|以下|其中|以及|关于|对于|由于|因为|如果|而且|并且|或者"
    r"|和|与|及|或|把|被|将|对|从|由|使|让)$"
)
_ASKS_AGAIN = re.compile(r"(?:是|为|属于|指|有|包括|称为|称作|叫做?)[。.]?$")
_LEFT_OPEN = re.compile(
    r"(?:[是为有指即叫于占达得能会应可需用按不与和对从以到的了将被把其约最在中时则求种]|由于|因为|属于|称[为作]|叫[做作]|在于|包括|体现|反映"
    r"|说明|表明|表现|取决于|认为|应[当该]|可以|需要|[使采运选]用|等于|得到|成为|作为|导致|引起|产生|出现|具有|提出|强调|主张|通过"
    r"|[依根]据|主要|原因|目的|结论|方法|理论|实验|影响|选项|观点|说法|特[点征]|顺序|阶段|发生|发生在|存在|构成|组合|选择|进行|处于|来自"
    r"|那么|重视|形成|确定|(?:用来|试图|宜|[说表]明|体现|反映)[^,。]{1,6}|[^,。]{0,6}(?:[学专]家|者))$"
)
_ASKS = re.compile(r"[哪什何几谁吗怎孰?]|多少|是否|[下以][列下面]")
_ENDS = re.compile(r"[\s。.:,]+$")
_WORDS, _BLANKS = 3, 3
_LEAST = 2  # letters, digits and characters of a question


def broken(question: Question) -> Iterator[tuple[str, str]]:
    """Rules that the text of a question breaks, with what breaks them."""
    parts = (question.material, question.stem, *question.options)
    for part in (*parts, question.explanation):
        if found := _TALK.search(part):
            yield "model_talks", found.group()
        if found := _GAP.search(part):
            yield "gap_left_open", found.group()
    stem = question.stem.strip()
    if len(bare(question.material + stem)) < _LEAST:
        yield "nothing_asked", stem
    if [bare(option) for option in question.options] == list("abcd"):
        yield "nothing_to_choose", " ".join(question.options)
    if _OPEN_END.search(stem):
        yield "stem_cut_off", stem[-12:]
    blanks = list(_BLANK.finditer(stem))
    if len(blanks) >= _BLANKS:
        yield "blank_misplaced", f"{len(blanks)} blanks"
    elif blanks and _ASKS_AGAIN.search(stem) and blanks[-1].end() < len(stem) - 1:
        yield "blank_misplaced", stem[-12:]
    words = [word for part in parts for word in _ENGLISH.findall(_BRACKETS.sub("", fold(part)))]
    if len(words) >= _WORDS and re.search(r"[一-鿿]", stem):
        yield "foreign_words", " ".join(words[:4])
    if mixed := both_scripts("".join((*parts, question.explanation))):
        yield "two_scripts", mixed


def aimless(stem: str) -> bool:
    """Whether a stem has no blank, asks no question and ends where nothing has to follow."""
    text = fold(stem).strip()
    open_ = _LEFT_OPEN.search(_ENDS.sub("", text))
    return not (_BLANK.search(text) or _ANY_BLANK.search(text) or _ASKS.search(text) or open_)
