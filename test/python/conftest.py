# SPDX-License-Identifier: Apache-2.0
#
# Shared by the tests of the Python module: images, kernels, tolerances. They need an OpenCL device.

import cv2
import numpy as np
import pytest

DTYPES = ["u1", "i1", "u2", "i2", "i4", "f4", "f8"]
DEPTHS = {
    "u1": cv2.CV_8U,
    "i1": cv2.CV_8S,
    "u2": cv2.CV_16U,
    "i2": cv2.CV_16S,
    "i4": cv2.CV_32S,
    "f4": cv2.CV_32F,
    "f8": cv2.CV_64F,
}


def pytest_configure(config):
    if not cv2.ocl.haveOpenCL() or not cv2.ocl.useOpenCL():
        pytest.exit("no OpenCL device: a test on the CPU would show nothing", 1)


def image_of(dtype, shape=(37, 53), seed=1):
    """Random integers from a range of 200 or 256, or floats from 0 to 200."""
    rng = np.random.default_rng(seed)
    if np.dtype(dtype).kind == "f":
        return (rng.random(shape) * 200).astype(dtype)
    low, high = {"i1": (-128, 128), "u1": (0, 256)}.get(dtype, (0, 200))
    return rng.integers(low, high, shape).astype(dtype)


def kernel_of(shape=(5, 5), seed=2, dtype="f4"):
    return ((np.random.default_rng(seed).random(shape) - 0.4) / 4).astype(dtype)


def assert_close(result, expected):
    """For integers 1, because a rounding error can cross a tie; for floats that of sums of some hundred terms."""
    assert result.dtype == expected.dtype
    assert result.shape == expected.shape
    tolerance = {"f4": 2e-3, "f8": 1e-9}.get(result.dtype.str[1:], 1)
    assert np.abs(result.astype("f8") - expected.astype("f8")).max() <= tolerance


@pytest.fixture
def image():
    return image_of("u1")


@pytest.fixture
def kernel():
    return kernel_of()
