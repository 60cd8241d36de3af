"""Lines that are no question, names of a paper's blocks, lines of its key with several answers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from cpsyexam.text import NUMERALS, fold
from ocr.habits.headings import DASHED, ORDINALS, flat, forms, is_heading, over_key, whole_name

_OUTSIDE = {  # by the rule that says so, on folded lines
    "answer_card": re.compile(r"^\s*(?:\d{1,3}\s+(?:\[?[A-E]\]?[\s,]+){3,}\S{0,3}\s*){2,}$"),
    "sheet_furniture": re.compile(  # 满分：150分　实际得分：____
        r"^\s*(?:(?:满分|总分|实际得分|得分|成绩|正确率|考试时间|时间|时限|限时|用时|姓名|班级|学号|考号|准考证号|评卷人|阅卷人|日期)"
        r"\s*:\s*[_\d./\s]{0,20}(?:分钟?|[年月日])?[\s_]*){1,5}$"
    ),
    "tip": re.compile(  # and （以上答案仅供教师参考）
        r"^\s*[【\[(]?\s*(?:(?:温馨|友情)提示|[\u4e00-\u9fff]{0,4}小贴士\s*[】\])]?\s*:)"
        r"|^\s*[(]\s*(?:以上)?(?:答案)?仅?供[^()]{0,10}参考[。.]?\s*[)]\s*$"
    ),
}
_KEY = re.compile(
    r"^\s*[《〈]?[^\d。]{0,20}?((?:参考|标准)?答案)\s*(?:与|及|和|以及|、)\s*[\u4e00-\u9fff]{2,4}[^。]{0,6}\s*$"
)
_OWN_KEY = re.compile(
    r"(?:习题|练习题?|试题|思考题|自测题)答案|[^，,。]{4,40}(?:卷|试题)[》〉]?参考答案"
)
_PAPER_KEY = re.compile(
    r"^\s*[《〈]?(?!\d{1,3}\s*[.、)])[^，。？?]{2,40}(?:试题|试卷|模拟题?|测试题?|练习题?|习题|检测|卷|\))[》〉]?\s*"
    r"(?:参考|标准)?答案[^，。？?\d]{0,12}$|^\s*(?:自我)?(?:評量|评量|測驗|习题|習題|練習題?|练习题?)(?:解答|答案)\s*$"
)
_TITLE = re.compile(  # ★参考答案★, 附：参考答案, 参 考 答 案
    r"^[^\w√×✓✗✔✘○]{0,4}(?P<led>附录?:?)?[^\w√×✓✗✔✘○]{0,3}(?:(?:参考|标准|正确|部分)?答案|参考解答)"
    r"(?:(?:速查|[与及和、])?(?:解析|详解|解答|提示|说明|解释|分析|要点|评分(?:标准|参考|要点)|点拨|速查)){0,2}[^\w√×✓✗✔✘○]{0,4}$"
)
_LABEL = re.compile(r"^\s*[【\[(〔].*[】\])〕]\s*$")
_ORDINAL = re.compile(  # 壹、, and 甲、 or II、 before a type
    r"^\s*([壹貳贰參叁肆伍陸陆柒捌玖拾]|[甲乙丙丁戊己庚辛壬癸](?=\s*、[^，。]{0,10}(?:题|名词解释)\s*(?:[(（].*)?$)"
    r"|(?:[IVX]{0,4}|[Ⅰ-Ⅹ])(?=、[^，。、]{2,8}题$))\s*、"
)
_ENTRY = re.compile(r"(?<![\d.．])(\d{1,3})\s*(?:(?P<point>[.．](?=\d))|[.．]|、)")
_PART = re.compile(  # 三、1.… and 三、填空题　1.…
    r"^\s*[一二三四五六七八九十]{1,3}\s*、\s*(?:[^\d、，。]{2,8}题\s*(?:[(（][^()（）]*[)）])?\s*)?"
    r"(?=\d{1,3}\s*[.．、])"
)
_GAP = "\u3000\u3000"  # between two entries on one line
_OPTIONS = re.compile(r"^\s*[(（\[]?A\s*[)）\].．、]\s*\S.*B\s*[)）\].．、]|^\s*B\s*[.．、]\s*\S")
_TO_FILL = re.compile(r"[(]\s*[)]\s*[。.]?\s*$|_{3,}")
FEW = 2  # rows of options, or blanks, after which what stands below a title is no key
_LONG = 60  # characters that an answer in a run of answers has at most
FEWEST = 2  # blocks
_NAME = r"第[一二三四五六七八九十百\d]{1,4}(?:章|节|单元|课|讲|篇|编|部分)"
BLOCK_NAME = re.compile(_NAME)  # what is put above a block: no text of its page
_NAMED = re.compile(rf"^\s*(?P<name>{_NAME})(?![、，。的])[^。?:]{{0,20}}$")
_FIRST = re.compile(r"^\s*[(]?\s*一\s*[)]?\s*[、.]")
_ITEM = (
    r"\s*(?:[(\[【]?\s*\d{1,3}\s*[)\]】.、]|[(\[]?[A-H]\s*[.、)\]]"
    r"|[一二三四五六七八九十]{1,3}\s*、)"
)
Line = tuple[int, str]
LESSONS = 2  # lessons that make it a habit of the chapter
MOST = 6  # paragraphs of a lesson
LESSON = "lesson"
_LESSON_TITLE = re.compile(
    r"^\s*[【\[]?\s*(?:考点|知识点|要点|知识清单|考点聚焦)\s*[\d一二三四五六七八九十]{1,3}\s*[】\]]?[^。?？:：]{2,24}$"
)
_NO_LESSON = re.compile(
    rf"{_ITEM}|\s*(?:例\s?\d|【|.{{0,8}}答案|.{{0,10}}(?:练习|训练|演练|题)\s*$)"
)


def bare_heading(text: str) -> str:
    """A heading without the words that would pass for another one."""
    text = DASHED.sub(r"\1", text)
    if _own_title(text):
        return "参考答案"
    for form, pattern in forms("heading"):
        text = pattern.sub(form.replace, text)
    return whole_name(_ORDINAL.sub(lambda m: f"{ORDINALS.get(fold(m[1]), NUMERALS[0])}、", text))


def _own_title(text: str) -> bool:
    """Is it a title over a key that the grammar does not know: signs around it, blanks within?"""
    plain = "".join(fold(text).split())
    title = _TITLE.match(plain)
    signed = title and not plain[0].isalnum() and not _LABEL.match(plain)
    return bool(paper_key(text) or signed or (title and title["led"]) or _OWN_KEY.fullmatch(plain))


def key_title(text: str) -> bool:
    """Is it the title over a key?"""
    plain = "".join(fold(text).split())
    titled = _TITLE.match(plain) or _OWN_KEY.fullmatch(plain) or _KEY.match(plain)
    return titled is not None or paper_key(text)


def paper_key(text: str) -> bool:
    """Is it the title over the key of a whole paper: 《…》模拟试题（一）参考答案?"""
    return _PAPER_KEY.match(fold(text)) is not None


def without_paper_key(places: list[int], said: Mapping[int, str]) -> tuple[list[int], list[int]]:
    """A paper's lines, and those from the title of its key on, where no options follow that."""
    for i, at in enumerate(places):
        if paper_key(said[at]):
            options = sum(bool(_OPTIONS.match(said[below])) for below in places[i:])
            options += sum(bool(_TO_FILL.search(fold(said[below]))) for below in places[i:])
            return (places[:i], places[i:]) if i and options < FEW else (places, [])
    return places, []


def outside(text: str) -> str:
    """The rule by which a line is no part of a question, "" where it may be one."""
    plain = fold(text)
    return next((rule for rule, pattern in _OUTSIDE.items() if pattern.match(plain)), "")


def entries(lines: Sequence[tuple[int, str]], *, keyed: bool = False) -> Iterator[tuple[int, str]]:
    """(place, text) of lines, those of a key that hold a run of short answers in pieces."""
    for at, line in lines:
        text = line
        bare = fold(text).strip()
        keyed = keyed or (len(bare) <= 24 and bare.rstrip(":").endswith("答案"))
        section = _PART.match(text) if keyed else None
        if section:
            yield at, section[0].strip()
            text = text[section.end() :]
        parts = _run(text) if keyed else []
        if len(parts) > 2 or (len(parts) == 2 and (section or _GAP in text)):
            for part in parts:
                yield at, part
        else:
            yield at, text


def _run(text: str) -> list[str]:
    """23.说服对象24.集中性25.参与 in three, where the numbers rise by one."""
    marks: list[re.Match[str]] = []
    for mark in _ENTRY.finditer(text):
        if not marks and text[: mark.start()].strip():
            return []
        due = bool(marks) and int(mark[1]) == int(marks[-1][1]) + 1
        blank = not mark.start() or text[mark.start() - 1] in " 　"
        if (not marks and not mark["point"]) or (due and (blank or not mark["point"])):
            marks.append(mark)
    cuts = [mark.start() for mark in marks] + [len(text)]
    parts = [text[a:b].strip().rstrip(";；") for a, b in pairwise(cuts)]
    return parts if all(len(part) <= _LONG for part in parts) else []


def named(lines: Sequence[Line]) -> list[Line]:
    """The lines with a chapter's name above each block of body and key, where the body has none."""
    plain = [flat(text) for _, text in lines]
    key = max((at for at, text in enumerate(plain) if over_key(text)), default=-1)
    firsts = [at for at, text in enumerate(plain) if _FIRST.match(text) and is_heading(text)]
    asked, told = [at for at in firsts if at < key], [at for at in firsts if at > key]
    names = [_NAMED.match(plain[at - 1]) for at in told]
    if not FEWEST <= len(asked) == len(told) or not all(names):
        return list(lines)
    if sum(_NAMED.match(text) is not None for text in plain[:key]) >= len(asked):
        return list(lines)
    above = {at: name["name"] for at, name in zip(asked, names, strict=True) if name}
    found: list[Line] = []
    for at, (place, text) in enumerate(lines):
        if at in above:
            found.append((place, above[at]))
        if at >= key or not _NAMED.match(plain[at]):
            found.append((place, text))
    return found


def lessons(said: Mapping[int, str], places: Sequence[int]) -> dict[int, str]:
    """The rule `lesson` by the places of titles of lessons and of the prose below them."""
    plain = [flat(said[at]) for at in places]
    titles = [i for i, text in enumerate(plain) if _LESSON_TITLE.match(text)]
    if len(titles) < LESSONS:
        return {}
    found: dict[int, str] = {}
    for first in titles:
        end = first + 1
        while end < min(len(plain), first + 1 + MOST) and not (
            _NO_LESSON.match(plain[end]) or is_heading(said[places[end]]) or end in titles
        ):
            end += 1
        found |= dict.fromkeys(places[first:end], LESSON)
    return found
