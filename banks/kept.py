"""What large files of banks gave, kept by their bytes and by how they are read."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import polars as pl

from banks.bank_file import BankFile, read_file
from banks.limits import BankLimits
from banks.mapping import Mapping
from cpsyexam.executor import INLINE
from cpsyexam.files import canonical, digest, digest_file
from cpsyexam.memo import Memo
from cpsyexam.records import OWN_FILE, capture_id

_LARGE = 1_000_000  # bytes: smaller ones are read as fast again
_WORTH = 70_000_000  # bytes (150,000 questions) from which workers pay for their start
_PARTS = ("questions", "bad_rows", "mapping")


def kept_file(
    path: Path,
    *,
    source: str,
    root: Path,
    mapping: Mapping,
    url: str,
    limits: BankLimits,
    memo: Memo,
) -> BankFile:
    """The same as `read_file`; from `memo` where a run before read these bytes in this way."""
    size = path.stat().st_size
    executor = memo.executor if size >= _WORTH else INLINE
    read = partial(
        read_file,
        path,
        source=source,
        root=root,
        mapping=mapping,
        url=url,
        limits=limits,
        executor=executor,
    )
    if memo.folder is None or size < _LARGE:
        return read()
    once = cache(read)
    said = digest_file(path)
    inside = path.relative_to(root).as_posix() if path != root else path.name
    how = [said, source, inside, path.stem, url, str(mapping), str(limits)]
    content = digest(canonical(how))
    found = [memo.frame(name, content, partial(_part, name, once)) for name in _PARTS]
    questions, bad, (told,) = found[0], found[1], found[2].rows(named=True)
    return BankFile(
        path=path,
        capture=capture_id(source, url, OWN_FILE),
        digest=said,
        mapping=Mapping.model_validate_json(told["mapping"]),
        questions=questions,
        bad_rows=tuple(bad.iter_rows()),
        headings=tuple(told["headings"]),
    )


def _part(name: str, read: Callable[[], BankFile]) -> pl.DataFrame:
    file = read()
    if name == "questions":
        return file.questions
    if name == "bad_rows":
        schema = {"number": pl.Int64, "why": pl.String}
        return pl.DataFrame(list(file.bad_rows), schema=schema, orient="row")
    told = {"mapping": [file.mapping.model_dump_json()], "headings": [list(file.headings)]}
    return pl.DataFrame(told, schema={"mapping": pl.String, "headings": pl.List(pl.String)})
