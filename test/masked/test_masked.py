# SPDX-License-Identifier: Apache-2.0
#
# The arguments of clconv.filter2DMasked. The tests in C++ compare its results with the definition.

import doctest
from pathlib import Path

import clconv
import cv2
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
KERNEL = np.ones((3, 5), np.float32)


def test_the_examples_of_the_documentation():
    results = doctest.testfile(str(ROOT / "docs/masked/README.md"), module_relative=False)
    assert results.failed == 0 and results.attempted >= 5


@pytest.mark.parametrize("on_device", (False, True))
def test_masks_of_every_kind(on_device):
    random = np.random.default_rng(1)
    image = random.random((40, 50, 3)).astype(np.float32)
    there = random.random((40, 50)) < 0.6
    weights = there.astype(np.float32)
    source = cv2.UMat(image) if on_device else image

    def filtered(mask, src=source):
        result = clconv.filter2DMasked(src, mask, -1, KERNEL, anchor=(0, 1), delta=2, borderType=cv2.BORDER_CONSTANT)
        assert isinstance(result, cv2.UMat) == on_device
        return result.get() if on_device else result

    sums = cv2.filter2D(image * weights[..., None], -1, KERNEL, anchor=(0, 1), borderType=cv2.BORDER_CONSTANT)
    totals = cv2.filter2D(weights, -1, KERNEL, anchor=(0, 1), borderType=cv2.BORDER_CONSTANT)
    expected = np.where(totals[..., None] > 0, sums / np.maximum(totals, 1e-9)[..., None] + 2, 0)
    missing = np.where(there[..., None], image, np.nan)
    for result in (
        filtered(there),
        filtered(there.astype(np.uint8) * 200),
        filtered(weights),
        filtered(cv2.UMat(weights)),
        filtered(None, cv2.UMat(missing) if on_device else missing),
    ):
        np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-5)


def test_writes_to_dst():
    image, result = np.ones((20, 30), np.uint8), np.zeros((20, 30), np.float32)
    assert clconv.filter2DMasked(image, image, cv2.CV_32F, KERNEL, result) is result
    assert (result == 1).all()


def test_refuses_masks_of_other_types_and_sizes():
    image = np.ones((20, 30), np.uint8)
    for mask in (np.ones((20, 31), np.uint8), np.ones((20, 30), np.int16), np.ones((20, 30, 3), np.uint8)):
        with pytest.raises(cv2.error, match="mask"):
            clconv.filter2DMasked(image, mask, -1, KERNEL)
