# SPDX-License-Identifier: Apache-2.0
#
# cv2.UMat: memory shared with cv2, dst, regions, and a cv2 whose UMats cannot be used.

import subprocess
import sys

import clconv
import cv2
import numpy as np
import pytest
from conftest import assert_close, image_of, kernel_of


def test_a_result_is_an_ordinary_umat(image, kernel):
    result = clconv.filter2D(cv2.UMat(image), -1, kernel)
    again = cv2.blur(result, (1, 1))  # cv2 accepts it
    assert type(result) is cv2.UMat and np.array_equal(again.get(), result.get())
    assert_close(clconv.filter2D(result, -1, kernel).get(), cv2.filter2D(result.get(), -1, kernel))


def test_dst_that_fits_keeps_its_buffer(image, kernel):
    dst = cv2.UMat(*image.shape, cv2.CV_8UC1)
    before = dst.handle(0)
    assert clconv.filter2D(cv2.UMat(image), -1, kernel, dst) is dst
    assert dst.handle(0) == before
    assert_close(dst.get(), cv2.filter2D(image, -1, kernel))


def test_dst_of_another_type_or_size_gets_the_result_too(image, kernel):
    for dst in (cv2.UMat(), cv2.UMat(3, 4, cv2.CV_64FC2)):
        assert clconv.filter2D(cv2.UMat(image), -1, kernel, dst) is dst
        assert_close(dst.get(), cv2.filter2D(image, -1, kernel))


def test_a_umat_as_dst_takes_an_array_to_the_device(image, kernel):
    dst = cv2.UMat()
    assert clconv.filter2D(image, -1, kernel, dst) is dst
    assert_close(dst.get(), cv2.filter2D(image, -1, kernel))


def test_in_place(image, kernel):
    umat = cv2.UMat(image)
    assert clconv.filter2D(umat, -1, kernel, dst=umat) is umat
    assert_close(umat.get(), cv2.filter2D(image, -1, kernel))


def test_a_region_reads_the_pixels_around_it(image, kernel):
    region = cv2.UMat(cv2.UMat(image), (11, 7, 20, 15))
    whole = cv2.filter2D(image, -1, kernel)
    assert_close(clconv.filter2D(region, -1, kernel).get(), whole[7:22, 11:31])
    isolated = clconv.filter2D(region, -1, kernel, borderType=cv2.BORDER_DEFAULT | cv2.BORDER_ISOLATED)
    assert_close(isolated.get(), cv2.filter2D(np.ascontiguousarray(image[7:22, 11:31]), -1, kernel))


def test_a_region_as_dst_leaves_the_pixels_around_it(image, kernel):
    whole = cv2.UMat(np.full((60, 80), 77, np.uint8))
    region = cv2.UMat(whole, (9, 4, image.shape[1], image.shape[0]))
    assert clconv.filter2D(cv2.UMat(image), -1, kernel, region) is region
    expected = np.full((60, 80), 77, np.uint8)
    expected[4 : 4 + image.shape[0], 9 : 9 + image.shape[1]] = cv2.filter2D(image, -1, kernel)
    assert_close(whole.get(), expected)


def test_the_device_runs_the_call(kernel):
    image = image_of("f4")  # OpenCV refuses this border on the CPU
    result = clconv.filter2D(cv2.UMat(image), -1, kernel, borderType=cv2.BORDER_WRAP)
    assert_close(result.get(), cv2.filter2D(np.pad(image, 2, mode="wrap"), -1, kernel)[2:-2, 2:-2])


def test_a_bank_writes_to_the_umats_that_are_given(image):
    kernels = [kernel_of(seed=seed) for seed in range(3)]
    dst = [cv2.UMat(*image.shape, cv2.CV_8UC1), cv2.UMat()]
    results = clconv.filterBank(cv2.UMat(image), -1, kernels, dst)
    assert results[0] is dst[0] and results[1] is dst[1] and len(results) == 3
    for kernel, result in zip(kernels, results):
        assert_close(result.get(), cv2.filter2D(image, -1, kernel))
    with pytest.raises(cv2.error, match="dst has arrays and cv2.UMats"):
        clconv.filterBank(image, -1, kernels, [cv2.UMat(), image])


def test_a_umat_without_content_is_an_empty_image(kernel):
    with pytest.raises(cv2.error) as raised:
        clconv.filter2D(cv2.UMat(), -1, kernel)
    assert raised.value.code == -215
    with pytest.raises(cv2.error, match="src is a cv2.UMat whose constructor did not run"):
        clconv.filter2D(cv2.UMat.__new__(cv2.UMat), -1, kernel)


SCRIPT = """
import cv2, numpy as np
{change}
import clconv
image = np.arange(48, dtype=np.uint8).reshape(6, 8)
assert np.array_equal(clconv.blur(image, (3, 3)), cv2.blur(image, (3, 3)))
for arguments in ((cv2.UMat(), (3, 3)), (image, (3, 3), cv2.UMat())):
    try:
        clconv.blur(*arguments)
    except cv2.error as error:
        print(error.err)
"""


@pytest.mark.parametrize(
    "change, sentence",
    [
        (
            "cv2.__version__ = '9.9.9'",
            f"cv2 is OpenCV 9.9.9, clconv uses {cv2.__version__}. Arrays work, cv2.UMat does not",
        ),
        (
            "cv2.UMat = type('UMat', (), {})",
            "cv2 contains an OpenCV of its own, clconv uses the system's. Arrays work, cv2.UMat does not",
        ),
    ],
)
def test_umats_of_another_opencv_are_refused(change, sentence):
    script = SCRIPT.format(change=change)
    output = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    assert output.splitlines() == [sentence, sentence]
