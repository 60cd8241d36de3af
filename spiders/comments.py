"""Readers' comments below an article: found and taken out, so that no question swallows them.

In: the element of an article, or its lines. Out: the lines of the comments. They stand in elements
named so, or below a line that is their heading; what prints answers is never taken for comments.
"""

import re

from bs4 import Tag

_NAME = re.compile(
    r"(?:^|[-_])(?:comments?|commentlist|reply|replies|replylist|pinglun|huifu|liuyan|guestbook)"
    r"(?:$|[-_])",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"(?:网友|用户|读者|最新|热门|精彩|全部|相关|文章|发表)*(?:评论|回复|跟帖|留言|评论区|留言板)(?:列表)?"
    r"\s*(?:[(（]?\s*共?\s*\d+\s*[条个]?(?:评论|回复)?\s*[)）]?)?\s*[:：]?"
)
# below a heading a question or an answer of the paper proves that it was none
_PAPER = re.compile(
    r"^\s*\d{1,3}\s*[.．、]|(?:参考|正确)答案|答案(?:及|与|和)?解析|^[\[【]?(?:答案|解析)"
)


def take_comments(scope: Tag) -> list[str]:
    """Take elements of comments out of an article; their lines."""
    found: list[str] = []
    for tag in scope.find_all(_is_named_comments):
        if tag.decomposed:
            continue  # inside one that is taken already
        lines = [line for line in tag.get_text("\n", strip=True).split("\n") if line]
        if not any(_PAPER.search(line) for line in lines):
            found += lines
            tag.decompose()
    return found


def first_comment(lines: list[str]) -> int:
    """Where the comments below a heading begin; the number of lines where there are none."""
    for number, line in enumerate(lines):
        if _HEADING.fullmatch(line.strip()):
            below = lines[number + 1 :]
            if below and not any(_PAPER.search(other) for other in below):
                return number
    return len(lines)


def _is_named_comments(tag: Tag) -> bool:
    names = [*(tag.get_attribute_list("class")), str(tag.get("id") or "")]
    return any(_NAME.search(str(name)) for name in names if name)
