"""Names of the field: spellings that are one, and likely slips."""

import polars as pl
import pytest

from generation.normal import normal
from wording.names import pattern, pieces, slip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("艾宾浩丝的遗忘曲线", ("艾宾浩丝", "艾宾浩斯")),
        ("科尔勃格的道德两难", ("科尔勃格", "科尔伯格")),
        ("马斯络的需要层次", ("马斯络", "马斯洛")),
        ("科伯尔格的理论", ("科伯尔格", "科尔伯格")),
        ("艾克森的维度", ("艾克森", "艾森克")),
        ("柯尔伯格、埃宾浩斯、惠特海默、維高斯基、亥姆霍兹", None),
        ("小阿尔伯特、弗里德里希、威尔科克森、弗雷德里克森", None),
        ("麦克里兰和阿特金森，米尔格拉姆的实验", None),
        ("马斯克", None),
    ],
)
def test_slips_in_names(text: str, found: tuple[str, str] | None) -> None:
    assert slip(text) == found
    texts = pl.Series([text])
    assert texts.str.contains(pattern()).to_list() == [found is not None]
    assert (
        found is None
        or texts.to_frame("text").select(pl.col("text").str.contains_any(pieces())).item()
    )


def test_spellings_of_one_name_are_one() -> None:
    assert normal("柯尔伯格") == normal("科尔伯格")
    assert normal("弗罗姆") not in (normal("弗洛姆"), normal("弗鲁姆"))  # either of two
