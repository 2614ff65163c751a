# SPDX-License-Identifier: Apache-2.0
#
# The cells of the grid: filters, images and coefficients, the same for all peers.

import math
from typing import NamedTuple

try:
    import numpy
except ImportError:
    numpy = None  # --help needs none

FUNCTIONS = ("filter2D", "GaussianBlur", "blur", "Sobel", "Scharr", "Laplacian", "Laplacian8")
TYPES = ("8UC1", "8UC3", "8UC4", "32FC1", "32FC3", "32FC4")
DEPTHS = {"8U": "uint8", "16S": "int16", "32F": "float32"}
FIXED = {
    "Sobel": [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]],
    "Scharr": [[-3, 0, 3], [-10, 0, 10], [-3, 0, 3]],
    "Laplacian": [[0, 1, 0], [1, -4, 1], [0, 1, 0]],
    "Laplacian8": [[-1, -1, -1], [-1, 8, -1], [-1, -1, -1]],  # NPP's mask; clconv runs it as filter2D
}


class Cell(NamedTuple):
    function: str
    width: int
    height: int
    type: str
    ksize: int

    @property
    def size(self):
        return f"{self.width}x{self.height}"

    @property
    def to(self):
        """Derivatives of bytes are 16-bit signed integers."""
        return "16SC1" if self.function in FIXED and self.type == "8UC1" else self.type

    @property
    def sigma(self):
        """As in OpenCV for a Gaussian of this size."""
        return 0.3 * ((self.ksize - 1) * 0.5 - 1) + 0.8

    @property
    def shape(self):
        channels = int(self.type[-1])
        return (self.height, self.width) + ((channels,) if channels > 1 else ())

    @property
    def pixels(self):
        return numpy.dtype(DEPTHS[self.type.split("C")[0]])

    @property
    def pixels_of_result(self):
        return numpy.dtype(DEPTHS[self.to.split("C")[0]])

    def source(self):
        """Random bytes, or floats from 0 to 1."""
        random = numpy.random.default_rng(7)
        if self.pixels == "float32":
            return random.random(self.shape, numpy.float32)
        return random.integers(0, 256, self.shape, numpy.uint8)

    def taps(self):
        """The row whose outer product with itself is the filter; None if there is none."""
        if self.function == "blur":
            return numpy.full(self.ksize, 1 / self.ksize, numpy.float32)
        if self.function != "GaussianBlur":
            return None
        row = numpy.exp(-((numpy.arange(self.ksize) - self.ksize // 2) ** 2) / (2 * self.sigma**2))
        return (row / row.sum()).astype(numpy.float32)

    def kernel(self):
        """Coefficients of a correlation. Random ones are positive and have the sum 1, so that no result leaves the
        range of bytes, where some libraries wrap around."""
        if self.function in FIXED:
            return numpy.array(FIXED[self.function], numpy.float32)
        if self.taps() is not None:
            return numpy.outer(self.taps(), self.taps())
        values = numpy.random.default_rng(self.ksize).uniform(0.1, 1.9, (self.ksize, self.ksize))
        return (values / values.sum()).astype(numpy.float32)

    def wrong(self, result, expected, tolerance, interior):
        """Why the result is wrong, or "", and the largest difference. `tolerance` is for integers."""
        if result.shape != expected.shape:
            return f"shape {result.shape}", math.nan
        inside = slice(self.ksize // 2, -(self.ksize // 2)) if interior else slice(None)
        difference = numpy.abs(result[inside, inside].astype(numpy.float64) - expected[inside, inside])
        largest = float(difference.max())  # NaN stays NaN
        if expected.dtype == numpy.float32:
            tolerance = 1e-4 * float(numpy.abs(self.kernel()).sum())
        return ("" if largest <= tolerance else f"off by {largest:g}, tolerated are {tolerance:g}"), largest


def cells_of(functions, sizes, types, ksizes):
    """Derivatives are only 3x3 and of one channel."""
    cells = []
    for width, height in sizes:
        for kind in types:
            for function in functions:
                if function not in FIXED:
                    cells += [Cell(function, width, height, kind, ksize) for ksize in ksizes]
                elif kind.endswith("C1"):
                    cells.append(Cell(function, width, height, kind, 3))
    return cells
