"""Links of a whole page: those of its tree, in less time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents import html
from spiders.links import links_of, page_links

HERE = "http://a.example/b/"
_TAGS = ("div", "p", "a", "span", "template", "script", "ruby", "rt", "table", "td")
_ATTRIBUTES = ("", ' href="x"', ' href=" /y?z=1#w"', ' href="#"', ' href="k" title="题"')
_PAGES = st.recursive(
    st.sampled_from(["文", " 一 ", "&nbsp;", "<br>", "<!-- <a href=q>注</a> -->"]),
    lambda inner: st.builds(
        lambda tag, attribute, parts, end: (
            f"<{tag}{attribute}>{''.join(parts)}{end and f'</{tag}>'}"
        ),
        st.sampled_from(_TAGS),
        st.sampled_from(_ATTRIBUTES),
        st.lists(inner, max_size=4),
        st.booleans(),
    ),
    max_leaves=25,
)


@given(_PAGES)
def test_the_links_of_a_page_are_those_of_its_tree(page: str) -> None:
    assert page_links(page, HERE) == links_of(html.soup(page), HERE)


@pytest.mark.parametrize("page", ["", " ", "<!-- -->", "文"])
def test_a_page_without_elements_has_no_links(page: str) -> None:
    assert page_links(page, HERE) == []
