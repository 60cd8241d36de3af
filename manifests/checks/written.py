"""Files hold their rows and nothing besides: each is written again and compared byte by byte.

Between pages, in column statistics, in entries of a dictionary that no row uses or in metadata a
file can carry what no reader of its rows sees.
"""

from collections.abc import Iterator
from functools import partial
from io import BytesIO
from pathlib import Path

import pyarrow.parquet as pq

from cpsyexam.files import encode_frame
from cpsyexam.parquet import WRITERS, encode_table
from manifests.parquet_layout import refuse_odd, unaccounted
from manifests.parquet_values import strange
from manifests.release_reader import NotChecked, ReleaseReader

_NOTES = {"data": {"canary", "release"}, "CHANGES.parquet": {"previous", "sha256"}}


def written(release: ReleaseReader) -> Iterator[str]:
    """Every Parquet file has the bytes that its rows give: nothing is hidden between them."""
    stated = release.manifest["builder"].get("writers")
    for path in release.files():
        if path.suffix == ".parquet":
            place, same = path.relative_to(release.folder).as_posix(), stated == WRITERS
            check = partial(_file, release, path, place, same=same)
            yield from release.proofs.asked("bytes", (path,), [place, same], check)
    if stated != WRITERS:
        raise NotChecked(f"not checked: written with {_said(stated)}, here is {_said(WRITERS)}")


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
