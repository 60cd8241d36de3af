"""How a shared case or passage stands before its questions."""

from collections.abc import Callable

Setting = Callable[[int, str, int, int], list[str]]  # ordinal from 1, text, first, last number
_HAN = "一二三四五六七八九十"


def _headed(pattern: str) -> Setting:
    def setting(ordinal: int, text: str, first: int, last: int) -> list[str]:
        han = _HAN[(ordinal - 1) % len(_HAN)]
        head = pattern.format(han=han, n=ordinal, first=first, last=last)
        return [line for line in (head + text).split("\n") if line]

    return setting


MATERIAL_STYLES: dict[str, Setting] = {
    "labelled": _headed("案例{han}：\n"),
    "same_line": _headed("案例{n}："),
    "ranged": _headed("根据以下案例，回答{first}～{last}题。\n"),
    "shared": _headed("（{first}～{last}题共用题干）\n"),
    "brackets": _headed("【案例{han}】\n"),
    "passage": _headed("材料{han}：\n"),
    "tagged": _headed("案例{han}：\n"),
}
