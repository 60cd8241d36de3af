"""The same MinHash compiled: UTF-8 bytes → band keys in one pass, no signature kept.

About 1 µs a text of 100 characters and core; importing this module compiles (once a machine), so
it is imported only where there is much to do.
"""

import numba
import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa

from cleaning.duplicates.minhash import permutations

_U32 = numba.uint32


@numba.njit(cache=True, nogil=True, boundscheck=False)
def _keys(
    data: npt.NDArray[np.uint8],
    starts: npt.NDArray[np.int64],
    factors: npt.NDArray[np.uint32],
    summands: npt.NDArray[np.uint32],
    rows: int,
    out: npt.NDArray[np.uint32],
) -> None:
    count = factors.shape[0]
    bands = out.shape[0]
    least = np.empty(count, dtype=np.uint32)
    for text in range(starts.shape[0] - 1):
        least[:] = _U32(0xFFFFFFFF)
        place, end = starts[text], starts[text + 1]
        before = _U32(0)
        seen = 0
        while place < end:
            lead = data[place]
            if lead < 0x80:
                point = _U32(lead)
                place += 1
            elif lead < 0xE0:
                point = _U32(((lead & 0x1F) << 6) | (data[place + 1] & 0x3F))
                place += 2
            elif lead < 0xF0:
                point = _U32(
                    ((lead & 0x0F) << 12)
                    | ((data[place + 1] & 0x3F) << 6)
                    | (data[place + 2] & 0x3F)
                )
                place += 3
            else:
                point = _U32(
                    ((lead & 0x07) << 18)
                    | ((data[place + 1] & 0x3F) << 12)
                    | ((data[place + 2] & 0x3F) << 6)
                    | (data[place + 3] & 0x3F)
                )
                place += 4
            seen += 1
            if seen > 1 or place >= end:
                value = _U32((before << _U32(16)) ^ (before >> _U32(16)) ^ point)
                value = _U32(value ^ (value >> _U32(16)))
                value = _U32(value * _U32(0x85EBCA6B))
                value = _U32(value ^ (value >> _U32(13)))
                value = _U32(value * _U32(0xC2B2AE35))
                value = _U32(value ^ (value >> _U32(16)))
                for k in range(count):
                    least[k] = min(least[k], _U32(_U32(factors[k] * value) + summands[k]))
            before = point
        for band in range(bands):
            state = np.uint64(0xCBF29CE484222325)
            for k in range(band * rows, (band + 1) * rows):
                state = (state ^ np.uint64(least[k])) * np.uint64(0x9E3779B97F4A7C15)
                state ^= state >> np.uint64(29)
            out[band, text] = _U32(state >> np.uint64(32))


def band_keys(texts: pl.Series, bands: int, rows: int) -> npt.NDArray[np.uint32]:
    """32-bit keys of the bands, `bands` rows of one key a text; equal to the numpy path's."""
    out = np.empty((bands, len(texts)), dtype=np.uint32)
    factors, summands = permutations(bands * rows)
    first = 0
    for chunk in texts.get_chunks():
        column = chunk.to_arrow().cast(pa.large_string())
        _, offsets, data = column.buffers()
        begin, size = column.offset, len(column)
        places = np.frombuffer(offsets, dtype=np.int64)[begin : begin + size + 1]
        raw = np.frombuffer(data, dtype=np.uint8) if data else np.empty(0, dtype=np.uint8)
        part = np.empty((bands, size), dtype=np.uint32)
        _keys(raw, places, factors, summands, rows, part)
        out[:, first : first + size] = part
        first += size
    return out
