"""The embedded default: rapidocr's wheel (PP-OCRv6 small) on ONNX Runtime or OpenVINO."""

import logging
from pathlib import Path
from typing import Any, Literal

import numpy as np

from cpsyexam.files import digest, digest_file
from ocr.fragment import Fragment, Quad
from ocr.pages import Pixels

DETECTION_SIDE = 2048  # pixels a page high; lines of a larger one are found on a smaller copy
MODELS = ("PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx")


class EmbeddedEngine:
    """One thread, small batches, no line classifier: it turns long lines upside down."""

    model = "PP-OCRv6-small"

    def __init__(self, runtime: Literal["onnxruntime", "openvino"] = "onnxruntime") -> None:
        import rapidocr

        self.name: str = runtime
        folder = Path(rapidocr.__file__).parent / "models"
        self.weights = digest("".join(digest_file(folder / name) for name in MODELS))
        logging.getLogger("RapidOCR").setLevel(logging.ERROR)
        self._reader = rapidocr.RapidOCR(params=_params(runtime))

    def read(self, pixels: Pixels) -> list[Fragment]:
        """All fragments of a page, whatever their score."""
        height, width = pixels.shape
        spread = max(1.0, width / height)  # two book pages side by side keep their scale
        self._detect_at(round(DETECTION_SIDE * spread))
        found: Any = self._reader(np.repeat(pixels[:, :, None], 3, axis=2))
        if found.boxes is None or found.txts is None:
            return []
        return [
            Fragment(text, round(float(score), 4), _quad(box))
            for text, score, box in zip(found.txts, found.scores, found.boxes, strict=True)
        ]

    def _detect_at(self, side: int) -> None:
        settings: Any = self._reader.text_det or self._reader.cfg.Det  # the detector opens late
        settings.limit_side_len = side

    def read_line(self, pixels: Pixels) -> tuple[str, float]:
        """Text and score of the image of one line, without looking for lines in it."""
        image = np.repeat(pixels[:, :, None], 3, axis=2)
        found: Any = self._reader(image, use_det=False, use_cls=False, use_rec=True)
        self._reader.use_det = True
        if not found.txts:
            return "", 0.0
        return str(found.txts[0]), round(float(found.scores[0]), 4)


def _quad(box: Any) -> Quad:
    a, b, c, d, e, f, g, h = (round(float(v), 1) for v in np.asarray(box).reshape(-1))
    return a, b, c, d, e, f, g, h


def _params(runtime: str) -> dict[str, Any]:
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
        "Rec.rec_batch_num": 2,
        "EngineConfig.onnxruntime.intra_op_num_threads": 1,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        "EngineConfig.openvino.inference_num_threads": 1,
    }
