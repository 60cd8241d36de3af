"""The default engine reads what PaddleOCR reads: same golden texts as tests/paddle."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cpsyexam.errors import ConfigError
from cpsyexam.text import fold
from ocr.engines import chosen, open_engine
from ocr.engines.embedded import SMALL, EmbeddedEngine
from ocr.engines.lighter import settled
from ocr.page.again import read_upright
from ocr.page.fragment import Fragment
from ocr.page.pages import Place, picture, turned
from ocr.settings import BooksSettings
from tests.matrix import some

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = Path(__file__).parents[1] / "golden" / "engines"


@pytest.fixture(scope="module")
def engine() -> EmbeddedEngine:
    return EmbeddedEngine()


def said(fragments: list[Fragment]) -> list[str]:
    return sorted("".join(fold(f.text).split()) for f in fragments)


def golden(name: str) -> list[str]:
    return (GOLDEN / name).read_text("utf-8").splitlines()


def test_reads_the_crop(engine: EmbeddedEngine) -> None:
    with Image.open(GOLDEN / "crop.png") as image:
        pixels = np.asarray(image.convert("L"))
    assert said(engine.read(pixels)) == golden("crop.txt")


def test_reads_a_page(engine: EmbeddedEngine) -> None:
    place = Place(ROOT / "samples" / "books" / "exercises.pdf", 8, 8)
    assert said(engine.read(picture(place, dpi=200, max_side=4000))) == golden("page.txt")


@pytest.mark.parametrize("lies", some([90, 180, 270], 3))
def test_a_page_that_lies_wrong_is_turned_upright(engine: EmbeddedEngine, lies: int) -> None:
    with Image.open(GOLDEN / "crop.png") as image:
        pixels = np.asarray(image.convert("L"))
    reading = read_upright(engine, turned(pixels, lies))
    assert reading.turn == 360 - lies
    assert (reading.height, reading.width) == pixels.shape
    assert said(list(reading.fragments)) == golden("crop.txt")


def test_reads_a_line_from_its_own_image(engine: EmbeddedEngine) -> None:
    with Image.open(GOLDEN / "crop.png") as image:
        pixels = np.asarray(image.convert("L"))
    text, score = engine.read_line(pixels[14:58])
    assert fold(text).startswith("一、单项选择题")
    assert score > 0.8
    assert said(engine.read(pixels)) == golden("crop.txt")  # lines are looked for again


def test_an_empty_page_has_no_fragments(engine: EmbeddedEngine) -> None:
    assert engine.read(np.full((400, 300), 245, dtype=np.uint8)) == []


def test_auto_is_the_embedded_engine_where_paddleocr_is_not_installed() -> None:
    opened = open_engine(BooksSettings())
    assert opened.name in ("onnxruntime", "openvino", "paddle-paddle", "paddle-onnxruntime")
    assert len(opened.weights) == 64


@pytest.mark.parametrize(
    ("machine", "installed", "name", "why"),
    [
        ("x86_64", {"openvino"}, "openvino", "0.6 of the CPU time"),
        ("AMD64", {"openvino"}, "openvino", "0.6 of the CPU time"),
        ("x86_64", set(), "onnxruntime", "is not installed"),
        ("aarch64", {"openvino"}, "onnxruntime", "not aarch64"),
        ("x86_64", {"openvino", "paddleocr"}, "paddle", "PaddleOCR is installed"),
    ],
)
def test_auto_chooses_by_processor_and_says_why(
    machine: str, installed: set[str], name: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.setattr(
        "ocr.engines.find_spec", lambda asked: object() if asked in installed else None
    )
    found = chosen(BooksSettings())
    assert found.name == name
    assert why in found.why


def test_an_engine_that_the_recipe_names_is_taken() -> None:
    assert chosen(BooksSettings(engine="openvino")) == ("openvino", "the recipe names it")


def test_openvino_reads_the_same_page() -> None:
    pytest.importorskip("openvino", reason="OpenVINO is an option: pip install cpsyexam[openvino]")
    place = Place(ROOT / "samples" / "books" / "exercises.pdf", 8, 8)
    pixels = picture(place, dpi=200, max_side=4000)
    assert said(EmbeddedEngine("openvino").read(pixels)) == golden("page.txt")


def test_openvino_missing_names_the_remedy() -> None:
    if find_spec("openvino") is not None:
        pytest.skip("OpenVINO is installed")
    with pytest.raises(
        ConfigError, match=r"'openvino' is not installed; run .* -m pip install 'openvino>="
    ):
        open_engine(BooksSettings(engine="openvino"))


def test_paddle_missing_names_the_remedy() -> None:
    if find_spec("paddleocr") is not None:
        pytest.skip("PaddleOCR is installed")
    with pytest.raises(ConfigError, match=r"PaddleOCR is not installed; run .* 'paddleocr<"):
        open_engine(BooksSettings(engine="paddle"))


def test_no_weight_of_the_detector_slows_a_processor_down() -> None:
    import rapidocr

    model = (Path(rapidocr.__file__).parent / "models" / SMALL[0]).read_bytes()
    made = settled(model)
    changed = np.frombuffer(model, np.uint8) != np.frombuffer(made, np.uint8)
    assert len(made) == len(model)
    assert 250_000 * 2 < changed.sum() < 260_000 * 4  # bytes of the subnormal weights alone
    assert settled(made) == made
    x = np.random.default_rng(1).random((1, 3, 256, 192), dtype=np.float32)
    before, after = (_run(weights, x) for weights in (model, made))
    assert np.abs(before - after).max() < 1e-6


def _run(model: bytes, x: np.ndarray) -> np.ndarray:
    from onnxruntime import InferenceSession

    session = InferenceSession(model, providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, {session.get_inputs()[0].name: x})[0])
