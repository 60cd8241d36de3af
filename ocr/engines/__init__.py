"""Engines: a page image → fragments of text. One small protocol, one module an engine."""

from importlib.util import find_spec
from typing import Literal, Protocol

from cpsyexam.errors import ConfigError
from ocr.fragment import Fragment
from ocr.pages import Pixels
from ocr.settings import BooksSettings


class Engine(Protocol):
    """Reads upright pages. `weights` is the SHA-256 of its models."""

    name: str
    model: str
    weights: str

    def read(self, pixels: Pixels) -> list[Fragment]:
        """All fragments of a page in any order; an empty page gives none."""

    def read_line(self, pixels: Pixels) -> tuple[str, float]:
        """Text and score of the image of one line; "" where nothing can be read."""


def open_engine(settings: BooksSettings) -> Engine:
    """The engine that a recipe asks for; `auto` is PaddleOCR where installed, else embedded.

    Raises ConfigError where it is not installed.
    """
    name = settings.engine
    if name == "paddle" or (name == "auto" and find_spec("paddleocr") is not None):
        from ocr.engines.paddle import PaddleEngine

        return PaddleEngine(settings.paddle)
    if name == "openvino" and find_spec("openvino") is None:
        raise ConfigError(
            "engine 'openvino' is not installed",
            where="books.engine",
            remedy="pip install 'cpsyexam[openvino]', or use engine = \"onnxruntime\"",
        )
    from ocr.engines.embedded import EmbeddedEngine

    runtime: Literal["openvino", "onnxruntime"] = (
        "openvino" if name == "openvino" else "onnxruntime"
    )
    return EmbeddedEngine(runtime, settings.model)
