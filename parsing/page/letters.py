"""What a page writes in its own way: letters of keys and options, rows of other signs.

Folded text and its characters in; the characters in the usual form, each at its place.
"""

import re
from itertools import islice

UPPER = re.compile(r"A(?<![A-Za-z]A)\s?[.、)\]】:]")
LABEL = (
    r"(?:答[^\S\n]?案|正确选项|(?i:answer|ans|key))[^\S\n]?[\]】)]?[^\S\n"
    r"]?(?:应该)?[是为选]?[^\S\n]?[:]?[^\S\n]{0,2}[\[(【]?[^\S\n]?"
)
_LOWER_KEY = re.compile(LABEL + r"(?P<v>[a-h]{1,6})[^\S\n]*$", re.MULTILINE)
_LOWER_LAST = re.compile(r"[a-h][^\S\n]*$", re.MULTILINE)  # ends such keys, is quick to find
_ANSWER_LABEL = re.compile(
    r"(?:答\s?案|正确选项)\s?[\]】)]?\s?[:是为A-H]|[\[【]\s?答案|^答\s?:", re.MULTILINE
)
_REASON = re.compile(r"^[^\S\n]*解析|[\[【(][^\[\]【】()\n]{0,8}解析[\]】)]|解析:", re.MULTILINE)
_REASON_KEY = re.compile(
    r"(?:^[^\S\n]*|[\[【(][^\[\]【】()\n]{0,8}|(?=解析:))(?P<label>解析)[\]】)]?\s?:?[^\S\n]?(?P<v>[A-Ha-h]{1,5})"
    r"(?=[^\S\n]*$|[。;,.]|[\u3400-\u9fff“](?<![项选型类组族的是为和与中]))",
    re.MULTILINE,
)
_LETTER = re.compile(
    r"(?<![A-Za-z0-9])(?P<left>[^\w\s]?)[^\S\n]?(?P<letter>[A-H])(?![A-Za-z])(?P<right>[^\w\s(\[“《「]?)"
)
_USUAL_RIGHT, _USUAL_LEFT = tuple(".、:)]"), tuple("([【<")
_ROW = 300  # characters from one letter of a row to the next
OWN_A = 0xE001  # private letters that stand for option marks of a page's own: A, B, C …
_THIS = r"【(?:此项为)?(?:本题)?正确答案】"
_GRID = re.compile(rf"【A】\s*(?:{_THIS}\s*)?(?:【[B-H]】\s*(?:{_THIS}\s*)?){{2,7}}")
_GRID_RIGHT = re.compile(rf"【([A-H])】\s*{_THIS}")
# 对(正确答案)错: both verdicts below a statement, one of them marked
_VERDICTS = re.compile(
    r"(?<![\u3400-\u9fff])(?:对|正确)[^\S\n]{0,3}(?P<yes>[(]正确答案[)])?\s{0,3}(?:错误?|不正确)(?!(?!答案|解析)[\u3400-\u9fff])"
    r"[^\S\n]{0,3}(?P<no>[(]正确答案[)])?"
)
_FEW = 3  # rows or keys; fewer prove no habit of the page
# lines of nothing but entries of a key: 1.b 2.c 3.ad, 1).   a   2).   b, 1.+ 2.-
_ENTRY = r"\d{{1,3}}[^\S\n]*(?:[.、:)]{{1,2}}[^\S\n]*)?(?:{})(?![A-Za-z\d])[\t ,;。]*"
_LISTED = [
    re.compile(rf"^[^\S\n]*(?:{_ENTRY.format(said)})+$", re.MULTILINE)
    for said in ("[A-Ha-h]{1,6}", "[+-]?")  # a sign may not be read
]
_SAID = re.compile(r"(?P<gap>[.、:)][.、:)\s]*)?(?P<said>(?<![A-Ha-h])[A-Ha-h]{1,6}|[+-])")
_NUMBERS, _MOST = re.compile(r"\d+"), 0.6  # share of them with a sign
_NEAR = 3  # characters between a number and its letter, as entries are usually printed
_VERDICT = str.maketrans("+-", "√×")


def usual_letters(text: str, chars: list[str]) -> None:
    """Rewrite the letters of options and keys, if the page's regularity supports it."""
    for rewrite in (_own_marks, _lower_keys, _listed_keys, _keys_in_reasons):
        rewrite(text, chars)


def bare_grids(text: str, chars: list[str]) -> None:
    """【A】 【B】 【此项为本题正确答案】 【C】 without texts, 对(正确答案)错: a question's key."""
    found = [(m, "".join(_GRID_RIGHT.findall(m[0])), "\n") for m in _GRID.finditer(text)]
    for m in _VERDICTS.finditer(text):
        said = "对" if m["yes"] else "错"
        found.append((m, said if bool(m["yes"]) != bool(m["no"]) else "", ""))
    for m, right, end in found:
        if right and len(m[0]) >= len(said := f"【答案】{right}{end}"):
            chars[m.start() : m.end()] = list(said.ljust(len(m[0])))


def _own_marks(text: str, chars: list[str]) -> None:
    """Letters in marks that no pattern names, row after row: `(A感觉(B知觉`, `A-感觉 B-知觉`."""
    if sum(1 for _ in islice(UPPER.finditer(text), _FEW)) == _FEW:
        return
    rows: dict[tuple[str, str], list[list[re.Match[str]]]] = {}
    for m in _LETTER.finditer(text):
        left = m["left"] if m["left"] in _USUAL_LEFT else ""
        runs = rows.setdefault((left, m["right"]), [])
        place = ord(m["letter"]) - 65
        if not place:
            runs.append([m])
        elif runs and len(runs[-1]) == place and m.start() - runs[-1][-1].end() < _ROW:
            runs[-1].append(m)
    rows.pop(("", ""), None)
    if not rows:
        return
    (left, right), runs = max(rows.items(), key=lambda one: sum(len(r) > 2 for r in one[1]))
    whole = [run for run in runs if len(run) > 2]
    if len(whole) < _FEW or right in _USUAL_RIGHT or (left and right):
        return
    for run in whole:
        for place, m in enumerate(run):
            first = m.start("left") if left else m.start("letter")
            chars[first : m.end()] = chr(OWN_A + place) * (m.end() - first)


def _lower_keys(text: str, chars: list[str]) -> None:
    """答案: a below options A, B, …, question after question."""
    found = list(_LOWER_KEY.finditer(text)) if _LOWER_LAST.search(text) else []
    found = [m for m in found if chars[m.start("v")] == m["v"][0]]
    if len(found) > 1 and len(UPPER.findall(text)) >= len(found):
        for m in found:
            chars[m.start("v") : m.end("v")] = m["v"].upper()


def _listed_keys(text: str, chars: list[str]) -> None:
    """1.b 2.c 3.ad, 1.+ 2.-: a key's lines in lower case, or with signs for right and wrong."""
    for style in _LISTED:
        rows = list(style.finditer(text))
        found = [(row.start() + m.start(), m) for row in rows for m in _SAID.finditer(row[0])]
        entries = sum(len(_NUMBERS.findall(row[0])) for row in rows if _SAID.search(row[0]))
        if len(found) < max(_FEW, _MOST * entries):
            continue
        for at, m in found:
            said = m["said"].upper().translate(_VERDICT)
            if said != m["said"] or len(m["gap"] or "") > _NEAR:
                said = "." + said if m["gap"] else said
                chars[at : at + len(m[0])] = said.ljust(len(m[0]))


def _keys_in_reasons(text: str, chars: list[str]) -> None:
    """解析: a right below options, or 【解析】A材料…, in most places where the page says 解析."""
    found = [] if _ANSWER_LABEL.search(text) else list(_REASON_KEY.finditer(text))
    if len(found) >= _FEW and len(found) * 10 >= 7 * len(_REASON.findall(text)):
        for m in found:
            chars[m.start("label") : m.end("label")] = "答案"
            chars[m.start("v") : m.end("v")] = m["v"].upper()
