"""Which file holds the answers to which paper, by their names: 普心真题.docx, 普心真题答案.docx."""

import re
from collections.abc import Sequence
from pathlib import Path

_ANSWERS = re.compile(
    r"[\s_\-—（(【\[]*(?:参考|标准|及|与|和)*(?:答案|解析|answers?|keys?|solutions?)"
    r"(?:及|与|和)?(?:详解|解析|答案)?[）)】\]]*",
    re.IGNORECASE,
)
_PAPER = re.compile(
    r"[\s_\-—（(【\[]*(?:试题|试卷|真题|题目|questions?|paper)[）)】\]]*", re.IGNORECASE
)


def answers(files: Sequence[Path]) -> dict[Path, Path]:
    """Paper → the one file of its folder that is named like it and as its answers."""
    found: dict[Path, Path] = {}
    for file in files:
        if not _ANSWERS.search(file.stem):
            continue
        own = _bare(file)
        papers = [
            p
            for p in files
            if p != file and p.parent == file.parent and not _ANSWERS.search(p.stem)
            if _bare(p) == own
        ]
        if len(papers) == 1 and papers[0] not in found:
            found[papers[0]] = file
    return found


def _bare(file: Path) -> str:
    return _PAPER.sub("", _ANSWERS.sub("", file.stem)).strip().lower()
