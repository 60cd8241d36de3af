"""`make bench-stages`: seconds, rows a second and peak memory of each stage of the sample build.

Every stage is forced to run, in a folder of its own, with an empty cache.
"""

import tempfile
from pathlib import Path

from rich.console import Console

from bench.frame import ROOT, measured, publish
from pipeline.build import build
from pipeline.paths import Paths


def main() -> None:
    """Build the sample from nothing and publish the figures of its receipts."""
    with tempfile.TemporaryDirectory() as folder, measured() as spent:
        built = build(ROOT / "dataset.toml", Paths(Path(folder)), Console(stderr=True))
    rows = []
    for report in built.reports:
        figures, outputs = report.receipt["spent"], report.receipt["outputs"]
        count = outputs["kept"]["rows"] + outputs["rejected"]["rows"]
        rate = count / max(figures["seconds"], 1e-3)
        rows.append(
            [
                report.stage,
                count,
                figures["seconds"],
                figures["cpu_seconds"],
                round(rate),
                figures["peak_mb"],
            ]
        )
    publish(
        "stages",
        "Stages of the sample build",
        ["stage", "rows", "seconds", "cpu seconds", "rows/s", "peak MB"],
        rows,
        {"wall seconds": round(spent.wall, 1), "cpu seconds": round(spent.cpu, 1)},
    )


if __name__ == "__main__":
    main()
