#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# cupyx.scipy.ndimage on arrays on the device. It truncates bytes between the passes of a separable filter.
#
# on: gpu
# pip: cupy-cuda13x

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from common import serve

try:
    import cupy
    from cupyx.scipy import ndimage

    VERSION = f"CuPy {cupy.__version__}, CUDA {cupy.cuda.runtime.runtimeGetVersion()}"
except Exception as error:
    VERSION = f"missing {error}"


def prepare(cell):
    channels = len(cell.shape) == 3
    named = {"mode": "nearest", "output": cell.pixels_of_result}
    if cell.function in ("filter2D", "Laplacian8"):
        kernel = cupy.asarray(cell.kernel()[..., None] if channels else cell.kernel())
        call, tolerance = lambda image: ndimage.correlate(image, kernel, **named), 1
    elif cell.function == "GaussianBlur":
        sigma = (cell.sigma, cell.sigma, 0) if channels else cell.sigma
        truncate = (cell.ksize // 2) / cell.sigma
        call, tolerance = lambda image: ndimage.gaussian_filter(image, sigma, truncate=truncate, **named), 2
    elif cell.function == "blur":
        size = (cell.ksize, cell.ksize, 1) if channels else cell.ksize
        call, tolerance = lambda image: ndimage.uniform_filter(image, size, **named), 2
    elif cell.function == "Sobel":
        call, tolerance = lambda image: ndimage.sobel(image, 1, **named), 1
    elif cell.function == "Laplacian":
        call, tolerance = lambda image: ndimage.laplace(image, **named), 1
    else:
        raise serve.Unsupported("it has no such function")
    names = {"filter2D": "correlate", "Laplacian8": "correlate", "GaussianBlur": "gaussian_filter",
             "blur": "uniform_filter", "Sobel": "sobel", "Laplacian": "laplace"}
    return serve.Filter(call, "ndimage." + names[cell.function], 0, tolerance=tolerance, upload=cupy.array,
                        download=cupy.asnumpy, wait=cupy.cuda.Device().synchronize)


if __name__ == "__main__":
    serve.run(globals())
