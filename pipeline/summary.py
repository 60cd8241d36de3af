"""What a build made, as tables for the terminal (80 columns)."""

from collections import Counter
from pathlib import Path

import polars as pl
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from cpsyexam import chain, stage, taxonomy
from gating.reasons import words
from manifests.signing import fingerprint
from pipeline.alarms import alarms
from pipeline.build import Built
from pipeline.paths import Paths
from pipeline.program import program
from pipeline.shortfalls import failed, shortfalls

NUMBER = r"\d+(?: of \d+)? ?"  # in the problem of a quota: its kind is what is left

_TO_READ = {
    "report.html": "open it in a browser",
    "browse.html": "every question, to search and filter in a browser",
    "README.md": "the dataset card",
}
_WORST = 3  # pages of a kind of source listed that someone should look at


def show(built: Built, paths: Paths, console: Console) -> None:
    """Print the funnel of every source, the counts of every split, and what to do next."""
    with built.recipe.in_force():
        _show(built, paths, console)


def as_record(built: Built, paths: Paths) -> dict[str, object]:
    """What a build made, for programs: the release and, by stage, rows kept and rejected."""
    stages = {
        report.stage: {
            "kept": report.receipt["outputs"]["kept"]["rows"],
            "rejected": report.receipt["outputs"]["rejected"]["rows"],
            "held": report.receipt["outputs"].get(chain.HELD, {"rows": 0})["rows"],
            "skipped": report.skipped,
        }
        for report in built.reports
    }
    return {
        "release": str(built.release),
        "stages": stages,
        "changed": list(built.jumps),
        "failed_checks": failed(built),
        "shortfalls": shortfalls(built, paths),
    }


def _show(built: Built, paths: Paths, console: Console) -> None:
    if all(report.skipped for report in built.reports):
        console.print("Nothing changed since the last build; every stage was skipped.\n")
    console.print(_funnel(paths))
    rules = _rules(paths)
    if rules.row_count:
        console.print(rules)
    rows = stage.read(paths.build, chain.CHAIN.last)
    console.print(_splits(rows))
    for line in built.jumps:
        console.print(f"[yellow]changed since the last build[/]: {escape(line)}", highlight=False)
    _bent(built, paths, console)
    _joined(paths, console)
    _decisions(paths, console)
    _read_before(built, console)
    _held(paths, console)
    _alarmed(paths, console)
    some = rows.filter(pl.col("split") != "reserved")["id"]
    out = "" if paths.root == Path() else f" --out {paths.root}"
    console.print(f"\nRelease: {escape(str(built.release))}", highlight=False, soft_wrap=True)
    signed = fingerprint(built.release / "allowed_signers")
    said = (
        f"Signed by: {signed}\n  the fingerprint for readers to compare"
        if signed
        else "Not signed."
    )
    console.print(said, highlight=False, soft_wrap=True)
    name = program()
    for file, told in _TO_READ.items():
        if not (built.release / file).exists():
            continue
        console.print(f"  {escape(str(built.release / file))}   {told}", soft_wrap=True)
    console.print("Next:", highlight=False)
    for line, why in (
        (f"{name} audit{out}", "check it from its files alone"),
        (f"{name} trace {some[0] if len(some) else 'ID'}{out}", "the life of one question"),
        (f"{name} show {chain.CHAIN.last}{out}", "look at the rows"),
    ):
        console.print(f"  {line}   # {why}", highlight=False, soft_wrap=True)


def _bent(built: Built, paths: Paths, console: Console) -> None:
    """How the shares were made, and where they could not be had."""
    settings = built.recipe.table("split")
    if getattr(settings, "proportional", False) and getattr(settings, "by", "") == "subject":
        share, reserve = (float(getattr(settings, key)) for key in ("share", "reserve"))
        dev = float(getattr(settings, "dev", 0.0))
        said = f"test {share:.0%}, reserve {share * reserve:.0%}, dev {dev:.0%} of the rest"
        console.print(f"Shares of every subject and format: {said}", highlight=False)
    table = f"{chain.CHAIN.last}/problems"
    problems = stage.read(paths.build, table)
    if problems.is_empty():
        return
    kinds = problems.group_by(
        pl.col("problem").str.replace(NUMBER, "").alias("kind"), maintain_order=True
    ).agg(pl.len(), pl.all().first())
    most = f"{program()} show {table} --limit 0"
    said = f"[yellow]not as asked[/]: {problems.height} quotas; all of them: {escape(most)}"
    console.print(said, highlight=False)
    for row in kinds.sort("len", descending=True, maintain_order=True).iter_rows(named=True):
        where = " ".join(filter(None, (row["exam"], row["subject"], row["format"], row["split"])))
        text = escape(f"{row['len']} × {row['problem']}; {row['done']} ({where})")
        console.print(f"  {text}", highlight=False)


def _joined(paths: Paths, console: Console) -> None:
    """How many pairs share a split since the leak guard takes them for one question."""
    table = f"{chain.CHAIN.last}/joined"
    pairs = stage.read(paths.build, table).height
    if pairs:
        said = f"Kept in one split, as nearly one question: {pairs} pairs; {program()} show {table}"
        console.print(escape(said), highlight=False)


def _read_before(built: Built, console: Console) -> None:
    """How many pages of scans nobody read now, since the recipe names readings of them."""
    for report in built.reports:
        metrics = report.receipt.get("metrics", {})
        if metrics.get("given"):
            where = report.receipt["settings"]["readings"]
            said = f"{metrics['given']} of {metrics['pages']} were read before; {where} has that"
            console.print(f"Pages of scans: {escape(said)}", highlight=False)


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
        console.print(f"[yellow]stale[/]: {escape(row['stale'])}; {escape(where)}", highlight=False)


def _held(paths: Paths, console: Console) -> None:
    """How many questions were read, released and held for a look, and why."""
    gate = chain.CHAIN.gate
    held = stage.read(paths.build, f"{gate}/{chain.HELD}")
    if held.is_empty():
        return
    read, kept = (
        stage.scan(paths.build, name).select(pl.len()).collect().item()
        for name in (chain.CHAIN.stage_names[0], chain.CHAIN.last)
    )
    said = f"{read} read, {kept} released, {held.height} held for a look: {program()} review"
    console.print(f"[yellow]held[/]: {escape(said)}", highlight=False, soft_wrap=True)
    counts = held["rule"].value_counts().sort("count", "rule", descending=[True, False])
    for reason, rows in counts.iter_rows():
        console.print(f"  {rows} × {escape(f'{reason}: {words(reason)}')}", highlight=False)
    said = f"{program()} show {gate}/{chain.HELD}; as they are: [gate] release in the recipe"
    console.print(f"  {escape(said)}", highlight=False, soft_wrap=True)


def _alarmed(paths: Paths, console: Console) -> None:
    """The pages that were probably read badly or hold more than was found, the worst first."""
    for (kind,), pages in alarms(paths.build).group_by("kind", maintain_order=True):
        for row in pages.head(_WORST).iter_rows(named=True):
            said = f"{'; '.join(row['details'])}; {row['url']}"
            console.print(f"[yellow]alarm[/] {escape(said)}", highlight=False, soft_wrap=True)
        if pages.height > _WORST:
            more = f"and {pages.height - _WORST} more pages: {program()} show {kind}/rejected"
            console.print(f"  {escape(more)}", highlight=False)


def _funnel(paths: Paths) -> Table:
    captures = stage.read(paths.build, "parsed/captures")["source"].value_counts()
    parsed = stage.read(paths.build, "parsed")["source"].value_counts()
    kept = stage.read(paths.build, chain.CHAIN.last)["source"].value_counts()
    counts = [dict(frame.rows()) for frame in (captures, parsed, kept)]
    table = Table(title="Sources", title_justify="left")
    for name in ("source", "pages or files", "questions", "kept", "%", "rejected"):
        word = max(map(len, name.split()))  # a heading is never cut within a word
        table.add_column(name, justify="left" if name == "source" else "right", min_width=word)
    totals = [0, 0, 0]
    for source in stage.read(paths.build, "parsed/sources")["source"]:
        numbers = [count.get(source, 0) for count in counts]
        totals = [a + b for a, b in zip(totals, numbers, strict=True)]
        table.add_row(escape(source), *_kept(*numbers))
    table.add_section()
    table.add_row("all", *_kept(*totals))
    return table


def _kept(pages: int, printed: int, good: int) -> list[str]:
    share = f"{good / printed:.0%}" if printed else "–"
    return [str(pages), str(printed), str(good), share, str(printed - good)]


def _rules(paths: Paths) -> Table:
    by_rule: dict[str, Counter[str]] = {}
    for name in chain.CHAIN.rejecting:
        rejected = stage.read(paths.build, f"{name}/rejected")
        for source, rule in rejected.select("source", "rule").iter_rows():
            by_rule.setdefault(rule, Counter())[source] += 1
    table = Table("rule", "rejected", "by source", title="Rejected", title_justify="left")
    for rule, sources in sorted(by_rule.items(), key=lambda item: -item[1].total()):
        shares = ", ".join(f"{s} {n}" for s, n in sources.most_common())
        table.add_row(escape(rule), str(sources.total()), escape(shares))
    return table


def _splits(rows: pl.DataFrame) -> Table:
    table = Table(title="Questions", title_justify="left")
    for name in ("exam", "split", "all", *taxonomy.tasks(), *taxonomy.FORMATS):
        table.add_column(name, justify="left" if name in ("exam", "split") else "right")
    for exam in taxonomy.exams():
        for split in taxonomy.SPLITS:
            here = rows.filter(pl.col("exam") == exam, pl.col("split") == split)
            if here.height:
                tasks, formats = Counter(here["task"]), Counter(here["format"])
                numbers = [here.height, *(tasks[t] for t in taxonomy.tasks())]
                numbers += [formats[f] for f in taxonomy.FORMATS]
                table.add_row(exam, split, *(str(n) for n in numbers))
    total = Counter(rows["format"])
    tasks = Counter(rows["task"])
    numbers = [
        rows.height,
        *(tasks[t] for t in taxonomy.tasks()),
        *(total[f] for f in taxonomy.FORMATS),
    ]
    table.add_section()
    table.add_row("all", "", *(str(n) for n in numbers))
    return table
