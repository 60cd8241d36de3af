"""Questions by a model, measured against a local endpoint: planted faults, kills, throughput.

No model is asked: the endpoint answers from templates, or as an expert of stated accuracy who
knows the truth of the planted questions. So the figures are of the machinery, not of a model.
"""

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import polars as pl

from asking.asker import Asker, Budget
from asking.client import Client
from asking.journal import Entry, Journal, read_journal
from asking.model import Model
from bench import planted, planted_unseen
from bench.endpoint import Endpoint
from bench.frame import measured, publish
from bench.planted import Planted
from cleaning.duplicates.index import DuplicateIndex
from cpsyexam.records import RawQuestion, conform
from generation.gates import Item
from generation.known import found
from generation.prompts import read_prompts
from generation.selfcheck import ask_all, requests
from generation.settings import read_source
from generation.stage import read_written
from pipeline.bank_frames import comparable

ACCURACY, TIMES = 0.95, 5  # of the endpoint's expert; answers a question
RUN = "from pipeline.cli import main; main()"


def gates(folder: Path) -> list[list[object]]:
    """Rows: family, planted, refused, rules; good questions last."""
    dice = random.Random(17)
    items = planted.recorded()
    families: dict[str, list[Planted]] = {
        "answer in the stem": planted.plant(items, planted.in_stem, dice)[:14],
        "right option far longer": planted.plant(items, planted.long_winded, dice)[:13],
        "all of the above": planted.plant(items, planted.all_above, dice)[:13],
        "concept of another subject": planted.misplaced(items, dice, near=False),
        "concept of the same subject": planted.misplaced(items, dice, near=True),
        "sibling": [
            *(Planted(item, item.entry.id, sound=True) for item in items),
            *planted.plant(items, planted.edited, dice)[:20],
        ],
    }
    rows: list[list[object]] = []
    for name, family in families.items():
        toml, by_key = planted.write_source(folder / name.replace(" ", "-"), family)
        rules, _ = planted.refused(read_written(toml), by_key)
        size = sum(not one.sound for one in family)
        rows.append([name, size, sum(rules.values()), _shown(rules)])
    rows.append(_known(folder, items, dice))
    good = [Planted(item, item.entry.id, sound=True) for item in dice.sample(items, 200)]
    toml, by_key = planted.write_source(folder / "good", good)
    _, wrongly = planted.refused(read_written(toml), by_key)
    return [*rows, ["good questions", 200, wrongly, ""]]


def _known(folder: Path, items: list[Item], dice: random.Random) -> list[object]:
    """Edited copies of questions of a known release."""
    release, _ = planted.write_source(
        folder / "release", [Planted(item, item.entry.id) for item in items]
    )
    toml, _ = planted.write_source(
        folder / "copies", planted.plant(items, planted.edited, dice)[:20]
    )
    index = DuplicateIndex()
    index.extend(_comparable(release))
    edges = index.query(_comparable(toml)).rename({"left": "question", "right": "known"})
    with Journal(read_source(toml).journal) as journal:
        for entry in found(edges.unique(["question"])):
            journal.append(entry)
    rules = [r["rule"] for r in read_written(toml).rejected if r["rule"] != "too_few_questions"]
    return ["copy of a known question", 20, len(rules), _shown({"known_question": len(rules)})]


def _comparable(toml: Path) -> pl.DataFrame:
    raw = conform(read_written(toml).kept, RawQuestion)
    return comparable(raw.with_columns(bank_id="raw_id"))


def expert(folder: Path) -> list[list[object]]:
    """Rows: family, planted, refused or with a doubt, kinds of doubt."""
    dice = random.Random(23)
    items = planted.recorded()
    truth = {item.question.stem: planted.right_of(item.question) for item in items}
    rows: list[list[object]] = []
    for name, family in (
        ("wrong key", planted.plant(items, planted.wrong_key, dice)),
        ("two right options", planted.plant(items, planted.two_right, dice)),
        ("good questions", [Planted(i, i.entry.id) for i in dice.sample(items, 200)]),
    ):
        toml, _ = planted.write_source(folder / name.replace(" ", "-"), family)
        with Endpoint(answerer=_answerer(truth, dice)) as endpoint:
            _check(toml, endpoint.base_url)
        notes = [
            [note.split(" ")[0].removeprefix("doubt:") for note in row["notes"] if "doubt:" in note]
            for row in read_written(toml).kept
        ]
        kinds: dict[str, int] = {}
        for kind in (kind for row in notes for kind in row):
            kinds[kind] = kinds.get(kind, 0) + 1
        passed = sum(not row for row in notes)  # kept without a doubt
        rows.append([name, len(family), len(family) - passed, _shown(kinds)])
    return rows


def _answerer(truth: dict[str, str], dice: random.Random) -> Callable[[list[dict[str, str]]], str]:
    """An expert: right with ACCURACY; between two right options by chance, and then uncertain."""

    def answer(messages: list[dict[str, str]]) -> str:
        lines = messages[1]["content"].splitlines()
        right = next(truth[line] for line in lines if line in truth)
        options = {line[0]: line[3:] for line in lines if line[1:3] == ". "}
        fitting = [
            letter for letter, option in options.items() if option in (right, planted.SAID + right)
        ]
        letter = dice.choice(fitting if dice.random() < ACCURACY else list(options))
        return json.dumps({"answer": letter, "certain": len(fitting) < 2 or dice.random() < 0.5})

    return answer


def _check(toml: Path, base_url: str) -> None:
    source = read_source(toml)
    prompts = read_prompts(source.prompts)
    client = Client(Model(name="expert", base_url=base_url, in_flight=16))
    with Journal(source.journal) as journal:
        asked = requests(read_written(toml).items, prompts, TIMES, 0)
        ask_all(asked, [Asker(client, journal, Budget(None))])


def kills(folder: Path, times: int = 20) -> list[object]:
    """Row: kills, questions, answers paid twice, most that may be."""
    from bench.writing import catalogue, source

    names = [f"概念{chr(0x4E00 + 37 * k)}{chr(0x5B50 + 53 * k)}" for k in range(60)]
    dice, flying = random.Random(5), 4
    concepts = catalogue(folder / "kills" / "catalogue", names)
    with Endpoint(delay=0.15) as endpoint:
        toml = source(folder / "kills", endpoint.base_url, concepts, in_flight=flying, timeout=5)
        for _ in range(times):
            before = endpoint.requests
            run = subprocess.Popen(
                [sys.executable, "-c", RUN, "generate", str(toml)],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            while endpoint.requests <= before and run.poll() is None:
                time.sleep(0.005)
            time.sleep(dice.uniform(0, 0.3))
            run.send_signal(signal.SIGKILL)
            run.wait()
        subprocess.run([sys.executable, "-c", RUN, "generate", str(toml)], check=True,
                       stdout=subprocess.DEVNULL)  # fmt: skip
        before = endpoint.requests
        subprocess.run([sys.executable, "-c", RUN, "generate", str(toml)], check=True,
                       stdout=subprocess.DEVNULL)  # fmt: skip
        again = endpoint.requests - before
    twice = sum(endpoint.served.values()) - len(endpoint.served)
    kept = len(read_written(toml).kept)
    return [f"{times} kills", kept, f"{twice} paid twice (at most {times * flying})",
            f"{again} calls by the run after"]  # fmt: skip


def throughput(folder: Path, concepts: int = 1384) -> list[object]:
    """Row: calls, seconds, MB."""
    from bench.writing import catalogue, source
    from concepts.reading import read_catalogue
    from generation.asking import tasks, write_questions

    names = [f"概念{k:04d}" for k in range(concepts)]
    place = catalogue(folder / "many" / "catalogue", names)
    text = next(place.glob("*.toml"))
    every = 'prompts = ["theory", "case", "mixed", "calculation"]\nformula = "a+b"'
    text.write_text(text.read_text("utf-8").replace('prompts = ["theory"]', every), "utf-8")
    with Endpoint(delay=0.05) as endpoint:
        toml = source(folder / "many", endpoint.base_url, place, in_flight=64, timeout=30)
        chosen = read_source(toml)
        wanted = tasks(read_catalogue(place))
        with measured() as spent, Journal(chosen.journal) as journal:
            asker = Asker(Client(chosen.model), journal, Budget(None))
            write_questions(wanted, read_prompts(chosen.prompts), asker)
    entries: list[Entry] = [entry for _, entry in read_journal(chosen.journal)]
    return [f"{len(entries)} calls, 64 in flight, 50 ms", f"{spent.wall:.1f} s",
            f"{spent.cpu:.1f} s CPU, endpoint too", f"{spent.peak_mb} MB"]  # fmt: skip


def _shown(counts: dict[str, int]) -> str:
    ranked = sorted(counts.items(), key=lambda item: -item[1])
    return ", ".join(f"{name} {count}" for name, count in ranked)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=["gates", "expert", "unseen", "kills", "throughput"])
    only = parser.parse_args().only
    columns = ["what", "planted", "found", "by"]
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        if only in (None, "gates"):
            publish("generation", "Faults that need no knowledge", columns, gates(here))
        if only in (None, "expert"):
            title = (
                f"Faults that need knowledge: an expert right in {ACCURACY:.0%}, {TIMES} answers"
            )
            publish("generation_expert", title, columns, expert(here))
        if only in (None, "unseen"):
            heads = ["fault", "found by", "planted", "refused", "doubted", "by expert", "found"]
            for name, files, title in (
                ("unseen", planted_unseen.UNSEEN, "Written before the gates were seen"),
                ("later", planted_unseen.LATER, "Written after the gates had learnt from those"),
            ):
                rows = planted_unseen.judged(here, files, accuracy=ACCURACY, times=TIMES)
                publish(f"generation_{name}", title, heads, rows)
        if only in (None, "kills"):
            publish("generation_kills", "Killed runs", columns, [kills(here)])
        if only in (None, "throughput"):
            publish("generation_speed", "Throughput", columns, [throughput(here)])


if __name__ == "__main__":
    main()
