"""The recipe's table `[books]`."""

from pathlib import Path
from typing import Literal

from pydantic import Field

from cpsyexam.config import Settings
from cpsyexam.errors import CpsyexamError
from ocr.book import read_book, scan_files

EngineName = Literal["auto", "onnxruntime", "openvino", "paddle"]
ModelName = Literal["small", "tiny", "tiny+small"]


class PaddleSettings(Settings):
    """PaddleOCR: empty names and folders mean its own defaults, fetched by it where online."""

    engine: Literal["onnxruntime", "paddle"] = "paddle"
    device: str = ""  # "cpu", "gpu:0"; "" = a GPU where there is one
    threads: int = Field(default=1, ge=1, le=64)
    detection: str = ""  # model name, e.g. PP-OCRv6_small_det
    detection_dir: Path | None = None
    recognition: str = ""
    recognition_dir: Path | None = None
    mkldnn: bool = False  # paddlepaddle 3.3.x fails with oneDNN on its first page


class BooksSettings(Settings):
    """Which books, and how their pages are read."""

    sources: tuple[Path, ...] = ()  # <book>.toml files, relative to the folder you run in
    engine: EngineName = "auto"
    model: ModelName = "small"  # of the embedded engine; tiny needs the extra `tiny`
    dpi: int = Field(default=200, ge=72, le=600)
    max_side: int = Field(default=4000, ge=500, le=12000)  # pixels; a larger page is scaled down
    pixels: int = Field(default=120_000_000, ge=1_000_000)  # of an image as it lies in the file
    pages: int = Field(default=5_000, ge=1)  # of a book
    seconds: int = Field(default=300, ge=0)  # of one core for a page; 0 = no bound
    memory: int = Field(default=8192, ge=0)  # MiB for a page, in a process of its own; 0 = no bound
    readings: Path | None = None  # folder of readings made before, by engine, model and page
    text_layer: bool = True  # use a PDF's own text where it is good
    paddle: PaddleSettings = PaddleSettings()

    def outside_files(self) -> tuple[Path, ...]:
        """The books' TOML files and their scans, and the readings made before."""
        found = sorted(self.readings.rglob("*.json")) if self.readings else []
        for path in self.sources:
            found.append(path)
            try:
                found += scan_files(read_book(path).scan)
            except CpsyexamError:
                continue  # said by the stage, when it runs
        return tuple(found)
