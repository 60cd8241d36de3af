"""`cpsyexam evaluate [MODEL]`: ask a model, or the baselines, the questions of a release."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.endpoint import endpoint_options, engine_of, sampling_options
from pipeline.paths import InputPath, Paths, out_option, release_option
from pipeline.terminal import SafeConsole, echo

if TYPE_CHECKING:
    from evaluation.evaluate import Paper


@click.command(
    epilog="Example: cpsyexam evaluate qwen3-8b --base-url http://localhost:8000/v1 --shots 0,5",
    short_help="Ask a model the questions of a release.",
)
@click.argument("model", required=False)
@release_option
@click.option("--split", default="test", show_default=True, help="test, dev, train or reserved.")
@click.option("--keys", type=InputPath(), help="Reserve folder, for withheld keys.")
@click.option("--shots", default="0", show_default=True, help="Exemplars from dev, e.g. 0,5.")
@click.option("--role", default="expert", show_default=True, help="Roles or TOML files, by commas.")
@click.option(
    "--limit",
    default=0,
    type=click.IntRange(0, 10**9),
    help="Ask so many, drawn by hash; 0 for all.",
)
@click.option(
    "--rotations", default=1, show_default=True, type=click.IntRange(1, 10**9),
    help="Ask in so many option orders.",
)  # fmt: skip
@endpoint_options
@sampling_options(max_tokens=1024, temperature=0.0)
@click.option("--paraphrased", type=InputPath(), help="JSONL: other wordings.")
@click.option(
    "--scoring",
    type=click.Choice(["ours", "published"]),
    default="ours",
    help="published: exemplars from train, also scored as the reference code does.",
)
@out_option
def command(
    model: str | None,
    release: Path | None,
    split: str,
    keys: Path | None,
    root: Path,
    **given: Any,
) -> None:
    """Ask MODEL through inspect_ai; without MODEL, run the baselines.

    MODEL is a name at the OpenAI-compatible endpoint --base-url (key from OPENAI_API_KEY), or one
    of inspect_ai's: openai/NAME, anthropic/NAME, vllm/NAME. It needs the extra `eval`. Replies are
    kept as they come in evaluations/: run again to go on after a stop; nothing is paid twice.
    Exit code 1 where over a fifth of the calls failed.
    """
    from evaluation.evaluate import paper, reworded
    from evaluation.releases import open_release
    from manifests.locate import newest

    paths = Paths(root)
    opened = open_release(release or newest(paths.root / "releases"))
    held = keys or paths.reserve(opened.label)
    scoring = given["scoring"]
    shown = "train" if scoring == "published" else "dev"
    asked = paper(opened, split, held if held.is_dir() else None, given["limit"], shown)
    if given["paraphrased"]:
        asked = reworded(asked, given["paraphrased"])
    runs = paths.root / "evaluations"
    failed = _model(model, asked, runs, given) if model else _baselines(asked, runs)
    _tell(paths, opened.folder, held, scoring)
    if failed > 0.2:
        echo(f"{failed:.0%} of the calls failed; run again to ask them anew", err=True)
        click.get_current_context().exit(1)


def _baselines(asked: "Paper", runs: Path) -> float:
    from evaluation.evaluate import run_baselines
    from evaluation.releases import known, questions
    from pipeline.neighbours import nearest

    train = known(questions(asked.release, "train"))
    found = nearest(
        asked.asked, train.filter(train["id"].is_in(asked.asked["id"].implode()).not_())
    )
    run_baselines(asked, train, {name: other for name, (other, _) in found.items()}, runs)
    return 0.0


def _model(model: str, asked: "Paper", runs: Path, given: dict[str, Any]) -> float:
    from rich.progress import Progress

    from evaluation.evaluate import Conditions, run_model
    from evaluation.matrices import PARAPHRASED
    from evaluation.prompting import prompt

    engine = engine_of(model, given)
    roles = [role.strip() for role in given["role"].split(",")]
    for role in roles:
        prompt(role)  # a wrong one stops here
    shots = _shots(given["shots"])
    engine.check()
    wording = PARAPHRASED if given["paraphrased"] else ""
    calls = failed = 0
    with Progress(
        console=SafeConsole(stderr=True), transient=True
    ) as progress:  # not the global one
        for role in roles:
            for count in shots:
                task = progress.add_task(f"{role}, {count}-shot", total=asked.asked.height)
                conditions = Conditions(role, count, given["rotations"], wording)
                _, table = run_model(
                    asked, engine, runs, conditions, partial(progress.advance, task)
                )
                made = table.filter(~table["error"].str.starts_with("not "))
                calls += made.height
                failed += made.filter(made["error"].str.contains("^(no reply|refused)")).height
    return failed / calls if calls else 0.0


def _shots(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and int(part) <= 32 for part in parts):
        raise click.BadParameter("numbers from 0 to 32, by commas", param_hint="--shots")
    return [int(part) for part in parts]


def _tell(paths: Paths, release: Path, held: Path, scoring: str) -> None:
    from pipeline.results import Wanted, publish

    publish(paths, release, held if held.is_dir() else None, Wanted(scoring=scoring))
