"""Letters for what a reply itself calls the options by: places (前三项), numbers, own labels."""

import re
from collections.abc import Sequence

LETTERS = "ABCDEFGHIJ"
COUNTS = {"一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6}
_NUMERALS = "一二三四五六七八九十"
_N = rf"(?:[{_NUMERALS}]|10|[1-9])"
_UNIT = (
    r"(?:个?(?:选项|数值|数字|说法|描述|表述|答案)|项(?!任务|研究|实验|测验|指标|标准|原则|条件|功能|特征|工作|调查|活动)"
    r"|[位句条者](?=全|都|均|皆|才|是|不|属于|为|符合|正确|对|没|入选|[,.。;!]|$)|[个种](?=[、和与及]\s?(?:第|最后)|全|都|均|皆|是|才|属于|符合|正确|不|了|说|做|会|则|[,.。;!\"'“「]|$))"
)
_PLACE = re.compile(
    rf"(?P<bare>(?<![\u4e00-\u9fff])[{_NUMERALS}](?:\s?[、和]\s?[{_NUMERALS}]){{1,5}})[两三四]?项|(?P<nth>(?<!倒数)第\s*{_N}(?:(?:\s*[、,]\s*|\s*[和与及]\s*)第?\s*{_N}){{0,5}})\s*{_UNIT}|(?<![以之目然此])(?P<side>[前头后])面?(?P<count>[两二三四五])\s*{_UNIT}"
    rf"|(?P<last>最后一)\s*{_UNIT}|倒数第\s*(?P<back>{_N})\s*{_UNIT}|(?P<ends>一头一尾|首尾两[项个]|头尾两[项个])|中间那?(?P<mid>[两二])[项个]"
)
_OWN_LABEL = re.compile(
    r"(?m)(?:^[\s>|*•·\-]{0,8}[(\[【]?|(?<=\s)\()(?P<label>[1-9]|[一二三四五六]|[甲乙丙丁戊己]|VI|IV|V|I{1,3}|[a-f])[)\]】]?\s?[.、:)\s]\s?\**(?=\S)"
)
_DIGITS = re.compile(r"[\s\"'“(\[*:]*([1-9](?:[、,\s和]{0,4}[1-9]){0,7})[\s\"'”)\]*.。!]*")
_ASKED_NUMBER = re.compile(
    r"(?:答案|选择?|选项|answer|正确的|所以|因此)(?:应该?|就)?[是为有:]{0,2}\s?[\[(\"“*]{0,2}(\(?[1-9]\)?(?:[、,\s和]{0,2}\(?[1-9]\)?(?!\)?是)){0,7})(?=[\])\"”*.。!,;\s]|$|号|项)"
)
_ROW = re.compile(r"(?<!\d)([1-9])\s?[.、:)]?\s?(?=对|错|正确|错误|不|是|否|[√×✓✗✔✘])")


def relettered(text: str, options: Sequence[str]) -> str:
    """A reply with letters for places and labels."""
    return _own_labels(_placed(text, options), options)


def _placed(text: str, options: Sequence[str]) -> str:
    """The reply with letters for places, unless an option itself speaks of places."""
    if any(_PLACE.search(option) for option in options):
        return text

    def letters(match: re.Match[str]) -> str:
        places = _places(match, len(options))
        known = places and places[0] >= 0 and places[-1] < len(options)
        return f" {'、'.join(LETTERS[p] for p in places)}项" if known else match[0]

    return _PLACE.sub(letters, text)


def _places(match: re.Match[str], options: int) -> list[int]:
    def number(sign: str) -> int:
        return _NUMERALS.index(sign) if sign in _NUMERALS else int(sign) - 1

    if match["last"] or match["back"]:
        return [options - 1 - number(match["back"] or "1")]
    if match["ends"]:
        return [0, options - 1]
    if match["mid"]:
        return [1, 2] if options == 4 else []
    if match["side"]:
        count = COUNTS[match["count"]]
        first = options - count if match["side"] == "后" else 0
        return list(range(first, first + count))
    return sorted(number(n) for n in re.findall(_N, match["nth"] or match["bare"]))


def _own_labels(text: str, options: Sequence[str]) -> str:
    """Letters for the labels that a reply itself gives the options, and for numbers alone."""
    digits = any(re.search(r"\d", option) for option in options)
    if not digits and not re.search("[A-J]", text):
        bare = re.sub(r"^\s*(?:选项?|第|答案?)\s?[:是为]?|[()]", " ", text)
        alone = _DIGITS.fullmatch(bare)
        if alone and all(int(n) <= len(options) for n in re.findall(r"\d", alone[1])):
            return "、".join(LETTERS[int(n) - 1] for n in re.findall(r"\d", alone[1]))
    known: dict[str, int] = {}
    for row in _OWN_LABEL.finditer(text):
        begun = [i for i, o in enumerate(options) if o and text.startswith(o, row.end())]
        if begun:
            known.setdefault(row["label"], max(begun, key=lambda i: len(options[i])))
    if len(known) < 2 or len(set(known.values())) < len(known):
        return text if digits else _numbered(text, len(options))
    text = _OWN_LABEL.sub(
        lambda m: f"{LETTERS[known[m['label']]]}. " if m["label"] in known else m[0], text
    )
    labels = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    if all(label.isdigit() for label in known):
        text = _ASKED_NUMBER.sub(lambda m: _relabelled(m[0], m[1], known), text)
        ends = r"(?=\s?(?:[)、和与及]|个|号|选?项|以外|之外))"
        near = rf"(?<![\d.(A-Za-z])(?:\((?:{labels})\)|(?:{labels})\)?{ends})"
    else:
        near = rf"(?<![A-Za-z\u4e00-\u9fff])(?:{labels})(?![A-Za-z'])(?!\s[a-z])"
    text = re.sub(near, lambda m: f"{LETTERS[known[m[0].strip('()')]]}、", text)
    return text.replace("、、", "、")


def _numbered(text: str, count: int) -> str:
    """Letters for numbers that can only be those of options: 答案:2; (1)(3); 1对 2错 3对."""
    known = {str(i + 1): i for i in range(count)}
    text = _ASKED_NUMBER.sub(lambda m: _relabelled(m[0], m[1], known), text)
    if _ROW.findall(text) == list(known):
        text = _ROW.sub(lambda m: f"{LETTERS[int(m[1]) - 1]} ", text)
    return text


def _relabelled(whole: str, labels: str, known: dict[str, int]) -> str:
    signs = re.findall(r"[1-9]", labels)
    if not all(sign in known for sign in signs):
        return whole
    return whole.replace(labels, "、".join(LETTERS[known[sign]] for sign in signs))
