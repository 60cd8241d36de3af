"""Merkle trees against RFC 6962, canonical JSON against RFC 8785."""

import hashlib
import json
from typing import Any

import polars as pl
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsyexam.files import canonical
from manifests import merkle, verify


def _head(leaves: list[bytes]) -> bytes:
    """MTH as RFC 6962 §2.1 defines it, by recursion."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + _head(leaves[:split]) + _head(leaves[split:])).digest()


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 100, 257])
def test_root_is_that_of_rfc_6962(size: int) -> None:
    leaves = [verify.leaf(str(i)) for i in range(size)]
    assert verify.root(leaves) == _head(leaves).hex()


@given(st.integers(1, 70), st.data())
@settings(max_examples=40)
def test_proof_leads_from_its_leaf_to_the_root(size: int, data: st.DataObject) -> None:
    leaves = [verify.leaf(str(i)) for i in range(size)]
    place = data.draw(st.integers(0, size - 1))
    here = leaves[place]
    for side, sibling in merkle.proof(leaves, place):
        other = bytes.fromhex(sibling)
        here = verify.node(other, here) if side == "left" else verify.node(here, other)
    assert here.hex() == verify.root(leaves)


_ROWS: st.SearchStrategy[list[Any]] = st.lists(
    st.fixed_dictionaries(
        {
            "question": st.text(),
            "answer": st.none() | st.text(),
            "options": st.lists(st.text(), max_size=4),
            "number": st.none() | st.integers(-(2**31), 2**31 - 1),
            "changes": st.lists(
                st.fixed_dictionaries({"after": st.text(), "field": st.text()}), max_size=2
            ),
        }
    ),
    min_size=1,
    max_size=5,
)
_SCHEMA = {
    "question": pl.String(),
    "answer": pl.String(),
    "options": pl.List(pl.String()),
    "number": pl.Int32(),
    "changes": pl.List(pl.Struct({"after": pl.String(), "field": pl.String()})),
}


@given(_ROWS)
@settings(max_examples=150)
def test_vectors_spell_canonical_json_as_everyone_does(rows: list[Any]) -> None:
    spelt = merkle.texts(pl.DataFrame(rows, schema=_SCHEMA)).to_list()
    assert spelt == [canonical(row) for row in rows]
    assert spelt == [verify.canonical(row) for row in rows]
    assert spelt == [rfc8785.dumps(row).decode() for row in rows]
    assert [json.loads(text) for text in spelt] == rows


def test_salt_hides_a_guess() -> None:
    known = '{"record":"a question that everyone can guess"}'
    salted = verify.leaf(known, merkle.salt(b"secret key", "q1"))
    assert salted != verify.leaf(known)
    assert salted != verify.leaf(known, merkle.salt(b"another key", "q1"))
    assert salted != verify.leaf(known, merkle.salt(b"secret key", "q2"))
