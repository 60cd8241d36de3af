"""The embedded weights as model folders that PaddleOCR reads offline (engine `onnxruntime`)."""

import shutil
from pathlib import Path
from typing import Any

import onnxruntime
import yaml

DETECTION, RECOGNITION = "PP-OCRv6_small_det", "PP-OCRv6_small_rec"


def write_models(weights: Path, folder: Path) -> tuple[Path, Path]:
    """Make a detection and a recognition folder below `folder` from rapidocr's ONNX files.

    `weights` is rapidocr's `models` folder. Returns the two folders; nothing is downloaded.
    """
    found = []
    for name, source, about in (
        (DETECTION, "PP-OCRv6_det_small.onnx", _detection()),
        (RECOGNITION, "PP-OCRv6_rec_small.onnx", None),
    ):
        target = folder / name
        target.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(weights / source, target / "inference.onnx")
        table = about or _recognition(characters(weights / source))
        text = yaml.safe_dump({"Global": {"model_name": name}, **table}, allow_unicode=True)
        (target / "inference.yml").write_text(text, encoding="utf-8")
        found.append(target)
    return found[0], found[1]


def characters(model: Path) -> list[str]:
    """The characters that a recognition model knows, from its metadata."""
    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    said: str = session.get_modelmeta().custom_metadata_map["character"]
    return said.split("\n")


def _detection() -> dict[str, Any]:
    normal = {
        "mean": [0.485, 0.456, 0.406],
        "std": [0.229, 0.224, 0.225],
        "scale": "1./255.",
        "order": "hwc",
    }
    return {
        "PreProcess": {
            "transform_ops": [
                {"DetResizeForTest": {"resize_long": 960}},
                {"NormalizeImage": normal},
                {"ToCHWImage": None},
            ]
        },
        "PostProcess": {
            "name": "DBPostProcess",
            "thresh": 0.3,
            "box_thresh": 0.6,
            "max_candidates": 1000,
            "unclip_ratio": 1.5,
        },
    }


def _recognition(known: list[str]) -> dict[str, Any]:
    return {
        "PreProcess": {
            "transform_ops": [
                {"DecodeImage": {"img_mode": "BGR", "channel_first": False}},
                {"RecResizeImg": {"image_shape": [3, 48, 320]}},
            ]
        },
        "PostProcess": {"name": "CTCLabelDecode", "character_dict": known},
    }
