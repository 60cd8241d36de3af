"""`cpsyexam evaluate [MODEL]`: ask a model, or the baselines, the questions of a release."""

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.paths import Paths, out_option
from pipeline.terminal import echo

if TYPE_CHECKING:
    from evaluation.evaluate import Paper


@click.command(
    epilog="Example: cpsyexam evaluate qwen3-8b --base-url http://localhost:8000/v1 --shots 0,5",
    short_help="Ask a model the questions of a release.",
)
@click.argument("model", required=False)
@click.option("--release", type=click.Path(path_type=Path), help="Folder (default: the newest).")
@click.option("--split", default="test", show_default=True, help="test, dev, train or reserved.")
@click.option("--keys", type=click.Path(path_type=Path), help="Reserve folder, for withheld keys.")
@click.option("--shots", default="0", show_default=True, help="Exemplars from dev, e.g. 0,5.")
@click.option("--role", default="expert", show_default=True, help="Roles or TOML files, by commas.")
@click.option("--limit", default=0, help="Ask so many, drawn by hash; 0 for all.")
@click.option("--rotations", default=1, show_default=True, help="Ask in so many option orders.")
@click.option("--base-url", default=None, help="Of the endpoint (default: OPENAI_BASE_URL).")
@click.option("--connections", default=8, show_default=True, help="Calls at a time.")
@click.option("--timeout", default=120.0, show_default=True, help="Seconds a call may take.")
@click.option("--max-tokens", default=1024, show_default=True, help="Longest reply, in tokens.")
@click.option("--temperature", default=0.0, show_default=True, help="Of sampling.")
@out_option
def command(
    model: str | None,
    release: Path | None,
    split: str,
    keys: Path | None,
    root: Path,
    **given: str | float | None,
) -> None:
    """Ask MODEL at an OpenAI-compatible endpoint; without MODEL, run the baselines.

    The key comes from OPENAI_API_KEY. Replies are kept as they come in evaluations/: run again to
    go on after a stop; nothing is paid twice. Exit code 1 where over a fifth of the calls failed.
    """
    from evaluation.evaluate import paper
    from evaluation.releases import open_release
    from manifests.locate import newest

    paths = Paths(root)
    opened = open_release(release or newest(paths.root / "releases"))
    held = keys or paths.reserve(opened.label)
    limit = _number(given["limit"])
    asked = paper(opened, split, held if held.is_dir() else None, limit)
    runs = paths.root / "evaluations"
    failed = _model(model, asked, runs, given) if model else _baselines(asked, runs)
    _tell(paths, opened.folder, held)
    if failed > 0.2:
        echo(f"{failed:.0%} of the calls failed; run again to ask them anew", err=True)
        click.get_current_context().exit(1)


def _number(value: str | float | None) -> int:
    return int(value or 0)


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


def _model(model: str, asked: "Paper", runs: Path, given: dict[str, str | float | None]) -> float:
    from rich.progress import Progress

    from cpsyexam.errors import ConfigError
    from evaluation.endpoint import Endpoint
    from evaluation.evaluate import Conditions, run_model
    from evaluation.prompting import prompt

    address = str(given["base_url"] or os.environ.get("OPENAI_BASE_URL", ""))
    if not address.startswith(("http://", "https://")):
        raise ConfigError(
            f"no endpoint for {model!r}",
            remedy="give --base-url http://HOST/v1 or set OPENAI_BASE_URL",
        )
    sampling = {"temperature": given["temperature"], "max_tokens": given["max_tokens"]}
    endpoint = Endpoint(
        address, model, os.environ.get("OPENAI_API_KEY", ""), sampling, float(given["timeout"] or 0)
    )
    roles = [role.strip() for role in str(given["role"]).split(",")]
    for role in roles:
        prompt(role)  # a wrong one stops here
    shots = _shots(str(given["shots"]))
    endpoint.check()
    calls = failed = 0
    with Progress(transient=True) as progress:
        for role in roles:
            for count in shots:
                task = progress.add_task(f"{role}, {count}-shot", total=asked.asked.height)
                conditions = Conditions(
                    role, count, max(1, _number(given["rotations"])),
                    connections=max(1, _number(given["connections"])),
                )  # fmt: skip
                _, table = run_model(
                    asked, endpoint, runs, conditions, partial(progress.advance, task)
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


def _tell(paths: Paths, release: Path, held: Path) -> None:
    from pipeline.results import publish

    publish(paths, release, held if held.is_dir() else None)
