"""The words of question papers, read once from `words.toml`: what they announce, mark or litter.

Words are matched on folded text (`source_text.fold`: half width, simplified), Latin words in any
case. A new label, type, mark or button is one more word in that file.
"""

import math
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

_READ: dict[str, Any] = tomllib.loads(files("parsing").joinpath("words.toml").read_text("utf-8"))


class Regression:
    """A logistic regression of `weights.toml`: weights and patterns of its signs.

    `pieces` = what stands for a name in braces in its patterns.
    """

    def __init__(self, name: str, **pieces: str) -> None:
        read = tomllib.loads(files("parsing").joinpath("weights.toml").read_text("utf-8"))[name]
        self.bias: float = read["bias"]
        self.weights: dict[str, float] = read["weights"]
        texts: dict[str, str] = read["patterns"]
        for piece, text in pieces.items():
            texts = {sign: one.replace(f"{{{piece}}}", text) for sign, one in texts.items()}
        self.patterns = {sign: re.compile(text) for sign, text in texts.items()}

    def probability(self, signs: dict[str, float]) -> float:
        """What the signs of a case make of it, 0 to 1; a sign without a weight says nothing."""
        odds = self.bias + sum(self.weights.get(sign, 0.0) * n for sign, n in signs.items())
        return 1 / (1 + math.exp(-odds))


def _words(table: str, name: str) -> tuple[str, ...]:
    found = _READ[table][name]
    if len(set(found)) < len(found) or not all(found):
        raise ValueError(f"words.toml, {table}.{name}: a word is empty or stands there twice")
    return tuple(found)


def _alternatives(words: Iterable[str], between: str) -> str:
    """An alternation of words, longest first, with their first characters as a quick refusal."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    firsts = "".join(sorted({re.escape(word[0]) for word in ordered}))
    return f"(?=[{firsts}])(?:{'|'.join(between.join(map(re.escape, word)) for word in ordered)})"


def any_of(*tables: tuple[str, ...]) -> str:
    """An alternation of words, longest first; a blank may stand between Latin words."""
    return _alternatives((w for table in tables for w in table), "").replace(r"\ ", r"\s{1,2}")


def spaced(*tables: tuple[str, ...]) -> str:
    """An alternation of Chinese words whose characters may stand apart: 答　案."""
    return _alternatives((w for table in tables for w in table), r"\s?")


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


LABELS: list[list[str]] = list(_READ["labels"].values())
ANSWER, ANSWER_LATIN = _words("labels", "answer"), _words("labels", "answer_latin")
ANSWER_CHOICE = _words("labels", "choice")
OWN, OWN_LATIN = _words("labels", "own"), _words("labels", "own_latin")
EXPLANATION = _words("labels", "explanation")
EXPLANATION_LINE = _words("labels", "explanation_line")
EXPLANATION_LATIN = _words("labels", "explanation_latin")
EXTRA = _words("labels", "extra")
STATISTIC, STATISTIC_LATIN = _words("labels", "statistic"), _words("labels", "statistic_latin")
RIGHT, RIGHT_LATIN = _words("marks", "right"), _words("marks", "right_latin")
BULLETS = re.escape(_READ["marks"]["bullets"])  # inside a class of characters
TRUE, FALSE = _words("marks", "true"), _words("marks", "false")
FURNITURE, FURNITURE_LATIN = _words("furniture", "buttons"), _words("furniture", "buttons_latin")
AMBIGUOUS = _words("furniture", "ambiguous")
LESSONS = _words("headings", "lessons")  # counted: 课时作业(五)
LEVELS = _words("headings", "levels")
OPENERS = _words("questions", "openers")
TELLS = _words("questions", "tells")
ASKS = (*TELLS, *_words("questions", "asks"))
TYPES = {name: "|".join(_words("types", name)) for name in _READ["types"]}
VERDICTS = _words("verdicts", "letters")
NEGATED: str = _READ["verdicts"]["negated"]
FOLDED = list(zip(*("".join(_READ["folded"][side]) for side in ("printed", "read")), strict=True))
COLUMNS: list[tuple[list[str], str]] = _READ["columns"]["heads"]
ENGLISH_KEY: tuple[str, ...] = tuple(_READ["english"]["key"])
ENGLISH_SECTIONS: list[tuple[list[str], str]] = _READ["english"]["sections"]
PIECES: list[list[str]] = _READ["inside"]["pieces"]
NOISE = tuple(NoiseRule(**row) for row in _READ["lines"])
_BUTTON = rf"(?:{any_of(FURNITURE)}|(?i:{any_of(FURNITURE_LATIN)}))"
_FACT = rf"(?:{any_of(STATISTIC)}|(?i:{any_of(STATISTIC_LATIN)}))"
FOOTER = NoiseRule(**_READ["footer"])
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
# what notes and leftovers mean: every rule in a record is a key here
_TOLD = tomllib.loads(files("parsing").joinpath("rules.toml").read_text("utf-8"))
NOTES: dict[str, str] = _TOLD["notes"]
LEFTOVERS: dict[str, str] = _TOLD["leftovers"] | {
    noise.rule: f"e.g. {noise.example}" for noise in (*NOISE, *LITTER, FOOTER)
}
# what a sentence leaves to be filled in, printed or folded: (  ), 《 》, ____
BLANK = r"[(（《]\s{0,9}[)）》]|_{2,}"
# a label that the grammar knows, by the length of the word that it stands for
_KNOWN = {2: "答案", 3: "答 案", 4: "参考答案"}
_OTHERS = tuple(word for word in ANSWER if "答案" not in word)
_OTHER = any_of(_OTHERS)
_OTHER_LABEL = re.compile(
    rf"(?P<word>{_OTHER})(?=\s?[:：]\s?[(（\[【]?\s?(?:[A-HＡ-Ｈ]{{1,8}}(?![A-Za-z])|[√×对错正]))"
    rf"|(?:^|(?<=[\n\[【〖]))\s{{0,20}}(?P<head>{_OTHER})(?=\s?[\]】〗:：](?!\s?\d))"
)
_FORMAT = {form: re.compile(f"(?:{names})") for form, names in TYPES.items()}
# longer names first, so that 不定项选择题 is not read as 选择题
_NAMES = "|".join(names for form, names in TYPES.items() if form != "CHOICE")
_NAMES = f"案例分析选择题|案例选择题|{_NAMES}|选择题|测验题|客观题"
# the characters that can begin a name: a quick refusal for all others
NAME = f"(?=[{''.join(sorted(set(re.findall(r'(?:^|[|])(?:[(][?]:)?(.)', _NAMES))))}])(?:{_NAMES})"
# heads a section where it stands alone behind its ordinal: 二、选择, 三、是非(对的画+)
SHORT = "(?:选择|是非|正误|改错|连线|匹配|配对)"
TAG = (
    r"(?:[\[【(<]\s?(?:"
    + "|".join(TYPES[f] for f in ("SCQ", "MAQ", "INDEF", "TF", "FILL"))
    + r"|简答题?|论述题?|问答题?|名词解释|名词|案例分析题|材料分析题|辨析题"
    r"|选择题)[^\]】)>\n]{0,6}[\]】)>]\s?[:.、]{0,20}"
    r"|(?:单项?选择题|多项?选择题|不定项选择题|单选题|多选题|判断题|填空题|简答题|论述题|问答题"
    r"|选择题|辨析题|案例题|情景分析题|案例分析题|材料分析题|单选|多选|不定项|判断|填空|问答)"
    r"\s?(?=[\d:])[:]?)"
)
# a type's name right behind a number: 2、单选题 《学记》…, 1、单选题:
AFTER = (
    r"(?!判断[《“(])(?:题型\s?:\s?(?:[单多]项?选择?题|不定项选择题|判断题|填空题|[简论]述?答?题|名词解释题?)\s?|题目\s?:|(?:单选|多选|不定项|判断)\s?:|(?:单选题|多选题|单选|多选|不定项)(?!题)[^\S\n]?(?=[\u3400-\u9fff“「『《]|[A-Z][\u3400-\u9fff])|(?:单项选择题|多项选择题|不定项选择题|判断题|填空题|简答题|论述题|名词解释题)(?![目型的中是与和及为由共每]|主要|通常|一般|考[察查])(?=[\u3400-\u9fff“])"
    r"|(?:"
    + "|".join(TYPES[f] for f in ("SCQ", "MAQ", "INDEF", "TF", "FILL"))
    + r"|简答题|论述题|问答题|案例分析题|材料分析题|辨析题)(?:\([^()\n]{1,12}\))?"
    r"(?:\s?[:.、]|(?=[^\S\n]|\n|[《“(]))[^\S\n]?)"
)


def usual_labels(text: str) -> str:
    """A text of the same length whose other words for 答案 are that one where they are labels."""
    return _OTHER_LABEL.sub(_usual, text) if any(word in text for word in _OTHERS) else text


def _usual(found: re.Match[str]) -> str:
    word = found["word"] or found["head"]
    return found[0].replace(word, _KNOWN.get(len(word), "答案").rjust(len(word)))


def format_of(name: str) -> str:
    """Format of a printed type name: SCQ, MAQ, INDEF, QA, TF, FILL; "" for a bare 选择题."""
    if re.search("单.{0,6}多|多.{0,6}单", name):
        return "INDEF"
    if name in ("是非", "正误", "改错"):
        return "TF"
    for form in ("INDEF", "SCQ", "MAQ", "CHOICE", "TF", "FILL", "QA"):
        if _FORMAT[form].search(name):
            return "" if form == "CHOICE" else form
    return ""
