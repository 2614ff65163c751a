# SPDX-License-Identifier: Apache-2.0
#
# Arrays: layouts with and without a copy, types, dst, in place, who owns the memory.

import gc
import sys
import tracemalloc

import clconv
import cv2
import numpy as np
import pytest
from conftest import assert_close, image_of, kernel_of

LARGE = (600, 800)


def copied(call):
    """The most bytes that NumPy had allocated during the call; OpenCV's allocations are not counted."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def misaligned(image):
    raw = np.zeros(image.nbytes + 1, np.uint8)[1:]
    array = raw.view(image.dtype).reshape(image.shape)
    array[...] = image
    return array


AS_THEY_ARE = {
    "contiguous": lambda image: image,
    "region": lambda image: image[3:-5, 7:-2],
    "every third row": lambda image: image[::3],
    "one column": lambda image: image[:, 5:6],
    "one row": lambda image: image[5:6],
    "read-only": lambda image: np.frombuffer(image.tobytes(), image.dtype).reshape(image.shape),
    "subclass": lambda image: image.view(np.matrix) if image.ndim == 2 else image,
}
COPIED = {
    "every second column": lambda image: image[:, ::2],
    "columns backwards": lambda image: image[:, ::-1],
    "rows backwards": lambda image: image[::-1],
    "transposed": lambda image: image.swapaxes(0, 1),
    "one row for all": lambda image: np.broadcast_to(image[:1], image.shape),
    "rows that overlap": lambda image: np.lib.stride_tricks.as_strided(
        image, (image.shape[0] // 2,) + image.shape[1:], (image.strides[0] // 2,) + image.strides[1:]
    ),
    "misaligned": misaligned,
    "swapped bytes": lambda image: image.astype(image.dtype.newbyteorder()),
}


@pytest.mark.parametrize("shape", [LARGE, LARGE + (3,)])
@pytest.mark.parametrize("layout", [*AS_THEY_ARE, *COPIED])
def test_layouts_give_the_result_of_a_contiguous_copy(layout, shape):
    view = {**AS_THEY_ARE, **COPIED}[layout](image_of("f4", shape))
    contiguous = np.ascontiguousarray(view, np.float32)
    before = contiguous.copy()
    allocated = copied(lambda: clconv.filter2D(view, -1, kernel_of((3, 3))))
    assert (allocated < view.nbytes / 2 + 4096) == (layout in AS_THEY_ARE)
    assert np.array_equal(clconv.filter2D(view, -1, kernel_of((3, 3))), cv2.filter2D(contiguous, -1, kernel_of((3, 3))))
    assert np.array_equal(view, before)


@pytest.mark.parametrize("channels", ["every second", "backwards", "some"])
def test_channels_that_are_not_contiguous_are_copied(channels):
    image = image_of("u1", (31, 17, 4))
    view = {"every second": image[:, :, ::2], "backwards": image[:, :, ::-1], "some": image[:, :, 1:3]}[channels]
    assert np.array_equal(clconv.blur(view, (3, 3)), cv2.blur(view.copy(), (3, 3)))


def test_vectors_are_what_cv2_takes_them_for(kernel):
    vector = image_of("u1", (40,))
    assert np.array_equal(clconv.filter2D(vector, -1, kernel), cv2.filter2D(vector, -1, kernel))
    kernels = kernel_of((7,), 5), kernel_of((3,), 6)
    assert_close(clconv.sepFilter2D(image_of("f4"), -1, *kernels), cv2.sepFilter2D(image_of("f4"), -1, *kernels))


def test_kernels_of_all_types_and_layouts(image):
    whole = np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]])
    expected = cv2.filter2D(image, -1, whole.astype("f4"))
    kernels = [whole.astype(dtype) for dtype in ("i1", "i2", "i4", "i8", "f4", "f8", ">f4", ">i8")]
    kernels += [whole.tolist(), tuple(map(tuple, whole)), np.asfortranarray(whole), np.repeat(whole, 2, axis=1)[:, ::2]]
    kernels += [np.pad(whole, 3)[3:-3, 3:-3].astype("f4")]
    for kernel in kernels:
        assert np.array_equal(clconv.filter2D(image, -1, kernel), expected)
        assert_close(clconv.filter2D(cv2.UMat(image), -1, kernel).get(), expected)


def test_kernels_of_float16(image):
    half = kernel_of(dtype="f2")
    result = clconv.filter2D(cv2.UMat(image), cv2.CV_32F, half).get()
    assert_close(result, cv2.filter2D(image, cv2.CV_32F, half.astype("f4")))


def test_integers_of_64_bits_are_images_of_32_bits():
    image = image_of("i4").astype("i8")
    result = clconv.filter2D(image, cv2.CV_32F, kernel_of(), dst=cv2.UMat()).get()
    assert_close(result, clconv.filter2D(cv2.UMat(image.astype("i4")), cv2.CV_32F, kernel_of()).get())
    for value in (2**31, -(2**31) - 1):
        image[3, 3] = value
        with pytest.raises(cv2.error, match="src has values beyond 32 bits"):
            clconv.filter2D(image, cv2.CV_32F, kernel_of())
    with pytest.raises(cv2.error, match="kernel has values beyond 32 bits"):
        clconv.filter2D(image_of("u1"), -1, np.array([[2**64 - 1]], np.uint64))


@pytest.mark.parametrize(
    "dst",
    [
        np.zeros((37, 53), np.uint8),
        np.zeros((37, 53, 1), np.uint8),
        np.zeros((39, 60), np.uint8)[1:-1, 3:-4],
        np.zeros((74, 53), np.uint8)[::2],
    ],
)
def test_dst_that_fits_is_the_result(dst, image, kernel):
    whole = dst if dst.base is None else dst.base
    whole[...] = 77
    result = clconv.filter2D(image, -1, kernel, dst)
    assert result is dst
    assert np.array_equal(dst.reshape(37, 53), cv2.filter2D(image, -1, kernel))
    dst[...] = 77
    assert (whole == 77).all()  # the pixels around a region


@pytest.mark.parametrize("dst", [np.zeros((37, 52), "u1"), np.zeros((37, 53), "i1"), np.zeros((37, 53, 3), "u1")])
def test_dst_of_another_type_or_size_stays_as_it_is(dst, image, kernel):
    result = clconv.filter2D(image, -1, kernel, dst)
    assert result is not dst and not np.shares_memory(result, dst)
    assert np.array_equal(result, cv2.filter2D(image, -1, kernel)) and not dst.any()


def test_an_array_as_dst_gets_the_result_of_a_umat(image, kernel):
    dst = np.zeros_like(image)
    assert clconv.filter2D(cv2.UMat(image), -1, kernel, dst) is dst
    assert_close(dst, cv2.filter2D(image, -1, kernel))


def test_a_bank_writes_to_the_arrays_that_fit(image):
    kernels = [kernel_of(seed=seed) for seed in range(3)]
    dst = [np.zeros_like(image), np.zeros((2, 2), "u1"), None, np.zeros_like(image)]
    results = clconv.filterBank(image, -1, kernels, dst)
    assert len(results) == 3
    assert [result is given for result, given in zip(results, dst)] == [True, False, False]
    for kernel, result in zip(kernels, results):
        assert np.array_equal(result, cv2.filter2D(image, -1, kernel))


def test_arrays_in_place(kernel):
    image = image_of("u1")
    expected = cv2.filter2D(image, -1, kernel)
    assert clconv.filter2D(image, -1, kernel, dst=image) is image
    assert np.array_equal(image, expected)


def test_arrays_that_overlap(kernel):
    whole = image_of("u1", (50, 53))
    expected = cv2.filter2D(whole[:37].copy(), -1, kernel)
    result = clconv.filter2D(whole[:37], -1, kernel, dst=whole[5:42])
    assert np.array_equal(result, expected)


def test_a_result_is_an_array_like_any_other(image):
    result = clconv.blur(image, (3, 3))
    assert result.flags.c_contiguous and result.flags.writeable and result.flags.aligned
    expected = result.copy()
    view = result[1:-1]
    del result
    gc.collect()
    others = [clconv.blur(image[::-1], (3, 3)) for _ in range(10)]
    assert np.array_equal(view, expected[1:-1]) and len(others) == 10


def test_calls_keep_no_references(image, kernel):
    dst, umat = np.zeros_like(image), cv2.UMat(image)
    objects = [image, kernel, dst, umat]
    before = [sys.getrefcount(each) for each in objects]
    for _ in range(10):
        clconv.filter2D(image, -1, kernel, dst)
        clconv.filter2D(umat, -1, kernel)
        clconv.filterBank(image, -1, [kernel, kernel], [dst])
        with pytest.raises(cv2.error):
            clconv.filter2D(image, -1, kernel, dst, (9, 9))
        with pytest.raises(cv2.error):
            clconv.filter2D(umat, -1, kernel, None, "x")
    assert [sys.getrefcount(each) for each in objects] == before


def test_results_are_freed():
    image = np.zeros((1000, 4000), np.uint8)

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    clconv.blur(image, (3, 3))
    before = resident()
    for _ in range(50):
        clconv.blur(image, (3, 3))
    assert resident() - before < 10 * image.nbytes
