"""What a stem asks: its last sentence, and whether it asks for what does not hold.

A case stands before the question, often in the stem itself, and is full of 不是 and 不能 that ask
for nothing; so is what the question tells of (不能回忆的原因是). Only the predicate of the sentence
with the blank asks.
"""

import re

from cpsyexam.text import fold

# words of a stem that point to a case or a figure beside it
POINTING = (
    r"该求助者|该来访者|该咨询师|本案例|^.{0,8}本案|此案例|上述|上题|[如见上下]图|^图中|该图"
    r"|这位求助者|本例"
)
_SENTENCE = re.compile(r"[。!?;\n]+|(?<!\d)\.(?!\d)")
_QUOTED = re.compile(r"“[^”]*”|‘[^’]*’|「[^」]*」|『[^』]*』|《[^》]*》|\"[^\"]*\"")
_FOOT = re.compile(
    r"(?:[(\[]?(?:单选|多选|不定项|[单多]项选择题?)[)\]]?|\d+\s?[-/]\s?\d+(?:/\d+)?)\s*$"
)
_GAP = r"(?:[(\[【]\s*[)\]】]|_{2,}|[—–-]{2,}|\.{3,}|…+)"
_END = rf"(?:[\s:,.?)]|{_GAP})*$"
_WRONG = (
    r"(?:(?<![试一—-])(?<!归因)(?<!类)(?<!型)(?<![现犯]的)错误?(?![觉误位])|有误"
    r"|不(?:太|够|大|甚)?(?:正确|准确|恰当|妥当?|对|当|合适|适[当宜合用]|合理|符合?|一致|相符|科学|成立|真实|可取|可靠|吻合))"
)
_LACKS = (
    r"(?:不(?:太|大)?(?:属[于予]?|是|包括|包含|含|涉及|存在|具有?|具备|需要?|必|应当?|应该|该|宜|能够?|可以?|可能|会|利于"
    r"|支持|相关|同于|在|由|考虑|采用|使用|支持|主张|强调|以)|无关(?!变量|刺激|因素|信息|材料)|没有|并非|无法|无需|非(?=本|该|此))"
    r"(?!缺少|或缺|不|忽视)"
)
_KIND = (
    r"(?:是|为|有|包括|的|[哪几]?[一些]*[项个种些条点类位]?|者|选项|说法|表述|叙述|描述|观点|论述|陈述|看法|理解|做法|判断|之处"
    r"|地方|内容|情况|选)"
)
_LEAD = r"(?:下列|以下|下面|下述|上述|[哪谁何]|选项)"
_ASKS = re.compile(
    rf"{_LEAD}(?:(?!(?<!不)属于)[^,])*(?:,[^,]{{0,24}})?(?:{_WRONG}|{_LACKS})"
    rf"|{_WRONG}{_KIND}*{_END}"
    rf"|{_LACKS}(?:包含|包括)?{_KIND}*{_END}|{_LACKS}[^,]{{0,6}}(?:{_LEAD}|[哪几])"
    rf"|(?:不属于|不是|不包括)[^,]*的[^,是]{{1,10}}[是有]{_END}|不(?:宜|应该?|该)[^,]*{_END}"
    rf"|{_LACKS}[^,]*?的(?:是|有|为|包括|选?项|一[项个种条]){_KIND}*{_END}"
    rf"|{_GAP}(?:{_WRONG}|{_LACKS})"
    rf"|除了?[^,]*(?:{_GAP}|[哪谁])[^,]*外|[都均皆][^,]*,?\s?除了?{_END}"
    r"|\bexcept\b|\b(?:is|are|does|do)\s+not\b|n't\b|\b(?:incorrect|false|wrong)\b",
    re.IGNORECASE,
)


def asking(stem: str) -> str:
    """The sentence of a stem that asks, folded, without quotations; "" for an empty stem."""
    text = _FOOT.sub("", _QUOTED.sub(" ", fold(stem)))
    sentences = [part for part in _SENTENCE.split(text) if part.strip()]
    gaps = [part for part in sentences if re.search(_GAP, part)]
    return (gaps or sentences or [""])[-1].strip()


def asks_false(stem: str) -> bool:
    """Whether a stem asks for what does not hold: 不正确的是, 不属于…的有, 除…外."""
    return bool(_ASKS.search(asking(stem)))
