"""Elements of a page by name and by selector: what bs4 finds, in less time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.html import dom

_NAMES = ("div", "p", "a", "span", "template", "li")
_ATTRIBUTES = ("", ' class="x"', ' class="y x"', ' id="x"', ' href=""', ' role="radio"', ' id="y"')
_TREES = st.recursive(
    st.sampled_from(["文", " "]),
    lambda inner: st.builds(
        lambda name, attribute, parts: f"<{name}{attribute}>{''.join(parts)}</{name}>",
        st.sampled_from(_NAMES),
        st.sampled_from(_ATTRIBUTES),
        st.lists(inner, max_size=4),
    ),
    max_leaves=25,
)
SELECTORS = (
    "div",
    ".x",
    "p.x",
    "#x",
    "a[href]",
    "[role=radio]",
    "div.y, p",
    "div > p",
    "li#y",
    "p:has(a)",
)


@pytest.mark.parametrize("selector", SELECTORS)
@given(_TREES)
def test_the_same_elements_as_bs4_selects(selector: str, page: str) -> None:
    root = dom.soup(page)
    found, known = dom.select(root, selector), root.select(selector)
    assert [id(tag) for tag in found] == [id(tag) for tag in known]


@given(_TREES)
def test_the_same_elements_as_bs4_finds(page: str) -> None:
    root = dom.soup(page)
    for names in ((), ("p",), ("div", "li")):
        known = root.find_all(list(names) or True)
        assert [id(tag) for tag in dom.elements(root, *names)] == [id(tag) for tag in known]
