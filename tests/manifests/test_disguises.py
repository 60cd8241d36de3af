"""A text is read in whatever form it stands."""

import base64
import json
import urllib.parse

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manifests import disguises

TEXT = "在艾宾浩斯的实验中，第57天后保持的数量约为（　　）。"
WRITTEN = {
    "base64": base64.b64encode(TEXT.encode()).decode(),
    "base64 in lines": base64.encodebytes(TEXT.encode()).decode(),
    "base64 for addresses": base64.urlsafe_b64encode(TEXT.encode()).decode(),
    "base64 in a sentence": f"key={base64.b64encode(TEXT.encode()).decode()}.",
    "hex": TEXT.encode().hex(),
    "percent": urllib.parse.quote(TEXT),
    "escapes": json.dumps(TEXT, ensure_ascii=True),
}


@pytest.mark.parametrize("how", WRITTEN)
def test_what_is_encoded_is_read(how: str) -> None:
    assert TEXT in disguises.decoded(WRITTEN[how])
    read = dict(disguises.forms(pl.Series([WRITTEN[how], "纯文本"])))["encoded"]
    assert read["row"].to_list() == [0]
    assert TEXT in read["text"][0]


@given(st.lists(st.text(max_size=40) | st.text("認知失调a", max_size=5), max_size=5))
def test_every_form_has_the_texts_with_chinese_at_their_places(texts: list[str]) -> None:
    forms = dict(disguises.forms(pl.Series(texts, dtype=pl.String)))
    assert forms[""]["text"].to_list() == [texts[row] for row in forms[""]["row"]]
    chinese = pl.Series(texts, dtype=pl.String).str.contains(r"\p{Han}")
    assert forms[""]["row"].to_list() == chinese.arg_true().to_list()
    assert set(forms["in traditional script"]["row"]) <= set(forms[""]["row"])


def test_script() -> None:
    read = dict(disguises.forms(pl.Series(["認知失調", "从众"])))
    assert read["in traditional script"].rows() == [(0, "认知失调")]
    assert read[""]["text"].to_list() == ["認知失調", "从众"]
