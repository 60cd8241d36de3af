from pathlib import Path

from cpsyexam import taxonomy


def test_a_release_keeps_the_order_which_says_what_is_knowledge(tmp_path: Path) -> None:
    known = taxonomy.psychology()
    place = tmp_path / taxonomy.PLACE
    place.parent.mkdir()
    place.write_text(known.text(), "utf-8")
    found = taxonomy.of_release(tmp_path)
    assert found == known
    assert (found.knowledge, list(found.exams)) == ("KG", list(known.exams))
    assert taxonomy.of_release(tmp_path / "none") == known
