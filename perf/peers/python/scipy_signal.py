#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# The faster of scipy.signal's fftconvolve and oaconvolve, on arrays of floats; threads by scipy.fft.set_workers. They
# have no border: the image is padded with copies of its outermost pixels, within the measured time.
#
# on: cpu
# packages: python3-scipy

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import numpy
from common import serve

try:
    import scipy
    from scipy import fft, signal

    VERSION = f"SciPy {scipy.__version__}"
except ImportError as error:
    VERSION = f"missing {error}"


def prepare(cell):
    if cell.function != "filter2D" or cell.pixels != "float32":
        raise serve.Unsupported("only filter2D of floats")
    radius, workers = cell.ksize // 2, len(os.sched_getaffinity(0))
    padding = [(radius, radius)] * 2 + [(0, 0)] * (len(cell.shape) - 2)
    turned = cell.kernel()[::-1, ::-1].copy()
    if len(cell.shape) == 3:
        turned = turned[..., None]

    def call(function, image):
        with fft.set_workers(workers):
            return function(numpy.pad(image, padding, mode="edge"), turned, mode="valid", axes=(0, 1))

    image, seconds = cell.source(), {}
    for function in (signal.fftconvolve, signal.oaconvolve):
        call(function, image)
        start = time.perf_counter()
        call(function, image)
        seconds[function] = time.perf_counter() - start
    faster = min(seconds, key=seconds.get)
    return serve.Filter(lambda image: call(faster, image), f"numpy.pad,signal.{faster.__name__}", workers)


if __name__ == "__main__":
    serve.run(globals())
