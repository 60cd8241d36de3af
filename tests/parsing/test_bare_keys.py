"""Keys that stand bare behind the options: whose they are, and which are none."""

from parsing import parse


def test_letters_in_a_bracket_behind_the_last_option_of_most_questions_are_their_keys() -> None:
    asked = [
        line
        for n, key in enumerate("CDCA", 1)
        for line in (f"{n}．下列第{n}项属于（　　）。", f"A．甲　B．乙　C．丙　D．丁〔{key}〕")
    ]
    found = parse(asked).questions
    assert [q.answer for q in found] == ["C", "D", "C", "A"]
    assert {q.options[-1] for q in found} == {"丁"}
