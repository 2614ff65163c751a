# SPDX-License-Identifier: Apache-2.0
#
# A script of Python's OpenCV alone, for clconv-run: plain_opencv.py FILE [BEFORE], like plain_opencv.cpp.
# Exit code 77 if cv2 is not installed.

import sys

try:
    import cv2
    import numpy
except ImportError as error:
    print("skipped:", error)
    sys.exit(77)

image = numpy.random.default_rng(7).integers(0, 256, (240, 320), dtype=numpy.uint8)
kernel = (numpy.random.default_rng(3).random((9, 9)) - 0.5).astype(numpy.float32)
umat = cv2.UMat(image)
row = cv2.getGaussianKernel(7, 1.3)
results = [
    cv2.filter2D(umat, -1, kernel),
    cv2.sepFilter2D(umat, cv2.CV_32F, row, row),
    cv2.GaussianBlur(umat, (5, 5), 1.1),
    cv2.boxFilter(umat, -1, (4, 3)),
    cv2.blur(umat, (7, 7)),
    cv2.Sobel(umat, cv2.CV_16S, 1, 0),
    cv2.Scharr(umat, cv2.CV_32F, 0, 1),
    cv2.Laplacian(umat, cv2.CV_16S, ksize=5),
]
results = [result.get().astype(numpy.float64) for result in results]
try:
    cv2.GaussianBlur(umat, (4, 4), 1)  # refused: the exception is OpenCV's own
    sys.exit("an even size is accepted")
except cv2.error:
    pass

with open(sys.argv[1], "wb") as file:
    numpy.savez(file, *results)
if len(sys.argv) > 2:
    before = numpy.load(sys.argv[2])
    for name, result in zip(before.files, results):
        difference = abs(before[name] - result).max()
        if difference > 1:
            sys.exit(f"{name} differs by {difference}")
