"""Requests and responses of the local Hub, and how a file is told."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bench.hub.state import Commit, Entry


@dataclass
class Call:
    """One request."""

    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    body: bytes
    base: str  # http://127.0.0.1:port
    user: str


@dataclass
class Answer:
    """One response; `body` is JSON unless it is bytes."""

    body: Any = field(default_factory=dict)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


Route = Callable[[Call, re.Match[str]], Answer]


def ranged(call: Call, data: bytes, headers: dict[str, str]) -> Answer:
    asked = re.fullmatch(r"bytes=(\d+)-(\d*)", call.headers.get("range", ""))
    if not asked:
        return Answer(data, headers=headers)
    first, last = int(asked[1]), int(asked[2] or len(data) - 1)
    headers["Content-Range"] = f"bytes {first}-{last}/{len(data)}"
    return Answer(data[first : last + 1], 206, headers)


def described(entry: Entry) -> dict[str, Any]:
    found: dict[str, Any] = {
        "type": "file",
        "path": entry.path,
        "size": entry.size,
        "oid": entry.oid,
    }
    if entry.sha256:
        found["lfs"] = {
            "oid": entry.sha256, "size": entry.size, "pointerSize": len(entry.pointer),
        }  # fmt: skip
    return found


def tree_of(commit: Commit) -> dict[str, str]:
    """Path → digest of content, for tests."""
    return {path: entry.sha256 or entry.oid for path, entry in commit.tree.items()}
