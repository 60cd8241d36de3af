from pathlib import Path

import pytest

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


@pytest.mark.parametrize("field", ["Chinese law", "law examination questions", "law exam"])
def test_the_field_is_named_alone(field: str) -> None:
    table = {"name": "law", "words": {"field": field}, "exams": {"LAW": {"subjects": {"民法": ""}}}}
    with pytest.raises(ValueError, match="the field alone"):
        taxonomy.Taxonomy.model_validate(table)
