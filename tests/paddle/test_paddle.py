"""PaddleOCR itself on PP-OCRv6-small weights via ONNX Runtime, offline (make test-paddle)."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cpsyexam.errors import ConfigError
from cpsyexam.text import fold
from ocr.engines.paddle import DETECTION, RECOGNITION, PaddleEngine, write_models
from ocr.page.fragment import Fragment
from ocr.page.pages import Pixels, Place, picture
from ocr.settings import PaddleSettings

pytest.importorskip("paddleocr", reason="PaddleOCR has its own environment: make test-paddle")

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "ocr" / "golden" / "engines"
WEIGHTS = os.environ.get("CPSYEXAM_WEIGHTS", "")


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    if not WEIGHTS:
        pytest.skip("CPSYEXAM_WEIGHTS does not name the embedded weights: use make test-paddle")
    return write_models(Path(WEIGHTS), tmp_path_factory.mktemp("models"))


def settings(models: tuple[Path, Path]) -> PaddleSettings:
    return PaddleSettings(
        engine="onnxruntime",
        detection=DETECTION,
        detection_dir=models[0],
        recognition=RECOGNITION,
        recognition_dir=models[1],
    )


@pytest.fixture(scope="module")
def engine(models: tuple[Path, Path]) -> PaddleEngine:
    return PaddleEngine(settings(models))


def said(fragments: list[Fragment]) -> list[str]:
    return sorted("".join(fold(f.text).split()) for f in fragments)


def crop() -> Pixels:
    with Image.open(GOLDEN / "crop.png") as image:
        return np.asarray(image.convert("L"))


def golden(name: str) -> list[str]:
    return (GOLDEN / name).read_text("utf-8").splitlines()


def test_small_weights_by_onnx_read_the_crop(engine: PaddleEngine) -> None:
    assert said(engine.read(crop())) == golden("crop.txt")


def test_small_weights_by_onnx_read_a_page_as_the_default_engine_does(
    engine: PaddleEngine,
) -> None:
    place = Place(ROOT / "samples" / "books" / "exercises.pdf", 8, 8)
    pixels = picture(place, dpi=200, max_side=4000)
    assert said(engine.read(pixels)) == golden("page.txt")


def test_a_line_is_read_from_its_own_image(engine: PaddleEngine) -> None:
    text, score = engine.read_line(crop()[14:58])
    assert fold(text).startswith("一、单项选择题")
    assert score > 0.8


def test_an_empty_page_has_no_fragments(engine: PaddleEngine) -> None:
    assert engine.read(np.full((400, 300), 245, dtype=np.uint8)) == []


def test_engine_names_itself(engine: PaddleEngine) -> None:
    assert engine.name == "paddle-onnxruntime"
    assert engine.model == f"{DETECTION}+{RECOGNITION}"
    assert len(engine.weights) == 64


def test_missing_model_folder(models: tuple[Path, Path], tmp_path: Path) -> None:
    wrong = settings(models).model_copy(update={"detection_dir": tmp_path / "nowhere"})
    with pytest.raises(ConfigError, match=r"no PaddleOCR model here"):
        PaddleEngine(wrong)


def test_wrong_model_name(models: tuple[Path, Path]) -> None:
    wrong = settings(models).model_copy(update={"detection": "PP-OCRv5_server_det"})
    with pytest.raises(ConfigError, match=r"mismatch.*inference\.yml"):
        PaddleEngine(wrong)


def test_no_network_gives_the_remedy(tmp_path: Path) -> None:
    """In a process of its own, whose connections are all refused."""
    code = (
        "from ocr.engines.paddle import PaddleEngine\n"
        "from ocr.settings import PaddleSettings\n"
        "from cpsyexam.errors import ConfigError\n"
        "try:\n    PaddleEngine(PaddleSettings(engine='onnxruntime'))\n"
        "except ConfigError as error:\n    print('LINE', error)\n"
    )
    refused = "http://127.0.0.1:9"
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PADDLE_PDX_CACHE_HOME": str(tmp_path),
        **dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), refused),
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("LINE")]
    assert len(lines) == 1, done.stderr[-2000:]
    assert "detection_dir" in lines[0]
    assert 'engine = "onnxruntime"' in lines[0]
