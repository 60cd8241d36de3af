"""An option → its normal form: what it says, whatever numerals, names and words say it.

Two options of one normal form say the same. The form is for comparison alone and is not to be read.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files

from cpsyexam.text import fold
from generation.options import content
from wording.names import spellings

_NEUTRAL = re.compile(
    r"可(?![靠信得逆变见接控行])|能(?![力量动])|(?<![社机])会(?![谈话议])|(?<![反适顺效对])应(?![激用])"
    r"|[的地了着过之其所都均皆各也很较更最要该将及同对于在里者们些就即被使让把等征取获到予给加以出来去"
    r"|[且又既并而则需须付经已某这那它本有项份位名]"
)
_TENS = r"[一二三四五六七八九]?十[一二三四五六七八九]?"
_DIGITS = {char: str(value) for value, char in enumerate("零一二三四五六七八九")} | {"两": "2"}
_PART = re.compile(rf"({_TENS}|[二三四五六七八九]|百)分之({_TENS}|[一二三四五六七八九]|\d+)")
_TENTHS = re.compile(r"([一二三四五六七八九\d])成(?![为分功长熟绩就人年本员])")
_HALF = re.compile(r"一半|半数(?!以)")
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)%")
_FRACTION = re.compile(r"(?<![\d./])(\d+)/(\d+)(?![\d./])")
_PAIR = re.compile(r"([一二三四五六七八])[、,]?([一二三四五六七八九])(?=[岁天周月年次个遍分小])")
_TEEN_PAIR = re.compile(
    r"(十)([一二三四五六七八])[、,]?十?([一二三四五六七八九])(?=[岁天周月年次个分])"
)
_SPELT = re.compile(
    rf"{_TENS}|[零一二三四五六七八九两](?=[岁天周月年次个倍种类型级度阶期层组人分秒小级大点条步遍米]|$)|(?<=第)[一二三四五六七八九]"
)
_ROMAN = re.compile(r"(?<![A-Za-z])(I{1,3}|IV|VI{0,3})(?![A-Za-z])")
_ROMANS = {"I": "1", "II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6", "VII": "7", "VIII": "8"}
_ABOUT = re.compile(r"(?:大约|大概|将近|约)(?=\d)|(?<=[\d岁天周月年次个时分钟倍])(?:左右|上下)")
_RATIO = re.compile(r"(?<![\d:.])(\d+)\s*[:比]\s*(\d+)(?![\d:.])")
_DECADE = re.compile(r"(\d{2})世纪(\d)0年代")
_YEAR = re.compile(r"[一二三四五六七八九零]{3,4}(?=年|$)")
_PLUS_MINUS = re.compile(r"(\d+)±(\d+)")
_RANGE = re.compile(r"(?<=[\d岁天周月年%])\s*(?:到|至|[-~–—～])+\s*(?=\d)")
_FOREIGN = re.compile(r"[一-鿿]+[·•・‧](?=[一-鿿])")
_OVER = r"(?:大于|高于|多于|强于|快于|早于|优于|好于|长于|重于|超过)"
_UNDER = r"(?:小于|低于|少于|弱于|慢于|晚于|劣于|差于|短于|轻于|不及|不如)"
_ORDER = re.compile(rf"^(.{{1,12}}?)({_OVER}|{_UNDER})(.{{1,12}})$")
_THAN = re.compile(
    r"^(.{1,12}?)比(.{1,12}?)更?(?:要)?([大高多强快早优好长重小低少弱慢晚劣差短轻])$"
)
_LESS = "小低少弱慢晚劣差短轻"
_PAIRED = dict(zip("小低少弱慢晚劣差短轻", "大高多强快早优好长重", strict=True))
_JOINED = re.compile(r"以及|[和与及]")
_LATIN = re.compile(r"[(（][A-Za-z0-9 ,.'-]+[)）]$")
_FILLER = re.compile(
    r"^(?:追求|具有|具备|属于|关于|有关|所谓|一种|某种|进行|表现[出为]|称[为作]|[即是为指])(?=.{3})"
)
_CORE = 2  # characters of a name before its ending
_LONG = 4  # characters from which on empty words are left out (较强 is not 强)


def normal(text: str) -> str:
    """The normal form of an option."""
    plain = numerals(_FOREIGN.sub("", _LATIN.sub("", fold(text).strip())))
    compared = _compared(plain)
    if compared:
        return compared
    parts = [part for part in _JOINED.split(plain) if part.strip()]
    if len(parts) > 1 and not re.search(r"\d", plain):
        return "+".join(sorted(_words(part) for part in parts))
    return _words(plain)


def worded(text: str) -> str:
    """The content of a text with every synonym put as the first of its row (妈妈 as 母亲)."""
    return _one(content(text))


def plain(text: str) -> bool:
    """Whether a text is one of the words that say how much or how (变慢, 保持不变), and no name."""
    return worded(text) in _plain_words()


@cache
def _plain_words() -> frozenset[str]:
    data = tomllib.loads(files("generation").joinpath("synonyms.toml").read_text("utf-8"))
    return frozenset(_key(row[0]) for row in data["words"])


def _words(text: str) -> str:
    said = _kind(_one(_FILLER.sub("", content(text))))
    plain = _NEUTRAL.sub("", said) if len(said) >= _LONG else said
    return plain if len(plain) >= _CORE else said


def _compared(text: str) -> str:
    """Which of two is more, in one writing: 甲高于乙, 乙低于甲, 乙比甲低."""
    if found := _ORDER.match(text):
        one, word, two = found.groups()
        kind = _PAIRED.get(word[0], word[0])
        more, less = (two, one) if re.match(_UNDER, word) else (one, two)
    elif found := _THAN.match(text):
        one, two, char = found.groups()
        kind = _PAIRED.get(char, char)
        more, less = (two, one) if char in _LESS else (one, two)
    else:
        return ""
    if re.search(r"\d", more + less) or "不" in more + less:
        return ""
    return f"{_words(more)}>{_words(less)}:{kind}"


def numerals(text: str) -> str:
    """Numbers in digits: 四分之三 and 75% are 0.75, 十二 is 12, a range has one sign."""
    text = _YEAR.sub(lambda m: "".join(_DIGITS[char] for char in m.group()), text)
    text = _PART.sub(lambda m: _share(_digits(m.group(2)), _digits(m.group(1))), text)
    text = _TENTHS.sub(lambda m: _share(_digits(m.group(1)), "10"), text)
    text = _HALF.sub("0.5", text)
    text = _PERCENT.sub(lambda m: _share(m.group(1), "100"), text)
    text = _FRACTION.sub(lambda m: _share(m.group(1), m.group(2)), text)
    text = _TEEN_PAIR.sub(lambda m: f"{m.group(1)}{m.group(2)}、{m.group(1)}{m.group(3)}", text)
    text = _PAIR.sub(lambda m: f"{_DIGITS[m.group(1)]}、{_DIGITS[m.group(2)]}", text)
    text = _SPELT.sub(lambda m: _digits(m.group()), text)
    text = _ROMAN.sub(lambda m: _ROMANS[m.group()], text)
    text = _RATIO.sub(lambda m: _share(m.group(1), m.group(2)), text)
    text = _DECADE.sub(lambda m: f"{int(m.group(1)) - 1}{m.group(2)}0年代", text)
    text = _PLUS_MINUS.sub(
        lambda m: f"{int(m.group(1)) - int(m.group(2))}至{int(m.group(1)) + int(m.group(2))}", text
    )
    text = _ABOUT.sub("", text)
    text = re.sub(r"(?<=\d)岁(?=\s*(?:到|至|[-~–—～]))", "", text)
    text = re.sub(r"([十\d]+)、十", r"\1、十", text)
    return _RANGE.sub("至", text)


def _share(part: str, whole: str) -> str:
    return f"{float(part) / float(whole):g}" if float(whole) else part


def _digits(text: str) -> str:
    if text == "百":
        return "100"
    if "十" in text:
        tens, _, ones = text.partition("十")
        return str(10 * int(_DIGITS.get(tens, "1")) + int(_DIGITS.get(ones, "0")))
    return _DIGITS.get(text, text)


def _kind(text: str) -> str:
    """A name whose ending says what kind it is, with one ending for each kind."""
    for ending, first in _table()[2].items():
        if text.endswith(ending) and len(text) - len(ending) >= _CORE:
            return text[: -len(ending)] + first
    return text


@cache
def _table() -> tuple[re.Pattern[str], dict[str, str], dict[str, str]]:
    data = tomllib.loads(files("generation").joinpath("synonyms.toml").read_text("utf-8"))
    rows = [*data["words"], *data["names"], *spellings()]
    first = {_key(word): _key(row[0]) for row in rows for word in row}
    longest = sorted(first, key=lambda word: (-len(word), word))
    ends = {content(end): content(row[0]) for row in data["endings"] for end in row if end}
    by_length = {end: ends[end] for end in sorted(ends, key=lambda end: (-len(end), end))}
    return re.compile("|".join(map(re.escape, longest))), first, by_length


def _key(word: str) -> str:
    return content(numerals(fold(word)))


def _one(text: str) -> str:
    pattern, first, _ = _table()
    return pattern.sub(lambda match: first[match.group()], text)
