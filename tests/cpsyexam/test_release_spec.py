"""What a release is called and which key signs it."""

from pathlib import Path

from bench import builds
from cpsyexam.release import ReleaseSettings


def test_only_a_key_of_its_own_is_an_outside_file() -> None:
    assert ReleaseSettings(signing_key="mine.key").outside_files() == (Path("mine.key"),)
    assert ReleaseSettings().outside_files() == ()
    assert ReleaseSettings(signing_key="none").outside_files() == ()


def test_people_call_it_as_the_recipe_says_else_by_its_name(tmp_path: Path) -> None:
    plain = builds.spec(tmp_path, "0.1.0")
    named = builds.spec(tmp_path, "0.1.0", pretty_name="心理学试题集")
    assert named.title == "心理学试题集"
    assert builds.spec(tmp_path, "0.1.0", pretty_name="").title == plain.name
    assert plain.label == f"{plain.name}-0.1.0"
