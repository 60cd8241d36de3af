"""A Hub dataset as a local folder (huggingface_hub, loaded at need)."""

import re
from pathlib import Path

from banks.settings import FORMATS
from cpsyexam.errors import RemoteError


def snapshot(repo: str, revision: str = "main") -> tuple[Path, str]:
    """Folder with the data files of a dataset repository, and the commit that was read.

    Raises RemoteError where the Hub cannot be reached and no copy lies in its cache.
    """
    from huggingface_hub import snapshot_download

    patterns = [f"*{suffix}" for suffix in FORMATS]
    try:
        folder = Path(
            snapshot_download(repo, repo_type="dataset", revision=revision, allow_patterns=patterns)
        )
    except Exception as error:  # the client raises many kinds: HTTP, validation, cache
        raise RemoteError(
            f"dataset cannot be fetched: {str(error).splitlines()[0]}",
            where=f"hub {repo}@{revision}",
            remedy="check the name and the network, or give a local path",
        ) from error
    return folder, folder.name


def is_repository(name: str) -> bool:
    """True for what may be a repository's name on the Hub: `owner/name`."""
    return bool(re.fullmatch(r"[A-Za-z0-9][\w.-]*/[\w.-]+", name))
