"""Lines of a page without marks of markup, and without what is the page's, not the paper's."""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any

from parsing import words
from parsing.page.inside_lines import Kept, cut_litter
from parsing.records import Leftover
from parsing.source_text import BLANKS, HIDDEN, fold, fold_page
from parsing.words import FOOTER, LITTER, NOISE

_WATERMARK = re.compile(
    r"[(（]江南博哥[)）]|(?<!\S)答\s?案[ \t]+A[ \t]+B[ \t]+C[ \t]+D(?:[ \t]+E)?(?=\s)"
)
_TORN_BLANK = re.compile(r"&\s?n\s?b\s?s\s?p\s?;")
_EMPHASIS = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*|\*\*")
_LIST_LETTER = re.compile(
    r"^(\s*)(?:[-*+•·●]\s+|[-•·●](?=[A-H]))(?=[(（【\[]?[A-Ha-h]\s?[.．、)）:：】\]])"
)
_HEAD_MARK = re.compile(r"^\s{0,3}(?:#{1,6}\s+|(?:>\s?)+)")
_HTML = re.compile(
    r"</?(?:p|b|br|i|u|em|strong|span|div|font|li|ul|ol|td|tr|small|a)(?:\s[^<>]{0,200})?/?>"
)
_APART = re.compile(r"(?<=[\u3400-\u9fff])[ \u3000](?=[\u3400-\u9fff])")
_SPACED = re.compile(
    r"(?<=[\u3400-\u9fff\d（）()、，。])[ \u3000](?=[\u3400-\u9fff\d（）()、，。_A-H])"
)
# what a forum puts between words against copying: 3 B* @2 c* @. b0 |
_GARBLE = re.compile(
    r"(?:(?<=[\u3400-\u9fff])[!-~](?: [!-~]{1,2}){3,24}[^\S\n]*$"
    r"|^[!-~](?: [!-~]{1,2}){3,24}?"
    r"(?=[(（]?[A-H][)）.．、]|\d{1,3}[.．、][^\S\n]?[\u3400-\u9fff(（“]|[^\S\n]?满分))",
    re.MULTILINE,
)
_SIGNS = re.compile(" [!-~]{1,2} [!-~]{1,2} [!-~]")  # in all of them, quick to find
_GARBLED = re.compile(r"(?<=\s)(?![A-H][.:)])(?:[A-Za-z][!-@\[-`{-~]|[!-@\[-`{-~][A-Za-z])(?!\S\S)")
_CELLS = re.compile(r"^\s*\|(.+)\|\s*$|^\s*([^|\s][^|]*\|.+)\|\s*$")
_COLUMNS = {head: label for heads, label in words.COLUMNS for head in heads}
_COLUMNS |= {f"{more}{letter}": letter + ".{}" for letter in "ABCDEF" for more in ("", "选项")}
_RULE = re.compile(r"[-:|\s]*")
_MARKDOWN = (
    (_HEAD_MARK, ""), (_LIST_LETTER, r"\1"), (_EMPHASIS, r"\1"),
)  # fmt: skip
_ALL_APART = re.compile(r"[\u3400-\u9fff][ \u3000][\u3400-\u9fff][ \u3000]?")
# apart, as each is quick to search for by its first sign
_MARKUP = (
    re.compile(r"\*\*|\|[^\S\n]*$|&\s?n|江南博哥|</|<br", re.MULTILINE),
    re.compile(r"^[^\S\n]*(?:[-*+•·●◆>#|]|答\s?案[ \t]+A[ \t]+B)", re.MULTILINE),
    re.compile(r" (?<=[\u3400-\u9fff] )[\u3400-\u9fff] [\u3400-\u9fff] "),
)
# {{B}}一、…题{{/B}}
_BOLD = re.compile(r"\{\{/?B\}\}|B(?<=[、.．]B)(?=[^/\n]{2,16}题/B)|/B(?<=题/B)")
# a question in a box with its answer below: ★【何谓感受野?】⏎答:…
_BOXED = re.compile(
    r"^[^\S\n]*[★☆]\s?【([^【】\n]{4,120})】[^\S\n]*(?=\n\s*答\s?[:：])", re.MULTILINE
)
_BOX = re.compile(r"^\s*[★☆]\s?【([^【】]{4,120})】\s*$")
# a bracket's first half in the wrong encoding: ?!具x項】, ?!绢}干2】
_DAMAGED = re.compile(
    r"[?？][!！][^\s】\]]{0,3}(?P<word>[^\s】]{0,2}[题題}]|[項项](?:\([^()\s]{1,8}\))?|[干幹](?P<n>\d{1,3}))】"
    r"|[?？][^\s】\]]{0,2}[}｝][干幹](?P<m>\d{1,3})】"
)


def without_markup(lines: Sequence[str]) -> Sequence[str]:
    """Lines without the marks of Markdown, tables, torn entities and copies."""
    sample = "\n".join(lines[:4000])
    for shown, least, pattern, text in _COPIED:
        if sum(1 for _ in islice(shown.finditer(sample), least)) == least:
            lines = [pattern.sub(text, line) for line in lines]
    if _SIGNS.search(sample) and sum(_garbled(m) for m in _GARBLE.finditer(sample)) > 2:
        lines = [_GARBLE.sub(lambda m: "" if _garbled(m) else m[0], line) for line in lines]
    if not any(pattern.search(sample) for pattern in _MARKUP):
        return lines
    lettered = sum(_LIST_LETTER.match(line) is not None for line in lines) > 2
    headed = any(line.lstrip().startswith(("# ", "## ", "### ", "#### ")) for line in lines)
    barred = sum(line.strip().endswith("|") or line.startswith("|") for line in lines) > 3
    rules = [(_HTML, "  ")] if len(_HTML.findall(sample)) > 5 else []
    rules += [(_TORN_BLANK, " ")] if _TORN_BLANK.search(sample) else []
    rules += _MARKDOWN if sample.count("**") > 3 or lettered or headed else ()
    rules += [(_WATERMARK, "")] if _WATERMARK.search(sample) else []
    apart = _ALL_APART.search(sample) is not None
    out = list(_untabled(lines) if barred else lines)
    for i, line in enumerate(out) if rules or apart else ():
        if not (i and out[i - 1].lstrip().startswith("题")):  # a key's table of 题号 and 答案
            out[i] = _unmarked(line, rules, apart=apart)
    return out


def _repaired(found: re.Match[str]) -> str:
    if number := found["n"] or found["m"]:
        return f"。【题干{number}】"
    return "。【选项】" if found["word"][0] in "項项" else "。"


# what copies of pages hold: what shows it, how often at least; what is replaced and by what
_COPIED: tuple[tuple[re.Pattern[str], int, re.Pattern[str], Any], ...] = (
    (_BOXED, 2, _BOX, r"\1"), (_BOLD, 1, _BOLD, ""), (_DAMAGED, 1, _DAMAGED, _repaired),
)  # fmt: skip


def _garbled(found: re.Match[str]) -> bool:
    return len(_GARBLED.findall(found[0])) > 1


def _unmarked(line: str, rules: Sequence[tuple[re.Pattern[str], str]], *, apart: bool) -> str:
    for rule, text in rules:
        line = rule.sub(text, line)
    # characters set apart by a PDF: more than every third is a blank between two of them
    return _SPACED.sub("", line) if apart and len(_APART.findall(line)) * 3 > len(line) else line


def _untabled(lines: Sequence[str]) -> list[str]:
    """Rows of a table as lines; a header that names 题目, 答案, A, B … gives its cells labels."""
    out: list[str] = []
    labels: list[str] = []
    for line in lines:
        found = _CELLS.match(line)
        cells = [cell.strip() for cell in (found[1] or found[2]).split("|")] if found else []
        named = [fold(cell) for cell in cells]
        if not cells:
            labels = []
        elif sum(name in _COLUMNS for name in named) > 1:
            labels = [_COLUMNS.get(name, "") for name in named]
            out.append("")
            continue
        if labels and len(cells) == len(labels) and not _RULE.fullmatch(line):
            pairs = zip(labels, cells, strict=True)
            out.append(" ".join(label.format(cell) for label, cell in pairs if cell and label))
        else:
            out.append(" ".join(cell for cell in cells if cell) if cells else line.strip(" |"))
    return out


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
_LITTER = [(n.rule, re.compile(n.pattern)) for n in LITTER]
_STATE = re.compile(r"(?:部分|不|未)?正确|错误|未回答|完成|已完成")  # a verdict on the reader
_LITTER_TABLES = (words.FURNITURE, words.FURNITURE_LATIN, words.STATISTIC, words.STATISTIC_LATIN)
_LITTER_FIRST = {w[0] for table in _LITTER_TABLES for w in table}
_LITTER_FIRST |= set("0123456789获满得M试题[【(|·/、,>+★☆")
_LITTER_FIRST |= {c.upper() for c in _LITTER_FIRST}
_OPTION = re.compile(r"[A-Z][^A-Za-z]")  # no word of litter begins so
_LETTERED = re.compile(r"答\s?案|解析|[A-Ha-h]\s?[.、)]\s?\S|[(][A-H]\)")
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
    """Rule by which a folded line is set aside, or ""; no hidden signs stand in it."""
    line = line.strip(BLANKS)
    if len(line) < 80 and line[:1] in _LITTER_FIRST and not _OPTION.match(line):
        litter = next((rule for rule, pattern in _LITTER if pattern.fullmatch(line)), "")
        if litter and not (litter == "page_fact" and _LETTERED.search(line)):
            return litter
    if not line or len(line) > 260 or not (_HINT.search(line) or _RULED.match(line)):
        return ""
    found = next((rule for rule, pattern in _RULES if pattern.fullmatch(line)), "")
    return "" if found in _GLUED and _CONTENT.match(line) else found


def sweep(lines: Sequence[str], page: str) -> Kept:
    """The lines that are read; those of the page and what it prints inside others are noise."""
    kept = Kept([], [], [], page)
    flat = [line.replace("\n", " ") for line in lines]
    whole = fold_page("\n".join(flat))
    folded = whole.split("\n")
    rules = [noise_rule(line) for line in HIDDEN.sub("", whole).split("\n")]
    buttons = [i for i, rule in enumerate(rules) if rule == "page_button"]
    for i in buttons:  # points below 正确: a review page's verdict on the reader
        if i and not rules[i - 1] and _STATE.fullmatch(flat[i - 1].strip(BLANKS)):
            rules[i - 1] = "page_button"
    if len(buttons) == 1 and folded[buttons[0]].strip(BLANKS) in words.AMBIGUOUS:
        rules[buttons[0]] = ""  # the end of a broken line
    for number, line in enumerate(flat):
        invisible = line.strip() and not line.strip(BLANKS)
        if rule := "invisible" if invisible else rules[number]:
            kept.noise.append(Leftover(number, line, rule, page))
        else:
            kept.texts.append(line)
            kept.numbers.append(number)
    cut_litter(kept)
    _drop_footer(kept)
    return kept


def _drop_footer(kept: Kept) -> None:
    """Cut what closes a page (以上就是…, 相关阅读) below its last question."""
    folded = [t.strip(BLANKS) for t in fold_page("\n".join(kept.texts)).split("\n")]
    lines, closes = range(len(folded)), _FOOTER.fullmatch
    filled = (i for i in reversed(lines) if _CONTENTFUL.search(folded[i]) and not closes(folded[i]))
    last = next(filled, -1)
    if heads := [i for i in lines if _LISTED.fullmatch(folded[i])]:
        asked = max((i for i in lines if _QUESTIONED.search(folded[i])), default=0)
        last = min([last, *(i for i in heads if i > asked)])
    end = next((i for i in lines[max(last, 0) :] if closes(folded[i])), len(folded))
    rest = zip(kept.numbers[end:], kept.texts[end:], strict=True)
    kept.noise += [Leftover(n, t, FOOTER.rule, kept.page) for n, t in rest if t.strip(BLANKS)]
    del kept.texts[end:], kept.numbers[end:]
