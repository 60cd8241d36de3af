"""A catalogue of another field becomes an audited release by files alone."""

import json
from pathlib import Path

import polars as pl
from click.testing import CliRunner, Result

from bench.endpoint import Endpoint
from bench.writing import TERMS
from pipeline.cli import cli

OUTLINE = """# 民法学 | Civil Law | GEE | 管理心理学
## 总则 {10/40}
- 民事权利能力 [理论] 自然人从出生时起到死亡时止享有的、依法取得权利和承担义务的资格。
- 民事行为能力 [理论] 以自己的行为取得权利和承担义务的资格，依年龄和精神状况分三等。
- 意思表示 [理论] 把设立、变更或终止法律关系的内心意思表达于外部的行为。
- 代理 [理论] 代理人在权限内以被代理人的名义实施、效果归于被代理人的行为。
- 诉讼时效 [理论] 权利人在法定期间内不行使权利，义务人便可以提出抗辩的制度。
## 物权 {10/40}
- 善意取得 [理论] 受让人不知无权处分、支付合理价款并完成公示而取得权利的制度。
- 占有 [理论] 对物在事实上的管领和控制，不问有无本权而受一定的保护。
- 抵押 [理论] 不转移占有而以财产担保债务履行，债权人可就其价款优先受偿。
- 相邻关系 [理论] 相邻不动产的权利人之间应当给予的便利和接受的限制。
- 共有 [理论] 两人以上对同一物享有所有权，分为按份与共同两种。
"""
RECIPE = """name = "law"
version = "0.1.0"
[keys]
split = "samples/keys/split.key"
salt = "samples/keys/salt.key"
[generated]
sources = ["{source}"]
[split]
by = "chapter"
[split.chapters]
dev = 5
reserved = 0.1
valid = 0.1
"""


def _run(*args: object) -> Result:
    done = CliRunner().invoke(cli, [str(arg) for arg in args])
    assert done.exit_code == 0, done.output
    return done


def test_a_release_of_law(tmp_path: Path) -> None:
    plan, catalogue = tmp_path / "law.md", tmp_path / "law"
    plan.write_text(OUTLINE, "utf-8")
    _run("concepts", "import", plan, "--into", catalogue, "--licence", "CC0-1.0")
    with Endpoint() as endpoint:
        source = tmp_path / "written.toml"
        source.write_text(
            f'title = "民法"\njournal = "{tmp_path}/journal.jsonl"\ncatalogue = "{catalogue}"\n'
            f'{TERMS}\n[model]\nname = "templates"\nbase_url = "{endpoint.base_url}"\n',
            "utf-8",
        )
        _run("generate", source)
    recipe = tmp_path / "law.toml"
    recipe.write_text(RECIPE.format(source=source), "utf-8")
    _run("build", recipe, "--out", tmp_path / "out", "--workers", "1")
    _run("audit", "--out", tmp_path / "out")
    kept = pl.read_parquet(tmp_path / "out" / "build" / "split" / "kept.parquet")
    assert kept.height >= 36
    release = tmp_path / "out" / "releases" / "law-0.1.0"
    told = json.loads(_run("coverage", release, "--concepts", catalogue, "--json").stdout)
    [whole] = [rows for title, rows in told["tables"].items() if "questions of" in title]
    assert whole[0]["required"] == 10
    assert whole[1]["rate"] == 1.0
