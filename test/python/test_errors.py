# SPDX-License-Identifier: Apache-2.0
#
# The exception is cv2.error, with cv2's codes if the library refuses, and a plain message everywhere.

import clconv
import cv2
import numpy as np
import pytest
from conftest import image_of, kernel_of

IMAGE = image_of("u1")
KERNEL = kernel_of()
CHANNELS = 512 if cv2.__version__.startswith("4.") else 128


def read_only():
    array = np.zeros_like(IMAGE)
    array.flags.writeable = False
    return array


REFUSED = [
    (("x", -1, KERNEL), {}, "src is neither an array of NumPy nor a cv2.UMat, but of type str"),
    (([[1, 2], [3, 4]], -1, KERNEL), {}, "src is neither an array of NumPy nor a cv2.UMat, but of type list"),
    ((IMAGE.astype("u4"), -1, KERNEL), {}, "src has elements of type uint32"),
    ((IMAGE > 5, -1, KERNEL), {}, "src has elements of type bool"),
    ((IMAGE.astype("c8"), -1, KERNEL), {}, "src has elements of type complex64"),
    ((np.array([["a"]]), -1, KERNEL), {}, "src has elements of type <U1"),
    ((np.zeros((2, 3, 4, 5), "u1"), -1, KERNEL), {}, "src has 4 dimensions; an image has two, and a third one"),
    ((np.zeros((2, 3, CHANNELS + 1), "u1"), -1, KERNEL), {},
     f"src has {CHANNELS + 1} channels; OpenCV's limit is {CHANNELS}"),
    ((IMAGE, 1.5, KERNEL), {}, "ddepth is not an integer, but of type float"),
    ((IMAGE, True, KERNEL), {}, "ddepth is not an integer, but of type bool"),
    ((IMAGE, np.bool_(True), KERNEL), {}, "ddepth is not an integer, but of type numpy.bool"),
    ((IMAGE, 2**31, KERNEL), {}, "ddepth is beyond 32 bits: 2147483648"),
    ((IMAGE, np.array([1, 2]), KERNEL), {}, "ddepth is not an integer, but of type numpy.ndarray"),
    ((IMAGE, -1, 3), {}, "kernel is neither an array of NumPy nor a cv2.UMat, but of type int"),
    ((IMAGE, -1, ["a"]), {}, "kernel has elements of type <U1"),
    ((IMAGE, -1, KERNEL, IMAGE.T), {}, "dst has a layout that OpenCV cannot write"),
    ((IMAGE, -1, KERNEL, IMAGE.astype("u4")), {}, "dst has elements of type uint32, which OpenCV cannot write"),
    ((IMAGE, -1, KERNEL, read_only()), {}, "dst is read-only"),
    ((IMAGE, -1, KERNEL, "x"), {}, "dst is neither an array of NumPy nor a cv2.UMat, but of type str"),
    ((IMAGE, -1, KERNEL), {"anchor": 3}, "anchor is not a point: two integers in a tuple or another sequence"),
    ((IMAGE, -1, KERNEL), {"anchor": np.array(3)}, "anchor is not a point"),
    ((IMAGE, -1, KERNEL), {"anchor": (1, 2, 3)}, "anchor is not a point"),
    ((IMAGE, -1, KERNEL), {"anchor": "12"}, "anchor is not a point"),
    ((IMAGE, -1, KERNEL), {"anchor": (1.0, 2)}, "anchor is not an integer, but of type float"),
    ((IMAGE, -1, KERNEL), {"delta": "x"}, "delta is not a real number, but of type str"),
    ((IMAGE, -1, KERNEL), {"delta": 1j}, "delta is not a real number, but of type complex"),
    ((IMAGE, -1, KERNEL), {"borderType": "x"}, "borderType is not an integer, but of type str"),
]


@pytest.mark.parametrize("arguments, named, message", REFUSED)
def test_arguments_of_the_wrong_kind_are_refused(arguments, named, message):
    with pytest.raises(cv2.error) as raised:
        clconv.filter2D(*arguments, **named)
    assert raised.value.code == cv2.Error.StsBadArg
    assert raised.value.err.startswith(message)
    assert raised.value.err in str(raised.value)


def test_sizes_and_sequences_are_refused_by_name():
    for call, message in [
        (lambda: clconv.blur(IMAGE, 3), "ksize is not a size: two integers"),
        (lambda: clconv.blur(IMAGE, (3, 2.5)), "ksize is not an integer, but of type float"),
        (lambda: clconv.boxFilter(IMAGE, -1, (3, 3), normalize="no"), "normalize is not an integer, but of type str"),
        (lambda: clconv.filterBank(IMAGE, -1, 3), "kernels is not a sequence of kernels, but of type int"),
        (lambda: clconv.filterBank(IMAGE, -1, [KERNEL], 3), "dst is not a sequence of images, but of type int"),
        (lambda: clconv.filterBank(IMAGE, -1, [KERNEL], [read_only()]), "an image of dst is read-only"),
        (lambda: clconv.filterBank(IMAGE, -1, ["x"]), "a kernel of kernels is neither an array"),
        (lambda: clconv.filterBatch([IMAGE, cv2.UMat(IMAGE)], -1, KERNEL), "src has both arrays and cv2.UMats"),
        (lambda: clconv.prepare(KERNEL, "8UC1", -1), "srcType is not an integer, but of type str"),
    ]:
        with pytest.raises(cv2.error) as raised:
            call()
        assert raised.value.err.startswith(message)


def test_a_read_only_dst_stays_as_it_is():
    dst = read_only()
    with pytest.raises(cv2.error, match="dst is read-only"):
        clconv.filter2D(IMAGE, -1, KERNEL, dst)
    assert not dst.any()


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("filter2D", (None, -1, KERNEL)),
        ("filter2D", (np.zeros((0, 3), "u1"), -1, KERNEL)),
        ("filter2D", (IMAGE, -1, None)),
        ("filter2D", (IMAGE, -1, KERNEL, None, (5, 0))),
        ("filter2D", (IMAGE, -1, KERNEL, None, (-1, -1), 0, 99)),
        ("GaussianBlur", (IMAGE, (4, 4), 1)),
        ("Sobel", (IMAGE, -1, 1, 0, None, 4)),
        ("Scharr", (IMAGE, -1, 1, 1)),
        ("Laplacian", (IMAGE, -1, None, 33)),
    ],
)
def test_codes_are_those_of_cv2(name, arguments):
    with pytest.raises(cv2.error) as expected:
        getattr(cv2, name)(*arguments)
    for src in (arguments[0], cv2.UMat() if arguments[0] is None else cv2.UMat(arguments[0])):
        with pytest.raises(cv2.error) as raised:
            getattr(clconv, name)(src, *arguments[1:])
        assert raised.value.code == expected.value.code
        for attribute in ("file", "func", "line", "msg", "err"):
            assert type(getattr(raised.value, attribute)) is type(getattr(expected.value, attribute))


def test_a_missing_argument_is_pythons_own_error():
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'kernel'"):
        clconv.filter2D(IMAGE, -1)
    with pytest.raises(TypeError, match="unexpected keyword argument 'border'"):
        clconv.filter2D(IMAGE, -1, KERNEL, border=4)
