"""What a build made, as tables for the terminal (80 columns)."""

from collections import Counter
from pathlib import Path

import polars as pl
from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from cpsyexam import chain, stage, taxonomy
from cpsyexam.pages.tongues import Tongue
from cpsyexam.terminal import language, say
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
        console.print(say("Nothing changed since the last build; every stage was skipped.") + "\n")
    console.print(_funnel(paths))
    rules = _rules(paths)
    if rules.row_count:
        console.print(rules)
    rows = stage.read(paths.build, chain.CHAIN.last)
    console.print(_splits(rows))
    for line in built.jumps:
        told = say("[yellow]changed since the last build[/]: {}", escape(line))
        console.print(told, highlight=False)
    _bent(built, paths, console)
    _joined(paths, console)
    _decisions(paths, console)
    _read_before(built, console)
    _held(paths, console)
    _alarmed(paths, console)
    some = rows.filter(pl.col("split") != "reserved")["id"]
    out = "" if paths.root == Path() else f" --out {paths.root}"
    told = say("Release: {}", escape(str(built.release)))
    console.print("\n" + told, highlight=False, soft_wrap=True)
    signed = fingerprint(built.release / "allowed_signers")
    by = say("Signed by: {}\n  the fingerprint for readers to compare", signed)
    console.print(by if signed else say("Not signed."), highlight=False, soft_wrap=True)
    name = program()
    for file, what in _TO_READ.items():
        if (built.release / file).exists():
            console.print(f"  {escape(str(built.release / file))}   {say(what)}", soft_wrap=True)
    console.print(say("Next:"), highlight=False)
    for line, why in (
        (f"{name} audit{out}", "check it from its files alone"),
        (f"{name} trace {some[0] if len(some) else 'ID'}{out}", "the life of one question"),
        (f"{name} show {chain.CHAIN.last}{out}", "look at the rows"),
    ):
        console.print(f"  {line}   # {say(why)}", highlight=False, soft_wrap=True)


def _bent(built: Built, paths: Paths, console: Console) -> None:
    """How the shares were made, and where they could not be had."""
    settings = built.recipe.table("split")
    if getattr(settings, "proportional", False) and getattr(settings, "by", "") == "subject":
        share, reserve = (float(getattr(settings, key)) for key in ("share", "reserve"))
        dev = float(getattr(settings, "dev", 0.0))
        told = say(
            "Shares of every subject and format: "
            "test {:.0%}, reserve {:.0%}, dev {:.0%} of the rest",
            *(share, share * reserve, dev),
        )
        console.print(told, highlight=False)
    table = f"{chain.CHAIN.last}/problems"
    problems = stage.read(paths.build, table)
    if problems.is_empty():
        return
    kinds = problems.group_by(
        pl.col("problem").str.replace(NUMBER, "").alias("kind"), maintain_order=True
    ).agg(pl.len(), pl.all().first())
    most = f"{program()} show {table} --limit 0"
    told = say("[yellow]not as asked[/]: {} quotas; all of them: {}", problems.height, escape(most))
    console.print(told, highlight=False)
    spoken = Tongue(language())
    for row in kinds.sort("len", descending=True, maintain_order=True).iter_rows(named=True):
        where = " ".join(filter(None, (row["exam"], row["subject"], row["format"], row["split"])))
        problem, done = map(spoken.note, (row["problem"], row["done"]))
        text = escape(f"{row['len']} × {problem}; {done} ({where})")
        console.print(f"  {text}", highlight=False)


def _joined(paths: Paths, console: Console) -> None:
    """How many pairs share a split since the leak guard takes them for one question."""
    table = f"{chain.CHAIN.last}/joined"
    pairs = stage.read(paths.build, table).height
    if pairs:
        show = f"{program()} show {table}"
        told = say("Kept in one split, as nearly one question: {} pairs; {}", pairs, show)
        console.print(escape(told), highlight=False)


def _read_before(built: Built, console: Console) -> None:
    """How many pages of scans nobody read now, since the recipe names readings of them."""
    for report in built.reports:
        metrics = report.receipt.get("metrics", {})
        if metrics.get("given"):
            where = report.receipt["settings"]["readings"]
            numbers = metrics["given"], metrics["pages"]
            told = say("Pages of scans: {} of {} were read before; {} has that", *numbers, where)
            console.print(escape(told), highlight=False)


def _decisions(paths: Paths, console: Console) -> None:
    """How many decisions of people were applied, and which are stale, with what changed."""
    told = stage.read(paths.build, "reviewed/decisions")
    if told.is_empty():
        return
    applied = told.filter(pl.col("status") == "applied").height
    console.print(say("Decisions applied: {}", applied), highlight=False)
    stale = told.filter(pl.col("status") == "stale").sort("file", "line")
    for row in stale.iter_rows(named=True):
        where = say("{} line {} ({})", row["file"], row["line"], row["id"])
        line = say("[yellow]stale[/]: {}; {}", escape(row["stale"]), escape(where))
        console.print(line, highlight=False)


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
    numbers = read, kept, held.height
    told = say("{} read, {} released, {} held for a look: {}", *numbers, f"{program()} review")
    line = say("[yellow]held[/]: {}", escape(told))
    console.print(line, highlight=False, soft_wrap=True)
    counts = held["rule"].value_counts().sort("count", "rule", descending=[True, False])
    for reason, rows in counts.iter_rows():
        why = words(reason, language())
        console.print(f"  {rows} × {escape(f'{reason}: {why}')}", highlight=False)
    show = f"{program()} show {gate}/{chain.HELD}"
    told = say("{}; as they are: [gate] release in the recipe", show)
    console.print(f"  {escape(told)}", highlight=False, soft_wrap=True)


def _alarmed(paths: Paths, console: Console) -> None:
    """The pages that were probably read badly or hold more than was found, the worst first."""
    for (kind,), pages in alarms(paths.build).group_by("kind", maintain_order=True):
        for row in pages.head(_WORST).iter_rows(named=True):
            told = f"{'; '.join(map(_odd, row['details']))}; {row['url']}"
            line = say("[yellow]alarm[/] {}", escape(told))
            console.print(line, highlight=False, soft_wrap=True)
        if pages.height > _WORST:
            show = f"{program()} show {kind}/rejected"
            more = say("and {} more pages: {}", pages.height - _WORST, show)
            console.print(f"  {escape(more)}", highlight=False)


def _odd(detail: str) -> str:
    """What is odd about a page: its rule, in Chinese with what that means, and what was noted."""
    if language() == "en":
        return detail
    rule, _, noted = detail.partition(": ")
    spoken = Tongue("zh")
    means = f"{rule}（{spoken.rule(rule)}）" if spoken.rule(rule) else rule
    return f"{means}：{spoken.note(noted)}" if noted else means


def _funnel(paths: Paths) -> Table:
    captures = stage.read(paths.build, "parsed/captures")["source"].value_counts()
    parsed = stage.read(paths.build, "parsed")["source"].value_counts()
    kept = stage.read(paths.build, chain.CHAIN.last)["source"].value_counts()
    counts = [dict(frame.rows()) for frame in (captures, parsed, kept)]
    table = Table(title=say("Sources"), title_justify="left")
    for name in ("source", "pages or files", "questions", "kept", "%", "rejected"):
        head = say(name)
        word = max(map(cell_len, head.split()))  # a heading is never cut within a word
        table.add_column(head, justify="left" if name == "source" else "right", min_width=word)
    totals = [0, 0, 0]
    for source in stage.read(paths.build, "parsed/sources")["source"]:
        numbers = [count.get(source, 0) for count in counts]
        totals = [a + b for a, b in zip(totals, numbers, strict=True)]
        table.add_row(escape(source), *_kept(*numbers))
    table.add_section()
    table.add_row(say("all"), *_kept(*totals))
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
    heads = map(say, ("rule", "rejected", "by source"))
    table = Table(*heads, title=say("Rejected"), title_justify="left")
    for rule, sources in sorted(by_rule.items(), key=lambda item: -item[1].total()):
        shares = ", ".join(f"{s} {n}" for s, n in sources.most_common())
        table.add_row(escape(rule), str(sources.total()), escape(shares))
    return table


def _splits(rows: pl.DataFrame) -> Table:
    table = Table(title=say("Questions"), title_justify="left")
    for name in ("exam", "split", "all", *taxonomy.tasks(), *taxonomy.FORMATS):
        table.add_column(say(name), justify="left" if name in ("exam", "split") else "right")
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
    table.add_row(say("all"), "", *(str(n) for n in numbers))
    return table
