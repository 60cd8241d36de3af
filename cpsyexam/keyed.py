"""HMAC-SHA256 of many names under one key (RFC 2104)."""

import hashlib
from collections.abc import Iterable

_BLOCK = 64  # bytes of a block of SHA-256


def keyed_digests(key: bytes, names: Iterable[str]) -> list[str]:
    """`hmac.digest(key, name, "sha256")` of each name, as hex; the key is set up once for all."""
    padded = (key if len(key) <= _BLOCK else hashlib.sha256(key).digest()).ljust(_BLOCK, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
    outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))
    found = []
    for name in names:
        first, second = inner.copy(), outer.copy()
        first.update(name.encode())
        second.update(first.digest())
        found.append(second.hexdigest())
    return found
