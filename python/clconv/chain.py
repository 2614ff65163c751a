# SPDX-License-Identifier: Apache-2.0
#
"""Filters and pixel operations that are applied to an image one after the other."""

from __future__ import annotations

from typing import Optional, Sequence, Tuple, TypeVar, Union

import cv2
import numpy as np

from . import _clconv

ImageT = TypeVar("ImageT", np.ndarray, cv2.UMat)
Kernel = Union[np.ndarray, cv2.UMat, Sequence[float], Sequence[Sequence[float]]]
Pair = Sequence[int]
Value = Union[float, Sequence[float]]


class Chain:
    """Stages as one object, which runs them in as few launches as it can: cv::clconv::Chain.

    A stage has the arguments, defaults and errors of the function with its name, without the images, and returns the
    chain. Results are bit for bit those of running the stages one by one.

    >>> edges = clconv.Chain().GaussianBlur((5, 5), 0).gradientMagnitude(cv2.CV_8U)
    >>> result = edges(cv2.UMat(image))
    """

    def __init__(self, other: Optional[Chain] = None) -> None:
        """Makes a chain without stages, or a copy of another one."""
        self._chain: _clconv.Chain = _clconv.Chain() if other is None else _clconv.Chain(other._chain)

    def __call__(self, src: ImageT, dst: Optional[ImageT] = None) -> ImageT:
        """Applies the stages to an image, an array of NumPy or a cv2.UMat; see clconv.filter2D for `dst`."""
        return self._chain.apply(src, dst)

    def batch(self, src: Sequence[ImageT], dst: Optional[Sequence[ImageT]] = None) -> Tuple[ImageT, ...]:
        """Applies the stages to each of several images; see clconv.filterBatch for `src` and `dst`.

        cv2.UMats share launches if all stages share one.
        """
        return self._chain.applyToMany(src, dst)

    def __bool__(self) -> bool:
        """Whether there are stages."""
        return not self._chain.empty()

    def explain(self, src: ImageT) -> str:
        """Reports which stages share a launch on this device, in a line for each launch."""
        return self._chain.explain(src)

    def prepare(self, srcType: int, size: Pair) -> bool:
        """Builds the programs of the stages, and waits for them. Returns False if a stage will run on the CPU."""
        return self._chain.prepare(srcType, size)

    def filter2D(
        self,
        ddepth: int,
        kernel: Kernel,
        anchor: Pair = (-1, -1),
        delta: float = 0,
        borderType: int = cv2.BORDER_DEFAULT,
        borderValue: Value = 0,
    ) -> Chain:
        """See clconv.filter2D."""
        self._chain.filter2D(ddepth, kernel, anchor, delta, borderType, borderValue)
        return self

    def sepFilter2D(
        self,
        ddepth: int,
        kernelX: Kernel,
        kernelY: Kernel,
        anchor: Pair = (-1, -1),
        delta: float = 0,
        borderType: int = cv2.BORDER_DEFAULT,
        borderValue: Value = 0,
    ) -> Chain:
        """See clconv.sepFilter2D."""
        self._chain.sepFilter2D(ddepth, kernelX, kernelY, anchor, delta, borderType, borderValue)
        return self

    def GaussianBlur(
        self, ksize: Pair, sigmaX: float, sigmaY: float = 0, borderType: int = cv2.BORDER_DEFAULT
    ) -> Chain:
        """See clconv.GaussianBlur."""
        self._chain.GaussianBlur(ksize, sigmaX, sigmaY, borderType)
        return self

    def boxFilter(
        self,
        ddepth: int,
        ksize: Pair,
        anchor: Pair = (-1, -1),
        normalize: bool = True,
        borderType: int = cv2.BORDER_DEFAULT,
    ) -> Chain:
        """See clconv.boxFilter."""
        self._chain.boxFilter(ddepth, ksize, anchor, normalize, borderType)
        return self

    def blur(self, ksize: Pair, anchor: Pair = (-1, -1), borderType: int = cv2.BORDER_DEFAULT) -> Chain:
        """See clconv.blur."""
        return self.boxFilter(-1, ksize, anchor, True, borderType)

    def Sobel(
        self,
        ddepth: int,
        dx: int,
        dy: int,
        ksize: int = 3,
        scale: float = 1,
        delta: float = 0,
        borderType: int = cv2.BORDER_DEFAULT,
    ) -> Chain:
        """See clconv.Sobel."""
        self._chain.Sobel(ddepth, dx, dy, ksize, scale, delta, borderType)
        return self

    def Scharr(
        self,
        ddepth: int,
        dx: int,
        dy: int,
        scale: float = 1,
        delta: float = 0,
        borderType: int = cv2.BORDER_DEFAULT,
    ) -> Chain:
        """See clconv.Scharr."""
        return self.Sobel(ddepth, dx, dy, cv2.FILTER_SCHARR, scale, delta, borderType)

    def Laplacian(
        self,
        ddepth: int,
        ksize: int = 1,
        scale: float = 1,
        delta: float = 0,
        borderType: int = cv2.BORDER_DEFAULT,
    ) -> Chain:
        """See clconv.Laplacian."""
        self._chain.Laplacian(ddepth, ksize, scale, delta, borderType)
        return self

    def gradientMagnitude(
        self, ddepth: int, ksize: int = 3, root: bool = False, borderType: int = cv2.BORDER_DEFAULT
    ) -> Chain:
        """Computes the gradient's magnitude by two Sobel filters: |dx| + |dy|, or with `root` sqrt(dx**2 + dy**2)."""
        self._chain.gradientMagnitude(ddepth, ksize, root, borderType)
        return self

    def convertTo(self, rtype: int, alpha: float = 1, beta: float = 0) -> Chain:
        """Multiplies by alpha, adds beta, and converts to the depth rtype; -1: the depth that the image has."""
        self._chain.convertTo(rtype, alpha, beta)
        return self

    def convertScaleAbs(self, alpha: float = 1, beta: float = 0) -> Chain:
        """See cv2.convertScaleAbs."""
        self._chain.convertScaleAbs(alpha, beta)
        return self

    def abs(self) -> Chain:
        """Takes the magnitude of each value, saturated."""
        self._chain.abs()
        return self

    def threshold(self, thresh: float, maxval: float, type: int) -> Chain:
        """See cv2.threshold; types that need the whole image first, such as cv2.THRESH_OTSU, are refused."""
        self._chain.threshold(thresh, maxval, type)
        return self

    def cvtColor(self, code: int) -> Chain:
        """Converts between grey and BGR, BGRA, RGB or RGBA: see cv2.cvtColor."""
        self._chain.cvtColor(code)
        return self

    def add(self, other: Chain) -> Chain:
        """Adds the result of another chain on the same source."""
        self._chain.add(other._chain)
        return self

    def subtract(self, other: Chain) -> Chain:
        """Subtracts the result of another chain on the same source."""
        self._chain.subtract(other._chain)
        return self

    def absdiff(self, other: Chain) -> Chain:
        """Takes the magnitude of the difference from the result of another chain on the same source."""
        self._chain.absdiff(other._chain)
        return self

    def min(self, other: Chain) -> Chain:
        """Takes the smaller of each value and the result of another chain on the same source."""
        self._chain.min(other._chain)
        return self

    def max(self, other: Chain) -> Chain:
        """Takes the greater of each value and the result of another chain on the same source."""
        self._chain.max(other._chain)
        return self

    def magnitude(self, other: Chain) -> Chain:
        """See cv2.magnitude; the second image is the result of another chain on the same source."""
        self._chain.magnitude(other._chain)
        return self

    def addWeighted(self, alpha: float, other: Chain, beta: float, gamma: float, dtype: int = -1) -> Chain:
        """See cv2.addWeighted; the second image is the result of another chain on the same source."""
        self._chain.addWeighted(alpha, other._chain, beta, gamma, dtype)
        return self
