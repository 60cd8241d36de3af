"""Finding the release that a person means."""

import shutil
from pathlib import Path

from cpsyexam.errors import ConfigError, RemoteError
from manifests.verify import read_manifest


def newest(folder: Path) -> Path:
    """The release that was sealed last. Raises ConfigError where there is none."""
    found = [path.parent for path in folder.glob("*/RELEASE.json") if path.parent.name[0] != "."]
    if not found:
        raise ConfigError("no release here", where=str(folder), remedy="run cpsyexam build")
    return max(found, key=lambda path: (path / "RELEASE.json").stat().st_mtime)


def fetch(place: str, build: Path) -> Path:
    """A release's folder, or `org/name@revision` downloaded from the Hub into the build folder.

    Raises ConfigError where it is not a release, RemoteError where the Hub does not give it.
    """
    folder = Path(place)
    if folder.is_dir():
        return folder
    repo, _, revision = place.partition("@")
    if repo.count("/") != 1 or not revision:
        raise ConfigError(
            "no such folder", where=place, remedy="give a release folder or org/name@revision"
        )
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError

    target = build / "audited" / repo.replace("/", "--") / revision
    try:
        found = snapshot_download(repo, repo_type="dataset", revision=revision, local_dir=target)
    except (HfHubHTTPError, HFValidationError, OSError) as error:
        raise RemoteError(
            f"cannot be downloaded: {str(error).splitlines()[0]}",
            where=place,
            remedy="check the name, the revision and your access",
        ) from error
    shutil.rmtree(target / ".cache", ignore_errors=True)  # the client's own notes
    return Path(found)


def label(folder: Path) -> str:
    """`<name>-<version>` of a release, by its manifest; the folder's name where it has none."""
    try:
        manifest = read_manifest(folder)
        return f"{manifest['name']}-{manifest['version']}"
    except (ValueError, KeyError):
        return folder.resolve().name
