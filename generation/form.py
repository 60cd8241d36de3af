"""What is wrong with a written question as a text: the model's own talk, open gaps, broken ends.

Nothing here needs knowledge of the field, and nothing looks at what is right.
"""

import re
from collections.abc import Iterator

from cpsyexam.text import fold
from generation.answers import Question
from generation.options import bare
from generation.scripts import both_scripts
from wording.names import slip

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
_HOLDER = re.compile(
    r"^(?:(?:错误|正确|干扰|备选)?选项|干扰项|答案|内容)\s*[一二三四甲乙丙丁1-4A-D①-④]?$"
    r"|^\W*(?:略|待定|暂无|省略|同上|见上|null|none|undefined|nan|n/?a)?\W*$",
    re.IGNORECASE,
)
_IN_STEM = re.compile(
    r"(?<![A-Za-z])A\s*[.、:)].+(?<![A-Za-z])B\s*[.、:)].+(?<![A-Za-z])C\s*[.、:)]", re.DOTALL
)
_MARKUP = re.compile(
    r"</?[a-zA-Z]+[^<>]{0,30}>|\*\*(?=[一-鿿])"
    r"|&[a-z]+;|\\[a-zA-Z]+|^#+\s|\{\{|\}\}|\[/?[a-z]+\]",
    re.MULTILINE,
)
_LACKING = re.compile(
    r"[如见]?(?:上|下|右|左)(?:图|表)(?![征面述达示现象明])|[如见][图表]|上一?题|第\s*\d+\s*题"
    r"|阅读.{0,6}材料|材料[一二三]"
)
_OTHER_KIND = re.compile(
    r"多选题?|多项选择|不定项|选出所有|所有正确|简述|试述|试论|请(?:说明|论述|谈谈)|名词解释|判断(?:正误|对错)|填空题"
)
_TORN = re.compile(r"[、,:(“《]$|[^共参和]与$|[^参给赋授]与$|以及$")
_PAIRS = ("()", "“”", "《》")
_ENGLISH = re.compile(r"(?<![A-Za-z])[a-z]{3,}(?![A-Za-z])")
_BRACKETS = re.compile(r"[(（][^()（）]*[)）]|[《“\"][^》”\"]*[》”\"]")
_BLANK = re.compile(r"[(（]\s*[)）]|_{2,}|＿{2,}")
_ANY_BLANK = re.compile(r"[【\[]\s*[】\]]|[.]{3}|—{2,}")  # NFKC makes … three points
_OPEN_END = re.compile(
    r"[、；;]$|(?<!时)(?<!越[多少大小高低强弱长短快慢好深早晚])(?<!后)[，,]$|(?:根据|按照?|依照?|依据|对于|关于)[^,，。;；的]{1,10}的$|(?:下列|以下|其中|以及|关于|对于|由于|因为|如果|而且|并且|或者"
    r"|和|与|及|或|把|被|将|对|从|由|(?<![会能将可致])[使让])$"
)
_ASKS_AGAIN = re.compile(r"(?:是|为|属于|指|有|包括|称为|称作|叫做?)[。.]?$")
_LEFT_OPEN = re.compile(
    r"(?:[是为有指即叫于占达得能会应可需用按不与和对从以到的了将被把其约最在中时则求种]|由于|因为|属于|称[为作]|叫[做作]|在于|包括|体现|反映"
    r"|说明|表明|表现|取决于|认为|应[当该]|可以|需要|[使采运选]用|等于|得到|成为|作为|导致|引起|产生|出现|具有|提出|强调|主张|通过"
    r"|[依根]据|主要|原因|目的|结论|方法|理论|实验|影响|选项|观点|说法|特[点征]|顺序|阶段|发生|发生在|存在|构成|组合|选择|进行|处于|来自"
    r"|持续|接近|增加而|减少而|始于|应用于|研究|测得|达到?|等同于?"
    r"|那么|重视|形成|确定|(?:用来|试图|宜|[说表]明|体现|反映)[^,。]{1,6}|[^,。]{0,6}(?:[学专]家|者))$"
)
_ASKS = re.compile(r"[哪什何几谁吗怎孰?]|多少|是否|[下以][列下面]")
_COMPLETE = re.compile(r"[。.!]$|^.{1,4}$|[^成迁造]就$|[便才也都还却]$")
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
    held = [option for option in question.options if _HOLDER.match(fold(option).strip())]
    if held:
        yield "gap_left_open", " ".join(held)
    if _IN_STEM.search(fold(stem)):
        yield "options_in_stem", stem[-40:]
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


def flawed(question: Question) -> Iterator[tuple[str, str]]:
    """Doubts about the text of a question, with what gives rise to them."""
    parts = (question.material, question.stem, *question.options, question.explanation)
    for part in parts:
        if found := _MARKUP.search(part):
            yield "markup_left", found.group()
    for part in (*question.options, question.explanation):
        text = fold(part).strip()
        if _TORN.search(text) or any(text.count(pair[0]) > text.count(pair[1]) for pair in _PAIRS):
            yield "text_torn", text[-12:]
    if slipped := slip("\n".join(parts)):
        yield "name_slip", " for ".join(slipped)
    if not question.material and (found := _LACKING.search(question.stem)):
        yield "refers_to_missing", found.group()
    if found := _OTHER_KIND.search(question.stem):
        yield "another_kind_of_question", found.group()


def aimless(stem: str) -> bool:
    """Whether a stem has no blank, asks no question and ends where nothing can follow.

    One without a full stop may be taken up by each option, but for a word or two and a sentence
    that breaks off.
    """
    text = fold(stem).strip()
    if not _COMPLETE.search(text):
        return False
    open_ = _LEFT_OPEN.search(_ENDS.sub("", text))
    return not (_BLANK.search(text) or _ANY_BLANK.search(text) or _ASKS.search(text) or open_)
