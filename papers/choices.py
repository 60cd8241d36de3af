"""How options stand below or behind a stem."""

from collections.abc import Callable, Sequence

LETTERS = "ABCDEFGH"
Setting = Callable[[str, Sequence[str]], list[str]]


def _each(pattern: str) -> Setting:
    return lambda stem, texts: [
        stem,
        *(pattern.format(a=LETTERS[i], t=t) for i, t in enumerate(texts)),
    ]


def _rows(pattern: str, per_line: int, between: str) -> Setting:
    def setting(stem: str, texts: Sequence[str]) -> list[str]:
        cells = [pattern.format(a=LETTERS[i], t=t) for i, t in enumerate(texts)]
        rows = [between.join(cells[i : i + per_line]) for i in range(0, len(cells), per_line)]
        return [stem, *rows]

    return setting


def _glued(pattern: str, between: str = "") -> Setting:
    return lambda stem, texts: [
        stem + between.join(pattern.format(a=LETTERS[i], t=t) for i, t in enumerate(texts))
    ]


def _empty_row(stem: str, texts: Sequence[str]) -> list[str]:
    first = _rows("{a}.{t}", 8, " ")(stem, texts)
    return [*first, "".join(f"{LETTERS[i]}." for i in range(len(texts)))]


CHOICE_STYLES: dict[str, Setting] = {
    "lined": _each("{a}.{t}"),
    "lined_blank": _each("{a}. {t}"),
    "lined_fullwidth": _each("{a}．{t}"),
    "lined_pause": _each("{a}、{t}"),
    "lined_paren": _each("({a}){t}"),
    "lined_fullwidth_paren": _each("（{a}）{t}"),
    "lined_closing": _each("{a}){t}"),
    "lined_bare": _each("{a} {t}"),
    "lined_ocr": _each("{a} . {t}"),
    "lined_indented": _each("    {a}.{t}"),
    "two_a_line": _rows("{a}.{t}", 2, "    "),
    "two_paren": _rows("({a}){t}", 2, "  "),
    "one_line": _rows("{a}.{t}", 8, "  "),
    "one_line_pause": _rows("{a}、{t}", 8, " "),
    "one_line_tab": _rows("{a}.{t}", 8, "\t"),
    "one_line_bare": _rows("{a} {t}", 8, "  "),
    "one_line_glued": _rows("{a}.{t}", 8, ""),
    "glued": _glued("{a}.{t}"),
    "glued_blank": _glued("{a}.{t}", " "),
    "glued_paren": _glued("({a}){t}"),
    "glued_semicolon": _glued("{a}.{t}", ";"),
    "glued_bare": _glued("{a}{t}", " "),
    "labelled": lambda stem, texts: [stem, "【选项】", *_each("{a}.{t}")("", texts)[1:]],
    "empty_row": _empty_row,
}
