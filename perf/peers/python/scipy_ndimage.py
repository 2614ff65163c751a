#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# scipy.ndimage, from array to array, without threads: common/ndimage_filters.py.
#
# on: cpu
# packages: python3-scipy

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import numpy
from common import ndimage_filters, serve

try:
    import scipy
    import scipy.ndimage as ndimage

    VERSION = f"SciPy {scipy.__version__}"
except ImportError as error:
    VERSION = f"missing {error}"


def prepare(cell):
    return ndimage_filters.prepared(cell, ndimage, numpy.asarray)


if __name__ == "__main__":
    serve.run(globals())
