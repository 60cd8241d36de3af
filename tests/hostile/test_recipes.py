"""Recipes with what no recipe should hold: one line that names the place, never an exception."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from bench.population import KEY, frame, row
from cpsyexam.config import Settings, Terms, parse, read_toml
from cpsyexam.errors import ConfigError, CpsyexamError
from pipeline.recipe import recipe_model
from publishing.charts import grouped, stacked
from splitting.settings import SplitSettings
from splitting.stage import split
from tests.hostile.odd import CELLS, TERMS

ODD = {
    **{name: value for name, value in CELLS.items() if name != "none"},
    "endless": -math.inf,
    "negative": -1,
    "huge": 1e308,
    "above": 2**53 + 1,
    "long": "x" * 100_000,
    "up and up": "../" * 50 + "etc/passwd",
    "a glob of nothing": "",
    "a glob that is none": "**x/[",
    "a null in a path": "a\0b",
}


def fields(model: type[BaseModel], place: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every key of a recipe, also inside its tables."""
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from fields(inner, (*place, name))
        else:
            yield (*place, name)


RECIPE = recipe_model()
KEYS = sorted(".".join(place) for place in fields(RECIPE))


def recipe(place: str, value: Any) -> dict[str, Any]:
    table: dict[str, Any] = {"name": "x", "version": "1.0.0", "keys": {"split": "a", "salt": "b"}}
    *above, last = place.split(".")
    inner = table
    for part in above:
        inner = inner.setdefault(part, {})
    inner[last] = value
    return table


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("version", "٠.١.٠"), ("version", "00.01.0"), ("version", f"{'1' * 400}.0.0"),
        ("name", "x" * 300),
        ("release.created", "9999-99-99T00:00:00Z"), ("release.created", "10000-01-01T00:00:00Z"),
        ("release.created", "0001-01-01T00:00:00+23:59"), ("release.created", "2026-1-1T00:00:00Z"),
        ("release.homepage", "javascript:alert(1)"), ("release.homepage", "https://a\nb"),
        ("release.pretty_name", "x\n---\nconfigs: []\n---"), ("release.contact", "a\u2028b"),
        ("release.authors", ["a\nb"]), ("release.pretty_name", "x --- y"),
        ("clean.adverts", ["((a{1000}){1000}){1000}"]),
        ("clean.adverts", ["("]), ("files.sources", [{"path": "", "terms": {}}]),
    ],
)  # fmt: skip
def test_a_value_that_no_release_should_hold_is_refused(place: str, value: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(recipe(place, value), RECIPE, where="mine.toml")
    assert place in caught.value.line()
    assert len(caught.value.line()) < 500


@pytest.mark.parametrize("date", ["never", "2026-13-01", "20260131", "2026-01-31T00:00:00"])
def test_a_day_on_which_terms_were_decided_is_a_date_or_unknown(date: str) -> None:
    terms = dict.fromkeys(("owner", "licence", "terms_url", "decided_by"), "x")
    for told in ("2026-01-31", "unknown", ""):
        parse({**terms, "decided_on": told}, Terms, where="bank.toml")
    with pytest.raises(ConfigError, match="decided_on: a date is wanted"):
        parse({**terms, "decided_on": date}, Terms, where="bank.toml")


@pytest.mark.parametrize("place", KEYS)
def test_an_odd_value_is_taken_or_refused_in_one_line(place: str) -> None:
    told = [refused(recipe(place, value)) for value in ODD.values()]
    lines = [line for line in told if line]
    assert lines
    assert all(line.startswith("r.toml: ") and len(line) < 1000 for line in lines)


def refused(table: dict[str, Any]) -> str:
    """The one line that refuses a recipe, "" where it is taken."""
    try:
        parse(table, RECIPE, where="r.toml")
    except ConfigError as error:
        return error.line()
    return ""


NUMBERS = [
    k for k in KEYS if k.startswith(("split.", "clean.", "crawl.", "books.", "files.limits"))
]


@pytest.mark.parametrize(
    "value", [math.inf, -math.inf, math.nan, 1e308, 10**400, 2**53 + 1, -(10**99)]
)
def test_a_number_that_is_none_is_refused_wherever_it_stands(value: float) -> None:
    for place in NUMBERS:
        with pytest.raises(ConfigError, match="more than 9007199254740992"):
            parse(recipe(place, value), RECIPE, where="r.toml")


TEXTS = {
    "nothing": "",
    "cut": "[a",
    "nested": "a = " + "[" * 20_000,
    "twice": "a = 1\na = 2",
    "a null": 'name = "\\u0000"',
    "an escape": 'name = "\\u001b[2J"',
    "a key with an escape": '"\\u001b" = 1',
    "bytes": "\udcff\udcfe",
    "long key": f"{'k' * 50_000} = 1",
    "a date": "name = 1979-05-27",
    "many digits": f"keys = {'9' * 6000}",
    "a byte order mark": "\ufeffname = 'x'",
    "deep table": ".".join("a" * 3000) + " = 1",
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_that_is_no_recipe(tmp_path: Path, name: str) -> None:
    path = tmp_path / "r.toml"
    path.write_bytes(TEXTS[name].encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigError) as error:
        parse(read_toml(path), RECIPE, where=str(path))
    assert len(error.value.line()) < 1000


def test_a_recipe_beyond_all_size(tmp_path: Path) -> None:
    path = tmp_path / "r.toml"
    with path.open("wb") as stream:
        stream.truncate(17 * 2**20)
    with pytest.raises(ConfigError, match="is larger than"):
        read_toml(path)


@pytest.mark.parametrize("path", ["", "a\0b", "x" * 5000, "/", "\udcff"])
def test_a_path_that_is_none(path: str) -> None:
    with pytest.raises(ConfigError):
        read_toml(Path(path))


def sources(kind: str, table: str, folder: Path) -> Settings:
    path = folder / "r.toml"
    head = 'name = "x"\nversion = "1.0.0"\nkeys = { split = "a", salt = "b" }\n'
    path.write_text(f"{head}[[{kind}.sources]]\n{table}\n{TERMS}", "utf-8")
    found: Settings = parse(read_toml(path), RECIPE, where=str(path)).table(kind)
    return found


GLOBS = [
    "",
    "**x",
    "a/**b",
    "[",
    "nowhere/*.txt",
    "*",
    "nowhere",
    "**",
    "***",
    "a/../*",
    "/nowhere/*",
]


@pytest.mark.parametrize("glob", GLOBS)
def test_a_glob_that_names_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, glob: str
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    with pytest.raises(CpsyexamError) as error:
        sources("files", f'path = "{glob}"', tmp_path).outside_files()
    assert "\n" not in error.value.line()


@pytest.mark.parametrize("only", ["", "**x", "/abs/*"])
def test_a_choice_that_is_no_glob(tmp_path: Path, only: str) -> None:
    with pytest.raises(CpsyexamError):
        sources("files", f'path = "{tmp_path}/none"\nonly = ["{only}"]', tmp_path).outside_files()


def test_the_same_site_twice(tmp_path: Path) -> None:
    one = 'site = "studyez"\narchive = "a.warc"\n[[web.sources]]\nsite = "studyez"\narchive = "b"'
    with pytest.raises(ConfigError, match="'studyez' is named twice; give one of them a `name`"):
        sources("web", one, tmp_path)
    sources("web", one + '\nname = "other"', tmp_path)


TITLES = [
    r"$\frac", r"$\frac{1}{2}$", "$", "$$", r"\$", "a_b^c", "%", "{}", "心理学$x$", "<b>", "&amp;",
    '"', "'", "\n", "_hidden", "]]>", "--", "\\", "-0", "🙂",
]  # fmt: skip


@pytest.mark.parametrize("title", TITLES)
def test_a_title_is_a_text_to_a_chart(title: str) -> None:
    for draw in (stacked, grouped):
        svg = draw([title, "b"], {title: [1.0, 2.0], "y": [0.0, 1.0]}, title=title, unit=title)
        assert svg.startswith("<svg ")
        assert "mathtext" not in svg
        if title.startswith("$\\frac"):
            assert title in svg


QUOTAS = [2**53, 2**31, 10**12, 0.999999999, 5e-324, 1.5]


@pytest.mark.parametrize("quota", QUOTAS, ids=str)
def test_a_huge_quota_is_what_can_be_given(quota: float) -> None:
    tested = {exam: {"SCQ": quota, "MAQ": quota} for exam in ("GEE", "PCE", "SSE", "TQE")}
    table = {"test": {**tested, "QA": {"QA": quota}}, "min_train": 1, "reserved": 0.5}
    rows = [row("KG", "GEE", "普通心理学", "SCQ") for _ in range(30)]
    found = split({"shuffled": frame(rows)}, SplitSettings.model_validate(table), key=KEY)
    assert found.kept.height + found.rejected.height == 30


@pytest.mark.parametrize("key", ["min_train", "few_shot", "reserved", "dev"])
def test_so_is_every_other_number_of_the_split(key: str) -> None:
    rows = [row("KG", "GEE", "普通心理学", "SCQ") for _ in range(30)]
    for value in (0, 1, 2**53, 0.5, 4.0, 0.999999999999):
        try:
            settings = SplitSettings.model_validate({key: value})
        except ValidationError:
            continue
        found = split({"shuffled": frame(rows)}, settings, key=KEY)
        assert found.kept.height + found.rejected.height == 30
