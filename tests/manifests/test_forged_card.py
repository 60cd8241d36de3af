"""Tampering with the card, and with what else tells people and programs of the shards, is found."""

import re
from collections.abc import Callable

import polars as pl
import pytest

from tests.manifests.forging import Cases, Copy

CASES = Cases()


@CASES.case("card", r"README.md: config all: train has \d+ rows, dataset_info says 9")
def edited_card_count(copy: Copy) -> None:
    copy.edit(
        "README.md", lambda text: re.sub(r"num_examples: \d+", "num_examples: 9", text, count=1)
    )
    copy.reseal()


@CASES.case("card", r"README.md: config all: data/GEE/\*.parquet is not a shard")
def glob_in_card(copy: Copy) -> None:
    copy.edit(
        "README.md", lambda text: re.sub(r"data/GEE/test-[\w-]+", "data/GEE/*", text, count=1)
    )
    copy.reseal()


@CASES.case("card", r"README.md: config all: feature answer is not the column's")
def wrong_feature_in_card(copy: Copy) -> None:
    copy.edit(
        "README.md",
        lambda text: text.replace(
            "name: answer\n    dtype: string", "name: answer\n    dtype: int64", 1
        ),
    )
    copy.reseal()


@CASES.case("croissant", r"croissant.json: data/GEE/.*: absent or of another digest")
def wrong_digest_in_croissant(copy: Copy) -> None:
    copy.edit(
        "croissant.json", lambda text: re.sub(r'"sha256": "\w+"', '"sha256": "00"', text, count=1)
    )
    copy.reseal()


@CASES.case("browser", r"browse.html: q\w+: answer is not that of its shard or provenance")
def other_key_in_the_page_of_all_questions(copy: Copy) -> None:
    copy.edit_page(lambda rows: rows.with_columns(answer=pl.lit("A")))


@CASES.case("browser", r"browse.html: q\w+: is in the page or in the shards, not once in both")
def question_left_out_of_the_page(copy: Copy) -> None:
    copy.edit_page(lambda rows: rows.tail(-1))


@CASES.case("eval.yaml", r"eval.yaml: task kg_scq: no hidden in config KG_SCQ")
def task_on_a_split_that_is_not_there(copy: Copy) -> None:
    copy.edit("eval.yaml", lambda text: text.replace("split: test", "split: hidden", 1))
    copy.reseal()


@CASES.case("canaries", r"data/GEE/test-.*: q\w+: canary is not that of CANARY.md")
def removed_canary(copy: Copy) -> None:
    copy.rewrite(copy.shard("test"), lambda rows: rows.with_columns(canary=pl.lit(None, pl.String)))
    copy.reseal()


def _matter(copy: Copy, change: Callable[[str], str]) -> None:
    copy.edit("README.md", change)
    copy.reseal()


@CASES.case("card", r"README.md: front matter: names configs twice \(line \d+\)")
def configs_named_twice(copy: Copy) -> None:
    more = "configs:\n- config_name: GEE\n  data_files: x\nlanguage:"
    _matter(copy, lambda text: text.replace("language:", more, 1))


@CASES.case("card", r"README.md: a second front matter may begin in line \d+")
def second_front_matter(copy: Copy) -> None:
    _matter(copy, lambda text: f"{text}\n---\nconfigs: []\n---\n")


@CASES.case("card", r"README.md: line \d+ may end the front matter before its end")
def fence_in_a_comment(copy: Copy) -> None:
    _matter(copy, lambda text: text.replace("license:", "# ---\nlicense:", 1))


@CASES.case("card", r"README.md: config all: has data_dir, which no release has")
def config_with_a_folder(copy: Copy) -> None:
    _matter(copy, lambda text: text.replace("  data_files:", "  data_dir: x\n  data_files:", 1))


@CASES.case("card", r"README.md: front matter: holds a tag")
def tag_in_the_front_matter(copy: Copy) -> None:
    bad = "license: !!python/object/apply:os.system ['true']\nlicense_name:"
    _matter(copy, lambda text: text.replace("license:", f"{bad}", 1))


@CASES.case("card", r"README.md: front matter: holds an anchor or alias")
def yaml_bomb(copy: Copy) -> None:
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nlanguage:"
    _matter(copy, lambda text: text.replace("language:", bomb, 1))


@CASES.case("eval.yaml", r"eval.yaml: names .* twice")
def task_named_twice(copy: Copy) -> None:
    copy.edit("eval.yaml", lambda text: f"{text}\ntasks: []\n")
    copy.reseal()


@pytest.mark.parametrize("name", CASES.found)
def test_tampering_is_found(name: str, copy: Copy) -> None:
    CASES.run(name, copy)
