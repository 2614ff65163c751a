#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# scipy.ndimage, from array to array. It has no threads, and truncates bytes between the passes of a separable filter.
#
# on: cpu
# packages: python3-scipy

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from common import serve

try:
    import scipy
    import scipy.ndimage as ndimage

    VERSION = f"SciPy {scipy.__version__}"
except ImportError as error:
    VERSION = f"missing {error}"


def prepare(cell):
    # Filters of an image with channels run along its two axes only.
    channels = len(cell.shape) == 3
    named = {"mode": "nearest", "output": cell.pixels_of_result}
    if cell.function == "filter2D" or cell.function == "Laplacian8":
        kernel = cell.kernel()[..., None] if channels else cell.kernel()
        return serve.Filter(lambda image: ndimage.correlate(image, kernel, **named), "ndimage.correlate")
    if cell.function == "GaussianBlur":
        sigma = (cell.sigma, cell.sigma, 0) if channels else cell.sigma
        truncate = (cell.ksize // 2) / cell.sigma
        return serve.Filter(lambda image: ndimage.gaussian_filter(image, sigma, truncate=truncate, **named),
                            "ndimage.gaussian_filter", tolerance=2)
    if cell.function == "blur":
        size = (cell.ksize, cell.ksize, 1) if channels else cell.ksize
        return serve.Filter(lambda image: ndimage.uniform_filter(image, size, **named), "ndimage.uniform_filter",
                            tolerance=2)
    if cell.function == "Sobel":
        return serve.Filter(lambda image: ndimage.sobel(image, 1, **named), "ndimage.sobel")
    if cell.function == "Laplacian":
        return serve.Filter(lambda image: ndimage.laplace(image, **named), "ndimage.laplace")
    raise serve.Unsupported("it has no such function")


if __name__ == "__main__":
    serve.run(globals())
