"""PaddleOCR 3.7+ by `PaddleOCR.predict` (extra `paddle`); the embedded weights as its models."""

import os
import shutil
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnxruntime
import yaml

from cpsyexam.errors import ConfigError
from cpsyexam.extras import brought_by
from cpsyexam.files import digest, digest_file
from ocr.engines.embedded import quad
from ocr.page.fragment import Fragment
from ocr.page.pages import Pixels
from ocr.settings import PaddleSettings

PARTS = ("inference.yml", "inference.onnx", "inference.json", "inference.pdmodel")
WEIGHTS = ("inference.onnx", "inference.pdiparams", "inference.json", "inference.pdmodel")
DEFAULT = "PP-OCRv6_medium"
DETECTION, RECOGNITION = "PP-OCRv6_small_det", "PP-OCRv6_small_rec"


class PaddleEngine:
    """Native Paddle or ONNX Runtime; its own models, fetched or from local folders."""

    def __init__(self, settings: PaddleSettings) -> None:
        if find_spec("paddleocr") is None:
            raise ConfigError(
                "PaddleOCR is not installed",
                where="books.engine",
                remedy=f'run {brought_by("paddle")}; or use engine = "onnxruntime"',
            )
        settings, self._models = offline(settings)
        folders = [d for d in (settings.detection_dir, settings.recognition_dir) if d]
        for folder in folders:
            _check(folder)
        self.name = f"paddle-{settings.engine}"
        self.model = f"{settings.detection or DEFAULT}+{settings.recognition or DEFAULT}"
        self.weights = _weights(folders) if folders else digest(self.model)
        self._settings = settings
        self._reader = _open(settings)
        self._lines: Any = None  # opened where a line crosses a gutter

    def read(self, pixels: Pixels) -> list[Fragment]:
        """All fragments of a page."""
        found: list[Fragment] = []
        for page in self._reader.predict(np.repeat(pixels[:, :, None], 3, axis=2)):
            read = zip(page["rec_texts"], page["rec_scores"], page["rec_polys"], strict=True)
            found += [
                Fragment(text, round(float(score), 4), quad(box))
                for text, score, box in read
                if text.strip()
            ]
        return found

    def read_line(self, pixels: Pixels) -> tuple[str, float]:
        """Text and score of the image of one line, by the recognition model alone."""
        if self._lines is None:
            self._lines = _open_lines(self._settings)
        for found in self._lines.predict(np.repeat(pixels[:, :, None], 3, axis=2)):
            return str(found["rec_text"]), round(float(found["rec_score"]), 4)
        return "", 0.0


def _check(folder: Path) -> None:
    if not (folder / "inference.yml").is_file():
        raise ConfigError(
            "no PaddleOCR model here (inference.yml is missing)",
            where=str(folder),
            remedy="give the folder of a downloaded inference model",
        )


def _weights(folders: list[Path]) -> str:
    found = [folder / name for folder in folders for name in WEIGHTS]
    return digest("".join(digest_file(path) for path in found if path.is_file()))


def _open(settings: PaddleSettings) -> Any:
    if settings.detection_dir and settings.recognition_dir:
        os.environ.setdefault("PADDLE_PDX_DISABLE_MODEL_SOURCE_CHECK", "True")
    from paddleocr import PaddleOCR

    try:
        return PaddleOCR(**arguments(settings))
    except ValueError as error:
        raise ConfigError(
            f"PaddleOCR: {error}",
            where="books.paddle",
            remedy="`detection` and `recognition` must be the names in the folders' inference.yml",
        ) from error
    except Exception as error:
        raise ConfigError(
            f"PaddleOCR cannot start: {error}",
            where="books.paddle",
            remedy="offline, set detection_dir and recognition_dir to local models, "
            'or use engine = "onnxruntime"',
        ) from error


def _open_lines(settings: PaddleSettings) -> Any:
    from paddleocr import TextRecognition

    given = arguments(settings)
    shared = ("device", "enable_mkldnn", "cpu_threads", "engine", "engine_config")
    found = {name: given[name] for name in shared if name in given}
    names = {"text_recognition_model_name": "model_name", "text_recognition_model_dir": "model_dir"}
    found |= {own: given[name] for name, own in names.items() if name in given}
    return TextRecognition(**found)


def arguments(settings: PaddleSettings) -> dict[str, Any]:
    """Constructor arguments: orientation models off, thresholds that keep lonely numbers."""
    found: dict[str, Any] = {
        "use_doc_orientation_classify": False,
        "use_doc_unwarping": False,
        "use_textline_orientation": False,
        "text_det_box_thresh": 0.5,
        "text_det_unclip_ratio": 1.6,
        "text_det_limit_side_len": 736,
        "text_det_limit_type": "min",
        "text_rec_score_thresh": 0.0,
        "text_recognition_batch_size": 2,
        "enable_mkldnn": settings.mkldnn,
        "cpu_threads": settings.threads,
    }
    if settings.engine == "onnxruntime":
        found["engine"] = "onnxruntime"
        found["engine_config"] = {"intra_op_num_threads": settings.threads}
    for name, value in (
        ("device", settings.device),
        ("text_detection_model_name", settings.detection),
        ("text_recognition_model_name", settings.recognition),
        ("text_detection_model_dir", settings.detection_dir),
        ("text_recognition_model_dir", settings.recognition_dir),
    ):
        if value:
            found[name] = str(value)
    return found


def offline(settings: PaddleSettings) -> tuple[PaddleSettings, TemporaryDirectory[str] | None]:
    """On ONNX Runtime without models of its own: the embedded weights, and the folder of them."""
    given = settings.model_dump(
        include={"detection", "detection_dir", "recognition", "recognition_dir"}
    )
    spec = find_spec("rapidocr")
    if settings.engine != "onnxruntime" or any(given.values()) or not (spec and spec.origin):
        return settings, None
    held = TemporaryDirectory(prefix="cpsyexam-paddle-")
    folders = write_models(Path(spec.origin).parent / "models", Path(held.name))
    names = {"detection": DETECTION, "recognition": RECOGNITION}
    dirs = {"detection_dir": folders[0], "recognition_dir": folders[1]}
    return settings.model_copy(update=names | dirs), held


def write_models(weights: Path, folder: Path) -> tuple[Path, Path]:
    """Make a detection and a recognition folder below `folder` from rapidocr's ONNX files.

    `weights` is rapidocr's `models` folder. Returns the two folders; nothing is downloaded.
    """
    tables = yaml.safe_load(files("ocr.engines").joinpath("paddle.yml").read_text("utf-8"))
    targets = []
    for part, name, file in (
        ("detection", DETECTION, "PP-OCRv6_det_small.onnx"),
        ("recognition", RECOGNITION, "PP-OCRv6_rec_small.onnx"),
    ):
        target = folder / name
        target.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(weights / file, target / "inference.onnx")
        if part == "recognition":
            tables[part]["PostProcess"]["character_dict"] = characters(weights / file)
        about = {"Global": {"model_name": name}, **tables[part]}
        text = yaml.safe_dump(about, allow_unicode=True)
        (target / "inference.yml").write_text(text, encoding="utf-8")
        targets.append(target)
    return targets[0], targets[1]


def characters(model: Path) -> list[str]:
    """The characters that a recognition model knows, from its metadata."""
    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    said: str = session.get_modelmeta().custom_metadata_map["character"]
    return said.split("\n")
