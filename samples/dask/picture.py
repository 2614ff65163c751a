# SPDX-License-Identifier: Apache-2.0
#
# A picture of any size whose pixels are a function of their position, so that any process can make any part of it.

import dask.array as da
import numpy as np

ROWS = 16  # made at a time, so that NumPy's intermediate arrays stay in a cache


def pixels(top: int, left: int, height: int, width: int) -> np.ndarray:
    """A part of the picture, (height, width) of uint8.

    Circles around the origin, narrower outwards (a zone plate: triangular waves of ((x^2 + y^2) mod 2^32) / 2^12
    with a period of 512), to 238, plus noise from 0 to 15: four bits of a multiplicative hash of x and y. All
    arithmetic is modulo 2^32.
    """
    result = np.empty((height, width), np.uint8)
    for first in range(0, height, ROWS):
        last = min(first + ROWS, height)
        result[first:last] = _rows(top + first, top + last, left, left + width)
    return result


def _rows(top: int, bottom: int, left: int, right: int) -> np.ndarray:
    y = np.arange(top, bottom, dtype=np.uint32)[:, None]
    x = np.arange(left, right, dtype=np.uint32)[None, :]
    wave = y * y + x * x
    wave >>= np.uint32(12)
    wave &= np.uint32(511)
    np.minimum(wave, np.uint32(511) - wave, out=wave)  # 0 to 255
    wave *= np.uint32(239)
    wave >>= np.uint32(8)
    noise = (y * np.uint32(2654435761)) ^ (x * np.uint32(2246822519))
    noise ^= noise >> np.uint32(15)
    noise *= np.uint32(3266489917)
    noise >>= np.uint32(28)
    wave += noise
    return wave.astype(np.uint8)


def _chunk(block_info=None) -> np.ndarray:
    (top, bottom), (left, right) = block_info[None]["array-location"]
    return pixels(top, left, bottom - top, right - left)


def picture(height: int, width: int, chunk: int) -> da.Array:
    """The whole picture, lazy, in square chunks."""
    chunks = da.core.normalize_chunks((chunk, chunk), (height, width))
    return da.map_blocks(_chunk, chunks=chunks, dtype=np.uint8, meta=np.empty((0, 0), np.uint8))
