#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# fftconvolve of cupyx.scipy.signal on arrays of floats on the device. It has no border: the image is padded with copies
# of its outermost pixels, within the measured time. Channels are planes, the faster layout for it.
#
# on: gpu
# pip: cupy-cuda13x

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import numpy
from common import serve

try:
    import cupy
    from cupyx.scipy import signal

    VERSION = f"CuPy {cupy.__version__}, CUDA {cupy.cuda.runtime.runtimeGetVersion()}"
except Exception as error:
    VERSION = f"missing {error}"


def prepare(cell):
    if cell.function != "filter2D" or cell.pixels != "float32":
        raise serve.Unsupported("only filter2D of floats")
    radius = cell.ksize // 2
    padding = [(0, 0), (radius, radius), (radius, radius)]
    turned = cupy.asarray(cell.kernel()[::-1, ::-1].copy())[None]

    def call(image):
        return signal.fftconvolve(cupy.pad(image, padding, mode="edge"), turned, mode="valid", axes=(1, 2))

    def upload(image):
        planes = image.reshape(cell.height, cell.width, -1).transpose(2, 0, 1)
        return cupy.array(numpy.ascontiguousarray(planes))

    return serve.Filter(call, "cupy.pad,signal.fftconvolve", 0, upload=upload,
                        download=lambda result: cupy.asnumpy(result).transpose(1, 2, 0).reshape(cell.shape),
                        wait=cupy.cuda.Device().synchronize)


if __name__ == "__main__":
    serve.run(globals())
