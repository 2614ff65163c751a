#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
#
# Compares the functions of cv2.clconv on cv2.UMats with those of cv2 on arrays.

import cv2 as cv
import numpy as np
from tests_common import NewOpenCVTests, unittest


@unittest.skipUnless(cv.ocl.haveOpenCL(), "no OpenCL device")
class clconv_test(NewOpenCVTests):
    def setUp(self):
        super(clconv_test, self).setUp()
        cv.ocl.setUseOpenCL(True)
        cv.clconv.setColdCalls(cv.clconv.COLD_WAIT)  # the CPU computes calls without a program otherwise
        random = np.random.RandomState(1)
        self.image = random.randint(0, 256, (97, 131, 3)).astype(np.uint8)
        self.kernel = (random.rand(5, 7).astype(np.float32) - 0.4) / 8

    def check(self, result, expected, tolerance=1):
        self.assertTrue(isinstance(result, cv.UMat))
        result = result.get()
        self.assertEqual((result.dtype, result.shape), (expected.dtype, expected.shape))
        self.assertLessEqual(np.abs(result.astype(np.float64) - expected).max(), tolerance)

    def test_filter2D(self):
        expected = cv.filter2D(self.image, -1, self.kernel)
        self.check(cv.clconv.filter2D(cv.UMat(self.image), -1, self.kernel), expected)
        dst = cv.UMat(97, 131, cv.CV_8UC3)
        self.check(cv.clconv.filter2D(cv.UMat(self.image), -1, self.kernel, dst), expected)
        self.check(dst, expected)
        self.assertTrue(cv.clconv.isReady(cv.UMat(self.image), -1, self.kernel))

    def test_named_filters(self):
        source = cv.UMat(self.image)
        self.check(cv.clconv.GaussianBlur(source, (9, 9), 0), cv.GaussianBlur(self.image, (9, 9), 0), 0)
        self.check(cv.clconv.Sobel(source, cv.CV_16S, 1, 0), cv.Sobel(self.image, cv.CV_16S, 1, 0), 0)
        self.check(cv.clconv.blur(source, (5, 5)), cv.blur(self.image, (5, 5)))

    def test_explain(self):
        self.assertTrue("taken" in cv.clconv.explain(cv.UMat(self.image), -1, self.kernel))

    def test_wrong_arguments(self):
        with self.assertRaises(cv.error):
            cv.clconv.filter2D(cv.UMat(self.image), -1, self.kernel, anchor=(9, 9))


if __name__ == "__main__":
    NewOpenCVTests.bootstrap()
