"""`cpsyexam score PREDICTIONS`: score replies that were made elsewhere."""

from pathlib import Path

import click

from cpsyexam.terminal import say
from pipeline.paths import InputPath, Paths, out_option, release_option
from pipeline.terminal import echo


@click.command(
    epilog="Example: cpsyexam score predictions.jsonl --model mymodel --shots 5",
    short_help="Score predictions made elsewhere.",
)
@click.argument("predictions", type=InputPath())
@click.option("--model", default="", help="Its name in the tables (default: the file's).")
@release_option
@click.option("--split", default="test", show_default=True, help="test, dev, train or reserved.")
@click.option("--keys", type=InputPath(), help="Reserve folder, for withheld keys.")
@click.option("--shots", default=0, show_default=True, help="Exemplars that the model was shown.")
@click.option("--role", default="", help="Role that it was given.")
@click.option(
    "--missing",
    type=click.Choice(["wrong", "skip"]),
    help="Questions without a prediction: count as wrong, or as not asked.",
)
@click.option("--sign", type=InputPath(), help="SSH key: write a signed score.")
@out_option
def command(
    predictions: Path,
    model: str,
    release: Path | None,
    split: str,
    keys: Path | None,
    root: Path,
    sign: Path | None,
    **shown: int | str | None,
) -> None:
    """Read JSONL or CSV (id, text), samples of lm-eval or a log of inspect, and score them.

    PREDICTIONS may be a folder with a file a task. Where questions have no prediction, --missing
    says how they count. The replies join the other runs in evaluations/; the digest of the files
    and of the release stands in run.json. With --sign the holder of the keys writes score.json
    beside it and signs it (`ssh-keygen -Y verify`, namespace exam-release).
    """
    from cpsyexam.files import canonical, digest, digest_file
    from evaluation import importers, releases, runs
    from manifests.locate import newest
    from pipeline.results import publish

    paths = Paths(root)
    opened = releases.open_release(release or newest(paths.root / "releases"))
    held = keys or paths.reserve(opened.label)
    asked = releases.questions(opened, split, held if held.is_dir() else None)
    missing = str(shown["missing"] or "")
    if sign and missing == "skip":
        raise click.UsageError("a signed score counts all questions: --missing wrong")
    read = [digest_file(path) for path in importers.files_of(predictions) if path.is_file()]
    setting = runs.Setting(
        model or predictions.stem,
        "file",
        str(shown["role"]),
        int(str(shown["shots"])),
        split,
        sampling={"file": read[0] if len(read) == 1 else digest(canonical(read))},
    )
    found = importers.answers_of(predictions, asked, opened, setting, missing)
    runs.save(paths.root / "evaluations" / setting.run(opened), found.answers, setting, opened)
    if found.unknown:
        first = ", ".join(found.unknown[:3])
        echo(f"warning: {len(found.unknown)} ids are not in {split}: {first}", err=True)
    publish(paths, opened.folder, held if held.is_dir() else None)
    if sign:
        from evaluation.certificate import certify
        from manifests.signing import sign as signed

        written = certify(paths.root / "evaluations", setting.run(opened), asked, opened)
        signed(written, sign)
        echo(say("signed: {}", written))
