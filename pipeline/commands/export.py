"""`cpsyexam export FOLDER`: a release as tasks of other harnesses."""

from pathlib import Path

import click

from cpsyexam.terminal import say
from pipeline.paths import OutputPath, Paths, out_option, release_option
from pipeline.terminal import echo


@click.command(
    epilog="Example: cpsyexam export tasks/ && lm_eval --include_path tasks "
    "--tasks cpsyexam_sample_0_1_0 --model …",
    short_help="Write tasks of lm-eval, EvalScope and OpenCompass.",
)
@click.argument("folder", type=OutputPath(folder=True))
@release_option
@click.option("--role", default="expert", show_default=True, help="A role or a TOML file.")
@out_option
def command(folder: Path, release: Path | None, role: str, root: Path) -> None:
    """Write FOLDER for lm-evaluation-harness, EvalScope and OpenCompass.

    It holds questions, prompts and our reading of replies, so that all of them score as we do. The
    tasks are those of the release's field and bear its name and version. It
    needs nothing of this project but opencc and rapidfuzz. Only keys that the release publishes
    are in it: where those of test are withheld, it asks dev.
    """
    from evaluation import harnesses, releases
    from manifests.locate import newest

    opened = releases.open_release(release or newest(Paths(root).root / "releases"))
    names = harnesses.export(folder, opened, role)
    echo(say("{} tasks in {}: {}", len(names), folder, ", ".join(names)))
