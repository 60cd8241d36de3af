"""The names of question formats as papers print them."""

import re

from parsing.words import TYPES

_FORMAT = {form: re.compile(f"(?:{names})") for form, names in TYPES.items()}
# longer names first, so that 不定项选择题 is not read as 选择题
NAME = (
    "(?:案例分析选择题|案例选择题|"
    + "|".join(n for f, n in TYPES.items() if f != "CHOICE")
    + "|选择题|测验题|客观题)"
)
# heads a section where it stands alone behind its ordinal: 二、选择, 三、是非(对的画+)
SHORT = "(?:选择|是非|正误|改错|连线|匹配|配对)"
TAG = (
    r"(?:[\[【(<]\s?(?:"
    + "|".join(TYPES[f] for f in ("SCQ", "MAQ", "INDEF", "TF", "FILL"))
    + r"|简答题?|论述题?|问答题?|名词解释|名词|案例分析题|材料分析题|辨析题"
    r"|选择题)[^\]】)>\n]{0,6}[\]】)>]\s?[:.、]?"
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
