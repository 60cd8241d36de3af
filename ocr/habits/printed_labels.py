"""Numbers and labels that a book prints in its own way: 例7, ①, stars before it."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from cpsyexam.taxonomy import LETTERS
from cpsyexam.text import fold
from ocr.habits.confusions import Repaired
from ocr.habits.headings import flat, is_heading

FEW = 3  # questions with such labels that make a style
RISING = 0.6  # share of the numbers that follow the one before
STYLES = {
    "example": re.compile(
        r"^\s*[【\[]?\s*例\s*题?\s*(?P<n>\d{1,3})\s*(?:[·・‧•.,、/|]?\s*(?P<kind>单选|多选|不定项|判断|填空|简答|案例)题?\s*)?"
        r"[】\]]?\s*[.、:]?\s*(?=\D)"
    ),
    "bracket": re.compile(r"^\s*[\[【［〔]\s*(?P<n>\d{1,3})\s*[\]】］〕]\s*"),
    "no": re.compile(
        r"^\s*[（(【\[]?\s*N[oO0]\s*[.。:]?\s*(?P<n>\d{1,3})\s*[)）】\]]?\s*[.、:]?\s*(?=\D|$)"
    ),
    "question": re.compile(r"^\s*(?:Q|[习试]?题|练习)\s*(?P<n>\d{1,3})\s*[.、:]?\s*(?=\D)"),
    "nth": re.compile(
        r"^\s*[（(【\[]?\s*第\s*(?P<n>\d{1,3})\s*题(?![\s.、:)）】\]]*(?:参考)?答案)\s*[)）】\]]?\s*[.、:]?\s*"
    ),
    "bare": re.compile(
        r"^\s*(?P<n>\d{1,3})\s{0,2}(?=[\u4e00-\u9fff“《])(?![年月日岁个名%种分天小时周次人])"
    ),
    "compound": re.compile(
        r"^\s*(?P<chapter>[1-9]\d?(?:[-.]\d{1,2})?)\s?[-—–一.]\s?(?P<n>\d{1,3})(?![\d.%-])\s*[.、:]?\s*(?=[^\d\sA-H]|[A-Z][a-z])"
    ),
}
_COMPOUND = (
    r"(?<![\d.-]){}\s?[-—–一.]\s?(\d{{1,3}})(?![\d.-])\s?[.、:]?(?=\s?选?\s?[(【]?\s?[A-H√×])"
)
_WORDS = r"(?<![\d.-]){}\s?[-—–.]\s?(\d{{1,3}})\s*[.、:]?\s*(?=[\u4e00-\u9fff“《])"
_LED = re.compile(r"^\s*[\[【(〔［]?\s*(?:参考|正确)?答\s?案\s*[\]】)〕］:]")
SEVERAL = 2  # numbers of one chapter in a line that make a key
_ANY = re.compile(r"^\s*(\d{1,3})\s{0,2}(?=[\u4e00-\u9fff“《]|[a-zA-Z]+\s?[=\u4e00-\u9fff])")
LED = 4  # lines with such a lead that make a habit
OFTEN = 2.0  # times that each of the leads comes on average
_LEAD = re.compile(
    r"^\s*(?P<lead>[^\d\s()（）,，。:：、.．A-H][^\d()（）,，。:：、.．]{0,9}?)\s*(?P<n>\d{1,3})\s*[.．、](?!\d)"
)
_NO_LEAD = re.compile(
    r"^(?:第|例|表|图|式|约|共|近|至|题|习题|试题|问题|No|NO|案例|材料|附录|.*答案)"
)
CIRCLED = "①②③④⑤⑥⑦⑧"
_LETTERED = re.compile(r"^\s*(?:[(]\s*[A-D]\s*[)]|[A-D]\s*[.、:)])")
_OPTION = re.compile(rf"(?:^|(?<=[\s_。;；）)】]))\s*([{CIRCLED}])\s*[.．、]?\s*")
_ANSWER = re.compile(
    rf"(?<=[【\[（(])\s*([{CIRCLED}]{{1,8}})\s*(?=[】\]）)])|(?<=答案[：:】\]])\s*([{CIRCLED}]{{1,8}})"
    rf"|(?<=^答案)\s*([{CIRCLED}]{{1,8}})\s*$|(?<=\d[.．、])\s*([{CIRCLED}]{{1,8}})(?=\s|$)"
)
_KIND = re.compile(
    r"^\d{1,3}[.．]\s*(?P<kind>单选|多选|判断|填空|简答|论述|名词解释|不定项选择)题?\s*(?:难度\s*[:：]?\s*\S{1,6}\s*)?$"
)
_STEM = re.compile(r"^\s*[(（【]?\s*(?:例\s*)?\d{1,3}\s*[)）】.．、]")


def number_style(texts: Iterable[str]) -> re.Pattern[str] | None:
    """The style in which most of these lines print their numbers, None for the plain one."""
    lines = [flat(text) for text in texts]
    best, most = None, FEW - 1
    for name, style in STYLES.items():
        marks = [m for text in lines if (m := style.match(text))]
        count = _run(name, marks)
        if count > most:
            best, most = style, count
    return best


def _run(name: str, marks: Sequence[re.Match[str]]) -> int:
    """How many numbers follow the one before, 0 where too few of them do."""
    pairs = [(m["chapter"] if name == "compound" else "", int(m["n"])) for m in marks]
    rising = sum(b == (a[0], a[1] + 1) for a, b in pairwise(pairs))
    return rising + 1 if len(pairs) >= FEW and rising >= RISING * (len(pairs) - 1) else 0


def plain_number(text: str, style: re.Pattern[str]) -> tuple[str, str] | None:
    """A line with its number as `7．`, and the number as it was printed; None without one."""
    match = style.match(flat(text))
    if match is None:
        return None
    kind = match.groupdict().get("kind")
    told = f"【{kind}题】" if kind else ""
    return f"{match['n']}．{told}{text[match.end() :]}", text[: match.end()].strip()


def due_number(text: str, style: re.Pattern[str] | None, last: int) -> int:
    """The bare number of a line where it is the next one, 0 for none: 8人在… after question 7."""
    match = _ANY.match(flat(text)) if style is STYLES["bare"] else None
    return int(match[1]) if match and int(match[1]) == last + 1 else 0


def plain_key(text: str, chapters: Iterable[str]) -> str:
    """A line of a key whose numbers have that of their chapter before them: 2-1 B → 1．B."""
    led = _LED.match(flat(text)) is not None
    for chapter in chapters:
        text = re.sub(_COMPOUND.format(re.escape(chapter)), r"\1．", text)
        words = re.compile(_WORDS.format(re.escape(chapter)))
        if led and len(words.findall(text)) >= SEVERAL:  # 答案 2-6 具体运算　2-7 顺应
            text = words.sub(r"\1．", text)
    return text


def chapters_of(texts: Iterable[str]) -> list[str]:
    """The chapters in numbers such as 2-1."""
    found = (STYLES["compound"].match(flat(text)) for text in texts)
    return list(dict.fromkeys(m["chapter"] for m in found if m))


def leads(texts: Iterable[str]) -> frozenset[str]:
    """The few short texts that stand again and again before the number of a line."""
    found = Counter(lead for text in texts if (lead := _lead(text)))
    total = sum(found.values())
    if total < LED or total < OFTEN * len(found):
        return frozenset()
    return frozenset(found)


def without_lead(text: str, known: frozenset[str]) -> str:
    """The line from its number on, where one of the known texts stands before that."""
    lead = _lead(text) if known else ""
    if not lead or lead not in known:
        return text
    match = _LEAD.match(flat(text))
    return text[match.start("n") :] if match else text


def _lead(text: str) -> str:
    match = _LEAD.match(flat(text))
    if match is None or _NO_LEAD.match(match["lead"]) or is_heading(match["lead"]):
        return ""
    return re.sub(r"[\s_☆★]+", "★", match["lead"].strip())


def circled_style(texts: Iterable[str]) -> bool:
    """Do these lines print options as ①②③④, and none with letters?"""
    circled = lettered = 0
    for text in texts:
        circled += text.lstrip().startswith("①")
        lettered += bool(_LETTERED.match(fold(text)))
    return circled >= FEW and lettered < 0.1 * circled


def relabelled(
    lines: Mapping[int, Repaired], body: Sequence[int], key: Sequence[int]
) -> dict[int, Repaired]:
    """The lines of a chapter and of its key whose labels are put in the grammar's form."""
    texts = [lines[at].text for at in body]
    circled, style = circled_style(texts), number_style(texts)
    chapters = chapters_of(texts) if style is STYLES["compound"] else []
    found: dict[int, Repaired] = {}
    last = -1  # place of the option before
    number = 0  # of the question before
    for at in (*body, *key):
        line = lines[at]
        if circled:
            last = -1 if _STEM.match(line.text) else last
            line, last = _with_letters(line, last)
            line = Repaired(_ANSWER.sub(_lettered, line.text), line.notes)
        if chapters:
            line = Repaired(plain_key(line.text, chapters), line.notes)
        if style:
            line, number = _with_number(line, style, number)
        if line.text != lines[at].text:
            found[at] = line
    return found


def _lettered(answer: re.Match[str]) -> str:
    return "".join(LETTERS[CIRCLED.index(c)] for c in answer[0] if c in CIRCLED)


def _with_letters(line: Repaired, last: int) -> tuple[Repaired, int]:
    """Circled options of a line as letters; `last` is the place of the option before, -1 none.

    A circle that a pencil went round reads as another one, or as nothing: the due letter counts.
    """
    text, notes = line.text, list(line.notes)
    marks = list(_OPTION.finditer(text))
    places = [CIRCLED.index(m[1]) for m in marks]
    head = text[: marks[0].start()].strip() if marks else ""
    if not marks or (head and not (last == -1 and places[0] == 1 and not _STEM.match(text))):
        return line, last
    out, end = "", 0
    if head:
        out, last = "A．", 0
        notes.append("ocr_repair: option_letter: A lost")
    for k, (match, said) in enumerate(zip(marks, places, strict=True)):
        due = 0 if said == 0 else last + 1
        following = places[k + 1] if k + 1 < len(places) else -1
        if said != due and following != due + 1 and k == 0:
            break
        if said != due:
            notes.append(f"ocr_repair: option_letter: {CIRCLED[said]} → {LETTERS[due]}")
        gap = "　　" if match.start() else ""
        out += text[end : match.start()].rstrip("_ 　") + f"{gap}{LETTERS[due]}．"
        end, last = match.end(), due
    return Repaired(out + text[end:], tuple(notes)), last


def _with_number(line: Repaired, style: re.Pattern[str], last: int) -> tuple[Repaired, int]:
    """A line with its number in the plain form, and that number, or `last` where it has none."""
    if due := due_number(line.text, style, last):
        rest = line.text.lstrip().lstrip("0")[len(str(due)) :].lstrip()
        return Repaired(f"{due}．{rest}", (*line.notes, f"number_printed: {due}")), due
    said = plain_number(line.text, style)
    if said is None:
        plain = _STEM.match(line.text)
        return line, int(re.sub(r"\D", "", plain[0]) or last) if plain else last
    number = int(said[0].partition("．")[0])
    if kind := _KIND.match(flat(said[0])):  # 第1题　单选　难度：★★
        said = f"{number}．【{kind['kind']}题】", said[1]
    return Repaired(said[0], (*line.notes, f"number_printed: {said[1]}")), number
