#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# cupyx.scipy.ndimage on arrays on the device: common/ndimage_filters.py.
#
# on: gpu
# pip: cupy-cuda13x

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from common import ndimage_filters, serve

try:
    import cupy
    from cupyx.scipy import ndimage

    VERSION = f"CuPy {cupy.__version__}, CUDA {cupy.cuda.runtime.runtimeGetVersion()}"
except Exception as error:
    VERSION = f"missing {error}"


def prepare(cell):
    return ndimage_filters.prepared(cell, ndimage, cupy.asarray, threads=0, upload=cupy.array, download=cupy.asnumpy,
                                    wait=cupy.cuda.Device().synchronize)


if __name__ == "__main__":
    serve.run(globals())
