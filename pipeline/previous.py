"""The earlier version that a build goes on from: a question keeps its part from then on."""

from pathlib import Path

from cpsyexam.errors import ConfigError
from cpsyexam.files import digest, read_json
from cpsyexam.lineage import Lineages
from cpsyexam.versions import below, lying, numbers
from pipeline.keys import KNOWN
from pipeline.paths import Paths


def earlier_lineages(asked: str, name: str, version: str, paths: Paths) -> Lineages | None:
    """The lineages of the version of a release that the next goes on from; None where none is.

    `asked` is what the recipe says: a release or table, "none", or "" for the newest lower version
    of the same name among the releases. Raises ConfigError where that one's reserve is not here.
    """
    if asked == "none":
        return None
    return previous_lineages(asked or newest_lower(name, version, paths), paths)


def newest_lower(name: str, version: str, paths: Paths) -> str:
    """Label of the newest release of a name below a version; "" where there is none.

    One of which the reserve alone is left counts: what it kept back must stay so.
    """
    found = below(version, lying(name, *paths.kept))
    return found.name if found else ""


def refuse_renamed(name: str, key: bytes, paths: Paths) -> None:
    """Raise ConfigError where a release of another name here was drawn with this secret key.

    The same key is the same release under another name: what that one kept back would be drawn
    anew. The sample's keys, which everybody has, tell nothing.
    """
    mine, found = digest(key), {}
    for path in paths.reserve("").glob("*/RELEASE.json") if mine not in KNOWN else ():
        manifest = read_json(path)
        if manifest.get("name") != name and manifest.get("split", {}).get("key_sha256") == mine:
            found[numbers(manifest["version"])] = path.parent
    if found:
        newest = found[max(found)]
        raise ConfigError(
            f"{newest.name} was drawn with the split key of {name}, which has no version before",
            where=str(newest),
            remedy=f"to go on from it: [split] previous = {newest.name!r}; for another release: "
            "a key of its own",
        )


def previous_lineages(name: str, paths: Paths) -> Lineages | None:
    """The lineages of an earlier release; None where `name` is "".

    `name` is a release (`<name>-<version>` below releases/, or its folder) or a table of id and
    split (Parquet or CSV). Raises ConfigError where it cannot be used, above all where its reserve
    is not here: what was reserved would be drawn again, and could become public.
    """
    if not name:
        return None
    folder = Path(name) if Path(name).exists() else paths.release(name)
    if folder.is_file():
        from splitting.previous_release import read_previous

        return read_previous(folder)
    reserve = paths.reserve(folder.name)
    if not folder.is_dir() or not reserve.is_dir():
        gone = reserve if folder.is_dir() else folder
        raise ConfigError(
            f"previous release {name!r} is not whole here",
            where=str(gone),
            remedy="bring both its release and its reserve folder, or name a table of id and "
            "split; where it was never published, delete both",
        )
    from cpsyexam.earlier import lineages

    return lineages(folder, reserve)
