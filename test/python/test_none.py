# SPDX-License-Identifier: Apache-2.0
#
# None in every place of every call means what it means for cv2. In place of an image it is what cv2.imread returns for
# a file that it cannot read.

import clconv
import cv2
import numpy as np
import pytest
from conftest import assert_close, image_of, kernel_of

IMAGE = image_of("u1")
KERNEL = kernel_of((3, 5))
ROW, COLUMN = kernel_of((1, 5)), kernel_of((3, 1))

# All arguments, none with its default value; those that accept pairs of numbers.
CALLS = {
    "filter2D": ((IMAGE, cv2.CV_32F, KERNEL, None, (3, 1), 2.5, cv2.BORDER_REPLICATE), [4]),
    "sepFilter2D": ((IMAGE, cv2.CV_32F, ROW, COLUMN, None, (3, 1), 2.5, cv2.BORDER_REPLICATE), [5]),
    "GaussianBlur": ((IMAGE, (5, 3), 1.5, None, 2.5, cv2.BORDER_REPLICATE), [1]),
    "boxFilter": ((IMAGE, cv2.CV_32F, (5, 3), None, (1, 2), False, cv2.BORDER_REPLICATE), [2, 4]),
    "blur": ((IMAGE, (5, 3), None, (1, 2), cv2.BORDER_REPLICATE), [1, 3]),
    "Sobel": ((IMAGE, cv2.CV_32F, 1, 1, None, 5, 0.5, 2.5, cv2.BORDER_REPLICATE), []),
    "Scharr": ((IMAGE, cv2.CV_32F, 1, 0, None, 0.5, 2.5, cv2.BORDER_REPLICATE), []),
    "Laplacian": ((IMAGE, cv2.CV_32F, None, 5, 0.5, 2.5, cv2.BORDER_REPLICATE), []),
}


def calls_with_none():
    for name, (arguments, pairs) in CALLS.items():
        for place in range(len(arguments)):
            yield name, arguments[:place] + (None,) + arguments[place + 1 :]
        for place in pairs:
            first, second = arguments[place]
            for pair in ((None, second), (first, None), [None, None]):
                yield name, arguments[:place] + (pair,) + arguments[place + 1 :]


def result_of(function, arguments):
    """The result, or the code of the exception."""
    try:
        result = function(*arguments)
    except cv2.error as error:
        return error.code
    return result.get() if isinstance(result, cv2.UMat) else result


@pytest.mark.parametrize("name, arguments", calls_with_none())
@pytest.mark.parametrize("on_device", [False, True])
def test_none_is_what_it_is_for_cv2(name, arguments, on_device):
    expected = result_of(getattr(cv2, name), arguments)
    if on_device and arguments[0] is not None:
        arguments = (cv2.UMat(arguments[0]), *arguments[1:])
    result = result_of(getattr(clconv, name), arguments)
    if isinstance(expected, int):
        assert result == expected
    else:
        assert_close(result, expected)


# Functions that cv2 has only if clconv is a part of it.
@pytest.mark.parametrize(
    "name, arguments, meant",
    [
        ("filterBank", (IMAGE, None, [KERNEL]), (IMAGE, cv2.CV_8U, [KERNEL])),
        ("filterBank", (IMAGE, -1, [KERNEL], None, None, None, None), (IMAGE, -1, [KERNEL])),
        ("filterBank", (IMAGE, -1, [KERNEL], None, (None, 1)), (IMAGE, -1, [KERNEL], None, (-1, 1))),
        ("filterBatch", ([IMAGE], None, KERNEL), ([IMAGE], cv2.CV_8U, KERNEL)),
        ("filterBatch", ([IMAGE], -1, KERNEL, None, None, None, None), ([IMAGE], -1, KERNEL)),
        ("explain", (IMAGE, None, KERNEL, None, None), (IMAGE, cv2.CV_8U, KERNEL)),
        ("prepare", (KERNEL, None, None, None, None, None), (KERNEL, cv2.CV_8UC1, cv2.CV_8U)),
    ],
)
def test_none_is_the_same_for_other_functions(name, arguments, meant):
    assert np.array_equal(getattr(clconv, name)(*arguments), getattr(clconv, name)(*meant))


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("filterBank", (IMAGE, -1, None)),
        ("filterBank", (IMAGE, -1, [None])),
        ("filterBatch", (None, -1, KERNEL)),
        ("filterBatch", ([IMAGE], -1, None)),
        ("filterBatch", ([IMAGE], -1, [None])),
        ("explain", (IMAGE, -1, None)),
        ("prepare", (None, cv2.CV_8UC1, -1)),
    ],
)
def test_none_is_no_kernel_and_no_images(name, arguments):
    assert result_of(getattr(clconv, name), arguments) == cv2.Error.StsAssert


def calls_without_an_image():
    for name, (arguments, _) in CALLS.items():
        for src in (None, cv2.UMat(), np.zeros((0, 5), np.uint8)):
            yield name, (src, *arguments[1:])
    for src in (None, cv2.UMat()):
        yield "filterBank", (src, -1, [KERNEL])
        yield "explain", (src, -1, KERNEL)
        yield "filterBatch", ([src, cv2.UMat(IMAGE)], -1, KERNEL)
        yield "filterBatch", ([cv2.UMat(IMAGE), src], -1, KERNEL)
    yield "filterBatch", ([IMAGE, None], -1, KERNEL)


@pytest.mark.parametrize("name, arguments", calls_without_an_image())
def test_an_image_that_imread_did_not_find_is_named(name, arguments):
    with pytest.raises(cv2.error) as raised:
        getattr(clconv, name)(*arguments)
    image = "an image of src" if name == "filterBatch" else "src"
    assert raised.value.code == cv2.Error.StsAssert
    assert raised.value.func == name
    assert raised.value.err == f"{image} is empty: most often imread was given a wrong path"
