"""Inputs that have the form of their border and odd things in it."""

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from tests.hostile import bombs
from tests.hostile.borders import TOKENS
from tests.hostile.odd import CELLS, GOOD

_ROLES = (
    "question", "options", "answer", "explanation", "material", "type", "subject", "id", "split",
    "url", "number", "category", "exam", "A", "B", "doc", "answer", "answer", "options", "options",
)  # fmt: skip
_KEYS = (
    "name", "version", "keys", "banks.sources", "web.sources", "files.sources",
    "files.limits.pages",
    "books.dpi", "split.test.GEE", "split.reserved", "split.dev", "split.min_train", "clean",
    "unique.bands", "label", "release.created", "crawl.delay", "x", "split.test.CA.MAQ",
)  # fmt: skip
_VALUES = (
    "inf", "-inf", "nan", "0", "-1", "0.5", "true", '""', '"x"', '"../x"', '"**x"', "[]",
    '"\\u0000"',
    "{}", "[{}]", "1979-05-27", "9" * 30, '["a", "a"]', "{ a = 1 }", "1e308", '"x.toml"',
)  # fmt: skip
_CELLS = st.one_of(
    st.sampled_from([value for name, value in CELLS.items() if name != "large number"]),
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=6,
    ),
)


def _rows(rows: list[dict[str, Any]], *, lines: bool) -> bytes:
    whole = [{**GOOD, **row} for row in rows]
    text = "\n".join(map(json.dumps, whole)) if lines else json.dumps(whole)
    return text.encode()


def _table(rows: list[list[str]]) -> bytes:
    lines = ["question,A,B,C,D,answer", *(",".join(row) for row in rows)]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def _recipe(pairs: list[tuple[str, str]]) -> bytes:
    head = 'name = "x"\nversion = "1.0.0"\nkeys = { split = "a", salt = "b" }\n'
    return (head + "".join(f"{key} = {value}\n" for key, value in pairs)).encode()


def _joined(pieces: list[bytes]) -> bytes:
    return b"".join(pieces)


_WORDS = st.sampled_from([*TOKENS["page"], *(f"{n}. 题（ ）\n".encode() for n in range(1, 4))])
_TEXT = st.one_of(
    st.sampled_from(['"', '""', "\n", "题", "a,b", "", "²", "\0"]), st.text(max_size=4)
)
_BOX = st.lists(st.one_of(st.integers(), st.floats()), min_size=4, max_size=4)

GRAMMARS: Mapping[str, st.SearchStrategy[bytes]] = {
    "bank": st.one_of(
        st.builds(
            _rows,
            st.lists(st.dictionaries(st.sampled_from(_ROLES), _CELLS, max_size=3), max_size=4),
            lines=st.booleans(),
        ),
        st.builds(_table, st.lists(st.lists(_TEXT, max_size=8), max_size=8)),
    ),
    "page": st.builds(_joined, st.lists(_WORDS, max_size=60)),
    "recipe": st.builds(
        _recipe,
        st.lists(st.tuples(st.sampled_from(_KEYS), st.sampled_from(_VALUES)), max_size=5),
    ),
    "pdf": st.builds(
        lambda box, pieces: bombs.page(" ".join(map(str, box)).encode(), b" ".join(pieces)),
        _BOX,
        st.lists(st.sampled_from([*TOKENS["pdf"], b"0 0 9 9 re f", b"q", b"Q", b"BT ET"])),
    ),
}
