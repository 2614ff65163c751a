# SPDX-License-Identifier: Apache-2.0
#
# filter2D on Dask arrays: map_overlap extends each chunk by as many pixels of its neighbours as the kernel reaches.

from typing import Callable, List, Sequence, Tuple

import cv2
import dask.array as da
import numpy as np
from dask.array.overlap import ensure_minimum_chunksize

DTYPES = {
    cv2.CV_8U: "u1",
    cv2.CV_8S: "i1",
    cv2.CV_16U: "u2",
    cv2.CV_16S: "i2",
    cv2.CV_32S: "i4",
    cv2.CV_32F: "f4",
    cv2.CV_64F: "f8",
}

# OpenCV's borders and the boundaries of map_overlap that extend an image in the same way. Dask has none for
# reflect101, which is "reflect" in NumPy's pad; Dask's "reflect" repeats the outermost pixel.
SAME_BOUNDARY = {
    cv2.BORDER_CONSTANT: 0,
    cv2.BORDER_REPLICATE: "nearest",
    cv2.BORDER_REFLECT: "reflect",
    cv2.BORDER_WRAP: "periodic",
}

# The boundary that filter2D passes to map_overlap. With "none" the chunks at the image's edge get no pixels beyond it,
# and the call on the chunk makes the border: this is right for reflect101, too, copies no edges, and is the only
# boundary with which Dask accepts different depths before and after a chunk. For wrap the pixels are in other chunks.
BOUNDARY = {
    cv2.BORDER_CONSTANT: "none",
    cv2.BORDER_REPLICATE: "none",
    cv2.BORDER_REFLECT: "none",
    cv2.BORDER_REFLECT_101: "none",
    cv2.BORDER_WRAP: "periodic",
}


def reach(ksize: int, anchor: int) -> Tuple[int, int]:
    """How many pixels before and after an output filter2D reads along an axis; an anchor of -1 is the middle."""
    before = ksize // 2 if anchor == -1 else anchor
    if not 0 <= before < ksize:
        raise ValueError(f"the anchor {anchor} is outside of a kernel of {ksize}")
    return before, ksize - 1 - before


def on_device(block: np.ndarray, *arguments) -> np.ndarray:
    """Runs clconv.filter2D for an array on the OpenCL device of this process."""
    import clconv  # here, since the chunk may be filtered on another machine

    return clconv.filter2D(block, *arguments).get()


def _filter_block(
    block: np.ndarray, kernel: np.ndarray, ddepth: int, anchor: Tuple[int, int], delta: float, border: int, engine
) -> np.ndarray:
    result = engine(block, ddepth, kernel, cv2.UMat(), anchor, delta, border)
    return result.reshape(block.shape)  # OpenCV has no third axis of length 1


def _chunks_for(chunks: Tuple[int, ...], ksize: int) -> Tuple[int, ...]:
    """Chunks of at least the kernel's length; one chunk if the image is shorter.

    With shorter chunks a reflection at the image's edge could need a pixel beyond the next chunk.
    """
    if sum(chunks) < ksize:
        return (sum(chunks),)
    return ensure_minimum_chunksize(ksize, chunks)


def filter2D(
    image: da.Array,
    ddepth: int,
    kernel: Sequence,
    anchor: Tuple[int, int] = (-1, -1),
    delta: float = 0,
    borderType: int = cv2.BORDER_DEFAULT,
    engine: Callable = on_device,
) -> da.Array:
    """Correlates a chunked image with a kernel: equals clconv.filter2D of the whole image.

    result(y, x) = delta + sum over j, i of kernel(j, i) image(y + j - anchor_y, x + i - anchor_x)

    image   (h, w) or (h, w, channels), chunks of any sizes; 1 to 512 channels
    ddepth  depth of the result, for example cv2.CV_32F; -1: that of the image
    kernel  (kh, kw), finite numbers
    anchor  (x, y) of the kernel's element over the pixel being computed; -1: the middle
    borderType  cv2.BORDER_CONSTANT (zeros), _REPLICATE, _REFLECT, _REFLECT_101 or _WRAP
    engine  computes a chunk; called with the arguments of clconv.filter2D, dst being a new cv2.UMat

    The result is lazy and has the chunks of the image. Raises ValueError for wrong arguments; errors of the engine
    appear when the result is computed.
    """
    taps = np.asarray(kernel)
    if image.ndim not in (2, 3) or taps.ndim != 2 or taps.size == 0:
        raise ValueError("filter2D takes an image (h, w) or (h, w, channels) and a kernel (kh, kw)")
    if borderType not in BOUNDARY:
        raise ValueError(f"filter2D has no border {borderType}")
    if image.size == 0:
        raise ValueError("filter2D takes no empty image")
    sides: List[Tuple[int, int]] = [reach(taps.shape[0], anchor[1]), reach(taps.shape[1], anchor[0])]
    boundary = BOUNDARY[borderType]
    chunks = [_chunks_for(image.chunks[axis], taps.shape[axis]) for axis in (0, 1)]
    source = image.rechunk((*chunks, *image.shape[2:]))
    # A single chunk along an axis holds the whole axis, so the call on it can make any border, even wrap.
    depth = {axis: sides[axis] if len(chunks[axis]) > 1 else 0 for axis in (0, 1)}
    if boundary != "none":
        depth = {axis: max(depth[axis]) if depth[axis] else 0 for axis in (0, 1)}
    dtype = np.dtype(image.dtype if ddepth < 0 else DTYPES[ddepth])
    result = da.map_overlap(
        _filter_block,
        source,
        depth={**depth, 2: 0} if image.ndim == 3 else depth,
        boundary={axis: boundary if depth.get(axis) else "none" for axis in range(image.ndim)},
        dtype=dtype,
        meta=np.empty((0,) * image.ndim, dtype),
        kernel=taps,
        ddepth=ddepth,
        anchor=tuple(anchor),
        delta=delta,
        border=borderType,
        engine=engine,
    )
    return result.rechunk(image.chunks)


def window_by_cv2(
    image, rows: slice, columns: slice, ddepth: int, kernel: np.ndarray, border: int, anchor=(-1, -1)
) -> np.ndarray:
    """A window of filter2D's result, computed by cv2 alone, from pixels anywhere in the image that the border maps to.

    image  has .shape and .oindex, or is a NumPy array
    """
    indices: List[np.ndarray] = []
    outside: List[np.ndarray] = []
    for axis, window in enumerate((rows, columns)):
        before, behind = reach(kernel.shape[axis], anchor[1 - axis])
        wanted = range(window.start - before, window.stop + behind)
        mapped = np.array([cv2.borderInterpolate(i, image.shape[axis], border) for i in wanted])
        outside.append(mapped < 0)
        indices.append(np.maximum(mapped, 0))
    extended = image.oindex[indices[0], indices[1]] if hasattr(image, "oindex") else image[np.ix_(*indices)]
    extended[outside[0]] = 0
    extended[:, outside[1]] = 0
    result = cv2.filter2D(extended, ddepth, kernel, anchor=anchor, borderType=cv2.BORDER_CONSTANT)
    top, left = (reach(kernel.shape[axis], anchor[1 - axis])[0] for axis in (0, 1))
    return result[top : top + rows.stop - rows.start, left : left + columns.stop - columns.start]
