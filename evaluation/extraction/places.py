"""Options named by their place, as letters: "前三项" → "A、B、C项", "最后一个" → "D项"."""

import re
from collections.abc import Sequence

from evaluation.extraction.letters import LETTERS, ORDINALS

_N = rf"(?:[{ORDINALS}]|10|[1-9])"
_UNIT = (
    r"(?:个?(?:选项|数值|数字|说法|描述|表述)|项(?!任务|研究|实验|测验|指标|标准|原则|条件|功能|特征|工作|调查|活动)"
    r"|[位句条](?=全|都|均|皆|才|是|不|属于|为|符合|正确|对|没|$)|者(?=都|均|全|皆|入选|当选|应选)|[个种](?=[、和与及]\s?(?:第|最后)|全|都|均|皆|是|才|属于|符合|正确|不|了|[,.;!\"'“「]|$))"
)
_PLACE = re.compile(
    rf"(?P<bare>(?<![\u4e00-\u9fff])[{ORDINALS}](?:\s?[、和]\s?[{ORDINALS}]){{1,5}})[两三四]?项"
    rf"|(?P<nth>(?<!倒数)第\s*{_N}(?:(?:\s*[、,]\s*|\s*[和与及]\s*)第?\s*{_N}){{0,5}})\s*{_UNIT}"
    rf"|(?<![以之目然此])(?P<side>[前头后])面?(?P<count>[两二三四五])\s*{_UNIT}"
    rf"|(?P<last>最后一)\s*{_UNIT}"
    rf"|(?<=[选是为])倒数第\s*(?P<back>{_N})\s*{_UNIT}"
    r"|(?P<ends>一头一尾|首尾两[项个]|头尾两[项个])|中间(?P<mid>[两二])[项个]"
)
_DIGITS = re.compile(
    r"[\s\"'“「(\[*:]{0,8}([1-9](?:[、,\s]{0,2}[1-9]){0,7})"
    r"[\s\"'”」)\]*.!]*(?:\n|$)"
)
_NUMBER = re.compile(r"^\s*(?:选项?|第)\s?(?=[1-9])")
_COUNTS = {"两": 2, "二": 2, "三": 3, "四": 4, "五": 5}


def lettered(text: str, options: Sequence[str]) -> str:
    """A reply with letters for places, unless an option itself speaks of places."""
    if any(_PLACE.search(option) for option in options):
        return text

    def letters(match: re.Match[str]) -> str:
        places = _places(match, len(options))
        if not places or places[0] < 0 or places[-1] >= len(options):
            return match[0]
        return "、".join(LETTERS[place] for place in places) + "项"

    return _PLACE.sub(letters, text)


def numbered(text: str, at: int, options: Sequence[str]) -> tuple[int, ...]:
    """Positions given as numbers at the end of a line ("答案:2"); () where options are numbers."""
    match = _DIGITS.match(text, at)
    if match is None or any(option.strip().isdigit() for option in options):
        return ()
    places = tuple(int(digit) - 1 for digit in re.findall(r"\d", match[1]))
    rising = places == tuple(sorted(set(places)))
    return places if rising and places[-1] < len(options) else ()


def counted(text: str, options: Sequence[str]) -> tuple[int, ...]:
    """Positions of a reply of numbers alone ("1、3", "选项2"); () where options have digits."""
    body = _NUMBER.sub("", text, count=1)
    found = _DIGITS.fullmatch(body)
    if found is None or any(re.search(r"\d", option) for option in options):
        return ()
    return numbered(body, 0, options)


def _places(match: re.Match[str], options: int) -> list[int]:
    if match["last"]:
        return [options - 1]
    if match["back"]:
        back = match["back"]
        return [options - 1 - (ORDINALS.index(back) if back in ORDINALS else int(back) - 1)]
    if match["ends"]:
        return [0, options - 1]
    if match["mid"]:
        return [1, 2] if options == 4 else []
    if match["side"]:
        count = _COUNTS[match["count"]]
        first = options - count if match["side"] == "后" else 0
        return list(range(first, first + count))
    return sorted(
        ORDINALS.index(n) if n in ORDINALS else int(n) - 1
        for n in re.findall(_N, match["nth"] or match["bare"])
    )
