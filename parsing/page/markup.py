"""Lines without Markdown, tables' bars, torn entities and watermarks: lines → as many lines."""

import re
from collections.abc import Sequence

from parsing import words
from parsing.source_text import fold

_WATERMARK = re.compile(
    r"[(（]江南博哥[)）]|(?<!\S)答\s?案[ \t]+A[ \t]+B[ \t]+C[ \t]+D(?:[ \t]+E)?(?=\s)"
)
_TORN_BLANK = re.compile(r"&\s?n\s?b\s?s\s?p\s?;")
_EMPHASIS = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*|\*\*")
_LIST_LETTER = re.compile(
    r"^(\s*)(?:[-*+•·●]\s+|[-•·●](?=[A-H]))(?=[(（【\[]?[A-Ha-h]\s?[.．、)）:：】\]])"
)
_LIST_ITEM = re.compile(r"^\s*[-*•·●◆]\s+")
_LISTED = re.compile(r"^\s*[-*•·●◆]\s+(?:\d{1,3}\s?[.、．]|[A-Ha-h]\s?[.．、)）]|.{0,4}答案)")
_HEAD = re.compile(r"^\s{0,3}(?:#{1,6}\s+|(?:>\s?)+)")
_ESCAPE = re.compile(r"\\([.()\[\]_*#>+-])")
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
_STREWN = re.compile(" [!-~]{1,2} [!-~]{1,2} [!-~]")  # in all of them, quick to find
_GARBLED = re.compile(r"(?<=\s)(?![A-H][.:)])(?:[A-Za-z][!-@\[-`{-~]|[!-@\[-`{-~][A-Za-z])(?!\S\S)")
_CELLS = re.compile(r"^\s*\|(.+)\|\s*$|^\s*([^|\s][^|]*\|.+)\|\s*$")
_BAR = re.compile(r"\s\|\s")
_COLUMNS = {head: label for heads, label in words.COLUMNS for head in heads}
_COLUMNS |= {f"{more}{letter}": letter + ".{}" for letter in "ABCDEF" for more in ("", "选项")}
_RULE = re.compile(r"[-:|\s]*")
_MARKDOWN = ((_HEAD, ""), (_LIST_LETTER, r"\1"), (_EMPHASIS, r"\1"), (_ESCAPE, r"\1"))
_ALL_APART = re.compile(r"[\u3400-\u9fff][ \u3000][\u3400-\u9fff][ \u3000]?")
# apart, as each is quick to search for by its first sign
_MARKUP = (
    re.compile(r"\*\*|\|[^\S\n]*$|&\s?n|江南博哥|</|<br", re.MULTILINE),
    re.compile(r"^[^\S\n]*(?:[-*+•·●◆>#|]|答\s?案[ \t]+A[ \t]+B)", re.MULTILINE),
    re.compile(r" (?<=[\u3400-\u9fff] )[\u3400-\u9fff] [\u3400-\u9fff] "),
)
_BOLD = re.compile(r"\{\{/?B\}\}|(?<=[、.．])B(?=[^/\n]{2,16}题/B)|(?<=题)/B")  # {{B}}一、…题{{/B}}
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
    if len(_BOXED.findall(sample)) > 1:
        lines = [_BOX.sub(r"\1", line) for line in lines]
    if _BOLD.search(sample):
        lines = [_BOLD.sub("", line) for line in lines]
    if _DAMAGED.search(sample):
        lines = [_DAMAGED.sub(_repaired, line) for line in lines]
    if _STREWN.search(sample) and sum(_garbled(m) for m in _GARBLE.finditer(sample)) > 2:
        lines = [_GARBLE.sub(lambda m: "" if _garbled(m) else m[0], line) for line in lines]
    if not any(pattern.search(sample) for pattern in _MARKUP):
        return lines
    strong, torn = sample.count("**") > 3, bool(_TORN_BLANK.search(sample))
    listed = sum(_LIST_ITEM.match(line) is not None for line in lines)
    all_listed = listed * 10 >= 7 * sum(bool(line.strip()) for line in lines) and listed > 3
    all_listed = all_listed and sum(_LISTED.match(line) is not None for line in lines) > 2
    lettered = sum(_LIST_LETTER.match(line) is not None for line in lines) > 2
    tagged = len(_HTML.findall(sample)) > 5
    headed = any(line.lstrip().startswith(("# ", "## ", "### ", "#### ")) for line in lines)
    barred = sum(line.strip().endswith("|") or line.startswith("|") for line in lines) > 3
    rules = [
        (_HTML, "  ", tagged),
        (_TORN_BLANK, " ", torn),
        *((rule, text, strong or lettered or headed or all_listed) for rule, text in _MARKDOWN),
        (_LIST_ITEM, "", all_listed),
        (_WATERMARK, "", _WATERMARK.search(sample) is not None),
    ]
    rules = [rule for rule in rules if rule[2]]
    apart = _ALL_APART.search(sample) is not None
    if not (rules or barred or apart):
        return lines
    out = list(_untabled(lines) if barred else lines)
    for i, line in enumerate(out):
        if not (i and out[i - 1].lstrip().startswith("题")):  # a key's table of 题号 and 答案
            out[i] = _unmarked(line, rules, apart=apart)
    return out


def _repaired(found: re.Match[str]) -> str:
    if number := found["n"] or found["m"]:
        return f"。【题干{number}】"
    return "。【选项】" if found["word"][0] in "項项" else "。"


def _garbled(found: re.Match[str]) -> bool:
    return len(_GARBLED.findall(found[0])) > 1


def _unmarked(line: str, rules: Sequence[tuple[re.Pattern[str], str, bool]], *, apart: bool) -> str:
    for rule, text, _ in rules:
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
            out.append(
                " ".join(cell for cell in cells if cell)
                if cells
                else _BAR.sub(" ", line.strip(" |"))
            )
    return out
