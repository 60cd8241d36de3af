"""Keys that are terms of another concept."""

import pytest

from concepts import PSYCHOLOGY
from concepts.reading import read_catalogue
from concepts.schema import Catalogue, Chapter, Concept, Entry, Subject
from generation.doubting import suspect
from generation.gates import Item
from generation.terms import another_s, terms_of
from tests.generation.gate_items import INDEX, made

FOOT = Concept(
    name="登门槛效应", description="先答应小请求的人更容易答应大请求", prompts=("theory",)
)


def small(listed_as: str) -> Catalogue:
    """A catalogue of one concept."""
    chapter = Chapter(name="社会影响", concepts=(FOOT,))
    told = {"exam": "GEE", "source": "test", "licence": "CC0-1.0"}
    return Catalogue(
        "small", (Subject(name="甲", listed_as=listed_as, chapters=(chapter,), **told),)
    )


def of_the_small(stem: str, right: str, explanation: str) -> Item:
    made_ = made(stem=stem, right=right, wrong="从众|模仿|暗示", explanation=explanation)
    return Item("r1", made_.question, next(small("社会心理学").entries()), "theory")


def test_a_key_that_another_concept_is_about_is_doubted() -> None:
    terms = terms_of(small("社会心理学"))
    item = of_the_small(
        "米尔格拉姆的电击实验所研究的是（　）", "服从", "被试按主试的命令电击他人。"
    )
    assert another_s(item, terms) == "社会心理学/社会影响/服从"
    assert "doubt:term_of_another 社会心理学/社会影响/服从" in suspect(
        item, terms.index, terms=terms
    )


@pytest.mark.parametrize(
    ("stem", "right", "explanation"),
    [
        ("先答应签名的人，后来答应立牌的比例（　）", "提高", "小请求之后大请求更易被答应。"),
        ("登门槛效应中先提出的要求会使人此后更多（　）", "服从", "这是登门槛效应。"),
        ("下列各项中不属于米尔格拉姆所研究的是（　）", "态度改变", "他研究的是权威的作用。"),
    ],
)
def test_plain_words_own_names_and_negations_are_no_doubt(
    stem: str, right: str, explanation: str
) -> None:
    assert another_s(of_the_small(stem, right, explanation), terms_of(small("社会心理学"))) == ""


def test_the_projects_catalogue_stands_behind_subjects_that_both_list() -> None:
    item = of_the_small(
        "米尔格拉姆的电击实验所研究的是（　）", "服从", "被试按主试的命令电击他人。"
    )
    assert another_s(item, terms_of(small("法学"))) == ""
    whole = read_catalogue(PSYCHOLOGY)
    assert len(terms_of(whole).texts) == len(list(whole.entries()))


def test_a_concept_of_the_same_kind_shares_its_terms() -> None:
    entry: Entry = next(e for e in INDEX.entries if e.concept.name == "遗忘的干扰说")
    question = made(stem="后学的材料妨碍先学的回忆，叫作（　）", right="倒摄抑制").question
    terms = terms_of(read_catalogue(PSYCHOLOGY))
    assert another_s(Item("r1", question, entry, "theory"), terms) == ""
