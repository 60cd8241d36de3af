"""What recurs around the stems of a paper is no part of them."""

import pytest

from parsing import Parsed, parse

STEMS = (
    "社区服务人员最基本的职业守则是（　　）来访居民。",
    "居民透露了家庭隐私，服务人员应当（　　）。",
    "人对客观事物的态度体验称为（　　）。",
    "短时记忆的容量一般为（　　）个组块。",
)


def paper(*codes: str) -> Parsed:
    options = "(A) 尊重　　(B) 保密　　(C) 情绪　　(D) 七"
    return parse(
        "\n".join(
            f"{n}. {code}{stem}\n{options}"
            for n, (code, stem) in enumerate(zip(codes, STEMS, strict=True), 1)
        )
    )


@pytest.mark.parametrize("codes", [("AA001 ", "AA002 ", "AB001 ", "BAO02"), ("C12",) * 4])
def test_codes_of_points_before_most_stems_are_cut_and_told(codes: tuple[str, ...]) -> None:
    got = paper(*codes).questions
    assert [q.stem for q in got] == list(STEMS)
    assert [
        f"dropped:recurring {code.strip()}" in q.notes for q, code in zip(got, codes, strict=True)
    ] == [True] * 4


@pytest.mark.parametrize("codes", [("AA001 ", "AA002 ", "", ""), ("DSM", "DSM", "DSM", "DSM")])
def test_a_code_before_few_stems_and_a_word_in_capitals_stay(codes: tuple[str, ...]) -> None:
    got = paper(*codes).questions
    assert [q.stem for q in got] == [code + stem for code, stem in zip(codes, STEMS, strict=True)]


def test_a_code_before_a_latin_word_is_cut_too() -> None:
    text = "".join(
        f"{n}. AA00{n}{stem}\nA. 甲　　B. 乙　　C. 丙　　D. 丁\n"
        for n, stem in enumerate(("SCL-90的中文名称是（　　）。", *STEMS[:3]), 1)
    )
    assert parse(text).questions[0].stem == "SCL-90的中文名称是（　　）。"
