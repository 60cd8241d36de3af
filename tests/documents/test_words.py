"""A word of words.toml is the same label in a web page and at the head of a column."""

import pytest

from documents.headers import columns
from documents.reading import read
from parsing import parse, words

PAGE = """<p>1.气质的生理基础是（ ）</p><div><p>A.体液</p><p>B.体型</p><p>C.高级神经活动类型</p>
<p>D.血型<span>{}：C</span></p></div>
<p>2.首因效应是（ ）</p><p>A.第一印象 B.最后印象 C.成见 D.定势</p>"""


@pytest.mark.parametrize("word", words.ANSWER)
def test_a_label_in_an_element_behind_the_last_option_announces_the_key(word: str) -> None:
    document = read(PAGE.format(word).encode(), "page.html", "html")
    first = parse(document.lines, marks=document.marks).questions[0]
    assert (first.options[-1], first.answer) == ("血型", "C")


@pytest.mark.parametrize("word", words.ANSWER)
def test_a_label_heads_the_column_of_keys(word: str) -> None:
    found = columns(["题目", "A", "B", word, "解析"])
    assert found is not None
    assert (found.answer, found.explanation) == (3, 4)
