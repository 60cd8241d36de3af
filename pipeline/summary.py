"""What a build made, as tables for the terminal (80 columns)."""

from collections import Counter

import polars as pl
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from cpsyexam import chain, stage, taxonomy
from pipeline.build import Built
from pipeline.paths import Paths

_WORST = 5  # pages listed that someone should look at


def show(built: Built, paths: Paths, console: Console) -> None:
    """Print the funnel of every source, the counts of every split, and what to do next."""
    if all(report.skipped for report in built.reports):
        console.print("Nothing changed since the last build; every stage was skipped.\n")
    console.print(_funnel(paths))
    console.print(_rules(paths))
    rows = stage.read(paths.build, chain.CHAIN.last)
    console.print(_splits(rows))
    for line in built.jumps:
        console.print(f"[yellow]changed since the last build[/]: {line}", highlight=False)
    _decisions(paths, console)
    _doubted(paths, console)
    some = rows.filter(pl.col("split") != "reserved")["id"]
    console.print(f"\nRelease: {built.release}", highlight=False, soft_wrap=True)
    console.print("Next:", highlight=False)
    for line in (
        "make audit                     check it from its files alone",
        f"cpsyexam trace {some[0] if len(some) else 'ID'}   the life of one question",
        f"cpsyexam show {chain.CHAIN.last:<18}look at the rows",
        "README.md                      add your own site, book or bank",
    ):
        console.print(f"  {line}", highlight=False, soft_wrap=True)


def _decisions(paths: Paths, console: Console) -> None:
    """How many decisions of people were applied, and which are stale, with what changed."""
    told = stage.read(paths.build, "reviewed/decisions")
    if told.is_empty():
        return
    applied = told.filter(pl.col("status") == "applied").height
    console.print(f"Decisions applied: {applied}", highlight=False)
    stale = told.filter(pl.col("status") == "stale").sort("file", "line")
    for row in stale.iter_rows(named=True):
        where = f"{row['file']} line {row['line']} ({row['id']})"
        console.print(f"[yellow]stale[/]: {escape(row['stale'])}; {where}", highlight=False)


def _doubted(paths: Paths, console: Console) -> None:
    """The pages that were probably read badly, the worst first."""
    pages = stage.read(paths.build, "parsed/rejected").filter(pl.col("rule") == "page_alarm")
    where = stage.read(paths.build, "parsed/captures").select("capture", "url")
    pages = pages.join(where.unique("capture"), left_on="parent", right_on="capture", how="left")
    for row in pages.sort("detail", "url", descending=[True, False]).head(_WORST).to_dicts():
        said = f"{row['detail'].split(': ', 1)[-1]}; {row['url']}"
        console.print(f"[yellow]alarm[/] {escape(said)}", highlight=False, soft_wrap=True)
    if pages.height > _WORST:
        console.print(f"  and {pages.height - _WORST} more pages: rule page_alarm", highlight=False)


def _funnel(paths: Paths) -> Table:
    captures = stage.read(paths.build, "parsed/captures")["source"].value_counts()
    parsed = stage.read(paths.build, "parsed")["source"].value_counts()
    kept = stage.read(paths.build, chain.CHAIN.last)["source"].value_counts()
    counts = [dict(frame.rows()) for frame in (captures, parsed, kept)]
    table = Table(title="Sources", title_justify="left")
    for name in ("source", "captures or pages", "questions", "kept", "rejected"):
        table.add_column(name, justify="left" if name == "source" else "right")
    for source in stage.read(paths.build, "parsed/sources")["source"]:
        pages, printed, good = (count.get(source, 0) for count in counts)
        table.add_row(source, str(pages), str(printed), str(good), str(printed - good))
    return table


def _rules(paths: Paths) -> Table:
    by_rule: dict[str, Counter[str]] = {}
    for name in chain.CHAIN.rejecting:
        rejected = stage.read(paths.build, f"{name}/rejected")
        for source, rule in rejected.select("source", "rule").iter_rows():
            by_rule.setdefault(rule, Counter())[source] += 1
    table = Table("rule", "rejected", "by source", title="Rejected", title_justify="left")
    for rule, sources in sorted(by_rule.items(), key=lambda item: -item[1].total()):
        shares = ", ".join(f"{s} {n}" for s, n in sources.most_common())
        table.add_row(rule, str(sources.total()), shares)
    return table


def _splits(rows: pl.DataFrame) -> Table:
    table = Table(title="Questions", title_justify="left")
    for name in ("exam", "split", "all", "KG", "CA", *taxonomy.FORMATS):
        table.add_column(name, justify="left" if name in ("exam", "split") else "right")
    for exam in taxonomy.EXAMS:
        for split in taxonomy.SPLITS:
            here = rows.filter(pl.col("exam") == exam, pl.col("split") == split)
            if here.height:
                tasks, formats = Counter(here["task"]), Counter(here["format"])
                numbers = [here.height, tasks["KG"], tasks["CA"]]
                numbers += [formats[f] for f in taxonomy.FORMATS]
                table.add_row(exam, split, *(str(n) for n in numbers))
    total = Counter(rows["format"])
    tasks = Counter(rows["task"])
    numbers = [rows.height, tasks["KG"], tasks["CA"], *(total[f] for f in taxonomy.FORMATS)]
    table.add_section()
    table.add_row("all", "", *(str(n) for n in numbers))
    return table
