# SPDX-License-Identifier: Apache-2.0
#
# filter2D on Dask's arrays (samples/dask/overlap.py) equals one call on the whole image, by clconv and by cv2, for
# chunks of uneven sizes; which of OpenCV's borders are boundaries of Dask.

from pathlib import Path

import clconv
import cv2
import dask
import dask.array as da
import numpy as np
import overlap
import pytest

BORDERS = {
    "constant": cv2.BORDER_CONSTANT,
    "replicate": cv2.BORDER_REPLICATE,
    "reflect": cv2.BORDER_REFLECT,
    "reflect101": cv2.BORDER_REFLECT_101,
    "wrap": cv2.BORDER_WRAP,
}
# The kernel's shape and its anchor (x, y): in the middle, in corners, of even sizes, at an edge, longer than the image.
KERNELS = {
    "3x3": ((3, 3), (-1, -1)),
    "even": ((4, 6), (-1, -1)),
    "top_left": ((5, 4), (0, 0)),
    "bottom_right": ((5, 4), (3, 4)),
    "row": ((1, 9), (1, -1)),
    "longer_than_the_image": ((45, 1), (-1, 30)),
}
# Chunks of a (37, 53) image. Most are smaller than the reach of the kernels; some end with a single pixel.
CHUNKS = {
    "one": ((37,), (53,)),
    "halves": ((18, 19), (26, 27)),
    "single_rows": ((1,) * 37, (26, 27)),
    "ugly": ((1, 9, 1, 2, 17, 6, 1), (2, 1, 30, 3, 16, 1)),
    "last_is_one": ((12, 12, 12, 1), (26, 26, 1)),
    "single_columns": ((37,), (1,) * 53),
}


ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def in_this_thread():
    with dask.config.set(scheduler="synchronous"):
        yield


def image_of(shape, dtype="u1", seed=1):
    return np.random.default_rng(seed).integers(0, 256, shape).astype(dtype)


def kernel_of(shape, seed=2):
    return ((np.random.default_rng(seed).random(shape) - 0.4) * (6 / np.prod(shape))).astype("f4")


def whole_by_clconv(image, ddepth, kernel, anchor, delta, border):
    return clconv.filter2D(image, ddepth, kernel, cv2.UMat(), anchor, delta, border).get()


def whole_by_cv2(image, ddepth, kernel, anchor, delta, border):
    """cv2.filter2D; for the border wrap, which it refuses, of the image extended by NumPy."""
    if border != cv2.BORDER_WRAP:
        return cv2.filter2D(image, ddepth, kernel, anchor=anchor, delta=delta, borderType=border)
    (top, bottom), (left, right) = (overlap.reach(kernel.shape[axis], anchor[1 - axis]) for axis in (0, 1))
    sides = [(top, bottom), (left, right)] + [(0, 0)] * (image.ndim - 2)
    extended = np.pad(image, sides, mode="wrap")
    result = cv2.filter2D(extended, ddepth, kernel, anchor=anchor, delta=delta, borderType=cv2.BORDER_CONSTANT)
    return result[top : top + image.shape[0], left : left + image.shape[1]]


def difference(a, b):
    assert a.shape == b.shape and a.dtype == b.dtype
    return np.abs(a.astype("f8") - b.astype("f8")).max()


def by_cv2(block, ddepth, kernel, dst, anchor, delta, border):
    """An engine that builds no program, so that tests of many kernels and chunks are fast."""
    return whole_by_cv2(block, ddepth, kernel, anchor, delta, border)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("border", BORDERS)
def test_chunks_get_the_pixels_that_the_whole_image_gives_them(border, kernel):
    """Integer sums are exact in any order, so no rounding hides a wrong pixel."""
    shape, anchor = KERNELS[kernel]
    image = image_of((37, 53))
    taps = np.random.default_rng(3).integers(-8, 9, shape).astype("f4")
    arguments = (cv2.CV_32F, taps, anchor, 3.0, BORDERS[border])
    expected = whole_by_cv2(image, *arguments)
    for name, chunks in CHUNKS.items():
        lazy = overlap.filter2D(da.from_array(image, chunks=chunks), *arguments, engine=by_cv2)
        assert lazy.chunks == chunks and lazy.dtype == "f4"
        assert difference(lazy.compute(), expected) == 0, name


@pytest.mark.parametrize("border", BORDERS)
def test_result_on_the_device_is_that_of_the_whole_image(border):
    image, taps = image_of((37, 53)), kernel_of((4, 6))
    arguments = (-1, taps, (0, 3), 3.0, BORDERS[border])
    whole = whole_by_clconv(image, *arguments)
    assert difference(whole, whole_by_cv2(image, *arguments)) <= 1
    for name in ("ugly", "last_is_one"):
        result = overlap.filter2D(da.from_array(image, chunks=CHUNKS[name]), *arguments).compute()
        assert difference(result, whole) <= 1, name


def test_the_example_of_the_readme(tmp_path, monkeypatch):
    code = (ROOT / "samples/dask/README.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    image, taps = image_of((37, 53)), kernel_of((4, 6))
    monkeypatch.chdir(tmp_path)
    da.from_array(image, chunks=(18, 26)).to_zarr("source.zarr")
    exec(code, {"kernel": taps})
    expected = whole_by_cv2(image, cv2.CV_32F, taps, (0, 2), 0, cv2.BORDER_WRAP)
    assert difference(da.from_zarr("filtered.zarr").compute(), expected) <= 2e-3


@pytest.mark.parametrize("channels", [1, 3])
def test_channels_are_filtered_whatever_their_chunks(channels):
    image, taps = image_of((37, 53, channels)), kernel_of((4, 6))
    chunks = ((18, 19), (26, 27), (1,) * channels)
    result = overlap.filter2D(da.from_array(image, chunks=chunks), cv2.CV_32F, taps, (0, -1)).compute()
    expected = cv2.filter2D(image, cv2.CV_32F, taps, anchor=(0, -1)).reshape(image.shape)
    assert difference(result, expected) <= 2e-3


@pytest.mark.parametrize("shape", [(1, 1), (2, 53), (37, 3), (5, 6)])
@pytest.mark.parametrize("border", BORDERS)
def test_images_smaller_than_the_kernel_are_right(shape, border):
    image, taps = image_of(shape), kernel_of((5, 6))
    arguments = (-1, taps, (-1, -1), 0.0, BORDERS[border])
    result = overlap.filter2D(da.from_array(image, chunks=2), *arguments, engine=by_cv2).compute()
    assert difference(result, whole_by_cv2(image, *arguments)) <= 1


@pytest.mark.parametrize("border", [name for name in BORDERS if name != "reflect101"])
def test_boundaries_of_dask_extend_as_the_borders_of_the_table(border):
    image = image_of((7, 9))
    boundary = overlap.SAME_BOUNDARY[BORDERS[border]]
    extended = da.overlap.overlap(da.from_array(image, chunks=(7, 9)), {0: 3, 1: 4}, {0: boundary, 1: boundary})
    expected = cv2.copyMakeBorder(image, 3, 3, 4, 4, BORDERS[border], value=0)
    assert np.array_equal(extended.compute(), expected)


def test_no_boundary_of_dask_is_reflect101():
    image = image_of((7, 9))
    expected = cv2.copyMakeBorder(image, 3, 3, 4, 4, cv2.BORDER_REFLECT_101)
    for boundary in ("reflect", "nearest", "periodic", 0):
        extended = da.overlap.overlap(da.from_array(image, chunks=(7, 9)), {0: 3, 1: 4}, {0: boundary, 1: boundary})
        assert not np.array_equal(extended.compute(), expected)
    assert np.array_equal(np.pad(image, ((3, 3), (4, 4)), mode="reflect"), expected)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"anchor": (3, 0)}, "the anchor 3 is outside of a kernel of 3"),
        ({"anchor": (0, -2)}, "the anchor -2 is outside"),
        ({"borderType": cv2.BORDER_TRANSPARENT}, "no border 5"),
        ({"kernel": [1, 2, 3]}, "a kernel .kh, kw."),
        ({"image": da.zeros((0, 5), dtype="u1")}, "no empty image"),
        ({"image": da.zeros(5, dtype="u1")}, "takes an image"),
    ],
)
def test_wrong_arguments_are_named(change, words):
    arguments = {"image": da.zeros((5, 5), dtype="u1"), "ddepth": -1, "kernel": np.ones((3, 3)), **change}
    with pytest.raises(ValueError, match=words):
        overlap.filter2D(**arguments)


@pytest.mark.parametrize("border", BORDERS)
def test_windows_by_cv2_are_those_of_the_whole_image(border):
    image, taps = image_of((37, 53)), kernel_of((5, 4))
    expected = whole_by_cv2(image, -1, taps, (0, 3), 0.0, BORDERS[border])
    for rows, columns in ((slice(0, 9), slice(0, 53)), (slice(30, 37), slice(50, 53)), (slice(9, 12), slice(7, 8))):
        window = overlap.window_by_cv2(image, rows, columns, -1, taps, BORDERS[border], (0, 3))
        assert np.array_equal(window, expected[rows, columns])
