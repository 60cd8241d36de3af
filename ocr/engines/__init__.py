"""Engines: a page image → fragments of text. One small protocol, one module an engine."""

import platform
from importlib.util import find_spec
from typing import Literal, NamedTuple, Protocol

from cpsyexam.errors import ConfigError
from cpsyexam.extras import brought_by
from ocr.page.fragment import Fragment
from ocr.page.pages import Pixels
from ocr.settings import BooksSettings, EngineName

_X86 = ("x86_64", "amd64")


class Engine(Protocol):
    """Reads upright pages. `weights` is the SHA-256 of its models."""

    name: str
    model: str
    weights: str

    def read(self, pixels: Pixels) -> list[Fragment]:
        """All fragments of a page in any order; an empty page gives none."""

    def read_line(self, pixels: Pixels) -> tuple[str, float]:
        """Text and score of the image of one line; "" where nothing can be read."""


class Choice(NamedTuple):
    """An engine's name in a recipe, and why it is that one."""

    name: EngineName
    why: str


def chosen(settings: BooksSettings) -> Choice:
    """The engine of a recipe; of `auto` what is installed and serves this processor best."""
    if settings.engine != "auto":
        return Choice(settings.engine, "the recipe names it")
    if find_spec("paddleocr") is not None:
        return Choice("paddle", "PaddleOCR is installed")
    if platform.machine().lower() not in _X86:
        return Choice("onnxruntime", f"OpenVINO was measured on x86 only, not {platform.machine()}")
    if find_spec("openvino") is not None:
        return Choice("openvino", "installed, 0.6 of the CPU time of ONNX Runtime on x86")
    return Choice("onnxruntime", "OpenVINO, 1.6 times as fast on x86, is not installed")


def open_engine(settings: BooksSettings) -> Engine:
    """The engine that a recipe asks for, or that `auto` chooses.

    Raises ConfigError where it is not installed.
    """
    name = chosen(settings).name
    if name == "paddle":
        from ocr.engines.paddle import PaddleEngine

        return PaddleEngine(settings.paddle)
    if name == "openvino" and find_spec("openvino") is None:
        raise ConfigError(
            "engine 'openvino' is not installed",
            where="books.engine",
            remedy=f'run {brought_by("openvino")}; or use engine = "onnxruntime"',
        )
    from ocr.engines.embedded import EmbeddedEngine

    runtime: Literal["openvino", "onnxruntime"] = (
        "openvino" if name == "openvino" else "onnxruntime"
    )
    return EmbeddedEngine(runtime, settings.model)
