"""`cpsyexam items`: what the answers of models and people say of the questions."""

from pathlib import Path

import click

from pipeline.paths import Paths, out_option, release_option


@click.command(
    epilog="Example: cpsyexam items --family my-tuned-qwen=qwen",
    short_help="Judge questions by all answers: difficulty, suspect keys.",
)
@release_option
@click.option("--keys", type=click.Path(path_type=Path), help="Reserve folder, for withheld keys.")
@click.option(
    "--family", "families", multiple=True, metavar="MODEL=FAMILY",
    help="Models of one family err together and count once (default: by their names).",
)  # fmt: skip
@click.option(
    "--group", default="human:", show_default=True, metavar="PREFIX|COLUMN=VALUE",
    help="Compare these runs with the others (10 of each at least): models that begin so, or "
    "family=qwen, role=student, rotation=0 (released order against turned ones).",
)  # fmt: skip
@click.option(
    "--short", type=click.IntRange(1, 10**9), help="Also choose N questions as a short form."
)
@out_option
def command(
    release: Path | None,
    keys: Path | None,
    families: tuple[str, ...],
    group: str,
    short: int | None,
    root: Path,
) -> None:
    """Psychometrics over all answers below evaluations/: nothing is changed, suspects are listed.

    Writes items.html and the tables items, persons, options and suspects beside the answers;
    `cpsyexam review` takes the suspects into its queue.
    """
    from manifests.locate import newest
    from pipeline.items import publish

    paths = Paths(root)
    folder = release or newest(paths.root / "releases")
    held = keys or paths.reserve(folder.name)
    publish(paths, folder, held if held.is_dir() else None, _named(families), short or 0, group)


def _named(families: tuple[str, ...]) -> dict[str, str]:
    named = {}
    for text in families:
        model, equals, name = text.rpartition("=")
        if not (equals and model and name):
            raise click.BadParameter(f"{text!r} is no MODEL=FAMILY", param_hint="--family")
        named[model] = name
    return named
