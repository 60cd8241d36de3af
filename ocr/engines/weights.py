"""Weights of a model without numbers too small to matter, on which processors are slow.

A tenth of the embedded detector's weights are subnormal floats: training has worn them down to
nothing. On Intel the two convolutions that have most of them took 60 % of a page's detection.
"""

from collections.abc import Iterator, Sequence

import numpy as np

_LEAST = 1e-30  # products of such weights and pixels are lost in the last digit of any sum
_FLOAT = 1  # TensorProto.DataType
# field numbers of onnx.proto: graph, its initializers; graph, node, attribute, its tensor
_TENSORS = ((7, 5), (7, 1, 5, 5))
_KIND, _RAW = 2, 9  # fields of a tensor
_FIXED = {1: 8, 5: 4}  # bytes of protobuf's fields of fixed length


def settled(model: bytes) -> bytes:
    """An ONNX model (its serialised form) with its smallest weights made zero."""
    made = bytearray(model)
    for path in _TENSORS:
        for start, end in _spans(made, 0, len(made), path):
            found = {number: span for number, *span in _fields(made, start, end)}
            if _RAW not in found or _varint(made, found[_KIND][0])[0] != _FLOAT:
                continue
            first, last = found[_RAW]
            weights = np.frombuffer(made, np.float32, (last - first) // 4, first)
            weights[np.abs(weights) < _LEAST] = 0
    return bytes(made)


def _spans(data: bytearray, start: int, end: int, path: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where the messages lie that a path of field numbers leads to."""
    if not path:
        yield start, end
        return
    for number, first, last in _fields(data, start, end):
        if number == path[0]:
            yield from _spans(data, first, last, path[1:])


def _fields(data: bytearray, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """(number, first byte, end) of each field of a message, in protobuf's wire format."""
    while start < end:
        key, first = _varint(data, start)
        kind = key & 7
        if kind == 2:
            size, first = _varint(data, first)
            start = first + size
        else:
            start = first + _FIXED[kind] if kind in _FIXED else _varint(data, first)[1]
        yield key >> 3, first, start


def _varint(data: bytearray, start: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[start]
        start += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, start
