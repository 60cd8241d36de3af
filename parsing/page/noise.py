"""Lines that belong to the page, not to the paper."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from parsing import words
from parsing.page.inside_lines import (
    drop_copies,
    drop_counters,
    drop_letters,
    drop_pages_again,
    drop_pieces,
    drop_residue,
)
from parsing.records import Leftover
from parsing.source_text import BLANKS, HIDDEN, fold, fold_page
from parsing.words import any_of


@dataclass(frozen=True)
class NoiseRule:
    """A kind of line to set aside; `example` is invented and checked by a test.

    `patterns` match the whole folded line, blanks at its ends removed.
    """

    rule: str
    patterns: Sequence[str]
    example: str

    @property
    def pattern(self) -> str:
        """All patterns in one."""
        return "|".join(self.patterns)


NOISE = tuple(NoiseRule(**row) for row in words.LINES)
_BUTTON = rf"(?:{any_of(words.FURNITURE)}|(?i:{any_of(words.FURNITURE_LATIN)}))"
_FACT = rf"(?:{any_of(words.STATISTIC)}|(?i:{any_of(words.STATISTIC_LATIN)}))"
FOOTER = NoiseRule(**words.FOOTER)
_FOOTER = re.compile(rf"[●•■★▶►◆※\s]{{0,4}}(?:{FOOTER.pattern})")
# heads of lists below a page's end, whose entries may look like questions
_LISTED = re.compile(
    r"[●•■★▶►◆※\s]{0,4}(?:相关|热门|猜你喜欢|推荐|最新|延伸|看了)[^。?]{0,40}:?|(?:结语|总结|结束语|小结)\s?:?"
)
_QUESTIONED = re.compile(
    r"[(\[]?[A-Ha-h][)\]]?\s?[.、)\]:]\s?\S|[①-⑧]|答\s?案|解\s?析|[(]\s*[)]|_{2,}|[√×]|^\s*(?:答|解)\s?:"
)
_CONTENTFUL = re.compile(
    r"[(\[]?[A-Ha-h][)\]]?\s?[.、)\]:]|[①-⑧]|答\s?案|解\s?析|[?？]|[(]\s*[)]|_{2,}|\d{1,3}\s?[.、]\s?\S{6}|[√×]"
)
LITTER = (
    NoiseRule(
        "page_button",
        (
            rf"(?:[\s|·/、,>\[(+★☆]*{_BUTTON}[\s|·/、,:>\])\d+]*)+",
            r"获得\s?[\d.]+\s?分中的\s?[\d.]+\s?分|满分\s?[\d.]+(?:分)?|得?\s?[\d.]+\s?分",
            r"Mark\s[\d.]+\sout\sof\s[\d.]+|试题正文|题干",
        ),
        "纠错 收藏 笔记",
    ),
    NoiseRule("page_fact", (rf"[\[【(]?{_FACT}[\]】)]?\s?:[^\n]{{0,60}}",), "难度：★★ 正确率：78%"),
)
_LITTER = [(n.rule, re.compile(n.pattern)) for n in LITTER]
_LITTER_TABLES = (words.FURNITURE, words.FURNITURE_LATIN, words.STATISTIC, words.STATISTIC_LATIN)
_LITTER_FIRST = {w[0] for table in _LITTER_TABLES for w in table}
_LITTER_FIRST |= set("0123456789获满得M试题[【(|·/、,>+★☆")
_LITTER_FIRST |= {c.upper() for c in _LITTER_FIRST}
_LETTERED = re.compile(r"答\s?案|解析|[A-Ha-h]\s?[.、)]\s?\S|[(][A-H]\)")
_STATED = 20  # characters of a line that may be a verdict on the reader
_STATE = re.compile(r"(?:部分|不|未)?正确|错误|未回答|完成|已完成")
_STATE_FIRST = frozenset("部不未正错完已")
_RULES = [(n.rule, re.compile(n.pattern)) for n in NOISE]
_GLUED = frozenset({"advert", "web_address"})
_RULED = re.compile(r"[-=_*~—…·.\s]{5}")
# a line with none of these cannot be noise: each begins with a character, so one search is quick
_HINT = re.compile(
    r"QQ|微信|公众号|客服|电话|热线|淘宝|旺旺|二维码|小程序|推荐|链接|阅读|点击|免费|更多|海量"
    r"|http|www|首页|位置|来源|作者|时间|编辑|字体|浏览"
    r"|上一|下一|末页|尾页|返回|打印|收藏|分享|\[\d|查看|第\s?\d|版权|页|文档|侵权|内容"
    r"|-\s?\d|—\s?\d|–\s?\d|PAGE|Page|/\s?\d|得\s?分|评卷|阅卷|题\s?号"
    r"|密\s?封|绝密|代号|代码|座位|座号|页次|准考|姓名|班级|学号|考号|总分|注意|\^|HYPER|EMBED|可见|登录"
    r"|付费|会员|扫码|扫一扫|资料图|配图|插图|图源"
)
# an advert may follow on the line of an option, a question or an answer: cleaning takes it out
_CONTENT = re.compile(
    r"[A-H]\s?[.、,:)]|\([A-H]\)|\d{1,3}\s?[.、]\s?\D|【?(?:参考|正确)?(?:答案|解析)"
)


def noise_rule(line: str) -> str:
    """Rule that sets a folded line aside, or ""."""
    return _rule(HIDDEN.sub("", line))


def _rule(line: str) -> str:
    line = line.strip(BLANKS)
    if len(line) < 80 and line[:1] in _LITTER_FIRST and (found := _litter(line)):
        return found
    if not line or len(line) > 260 or not (_HINT.search(line) or _RULED.match(line)):
        return ""
    found = next((rule for rule, pattern in _RULES if pattern.fullmatch(line)), "")
    return "" if found in _GLUED and _CONTENT.match(line) else found


def _litter(line: str) -> str:
    """Rule of a line that holds nothing but buttons or facts of the page, or ""."""
    for rule, pattern in _LITTER:
        if pattern.fullmatch(line):
            return "" if rule == "page_fact" and _LETTERED.search(line) else rule
    return ""


def sweep(lines: Sequence[str], page: str) -> tuple[list[str], list[int], list[Leftover]]:
    """Split lines into kept texts, their numbers, and noise as Leftovers."""
    texts, numbers, noise = [], [], []
    flat = [line.replace("\n", " ") for line in lines]
    whole = fold_page("\n".join(flat))
    folded = whole.split("\n")
    rules = [_rule(line) for line in HIDDEN.sub("", whole).split("\n")]
    buttons = [i for i, rule in enumerate(rules) if rule == "page_button"]
    if len(buttons) == 1 and folded[buttons[0]].strip(BLANKS) in words.AMBIGUOUS:
        rules[buttons[0]] = ""  # the end of a broken line
    for number, line in enumerate(flat):
        blank = not line.strip(BLANKS)
        rule = "invisible" if blank and line.strip() else rules[number]
        if not rule and len(line) <= _STATED and not blank and _is_state(line, lines, number):
            rule = "page_button"
        if rule:
            noise.append(Leftover(number, line, rule, page))
        else:
            texts.append(line)
            numbers.append(number)
    drop_residue(texts, numbers, noise, page)
    drop_letters(texts, numbers, noise, page)
    drop_counters(texts, numbers, noise, page)
    drop_pieces(texts, numbers, noise, page)
    drop_copies(texts, numbers, noise, page)
    drop_pages_again(texts, numbers, noise, page)
    _drop_footer(texts, numbers, noise, page)
    return texts, numbers, noise


def _drop_footer(texts: list[str], numbers: list[int], noise: list[Leftover], page: str) -> None:
    """Cut what closes a page (以上就是…, 相关阅读) below its last question."""
    last = next(
        (i for i in range(len(texts) - 1, -1, -1) if _CONTENTFUL.search(fold(texts[i]))
         and not _FOOTER.fullmatch(fold(texts[i]).strip(BLANKS))), -1
    )  # fmt: skip
    folded = fold_page("\n".join(texts)).split("\n")
    heads = [i for i, t in enumerate(folded) if _LISTED.fullmatch(t.strip(BLANKS))]
    if heads:
        asked = max((i for i, t in enumerate(folded) if _QUESTIONED.search(t)), default=0)
        last = min([last, *(i for i in heads if i > asked)])
    for i in range(max(last, 0), len(texts)):
        if _FOOTER.fullmatch(fold(texts[i]).strip(BLANKS)):
            noise += [
                Leftover(n, t, FOOTER.rule, page)
                for t, n in zip(texts[i:], numbers[i:], strict=True)
                if t.strip(BLANKS)
            ]
            del texts[i:], numbers[i:]
            return


def _is_state(line: str, lines: Sequence[str], number: int) -> bool:
    """Whether 正确 on its own line is a review page's verdict on the reader: points follow."""
    bare = line.strip(BLANKS)
    if bare[:1] not in _STATE_FIRST or number + 1 >= len(lines) or not _STATE.fullmatch(bare):
        return False
    return noise_rule(fold(lines[number + 1])) == "page_button"
