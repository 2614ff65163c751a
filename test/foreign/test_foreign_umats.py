# SPDX-License-Identifier: Apache-2.0
#
# cv2.UMats of a cv2 that contains another OpenCV (docs/patch). Debian's cv2 counts as one because of a changed version;
# `./dev static-cv2` runs the same tests under a real one.

import subprocess
import sys
import threading

import cv2
import numpy as np
import pytest
import slow_kernel

cv2.__version__ += "-foreign"  # read when clconv is imported

import clconv.patch  # noqa: E402
from clconv import _clconv  # noqa: E402

RNG = np.random.default_rng(1)
BYTES = RNG.integers(0, 256, (120, 160, 3), np.uint8)
SHORTS = RNG.integers(0, 1000, (90, 70), np.uint16)
FLOATS = RNG.random((120, 160), np.float32) * 200
DOUBLES = RNG.random((64, 80, 2))
KERNEL = (RNG.random((5, 7), np.float32) - np.float32(0.4)) / 8
ROW, COLUMN = np.float32([[1, 4, 6, 4, 1]]) / 16, np.float32([[1], [2], [1]]) / 4
CALLS = [
    ("filter2D", BYTES, (-1, KERNEL), {}),
    ("filter2D", BYTES, (cv2.CV_32F, KERNEL, None, (3, 0), 1.5, cv2.BORDER_REPLICATE), {}),
    ("filter2D", DOUBLES, (), {"kernel": KERNEL, "ddepth": -1, "borderType": cv2.BORDER_CONSTANT}),
    ("sepFilter2D", FLOATS, (-1, ROW, COLUMN), {"delta": 3}),
    ("GaussianBlur", BYTES, ((9, 9), 0), {}),
    ("GaussianBlur", FLOATS, ((0, 0), 1.5), {"sigmaY": 2}),
    ("boxFilter", BYTES, (cv2.CV_32F, (6, 5)), {"normalize": False}),
    ("blur", SHORTS, ((7, 3),), {"anchor": (0, 0)}),
    ("Sobel", BYTES, (cv2.CV_16S, 1, 1), {"ksize": 5}),
    ("Scharr", FLOATS, (-1, 0, 1), {}),
    ("Laplacian", BYTES, (cv2.CV_16S,), {"ksize": 3}),
]


@pytest.fixture(autouse=True)
def patched():
    clconv.patch.apply()
    _clconv.resetPatch()
    yield
    clconv.patch.undo()


def original(name):
    return getattr(cv2, name).__wrapped__


def assert_close(result, expected):
    assert (result.dtype, result.shape) == (expected.dtype, expected.shape)
    tolerance = {"f4": 2e-3, "f8": 1e-9}.get(result.dtype.str[1:], 1)
    assert np.abs(result.astype("f8") - expected.astype("f8")).max() <= tolerance


def assert_served(number):
    counts = _clconv.reportPatch()
    assert (sum(served for served, _, _ in counts), [passed for _, _, passed in counts if passed]) == (number, [])


def assert_passed(reason):
    assert [passed for _, _, passed in _clconv.reportPatch() if passed] == [[(reason, 1)]]


def test_this_cv2_is_another_opencv():
    assert _clconv.obstacleOfUMats()


@pytest.mark.parametrize("name, image, arguments, named", CALLS)
def test_results_are_those_of_arrays(name, image, arguments, named):
    expected = original(name)(image, *arguments, **named)
    result = getattr(cv2, name)(cv2.UMat(image), *arguments, **named)
    assert type(result) is cv2.UMat
    assert_close(result.get(), expected)
    assert_served(1)


def test_a_dst_that_fits_keeps_its_buffer():
    dst = cv2.UMat(120, 160, cv2.CV_8UC3)
    before = dst.handle(cv2.ACCESS_READ)
    assert cv2.filter2D(cv2.UMat(BYTES), -1, KERNEL, dst) is dst
    assert dst.handle(cv2.ACCESS_READ) == before
    assert_close(dst.get(), original("filter2D")(BYTES, -1, KERNEL))
    assert_served(1)


def test_regions():
    source, target = cv2.UMat(BYTES), cv2.UMat(np.full((130, 170, 3), 7, np.uint8))
    region, inside = cv2.UMat(source, (11, 8, 100, 90)), cv2.UMat(target, (5, 20, 100, 90))
    assert cv2.filter2D(region, -1, KERNEL, inside) is inside
    expected = np.full((130, 170, 3), 7, np.uint8)
    expected[20:110, 5:105] = original("filter2D")(BYTES, -1, KERNEL)[8:98, 11:111]  # with the pixels around the region
    assert_close(target.get(), expected)
    isolated = cv2.blur(region, (5, 5), borderType=cv2.BORDER_DEFAULT | cv2.BORDER_ISOLATED)
    assert_close(isolated.get(), original("blur")(BYTES[8:98, 11:111].copy(), (5, 5)))
    row = cv2.UMat(source, (3, 50, 77, 1))  # a region of one row, in the middle
    assert_close(cv2.filter2D(row, -1, KERNEL).get(), original("filter2D")(BYTES, -1, KERNEL)[50:51, 3:80])
    assert_served(3)


def test_in_place_and_overlapping():
    whole = cv2.UMat(BYTES)
    assert cv2.filter2D(whole, -1, KERNEL, whole) is whole
    expected = original("filter2D")(BYTES, -1, KERNEL)
    assert_close(whole.get(), expected)
    whole = cv2.UMat(BYTES)
    cv2.filter2D(cv2.UMat(whole, (0, 0, 100, 90)), -1, KERNEL, cv2.UMat(whole, (7, 3, 100, 90)))
    changed = BYTES.copy()
    changed[3:93, 7:107] = expected[:90, :100]
    assert_close(whole.get(), changed)
    assert_served(2)


def test_a_dst_that_does_not_fit_is_left_to_cv2():
    for dst in (cv2.UMat(), cv2.UMat(120, 160, cv2.CV_8UC1), cv2.UMat(119, 160, cv2.CV_8UC3)):
        _clconv.resetPatch()
        result = cv2.blur(cv2.UMat(BYTES), (5, 5), dst)
        assert_close(result.get(), original("blur")(BYTES, (5, 5)))
        assert_passed("refused by clconv")


def test_wrong_arguments_raise_what_cv2_raises():
    for arguments in ((cv2.UMat(BYTES), -1), (cv2.UMat(BYTES), -1, "text")):
        with pytest.raises(Exception) as expected:
            original("filter2D")(*arguments)
        with pytest.raises(type(expected.value)) as raised:
            cv2.filter2D(*arguments)
        assert str(raised.value) == str(expected.value)
    with pytest.raises(cv2.error, match="anchor"):  # cv2's own path for UMats reads outside the image
        cv2.filter2D(cv2.UMat(BYTES), -1, KERNEL, None, (9, 9))


def test_a_dst_that_was_read_is_read_anew():
    dst = cv2.UMat(np.zeros_like(BYTES))
    dst.get()
    cv2.blur(cv2.UMat(BYTES), (5, 5), dst)
    assert_close(cv2.add(dst, 0).get(), original("blur")(BYTES, (5, 5)))
    assert_close(dst.get(), original("blur")(BYTES, (5, 5)))
    assert_served(1)


def test_without_a_device_it_is_left_to_cv2():
    cv2.ocl.setUseOpenCL(False)
    try:
        result = cv2.blur(cv2.UMat(BYTES), (5, 5))
        assert_close(result.get(), original("blur")(BYTES, (5, 5)))
        assert_passed("no OpenCL device in use")
    finally:
        cv2.ocl.setUseOpenCL(True)


def test_it_waits_for_a_slow_kernel_and_cv2_for_it():
    image, zeros = cv2.UMat(np.zeros((64, 64), np.uint8)), np.zeros((64, 64), np.uint8)
    cv2.blur(image, (3, 3)).get()  # otherwise building at the first call would wait
    kernels = slow_kernel.Kernels(cv2.UMat.queue())
    kernels.slow(cv2.UMat.queue(), image.handle(cv2.ACCESS_WRITE), 64 * 64)
    result = cv2.blur(image, (3, 3))  # must read what the slow kernel writes
    assert (result.get() == 100).all()  # through the queue of cv2
    cv2.multiply(image, 0, image)  # must not write before that was read
    assert np.array_equal(image.get(), zeros)
    assert_served(2)


def test_queues_in_and_out_of_order_are_ordered():
    kernels = slow_kernel.Kernels(cv2.UMat.queue())
    for properties in (0, slow_kernel.OUT_OF_ORDER):
        first, second = kernels.queue(properties), kernels.queue(properties)
        images = [cv2.UMat(np.zeros((64, 64), np.uint8)) for _ in range(4)]
        buffers = [image.handle(cv2.ACCESS_WRITE) for image in images]
        slow_kernel.finish(cv2.UMat.queue())
        for buffer in buffers[:2]:
            kernels.slow(first, buffer, 64 * 64)
        _clconv.orderQueues(first, second)
        for i in range(2):
            kernels.copy(second, buffers[i], buffers[2 + i], 64 * 64)
        slow_kernel.finish(second)
        assert all((image.get() == 100).all() for image in images)


def test_no_reference_to_a_buffer_stays():
    source, target = cv2.UMat(BYTES), cv2.UMat(np.zeros_like(BYTES))
    for _ in range(5):
        cv2.filter2D(source, -1, KERNEL, target)
        cv2.filter2D(target, -1, KERNEL, target)
    target.get()
    assert [slow_kernel.references(image.handle(cv2.ACCESS_READ)) for image in (source, target)] == [1, 1]


def test_threads():
    images = [RNG.integers(0, 256, (100, 90 + i), np.uint8) for i in range(4)]
    failures = []

    def work(image):
        expected = original("GaussianBlur")(image, (5, 5), 0)
        for _ in range(20):
            result = cv2.GaussianBlur(cv2.UMat(image), (5, 5), 0)
            if not np.array_equal(cv2.add(result, 0).get(), expected):
                failures.append(image.shape)

    threads = [threading.Thread(target=work, args=(image,)) for image in images]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert_served(80)


UNKNOWN = """
import cv2, numpy as np
cv2.__version__ = "9.9.9"
import clconv.patch
result = cv2.blur(cv2.UMat(np.full((70, 70), 3, np.uint8)), (3, 3))
assert (result.get() == 3).all()
print(clconv.patch.report())
"""


def test_umats_of_an_unknown_version_are_left_to_cv2():
    output = subprocess.run([sys.executable, "-c", UNKNOWN], check=True, capture_output=True, text=True).stdout
    assert output == "clconv.patch: blur: 0 served, 1 passed on (another OpenCV 1)\n"
