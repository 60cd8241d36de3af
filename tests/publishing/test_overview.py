"""The first screen of the report and the Chinese card, read as a person reads them."""

import json
import re
import shutil
from pathlib import Path

import polars as pl

from bench import builds
from cpsyexam import stage, taxonomy
from cpsyexam.release import Verdict
from manifests.audit import audit
from publishing import draft
from tests.publishing.conftest import LABEL


def _text(made: Path, name: str) -> str:
    return (made / "releases" / LABEL / name).read_text("utf-8")


def _split(made: Path) -> pl.DataFrame:
    return pl.read_parquet(made / "build/split/kept.parquet")


def test_the_heat_map_counts_what_is_public(made: Path) -> None:
    page = _text(made, "report.html")
    table = page.split('<table class="heat">')[1].split("</table>")[0]
    rows = re.findall(r"<tr><td>(\w+)</td>.*?<span lang=\"zh\">(.*?)</span>.*?</tr>", table)
    public = _split(made).filter(pl.col("split") != "reserved")
    assert set(rows) == set(public.select("exam", "subject").unique().rows())
    cells = re.findall(r'<td class="n d\d">(\d+|–)</td>', table)
    assert sum(int(cell) for cell in cells if cell != "–") == public.height


def test_missing_subjects_are_named(made: Path) -> None:
    public = _split(made).filter(pl.col("split") != "reserved")
    there = set(public.select("exam", "subject").unique().rows())
    every = {(e, s) for e in taxonomy.exams() for s in taxonomy.subjects(e)}
    page, card = _text(made, "report.html"), _text(made, "README.md")
    for exam, subject in every - there:
        assert f'{exam} <span lang="zh">{subject}</span>' in page
        assert f"{exam} {subject}" in card
    assert every - there, "the sample of this test has all subjects"


def test_the_funnel_adds_up(made: Path) -> None:
    page = _text(made, "report.html").split('id="funnel"')[1].split("</table>")[0]
    steps = [int(n.replace(",", "")) for n in re.findall(r'<td class="n">([-+\d,]+)</td>', page)]
    assert steps[0] > steps[-1] > 0
    assert sum(steps[:-1]) == steps[-1]
    assert steps[-1] == _split(made).filter(pl.col("split") != "reserved").height


def test_card_and_chinese_card_show_a_question_of_train(made: Path) -> None:
    train = _split(made).filter(split="train")
    for name in ("README.md", "README.zh.md"):
        found = re.search(r"```json\n(.*?)\n```", _text(made, name), re.DOTALL)
        assert found
        record = json.loads(found.group(1))
        assert record["id"] in set(train["id"])
        assert record["canary"] is None


def test_chance_levels_are_those_of_the_options_of_test(made: Path) -> None:
    test = _split(made).filter(split="test", format="SCQ")
    share = (1 / test["options"].list.len()).mean()
    assert isinstance(share, float)
    assert f"{100 * share:.1f} % on SCQ ({test.height} questions)" in _text(made, "README.md")
    assert f"SCQ 为 {100 * share:.1f}%" in _text(made, "README.zh.md")


def test_no_reserved_text_and_no_stratum_of_the_reserve_is_told(made: Path) -> None:
    held = _split(made).filter(split="reserved")
    for name in ("report.html", "README.md", "README.zh.md"):
        text = _text(made, name)
        assert not [stem for stem in held["stem"] if stem in text]


def _head(page: str) -> str:
    return page.split("<header>")[1].split("</header>", maxsplit=1)[0]


def test_first_screen_tells_what_the_builders_audit_said(made: Path) -> None:
    head = _head(_text(made, "report.html"))
    folders = (made / place / LABEL for place in ("releases", "reserve"))
    checks = audit(next(folders), reserve=next(folders), build=made / "build")
    passed = [check for check in checks if check.ok and not check.skipped]
    assert len(passed) > 20
    assert f"all {len(passed)} checks passed" in head
    assert "nothing to check: signature" in head
    assert "nobody has looked yet" in head
    assert "还没有人做过随机抽查，错误率未知" in _text(made, "README.zh.md")


def test_first_screen_tells_errors_and_failures(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made / "build", tmp_path / "build")
    receipt = tmp_path / "build/reviewed/receipt.json"
    told = json.loads(receipt.read_text("utf-8"))
    control = {"total": 60, "settled": 50, "errors": 2, "low": 0.0111, "high": 0.1346,
               "reviewers": 2}  # fmt: skip
    agreed = {"verdict": {"alpha": 0.8, "percent": 0.9, "pairs": 50}}
    review = {"reviewers": 3, "opinions": 150, "control": control}
    told["metrics"] = {"review": {**review, "agreement": agreed, "gold": {"right": 9, "all": 10}}}
    receipt.write_text(json.dumps(told), "utf-8")
    spec = builds.spec(tmp_path, signing_key="some.key", signer="editors")
    page = draft.write(spec)
    chinese = (spec.public / "README.zh.md").read_text("utf-8")
    assert "无人标记、无人报错的题中随机抽查 50 题，有错的 2 题，错误率 4.0%（95%" in chinese
    assert "1.1%～13.5%），由 2 人判断" in chinese
    head = _head(page.html(Verdict(("files",), (), ("leak: questions",), "SHA256:abc")))
    assert "<b>4.0 %</b> (95 %: 1.1 to 13.5 %)" in head
    assert "2 of 50 questions that 2 reviewers judged, before what" in head
    assert "drawn at random from those that nobody had flagged or reported" in head
    assert "by editors, key <code>SHA256:abc</code>" in head
    assert "1 of 2 checks failed" in head
    assert "leak: questions" in head


def test_examples_show_their_print(made: Path) -> None:
    shown = _text(made, "report.html").split('id="examples"')[1].split('id="sources"')[0]
    assert shown.count("As it was printed") == shown.count("<blockquote") > 0


def test_what_steers_a_reader_s_screen_is_shown_by_its_sign(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made / "build", tmp_path / "build")
    parsed = stage.product(tmp_path / "build", "parsed")
    odd = pl.concat_str(pl.lit("甲\u202e乙\u0891丙\x1b"), "stem").alias("stem")
    pl.read_parquet(parsed).with_columns(odd).write_parquet(parsed)
    page = draft.write(builds.spec(tmp_path)).html()
    assert "甲\ufffd乙\ufffd丙␛" in page
    assert not set("\u202e\u0891\x1b") & set(page)
