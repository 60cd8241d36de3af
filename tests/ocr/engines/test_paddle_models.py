"""Models for PaddleOCR without a network; PaddleOCR itself is read by tests/paddle."""

from pathlib import Path

from ocr.engines.paddle import DETECTION, RECOGNITION, offline
from ocr.settings import PaddleSettings


def test_on_onnxruntime_paddle_reads_with_the_embedded_weights_where_it_has_none() -> None:
    settings, held = offline(PaddleSettings(engine="onnxruntime"))
    assert held is not None
    with held:
        assert (settings.detection, settings.recognition) == (DETECTION, RECOGNITION)
        for folder in (settings.detection_dir, settings.recognition_dir):
            assert folder is not None
            assert {p.name for p in folder.iterdir()} == {"inference.onnx", "inference.yml"}


def test_models_that_the_recipe_names_and_native_paddle_stay_as_they_are(tmp_path: Path) -> None:
    for given in (
        PaddleSettings(engine="onnxruntime", recognition_dir=tmp_path),
        PaddleSettings(engine="paddle"),
    ):
        assert offline(given) == (given, None)
