"""Sites' TOML files, the generator of new sites, and the commands around them."""

import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from cpsyexam.errors import ConfigError
from pipeline.commands import crawl, probe, site
from samples.sites import examcoo, studyez
from spiders.scaffold import start_site
from spiders.settings import SITES
from spiders.site_reader import read_site
from tests.shared import called_apart
from tests.spiders.shop import article, save, structured

ROOT = Path(__file__).parents[2]
NAMES = sorted(p.stem for p in SITES.glob("*.toml"))


@pytest.mark.parametrize("name", NAMES)
def test_every_site_states_its_terms_and_links_fit_its_own_pages(name: str) -> None:
    found = read_site(name)
    assert found.terms.owner
    assert found.terms.terms_url.startswith("http")
    assert found.terms.decided_by
    assert found.start
    assert found.at_home(found.example, found.start)
    assert not found.at_home("http://elsewhere.example/", found.start)


@pytest.mark.parametrize(
    ("title", "subject"),
    [
        ("2015年5月国家二级心理咨询师理论真题", "心理咨询师二级"),
        ("心理咨询师（三级）模拟题", "心理咨询师三级"),
        ("自考 医学类心理学导论 2019", "医学类心理学导论"),
        ("教育类发展与教育心理学", "教育类发展与教育心理学"),
        ("教师资格证 中学教育心理学", "中学教师心理学"),
        ("高校教师资格心理学试卷", "高等学校教师心理学"),
        ("全国自学考试 发展与教育心理学 2020年4月", "教育类发展与教育心理学"),
        ("自考社会心理学（二）真题", "管理类社会心理学(二)"),
        ("考研普通心理学强化题", "普通心理学"),
        ("导游基础知识", ""),
    ],
)
def test_titles_name_subjects(title: str, subject: str) -> None:
    assert read_site("hxter").subject((title,))[1] == subject


def test_the_first_title_that_names_one_decides() -> None:
    assert read_site("hxter").subject(("模拟题", "普通心理学", "心理咨询师三级"))[0] == "GEE"


def test_an_unknown_site_and_a_wrong_pattern_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no site named 'nosuch'"):
        read_site("nosuch")
    del tmp_path


@pytest.mark.parametrize("name", ["Psy", "a-b", "1a", "心理"])
def test_names_that_are_no_modules(name: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no name for a module"):
        start_site(name, tmp_path)


def test_a_new_site_passes_its_golden_case_at_once(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "spiders", tmp_path / "spiders")
    paths = os.pathsep.join([str(tmp_path), str(ROOT)])

    def cli(*calls: tuple[str, ...]) -> list[tuple[int, str, str]]:
        return called_apart(*calls, cwd=tmp_path, env={"PYTHONPATH": paths})

    check = ("site", "psynews", "--check")
    [(code, _, errors)] = cli(("site", "psynews", "--start", "https://psynews.example/x/"))
    assert code == 0, errors
    expected = tmp_path / "tests" / "spiders" / "golden" / "psynews" / "first" / "expected.json"
    assert "把学过的材料回想出来" in expected.read_text("utf-8")
    assert '"answer": "C"' in expected.read_text("utf-8")
    assert cli(check)[0][0] == 0
    expected.write_text(expected.read_text("utf-8").replace('"answer": "C"', '"answer": "D"'))
    differs, written, mended = cli(check, ("site", "psynews", "--golden"), check)
    assert differs[0] == 1
    assert 'first: questions 1 answer: "C", expected "D"' in differs[1]
    assert "next: read what was written, then fill [terms]" in written[1]
    assert mended[0] == 0
    again = pytest.raises(ConfigError, match="is there already")
    with again:
        start_site("psynews", tmp_path)


def test_probe_a_file_an_archive_and_nothing(tmp_path: Path) -> None:
    pages = studyez.pages([article(1)])
    sent = next(s for s in pages if s.url.endswith(".htm"))
    saved = tmp_path / "page.html"
    saved.write_bytes(pages[sent].body)
    runner = CliRunner()
    found = runner.invoke(probe.command, [str(saved), "--site", "studyez", "--url", sent.url])
    assert found.exit_code == 0
    assert "记忆的第一个环节" in found.output
    assert "3 questions from 1 pages" in found.output
    saved.write_text("<html><body><div class='other'>nothing</div></body></html>", "utf-8")
    found = runner.invoke(probe.command, [str(saved), "--site", "studyez", "--url", sent.url])
    assert found.exit_code == 1
    assert "matched nothing on 1 of 1 pages: select.body" in found.output
    kept = save(tmp_path / "a.warc.gz", examcoo.pages([structured(1)]), examcoo.start())
    found = runner.invoke(probe.command, [str(kept), "--site", "examcoo"])
    assert found.exit_code == 0
    assert "4 questions" in found.output


def test_crawl_says_what_it_would_do_and_why_not(tmp_path: Path) -> None:
    recipe = tmp_path / "r.toml"
    recipe.write_text('[crawl]\ncontact = "mailto:a@psy.example"\n', "utf-8")
    runner = CliRunner()
    found = runner.invoke(crawl.command, ["studyez", "--recipe", str(recipe), "--dry-run"])
    assert isinstance(found.exception, ConfigError)
    assert "terms are unclear" in found.exception.line()
    recipe.write_text(
        '[crawl]\ncontact = "mailto:a@psy.example"\n[[web.sources]]\nsite = "studyez"\n'
        f'archive = "{tmp_path}/studyez"\n[web.sources.terms]\nowner = "o"\nlicence = "l"\n'
        'terms_url = "u"\ndecided_by = "d"\ndecided_on = "2026-01-01"\n'
        'status = "cleared"\n', "utf-8",
    )  # fmt: skip
    found = runner.invoke(crawl.command, ["studyez", "--recipe", str(recipe), "--dry-run"])
    assert found.exit_code == 0, found.exception
    assert "mailto:a@psy.example" in found.output
    assert not (tmp_path / "studyez").exists()


def test_a_recipes_warc_file_is_never_crawled() -> None:
    plan = crawl.plan_of("examcoo", ROOT / "dataset.toml", 0, "")
    assert plan.source.archive == Path("archives/examcoo")
    assert plan.source.terms is None


@pytest.mark.parametrize("verb", [crawl, probe, site])
def test_help_shows_an_example(verb: object) -> None:
    command = verb.command  # type: ignore[attr-defined]
    found = CliRunner().invoke(command, ["--help"])
    assert "Example: cpsyexam" in found.output
