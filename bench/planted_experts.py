"""Planted questions shown to simulated models: what their answers find beside the text.

No model is asked. A simulated one knows the matter of a question with `accuracy`, once for all of
its answers about it, as a model does: asked again it errs again; several err apart from each other.
What takes more than to know the matter (a second right option, a slip in a name, a repetition, a
giveaway) it notices in NOTICES of those it knows. Where it does not know it picks one wrong option,
and every second time it sees a slip, a repetition or a giveaway that is none. It answers at a real
endpoint what `cpsyexam generate` asks it, by the truth that a row tells: `right` (letters of all
right options; the answer where left out), `explains` (the letter that its explanation supports).
"""

import json
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench.endpoint import Endpoint
from bench.frame import ROOT

NOTICES = 0.75
SKILLS = ((1, 0.9), (3, 0.8), (3, 0.9), (3, 0.95))  # models, and the accuracy of each
_NUMBERED = re.compile(r"^(\d+)\. ", re.MULTILINE)
_OPTION = re.compile(r"^[A-D]\. (.*)$", re.MULTILINE)
RUN = "from pipeline.cli import main; main()"
Row = dict[str, Any]


class Expert:
    """A model that answers about the rows of a set."""

    def __init__(self, rows: Sequence[Row], accuracy: float, seed: int) -> None:
        """Expert number `seed` of that accuracy."""
        self.accuracy, self.seed = accuracy, seed
        self.rows = {(row["question"], *row["options"].values()): row for row in rows}

    def __call__(self, messages: list[dict[str, str]]) -> str:
        """The reply to a request of `cpsyexam generate`."""
        system, asked = (m["content"] for m in messages[:2])
        options = _OPTION.findall(asked)[:4]
        if "题干略" in asked:
            return json.dumps({"answer": random.Random(f"{self.seed}{asked}").choice("ABCD")})
        head = asked.partition(f"A. {options[0]}")[0].rstrip().splitlines()[-1]
        row = self.rows[head, *options]
        dice = random.Random(f"{self.seed} {self.accuracy} {row['question']}")
        knows = dice.random() < self.accuracy
        sees = dice.random() < (NOTICES if knows else 0.5)
        if '"numbers"' in system:
            return json.dumps({"numbers": self._places(row, asked, knows=knows)})
        if '"supported"' in system:
            return json.dumps(self._reads(row, asked, knows=knows, sees=sees))
        truth = _truth(row)
        letter = dice.choice(truth if knows else sorted(set("ABCD") - set(truth)))
        right = truth if knows and sees else letter
        told = [{"letter": x, "why": "…", "right": x in right} for x in "ABCD"]
        return json.dumps({"options": told, "answer": letter, "certain": knows or sees})

    def _places(self, row: Row, asked: str, *, knows: bool) -> list[int]:
        listed = asked.partition("下面这道题")[0].splitlines()
        names = [line.split("：")[0].split("/")[-1] for line in listed if ". " in line]
        own = next(i for i, name in enumerate(names, 1) if name == row["concept"].split("/")[-1])
        return [own] if knows == (row["fault"] != "off_concept") else [1 + own % len(names)]

    def _reads(self, row: Row, asked: str, *, knows: bool, sees: bool) -> dict[str, object]:
        others = _NUMBERED.findall(asked.partition("其他试题")[2])
        supported = row.get("explains", row["answer"]) if knows else ""

        def found(fault: str) -> bool:
            return sees and (not knows or row["fault"] == fault)

        return {
            "supported": supported,
            "obvious": row["answer"] if found("giveaway") else "",
            "slips": [{"written": row["question"][:4], "meant": "…"}] * found("wrong_name"),
            "same": [int(n) for n in others[-1:]] if found("copy_or_sibling") else [],
        }


def ask(toml: Path, rows: Sequence[Row], models: int, accuracy: float) -> None:
    """Have `cpsyexam generate` show the questions of a source to so many models."""
    with ExitStack() as stack:
        text = 'only = ["none/*"]\n' + toml.read_text("utf-8")
        for n in range(models):
            endpoint = stack.enter_context(Endpoint(answerer=Expert(rows, accuracy, n)))
            text += f'[[answering]]\nname = "expert {n}"\nbase_url = "{endpoint.base_url}"\n'
        toml.write_text(text, "utf-8")
        asked = ["--answers", "1", "--blind", "1", "--proofread", "1", "--place"]
        subprocess.run(
            [sys.executable, "-c", RUN, "generate", str(toml), *asked],
            check=True, cwd=ROOT, stdout=subprocess.DEVNULL,
        )  # fmt: skip


def _truth(row: Row) -> str:
    return "".join(row.get("right") or row["answer"])
