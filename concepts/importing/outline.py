"""A Markdown outline → rows.

# 科目 | English name | exam | subject of the release
## 章 {concepts wanted/questions wanted}
### 节
- 知识点 [理论 案例] 描述
  - 公式: …
  - 例: …
"""

import re

from concepts.importing.rows import Row
from cpsyexam.errors import SourceError

_HEAD = re.compile(r"^(#{1,3})\s+(.*\S)\s*$")
_WANTED = re.compile(r"\s*\{(\d+)(?:/(\d+))?\}$")
_ITEM = re.compile(r"^[-*]\s+(\S.*?)\s*[\[［【]([^\]］】]*)[\]］】]\s*[:：]?\s*(.*\S)\s*$")
_PART = re.compile(r"^\s+[-*]\s+(公式|例)\s*[:：]\s*(.*\S)\s*$")
_PARTS = {"公式": "formula", "例": "example"}


def outline(text: str, where: str) -> list[Row]:
    """Rows of an outline. Raises SourceError for a line that is none of the above."""
    rows: list[Row] = []
    above: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if head := _HEAD.match(line):
            above = _headed(len(head.group(1)), head.group(2), above)
            if len(head.group(1)) == 2:
                rows.append(Row(number, dict(above)))
        elif item := _ITEM.match(line):
            name, prompts, description = item.groups()
            cells = {"concept": name, "prompts": prompts, "description": description}
            rows.append(Row(number, {**above, **cells}))
        elif (part := _PART.match(line)) and rows:
            rows[-1].cells[_PARTS[part.group(1)]] = part.group(2)
        else:
            raise SourceError(
                f"row {number}: cannot be read: {line.strip()[:40]!r}",
                where=where,
                remedy="write `- 知识点 [理论 案例] 描述`, or a heading with #, ## or ###",
            )
    return rows


def _headed(level: int, text: str, above: dict[str, str]) -> dict[str, str]:
    if level == 1:
        names = ("subject", "english", "exam", "listed_as")
        return dict(zip(names, (part.strip() for part in text.split("|")), strict=False))
    kept = {k: v for k, v in above.items() if k not in ("section", "wanted_concepts")}
    if level == 3:
        return {**kept, "section": text}
    kept.pop("wanted_questions", None)
    wanted = _WANTED.search(text)
    counts = {"wanted_concepts": wanted[1], "wanted_questions": wanted[2] or "0"} if wanted else {}
    return {**kept, "chapter": _WANTED.sub("", text), **counts}
