"""Keyed digests are those of RFC 2104."""

import hmac

import pytest

from cpsyexam.keyed import keyed_digests


@pytest.mark.parametrize("size", [0, 1, 32, 64, 65, 200])
def test_digests_are_those_of_the_standard_library(size: int) -> None:
    key, names = bytes(range(size)), ["", "u1", "组别", "x" * 500]
    assert keyed_digests(key, names) == [
        hmac.digest(key, n.encode(), "sha256").hex() for n in names
    ]
