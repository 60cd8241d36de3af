"""Where a reply goes on with something that is not its own: a further question, the user's turn."""

import re
from collections.abc import Sequence

_TOLD = re.compile(
    r"\n\s*(?:[【\[](?:题目|问题|例题|试题|下一题)[】\]]|(?:问题|题目|试题|下一题|第\s*\d+\s*题|question|q)\s*\d*\s*[:.、]"
    r"|\d{1,3}\s*[.、]\s*[^\n]{4,}(?:\(\s*\)|[?:])[ \t]*\.?\s*\n\s*A\s*[.、:)]"
    r"|(?:\(\s{0,4}\)\s{0,4})?[\[(【]?(?:单项?|多项?|不定项)选(?:择)?题[\])】]?\s{0,4}\d{1,3}\s{0,4}[.、:]"
    r"|(?:user|human|用户|提问者?|问)\s{0,2}:"
    r"|#{1,4}\s{0,2}(?:instruction|input|user|human|question|新?题目|下一题)\b)",
    re.IGNORECASE,
)
# a line, then options that are not this question's, or an answer at once
_STEM = re.compile(
    r"\n[ \t]{0,8}(?P<stem>[^\n]{4,200})\n\s{0,8}"
    r"(?:A\s{0,2}[.、:)]\s{0,4}(?P<a>[^\n]{1,80}?)\s{1,8}B\s{0,2}[.、:)]\s{0,4}(?P<b>[^\n]{1,80})"
    r"|(?:正确|参考)?(?:答案?|answer)\s{0,2}[:.、])",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"\s*(?:题目|问题|例题|例|question|q)\s*\d*\s*[.:、][\s\S]{0,400}?(?:答案|answer)",
    re.IGNORECASE,
)
_TOLD_APART = 8  # characters of a question that no other one has
_ASKS = re.compile(
    r"(?:\?|\(\s{0,8}\)|_{2,}|\.{3,}|[是为有指]|包括|属于|称作|叫做?|的)\s{0,2}[.:]?$"
)
_JUDGES = re.compile(
    r"(?<!精神)分析|逐[项一个]|选项|判断|解析|如下|理由|综上|为什么|思路|结论|排除|\banaly|\boption"
)
_VERDICT = re.compile(r"正确|错误|[√×✓✗✔✘✅❌]|^(?:是|否|对|错|true|false|yes|no)\b", re.IGNORECASE)


def own(text: str, options: Sequence[str], stem: str = "") -> str:
    """The part before a further question; the whole text where there is none.

    Where the reply begins with examples of other questions, what follows its own question.
    """
    asked = stem.rstrip(" ?.:_()")
    at = text.rfind(asked) if len(asked) >= _TOLD_APART else -1
    if at > 0 and _EXAMPLE.match(text) and text.find(asked) == at:
        return own(text[at + len(asked) :], options)
    places = [match.start() for match in _TOLD.finditer(text) if text[: match.start()].strip()][:1]
    for match in _STEM.finditer(text):
        if text[: match.start()].strip() and _foreign(match, options, asked):
            places.append(match.start())
            break
    return text[: min(places)] if places else text


def _foreign(match: re.Match[str], options: Sequence[str], asked: str) -> bool:
    stem = match["stem"]
    if not _ASKS.search(stem) or _JUDGES.search(stem):
        return False
    if match["a"] is None:
        return stem.rstrip().endswith(("?", ")")) and "为什么" not in stem
    shown = (match["a"], match["b"])
    if any(_VERDICT.search(part) for part in shown):
        return False
    if len(asked) >= _TOLD_APART and not (asked in stem or stem.rstrip(" ?.:_()") in asked):
        return True
    return not any(
        option and (option in part or part.strip(" .") in option)
        for option, part in zip(options, shown, strict=False)
    )
