"""How a key is set: entries of one section, numbers and answers."""

from collections.abc import Callable, Sequence

from papers.items import CHOICES, Item

Entry = tuple[int, Item]
Setting = Callable[[Sequence[Entry]], list[str]]


def _rows(pattern: str, per_line: int) -> Setting:
    def setting(entries: Sequence[Entry]) -> list[str]:
        cells = [pattern.format(n=n, a=item.answer) for n, item in entries]
        return [" ".join(cells[i : i + per_line]) for i in range(0, len(cells), per_line)]

    return setting


def _ranges(dash: str, per_range: int, between: str) -> Setting:
    def setting(entries: Sequence[Entry]) -> list[str]:
        cells = []
        for i in range(0, len(entries), per_range):
            part = entries[i : i + per_range]
            gap = between if any(len(item.answer) > 1 for _, item in part) else ""
            answers = gap.join(item.answer for _, item in part)
            first, last = part[0][0], part[-1][0]
            head = f"{first}{dash}{last}" if first != last else f"{first}."
            cells.append(f"{head} {answers}")
        return ["  ".join(cells[i : i + 3]) for i in range(0, len(cells), 3)]

    return setting


def _tagged(pattern: str, reason: str, joiner: str = "") -> Setting:
    def setting(entries: Sequence[Entry]) -> list[str]:
        lines = []
        for n, item in entries:
            text = pattern.format(n=n, a=item.answer)
            if item.explanation and reason:
                text += joiner + reason + item.explanation
            lines += text.split("\n")
        return lines

    return setting


def _glued(pattern: str) -> Setting:
    return lambda entries: ["".join(pattern.format(n=n, a=item.answer) for n, item in entries)]


def _table(entries: Sequence[Entry]) -> list[str]:
    lines = []
    for i in range(0, len(entries), 10):
        part = entries[i : i + 10]
        lines.append("题号 " + " ".join(str(n) for n, _ in part))
        lines.append("答案 " + " ".join(item.answer for _, item in part))
    return lines


KEY_STYLES: dict[str, Setting] = {
    "dots": _rows("{n}.{a}", 5),
    "dots_blank": _rows("{n}. {a}", 5),
    "fullwidth": _rows("{n}．{a}", 10),
    "pauses": _rows("{n}、{a}", 5),
    "bare": _rows("{n}{a}", 10),
    "blank": _rows("{n} {a}", 5),
    "parens": _rows("({n}){a}", 5),
    "one_a_line": _rows("{n}.{a}", 1),
    "ranges": _ranges("-", 5, " "),
    "ranges_tilde": _ranges("～", 5, "，"),
    "tagged": _tagged("{n}.【答案】{a}", "【解析】"),
    "tagged_lines": _tagged("{n}.【答案】{a}", "【解析】", "\n"),
    "reference": _tagged("{n}.【参考答案】{a}", "【解析】"),
    "worded": _tagged("{n}、答案：{a}", "解析：", "\n"),
    "letter_reason": _tagged("{n}．{a}", "【解析】"),
    "letter_sentence": _tagged("{n}.{a}。", "解析："),
    "glued": _glued("{n}.【答案】{a}"),
    "glued_dots": _glued("{n}.{a}"),
    "table": _table,
}
KEY_EXPLAINS = ("tagged", "tagged_lines", "reference", "worded", "letter_reason", "letter_sentence")


def set_key(style: str, entries: Sequence[Entry]) -> list[str]:
    """The lines of a section's key. Open questions are always set one a paragraph."""
    if all(item.format in CHOICES for _, item in entries):
        return KEY_STYLES[style](entries)
    mark = "、" if style in ("pauses", "worded") else "."
    lines = []
    for n, item in entries:
        text = f"{n}{mark}{'答：' if item.format == 'QA' else ''}{item.answer}"
        lines += text.split("\n")
    return lines


def explains(style: str, item: Item) -> bool:
    """Whether a key of that style prints the item's explanation."""
    return style in KEY_EXPLAINS and item.format in CHOICES and bool(item.explanation)
