"""A second reader that takes images is shown the question's own region of its scan."""

import base64
import io
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from asking.asker import Asker, Budget
from asking.client import Client
from asking.journal import Journal
from asking.model import Model
from cpsyexam.text import fold
from gating.second.run import calls, reread
from ocr.engines.embedded import EmbeddedEngine
from pipeline.sheets import sheets
from tests.evaluation.stub import serving


def test_a_model_receives_the_picture_of_the_question(built: Path, tmp_path: Path) -> None:
    found = sheets(built / "build", pictures=True, reserve=True)
    sheet = next(page for page in found.pages if page.picture)
    [call, *_] = calls(sheet, 6000)
    with (
        serving(lambda _: "{}") as stub,
        Journal(tmp_path / "journal.jsonl") as journal,
    ):
        model = Model(name="reader", base_url=stub.url, temperature=0.0)
        reread([call], Asker(Client(model), journal, Budget(None)))
    [(_, asked)] = stub.calls
    content: Any = asked["content"]
    text, *pictures = content
    assert len(pictures) == len(call.asked)
    for part, (row, _) in zip(pictures, call.asked, strict=True):
        kind, _, data = part["image_url"]["url"].partition(";base64,")
        assert kind == "data:image/png"
        with Image.open(io.BytesIO(base64.b64decode(data))) as image:
            pixels = np.asarray(image.convert("L"))
        shown = fold("".join(line.text for line in EmbeddedEngine().read(pixels)))
        assert all(fold(said[:10]) in shown for said in (row["stem"], *row["options"]))
        others = {one["stem"] for one in sheet.printed} - {row["stem"]}
        seen = sum(fold(stem[:10]) in shown for stem in others)
        assert seen <= 2 < len(others), "at its edges it may show the question's neighbours alone"
        assert row["stem"][:6] in text["text"]
