"""Files hold their rows and nothing besides: each is written again and compared byte by byte.

Between pages, in column statistics, in entries of a dictionary that no row uses or in metadata a
file can carry what no reader of its rows sees.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from cpsyexam.files import encode_frame
from cpsyexam.parquet import WRITERS, encode_table
from manifests.parquet_layout import refuse_odd, unaccounted
from manifests.parquet_values import strange
from manifests.release_reader import NotChecked, ReleaseReader

_NOTES = {"data": {"canary", "release"}, "CHANGES.parquet": {"previous", "sha256"}}


def written(release: ReleaseReader) -> Iterator[str]:
    """Every Parquet file has the bytes that its rows give: nothing is hidden between them."""
    yield from release.each("bytes")
    shards = {shard[side] for shard in release.public for side in ("path", "provenance")}
    for path in release.files():
        place = path.relative_to(release.folder).as_posix()
        if path.suffix == ".parquet" and place not in shards:
            yield from _asked(release, place)
    stated = release.manifest["builder"].get("writers")
    if stated != WRITERS:
        raise NotChecked(f"not checked: written with {_said(stated)}, here is {_said(WRITERS)}")


def shard(release: ReleaseReader, entry: Mapping[str, Any]) -> Iterator[str]:
    """The same of one shard and its provenance."""
    for side in ("path", "provenance"):
        if (release.folder / entry[side]).is_file():  # else the check of files says so
            yield from _asked(release, entry[side])


def _asked(release: ReleaseReader, place: str) -> Iterator[str]:
    path, same = release.folder / place, release.manifest["builder"].get("writers") == WRITERS
    check = partial(_file, release, path, place, same=same)
    yield from release.proofs.asked("bytes", (path,), [place, same], check)


def _file(release: ReleaseReader, path: Path, place: str, *, same: bool) -> Iterator[str]:
    found = pq.read_metadata(path)
    notes = {k.decode(): v.decode() for k, v in (found.metadata or {}).items()}
    notes.pop("ARROW:schema", None)
    refuse_odd(path)
    yield from (f"{place}: {said}" for said in unaccounted(path))
    for key in sorted(set(notes) - _NOTES.get(place.split("/", maxsplit=1)[0], set())):
        yield f"{place}: has metadata {key}, which no release has"
    if not same:
        yield from (f"{place}: {said}" for said in strange(path))
        return
    rows = release.table(path)
    again = BytesIO()
    if place.startswith("provenance/"):
        encode_frame(again, rows)
    else:
        groups = found.row_group(0).num_rows if found.num_row_groups else 1
        encode_table(again, rows, group_rows=max(groups, 1), notes=notes)
    left, right = path.read_bytes(), again.getvalue()
    if left != right:
        pairs = enumerate(zip(left, right, strict=False))
        first = next((i for i, (a, b) in pairs if a != b), min(len(left), len(right)))
        yield f"{place}: its rows give {len(right)} bytes, it has {len(left)}; first other: {first}"


def _said(writers: dict[str, str] | None) -> str:
    return (
        ", ".join(f"{name} {version}" for name, version in sorted((writers or {}).items())) or "?"
    )
