"""TOML into models: one line for the first problem."""

from pathlib import Path

import pytest

from cpsyexam.config import Settings, load, parse, read_toml
from cpsyexam.errors import ConfigError


class Site(Settings):
    site: str
    archive: str = ""


class Web(Settings):
    sources: tuple[Site, ...] = ()


class Recipe(Settings):
    name: str
    seed: int = 0
    web: Web | None = None


def error(table: dict[str, object]) -> str:
    with pytest.raises(ConfigError) as caught:
        parse(table, Recipe, where="r.toml")
    return str(caught.value)


def test_a_good_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "r.toml"
    path.write_text('name = "x"\n[web]\nsources = [{site = "a"}]\n', "utf-8")
    recipe = load(path, Recipe)
    assert recipe.web
    assert recipe.web.sources[0].site == "a"


def test_an_unknown_key_names_the_nearest() -> None:
    assert error({"name": "x", "sed": 1}) == "r.toml: unknown key 'sed'; did you mean 'seed'?"
    nested = error({"name": "x", "web": {"sources": [{"site": "a", "archiv": ""}]}})
    assert nested == "r.toml: unknown key 'web.sources.0.archiv'; did you mean 'archive'?"


def test_a_key_below_a_plain_value_has_no_nearest() -> None:
    class Loose(Settings):
        inner: Site | int = 0

    with pytest.raises(ConfigError, match=r"inner\.Site\.odd"):
        parse({"inner": {"site": "a", "odd": 1}}, Loose, where="x")


def test_a_wrong_value_is_shown() -> None:
    assert "seed: Input should be a valid integer" in error({"name": "x", "seed": "viele"})
    assert "(value: 'viele')" in error({"name": "x", "seed": "viele"})
    assert error({}) == 'r.toml: name is missing; add name = "…"'


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such file; check the path"):
        read_toml(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="is no regular file; check the path"):
        read_toml(tmp_path)
    broken = tmp_path / "b.toml"
    broken.write_text("a = [", "utf-8")
    with pytest.raises(ConfigError, match="not valid TOML"):
        read_toml(broken)
    broken.write_bytes(b"a = '\xff'")
    with pytest.raises(ConfigError, match="cannot be read"):
        read_toml(broken)
