#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# scikit-image's filters, from array to array, without threads. Images of bytes become floats.
#
# on: cpu
# packages: python3-skimage

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import numpy
from common import serve

try:
    import skimage
    from skimage import filters

    VERSION = f"scikit-image {skimage.__version__}"
except ImportError as error:
    VERSION = f"missing {error}"


def prepare(cell):
    if cell.function == "GaussianBlur":
        named = {"sigma": cell.sigma, "truncate": (cell.ksize // 2) / cell.sigma, "mode": "nearest",
                 "preserve_range": True, "channel_axis": -1 if len(cell.shape) == 3 else None}

        def rounded(result):
            return result if cell.pixels == "float32" else numpy.rint(result).astype(cell.pixels)

        return serve.Filter(lambda image: filters.gaussian(image, **named), "filters.gaussian", download=rounded)
    if cell.pixels == "float32" and cell.function in ("Sobel", "Scharr"):
        # scikit-image scales the weights to a sum of 1 and has the sign of a convolution.
        function, factor = {"Sobel": (filters.sobel_v, 4), "Scharr": (filters.scharr_v, 16)}[cell.function]
        sign = 1 if function(numpy.tile(numpy.arange(5, dtype=numpy.float32), (5, 1)))[2, 2] > 0 else -1
        return serve.Filter(function, f"filters.{function.__name__}", border="reflect",
                            download=lambda result: (result * (sign * factor)).astype(numpy.float32))
    raise serve.Unsupported("it has no such function")


if __name__ == "__main__":
    serve.run(globals())
