# SPDX-License-Identifier: Apache-2.0
#
"""Linear filters of OpenCV images on OpenCL.

The functions have the names, arguments and defaults of cv2's, and raise cv2.error. Images are NumPy arrays or
cv2.UMats. The result is `dst` if that has the right size and type, otherwise a new image; it is a cv2.UMat if `dst` is
one, or, without `dst`, if `src` is one. Calls whose result is a cv2.UMat run on the OpenCL device, all others in
OpenCV's functions on the CPU, unless OPENCV_CLCONV_MATS is set. Other Python threads run during a call.
As in cv2, None stands for a default, and for 0 if an argument has none.

>>> result = clconv.filter2D(cv2.UMat(image), -1, kernel)
"""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Sequence, Tuple, TypeVar, Union, overload

import cv2
import numpy as np

from . import _clconv
from ._clconv import __version__ as __version__
from .chain import Chain

__all__ = [
    "filter2D",
    "sepFilter2D",
    "filter2DMasked",
    "filterBank",
    "filterBatch",
    "GaussianBlur",
    "boxFilter",
    "blur",
    "Sobel",
    "Scharr",
    "Laplacian",
    "Chain",
    "explain",
    "prepare",
    "COLD_SERVE",
    "COLD_WAIT",
    "COLD_CPU",
    "setColdCalls",
    "coldCalls",
    "isReady",
    "waitUntilReady",
    "setRepeatable",
    "isRepeatable",
]

# uint8, int8, uint16, int16, int32, float32, float64; (h, w) or (h, w, c)
Array = np.ndarray[Any, Any]
Image = Union[Array, cv2.UMat]
ImageT = TypeVar("ImageT", Array, cv2.UMat)
Kernel = Union[Image, Sequence[float], Sequence[Sequence[float]]]  # float16 too
Pair = Sequence[int]
Value = Union[float, Sequence[float]]
Calls = Callable[[], object]


def __dir__() -> List[str]:
    """The names that a prompt completes: those of the module, without what it imports."""
    parts = {*__all__, "ndimage", "patch"}
    return sorted(name for name in globals() if name in parts or name.startswith("__"))


def filter2D(
    src: ImageT,
    ddepth: int,
    kernel: Kernel,
    dst: Optional[ImageT] = None,
    anchor: Pair = (-1, -1),
    delta: float = 0,
    borderType: int = cv2.BORDER_DEFAULT,
    borderValue: Value = 0,
) -> ImageT:
    """Correlates an image with a kernel: cv2.filter2D.

    dst(x, y) = delta + the sum over i and j of kernel(i, j) * src(x + i - anchor.x, y + j - anchor.y)

    src         image
    ddepth      depth of the result, cv2.CV_8U to cv2.CV_64F; -1: that of src
    kernel      coefficients: an array, or a list or tuple of numbers or rows; an array of shape (rows, columns,
                channels), with the channels of src, has a kernel for each channel
    dst         image that the result is written to, if it has the right size and type
    anchor      (x, y), the kernel's element over the pixel being computed; (-1, -1): the kernel's middle
    delta       added to every sum
    borderType  cv2.BORDER_CONSTANT (borderValue), _REPLICATE, _REFLECT, _REFLECT_101 or _WRAP; with
                + cv2.BORDER_ISOLATED a region does not read the pixels around it
    borderValue a number for each channel; a single number is for the first channel, as in cv2.copyMakeBorder
    """
    return _clconv.filter2D(src, ddepth, kernel, dst, anchor, delta, borderType, borderValue)


def sepFilter2D(
    src: ImageT,
    ddepth: int,
    kernelX: Kernel,
    kernelY: Kernel,
    dst: Optional[ImageT] = None,
    anchor: Pair = (-1, -1),
    delta: float = 0,
    borderType: int = cv2.BORDER_DEFAULT,
    borderValue: Value = 0,
) -> ImageT:
    """Correlates an image with the outer product of two one-dimensional kernels: cv2.sepFilter2D.

    kernelX  coefficients along a row
    kernelY  coefficients along a column, of the type of kernelX
    Other arguments: see filter2D.
    """
    return _clconv.sepFilter2D(src, ddepth, kernelX, kernelY, dst, anchor, delta, borderType, borderValue)


def filter2DMasked(
    src: ImageT,
    mask: Optional[Image],
    ddepth: int,
    kernel: Kernel,
    dst: Optional[ImageT] = None,
    anchor: Pair = (-1, -1),
    delta: float = 0,
    borderType: int = cv2.BORDER_DEFAULT,
    emptyValue: float = 0,
) -> ImageT:
    """Correlates an image with a kernel, counting only pixels that are not missing.

    The result is sum(kernel * mask * src) / sum(kernel * mask) + delta. A pixel of weight 0 does not count, whatever
    its value.

    mask        weights of the size of src: booleans or uint8, where True or a number other than 0 is a weight of 1, or
                float32; None: a NaN is missing, in its channel only
    borderType  cv2.BORDER_CONSTANT (pixels outside are missing), _REPLICATE, _REFLECT, _REFLECT_101 or _WRAP
    emptyValue  result where all pixels under the kernel have weight 0
    Other arguments: see filter2D.
    """
    if isinstance(mask, np.ndarray) and mask.dtype == bool:
        mask = mask.view("uint8")
    return _clconv.filter2DMasked(src, mask, ddepth, kernel, dst, anchor, delta, borderType, emptyValue)


def filterBank(
    src: ImageT,
    ddepth: int,
    kernels: Sequence[Kernel],
    dst: Optional[Sequence[ImageT]] = None,
    anchor: Pair = (-1, -1),
    delta: float = 0,
    borderType: int = cv2.BORDER_DEFAULT,
    borderValue: Value = 0,
) -> Tuple[ImageT, ...]:
    """Correlates one image with several kernels, of any sizes; returns a tuple of the results of filter2D.

    kernels  the kernels; the anchor (-1, -1) is the middle of each
    dst      a sequence of images, all arrays or all cv2.UMats, which the results are written to if they fit
    Other arguments: see filter2D.
    """
    return _clconv.filterBank(src, ddepth, kernels, dst, anchor, delta, borderType, borderValue)


def filterBatch(
    src: Sequence[ImageT],
    ddepth: int,
    kernels: Union[Kernel, Sequence[Kernel]],
    dst: Optional[Sequence[ImageT]] = None,
    anchor: Pair = (-1, -1),
    delta: float = 0,
    borderType: int = cv2.BORDER_DEFAULT,
    borderValue: Value = 0,
) -> Tuple[ImageT, ...]:
    """Correlates many images, of one type and any sizes, in few launches; returns a tuple of the results of filter2D.

    src      a sequence of images, all arrays or all cv2.UMats; only the latter share launches
    kernels  one kernel for all, or one for each image: a sequence, or an array of three dimensions
    dst      a sequence of images, all arrays or all cv2.UMats, which the results are written to if they fit
    Other arguments: see filter2D.
    """
    return _clconv.filterBatch(src, ddepth, kernels, dst, anchor, delta, borderType, borderValue)


def GaussianBlur(
    src: ImageT,
    ksize: Pair,
    sigmaX: float,
    dst: Optional[ImageT] = None,
    sigmaY: float = 0,
    borderType: int = cv2.BORDER_DEFAULT,
    hint: int = 0,
) -> ImageT:
    """Blurs an image with a Gaussian: cv2.GaussianBlur.

    ksize   (width, height), odd; (0, 0): derived from the sigmas
    sigmaX  standard deviation along a row, in pixels; 0: derived from ksize
    sigmaY  along a column; 0: sigmaX
    hint    cv2.ALGO_HINT_ACCURATE or _APPROX, as in OpenCV since 4.11; does not change the result
    Other arguments: see filter2D. The result has the type of src.
    """
    return _clconv.GaussianBlur(src, ksize, sigmaX, dst, sigmaY, borderType)


def boxFilter(
    src: ImageT,
    ddepth: int,
    ksize: Pair,
    dst: Optional[ImageT] = None,
    anchor: Pair = (-1, -1),
    normalize: bool = True,
    borderType: int = cv2.BORDER_DEFAULT,
) -> ImageT:
    """Averages the pixels under a box, or adds them up: cv2.boxFilter.

    ksize      (width, height) of the box
    normalize  divides the sums by the area of the box
    Other arguments: see filter2D.
    """
    return _clconv.boxFilter(src, ddepth, ksize, dst, anchor, normalize, borderType)


def blur(
    src: ImageT,
    ksize: Pair,
    dst: Optional[ImageT] = None,
    anchor: Pair = (-1, -1),
    borderType: int = cv2.BORDER_DEFAULT,
) -> ImageT:
    """Averages the pixels under a box: cv2.blur, which is boxFilter with the depth of src."""
    return _clconv.blur(src, ksize, dst, anchor, borderType)


def Sobel(
    src: ImageT,
    ddepth: int,
    dx: int,
    dy: int,
    dst: Optional[ImageT] = None,
    ksize: int = 3,
    scale: float = 1,
    delta: float = 0,
    borderType: int = cv2.BORDER_DEFAULT,
) -> ImageT:
    """Computes a derivative with a Sobel filter: cv2.Sobel.

    dx, dy  orders of the derivative along a row and along a column
    ksize   odd, 1 to 31; cv2.FILTER_SCHARR: Scharr's filter
    scale   factor of the derivative
    Other arguments: see filter2D.
    """
    return _clconv.Sobel(src, ddepth, dx, dy, dst, ksize, scale, delta, borderType)


def Scharr(
    src: ImageT,
    ddepth: int,
    dx: int,
    dy: int,
    dst: Optional[ImageT] = None,
    scale: float = 1,
    delta: float = 0,
    borderType: int = cv2.BORDER_DEFAULT,
) -> ImageT:
    """Computes a first derivative with Scharr's 3x3 filter: cv2.Scharr. Arguments: see Sobel."""
    return _clconv.Scharr(src, ddepth, dx, dy, dst, scale, delta, borderType)


def Laplacian(
    src: ImageT,
    ddepth: int,
    dst: Optional[ImageT] = None,
    ksize: int = 1,
    scale: float = 1,
    delta: float = 0,
    borderType: int = cv2.BORDER_DEFAULT,
) -> ImageT:
    """Computes the sum of the second derivatives along both axes: cv2.Laplacian. Arguments: see Sobel."""
    return _clconv.Laplacian(src, ddepth, dst, ksize, scale, delta, borderType)


@overload
def explain(src: Calls) -> str: ...


@overload
def explain(
    src: Image, ddepth: int, kernel: Kernel, anchor: Pair = (-1, -1), borderType: int = cv2.BORDER_DEFAULT
) -> str: ...


def explain(
    src: Any,
    ddepth: Any = None,
    kernel: Any = None,
    anchor: Pair = (-1, -1),
    borderType: int = cv2.BORDER_DEFAULT,
) -> str:
    """Reports in words how filter2D would run with these arguments: the call, then a line for each implementation.

    The line of an implementation that could run ends with the multiply-adds that one scalar of the result would take.
    Nothing is built or run. Arguments: see filter2D; or a function without arguments that calls functions of this
    module: then the lines of each call are returned.

    >>> print(clconv.explain(lambda: clconv.Sobel(image, cv2.CV_16S, 1, 0)))
    """
    return _clconv.explainCalls(src) if callable(src) else _clconv.explain(src, ddepth, kernel, anchor, borderType)


@overload
def prepare(kernel: Calls) -> bool: ...


@overload
def prepare(
    kernel: Kernel,
    srcType: int,
    ddepth: int,
    anchor: Pair = (-1, -1),
    borderType: int = cv2.BORDER_DEFAULT,
    size: Pair = (1920, 1080),
) -> bool: ...


def prepare(
    kernel: Any,
    srcType: Any = None,
    ddepth: Any = None,
    anchor: Pair = (-1, -1),
    borderType: int = cv2.BORDER_DEFAULT,
    size: Pair = (1920, 1080),
) -> bool:
    """Builds the OpenCL program that filter2D will need for a kernel, before the first image arrives.

    srcType  type of the images to come, for example cv2.CV_8UC3
    size     (width, height) of the images to come
    Other arguments: see filter2D; or a function without arguments that calls functions of this module, with images of
    the types and sizes to come: these calls run. Returns False if such calls will run on the CPU.

    >>> clconv.prepare(lambda: clconv.GaussianBlur(image, (9, 9), 0))
    """
    if callable(kernel):
        return _clconv.prepareCalls(kernel)
    return _clconv.prepare(kernel, srcType, ddepth, anchor, borderType, size)


COLD_SERVE: int = _clconv.COLD_SERVE
COLD_WAIT: int = _clconv.COLD_WAIT
COLD_CPU: int = _clconv.COLD_CPU


def setColdCalls(mode: int) -> None:
    """Chooses what a call does if its OpenCL program is not built, for all threads of the process.

    mode  COLD_SERVE, the default: a general program or the CPU computes it while its own is built in the background;
        COLD_WAIT: it waits; COLD_CPU: as COLD_SERVE, but nothing is built. The environment variable
        OPENCV_CLCONV_COLD is serve, wait or cpu.
    """
    _clconv.setColdCalls(mode)


def coldCalls() -> int:
    """Returns what a call does if its program is not built, see setColdCalls."""
    return _clconv.coldCalls()


@overload
def isReady(src: Calls) -> bool: ...


@overload
def isReady(
    src: Image, ddepth: int, kernel: Kernel, anchor: Pair = (-1, -1), borderType: int = cv2.BORDER_DEFAULT
) -> bool: ...


def isReady(
    src: Any,
    ddepth: Any = None,
    kernel: Any = None,
    anchor: Pair = (-1, -1),
    borderType: int = cv2.BORDER_DEFAULT,
) -> bool:
    """Returns whether a call of filter2D would find its program built. Builds nothing. Arguments: see explain."""
    return _clconv.areReady(src) if callable(src) else _clconv.isReady(src, ddepth, kernel, anchor, borderType)


def waitUntilReady(seconds: float) -> bool:
    """Waits up to `seconds` until all programs that calls have requested are built. Returns whether they are."""
    return _clconv.waitUntilReady(seconds)


def setRepeatable(on: bool) -> None:
    """Chooses whether the same call gives the same bits each time, for all threads of the process.

    on  True: one implementation runs a call from the first time on; sparse kernels get no program of their own, and no
        tuning file is read. Off by default, unless the environment variable OPENCV_CLCONV_REPEATABLE is 1.
    """
    _clconv.setRepeatable(on)


def isRepeatable() -> bool:
    """Returns whether the same call gives the same bits each time, see setRepeatable."""
    return _clconv.isRepeatable()
