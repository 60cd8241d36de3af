"""HTML to lines."""

from hypothesis import given, settings
from hypothesis import strategies as st

from documents import html as markup
from tests.counting import GROWTH, calls


def lines(html: str) -> list[str]:
    return markup.fragment_text(html, "http://a.example/b/").lines


def test_blocks_and_breaks_are_lines() -> None:
    html = "<div>一<p>二<br>三</p><ul><li>四<li>五</ul>六</div>"
    assert lines(html) == ["一", "二", "三", "四", "五", "六"]


def test_hidden_elements_are_out() -> None:
    html = (
        '正<span style="display:none">x</span>文<b style="DISPLAY : NONE">y</b>在'
        '<i hidden>z</i>此<span style="font-size:0px">w</span><!-- c --><script>v</script>'
        '<span style="visibility: hidden">u</span><input type="hidden" value="t">'
        "<noscript>s</noscript>。"
    )
    assert lines(f"<p>{html}</p>") == ["正文在此。"]


def test_small_type_is_not_hidden() -> None:
    assert lines('<p style="font-size:0.9em">小字</p>') == ["小字"]


def test_cells_stand_on_one_line_two_blanks_apart() -> None:
    html = "<table><tr><td>A.一</td><td>B.二</td></tr><tr><td>C.三</td><td>D.四</td></tr></table>"
    assert lines(html) == ["A.一  B.二", "C.三  D.四"]


def test_source_line_breaks_are_blanks_and_entities_are_read() -> None:
    assert lines("<p>一\n  二&nbsp;&lt;三&gt;</p><pre>四\n五</pre>") == ["一  二 <三>", "四", "五"]


def test_images_are_recorded_and_marked() -> None:
    html = (
        '<p>看<img src="/p/1.png">和<img src="data:image/gif;base64,AA" data-original="2.png"></p>'
        '<img src="#" _djrealurl="\\/uploads\\/3\\/9\\/images\\/1\\/f.png">'
    )
    found = markup.fragment_text(html, "http://a.example/b/", before=4)
    text = found.lines
    assert text == ["看[图5]和[图6]", "[图7]"]
    assert found.images == [
        "http://a.example/p/1.png",
        "http://a.example/b/2.png",
        "http://a.example/uploads/3/9/images/1/f.png",
    ]
    assert markup.pictured(text[0]) == [5, 6]
    assert markup.without_pictures(text[0]) == "看和"


def test_deep_nesting_neither_recurses_nor_takes_long() -> None:
    assert lines("<div>" * 3000 + "底") == ["底"]
    once, twice = (calls(lines, "<div>" * n + "底") for n in (500, 1000))
    assert twice <= GROWTH * once


@settings(max_examples=60)
@given(st.text("<>/=\"'abdiprsv !-&;图心理\n", max_size=120))
def test_never_raises_and_lines_are_single(html: str) -> None:
    for line in lines(html):
        assert line == line.strip()
        assert "\n" not in line
