"""The other tools on the same texts: `python -m bench.dedup_peers METHOD TEXTS OUT`.

Runs in an environment of its own (requirements/bench.lock), so it imports nothing of the project.
All get the same comparison texts, character 2-grams, 125 permutations, 25 bands of 5, one process.
Prints one line of JSON: CPU and wall seconds without reading the texts, peak memory, pairs.
"""

import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

BANDS, ROWS = 25, 5
PERMUTATIONS = BANDS * ROWS
Found = npt.NDArray[np.uint64]  # pairs (left << 32 | right), or a cluster a row


def shingles(text: str) -> list[str]:
    """Character 2-grams."""
    return [text[i : i + 2] for i in range(len(text) - 1)] or [text]


def datasketch(texts: list[str]) -> Found:
    """MinHash.bulk with xxh32, then MinHashLSH: insert all, query all."""
    import xxhash
    from datasketch import MinHash, MinHashLSH

    sets = ([pair.encode() for pair in shingles(text)] for text in texts)
    sketches = MinHash.bulk(sets, num_perm=PERMUTATIONS, hashfunc=xxhash.xxh32_intdigest)
    index = MinHashLSH(num_perm=PERMUTATIONS, params=(BANDS, ROWS))
    with index.insertion_session() as session:
        for row, sketch in enumerate(sketches):
            session.insert(row, sketch, check_duplication=False)
    found = [
        (row << 32) | other
        for row, sketch in enumerate(sketches)
        for other in index.query(sketch)
        if other > row
    ]
    return np.array(sorted(found), dtype=np.uint64)


def rensa(texts: list[str]) -> Found:
    """RMinHash objects and RMinHashLSH.query_all: pairs by its own index."""
    from rensa import RMinHash, RMinHashLSH

    sketches = RMinHash.from_token_sets([shingles(t) for t in texts], PERMUTATIONS, 1)
    index = RMinHashLSH(0.5, PERMUTATIONS, BANDS)
    index.insert_many(sketches, 0)
    found = {
        (min(row, other) << 32) | max(row, other)
        for row, others in enumerate(index.query_all(sketches))
        for other in others
        if other != row
    }
    return np.array(sorted(found), dtype=np.uint64)


def rensa_matrix(texts: list[str]) -> Found:
    """Its fastest sketch (flat hashes of 2-grams, made by numpy) with buckets made by numpy."""
    from rensa import RMinHash

    lengths = np.array([max(len(t) - 1, 1) for t in texts])
    points = np.frombuffer("\n".join([*texts, ""]).encode("utf-32-le"), dtype=np.uint32)
    pairs = (points[:-1].astype(np.uint64) << np.uint64(21)) | points[1:]
    inside = (points[:-1] != ord("\n")) & (points[1:] != ord("\n"))
    hashes = pairs[inside] * np.uint64(0x9E3779B97F4A7C15)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    make = RMinHash.digest_matrix_from_flat_token_hashes
    matrix = make(hashes.tolist(), offsets.tolist(), PERMUTATIONS, 1)
    signs = np.array(matrix.to_rows(), dtype=np.uint32)
    return _pairs(signs)


def _pairs(signs: npt.NDArray[np.uint32]) -> Found:
    found = []
    for band in range(BANDS):
        state = np.full(len(signs), 0xCBF29CE484222325, dtype=np.uint64)
        for column in range(band * ROWS, (band + 1) * ROWS):
            state = (state ^ signs[:, column]) * np.uint64(0x9E3779B97F4A7C15)
            state ^= state >> np.uint64(29)
        order = np.argsort(state, kind="stable").astype(np.uint64)
        ranked = state[order]
        starts = np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1]))
        sizes = np.diff(np.append(starts, len(ranked)))
        for size in np.unique(sizes[sizes > 1]):
            members = order[starts[sizes == size][:, None] + np.arange(size)]
            left, right = np.triu_indices(int(size), 1)
            found.append((members[:, left].ravel() << np.uint64(32)) | members[:, right].ravel())
    return np.unique(np.concatenate(found)) if found else np.empty(0, dtype=np.uint64)


def datatrove(texts: list[str]) -> Found:
    """Its four stages in one process, with character 2-grams hashed by numpy; a cluster a row."""
    from datatrove.data import Document
    from datatrove.pipeline.base import PipelineStep
    from datatrove.pipeline.dedup import minhash
    from datatrove.utils.logging import logger

    class Signature(minhash.MinhashDedupSignature):  # type: ignore[misc]
        """Without the word tokenizer, which does not segment Chinese here."""

        def __init__(self, folder: str, config: Any) -> None:
            PipelineStep.__init__(self)
            self.output_folder = minhash.get_datafolder(folder)
            self.config = config
            self.num_hashes = PERMUTATIONS
            self._parameters = None
            self.skip_existing_sigs = False

        def get_shingles(self, text: str) -> npt.NDArray[np.uint64]:
            points = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32).astype(np.uint64)
            pairs = (points[:-1] << np.uint64(21)) | points[1:]
            mixed = (pairs if len(pairs) else points) * np.uint64(0x9E3779B97F4A7C15)
            return (mixed >> np.uint64(32)).reshape((-1, 1))

    def documents() -> Iterator[Document]:
        return (Document(text=text, id=str(row)) for row, text in enumerate(texts))

    logger.remove()
    config = minhash.MinhashConfig(n_grams=2, num_buckets=BANDS, hashes_per_bucket=ROWS)
    with tempfile.TemporaryDirectory() as folder:
        signs, buckets, removed = (f"{folder}/{name}" for name in ("signs", "buckets", "removed"))
        Signature(signs, config).run(documents(), 0, 1)
        for rank in range(BANDS):
            minhash.MinhashDedupBuckets(signs, buckets, config=config).run(None, rank, BANDS)
        stage = minhash.MinhashDedupCluster(buckets, removed, config, save_cluster_id=True)
        stage.run(None, 0, 1)
        kept = minhash.MinhashDedupFilter(removed)
        sum(1 for _ in kept.run(documents(), 0, 1))
        known = np.fromfile(f"{removed}/000000.clusters", dtype="<u4").reshape(-1, 2)
    clusters = np.arange(len(texts), dtype=np.uint64) + np.uint64(len(texts))
    clusters[known[:, 0]] = known[:, 1]
    return clusters


METHODS: dict[str, Callable[[list[str]], Found]] = {
    "datasketch": datasketch,
    "rensa": rensa,
    "rensa matrix": rensa_matrix,
    "datatrove": datatrove,
}


def main() -> None:
    """Run one method and write what it found."""
    method, source, out = sys.argv[1:]
    texts = pl.read_parquet(source, columns=["text"])["text"].to_list()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    times, wall = os.times(), time.perf_counter()
    found = METHODS[method](texts)
    after = os.times()
    np.save(Path(out), found)
    spent = {
        "cpu": after.user + after.system - times.user - times.system,
        "wall": time.perf_counter() - wall,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "input_mb": before,
    }
    sys.stdout.write(json.dumps(spent) + "\n")


if __name__ == "__main__":
    main()
