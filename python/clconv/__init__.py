# SPDX-License-Identifier: Apache-2.0
#
"""Linear filters of OpenCV images on OpenCL.

The functions have the names, arguments and defaults of cv2's, and its exception, cv2.error. Images are arrays of NumPy
or cv2.UMats. The result is `dst` where one of the right size and type is given, otherwise a new image; it is a cv2.UMat
where `dst` is one, or `src` if there is no `dst`. Calls whose result is a cv2.UMat run on the OpenCL device, all others
are OpenCV's own on the CPU. Other threads of Python run during a call.
As for cv2, None stands for a default, and for 0 where an argument has none.

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
    """What prompts complete: what the module offers, without what it imports."""
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

    src         image
    ddepth      depth of the result, cv2.CV_8U to cv2.CV_64F; -1: that of src
    kernel      coefficients; an array, or a list or tuple of numbers or rows; an array of rows, columns and as many
                channels as src has a kernel for each channel
    dst         where the result is written, if it has the right size and type
    anchor      (x, y), the kernel's element over the pixel being computed; (-1, -1): its middle
    delta       added to every sum
    borderType  cv2.BORDER_CONSTANT (borderValue), _REPLICATE, _REFLECT, _REFLECT_101 or, for cv2.UMats, _WRAP; with
                + cv2.BORDER_ISOLATED a region does not read the pixels around it
    borderValue a number for each channel; a number alone is that of the first one, as in cv2.copyMakeBorder
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
    """Correlates an image with the outer product of two kernels of one dimension: cv2.sepFilter2D.

    kernelX  coefficients along a row
    kernelY  coefficients along a column, of the same type
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
    """Correlates an image with a kernel, counting only the pixels that are there.

    The result is sum(kernel * mask * src) / sum(kernel * mask) + delta. A pixel of weight 0 does not count, whatever it
    holds.

    mask        of the size of src: booleans or uint8, where True or a number other than 0 is a weight of 1, or the
                weights as float32; None: NaN is missing, in each channel by itself
    borderType  cv2.BORDER_CONSTANT (there is nothing outside), _REPLICATE, _REFLECT, _REFLECT_101 or _WRAP
    emptyValue  result where nothing under the kernel has a weight
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

    kernels  the kernels; (-1, -1) as the anchor is the middle of each
    dst      a sequence of images, all arrays or all cv2.UMats, where results are written if they fit
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
    kernels  one kernel for all, or a sequence of one for each image
    dst      a sequence of images, all arrays or all cv2.UMats, where results are written if they fit
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
    hint    of OpenCV since 4.11, cv2.ALGO_HINT_ACCURATE or _APPROX; the result is the same for all
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
    """Averages the pixels of a box, or sums them: cv2.boxFilter.

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
    """Averages the pixels of a box: cv2.blur, which is boxFilter with the depth of src."""
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
    ksize   odd, 1 to 31; cv2.FILTER_SCHARR: the filter of Scharr
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
    """Computes a first derivative with the 3x3 filter of Scharr: cv2.Scharr. Arguments: see Sobel."""
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

    Lines of implementations that could run end with the multiply-adds that a value, a scalar of the result, would take.
    Nothing is built or run. Arguments: see filter2D. Instead of them, a function of no arguments that calls functions
    of this module: the lines of each call.

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
    Other arguments: see filter2D. Returns False where such calls will run on the CPU. Instead of all arguments, a
    function of none that calls functions of this module, with images of the types and sizes to come: these calls run.

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

    mode  COLD_SERVE, the default: OpenCV computes it on the CPU while the program is built in the background;
        COLD_WAIT: it waits; COLD_CPU: OpenCV computes it, and nothing is built. The environment variable
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
    """Returns whether a call of filter2D finds its program built. Nothing is built. Arguments: see explain."""
    return _clconv.areReady(src) if callable(src) else _clconv.isReady(src, ddepth, kernel, anchor, borderType)


def waitUntilReady(seconds: float) -> bool:
    """Waits, for so many seconds at most, until all programs are built that calls have requested.

    Returns whether nothing is being built.
    """
    return _clconv.waitUntilReady(seconds)


def setRepeatable(on: bool) -> None:
    """Chooses whether the same call gives the same bits each time, for all threads of the process.

    on  True: one implementation runs a call from the first time on; sparse kernels get no program of their own, and a
        user's tuning file is not read. Off by default, unless the environment variable OPENCV_CLCONV_REPEATABLE is 1.
    """
    _clconv.setRepeatable(on)


def isRepeatable() -> bool:
    """Returns whether the same call gives the same bits each time, see setRepeatable."""
    return _clconv.isRepeatable()
