# SPDX-License-Identifier: Apache-2.0
#
"""Linear filters with the interface of scipy.ndimage, on OpenCL.

The functions have the names, arguments, defaults and results of SciPy's; docs/ndimage lists what is supported.
Arguments that only SciPy supports raise NotImplementedError.

>>> from clconv import ndimage
>>> result = ndimage.gaussian_filter(image, 2)
"""

from __future__ import annotations

import numbers
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple, Union

import cv2
import numpy as np
import numpy.typing as npt
from numpy.polynomial import Polynomial

from . import _clconv, boxFilter, filter2D, sepFilter2D

__all__ = [
    "correlate",
    "convolve",
    "correlate1d",
    "convolve1d",
    "gaussian_filter",
    "uniform_filter",
    "sobel",
    "prewitt",
    "laplace",
    "gaussian_laplace",
    "gaussian_gradient_magnitude",
]

Array = npt.NDArray[Any]
Output = Union[None, Array, npt.DTypeLike]
Several = Union[int, Sequence[int]]
Numbers = Union[float, Sequence[float]]
Modes = Union[str, Sequence[str]]

BORDERS = {
    "reflect": cv2.BORDER_REFLECT,
    "grid-mirror": cv2.BORDER_REFLECT,
    "mirror": cv2.BORDER_REFLECT_101,
    "nearest": cv2.BORDER_REPLICATE,
    "wrap": cv2.BORDER_WRAP,
    "grid-wrap": cv2.BORDER_WRAP,
    "constant": cv2.BORDER_CONSTANT,
    "grid-constant": cv2.BORDER_CONSTANT,
}
DEPTHS = {"u1": cv2.CV_8U, "u2": cv2.CV_16U, "i2": cv2.CV_16S, "f4": cv2.CV_32F, "f8": cv2.CV_64F}  # of images
CLOSE = 1e-9  # a sum this close to an integer counts as that integer, whatever the order of its terms


class Taps(NamedTuple):
    """A two-dimensional filter: a matrix, or the factors along a column and along a row."""

    matrix: Optional[Array]
    column: Array
    row: Array
    anchor: Tuple[int, int]  # along a column, along a row
    skips: bool = False  # whether values under a tap of 0 are not read

    @property
    def shape(self) -> Tuple[int, ...]:
        return self.matrix.shape if self.matrix is not None else (len(self.column), len(self.row))

    def factors(self) -> List[Array]:
        return [self.column, self.row] if self.matrix is None else [self.matrix]

    def magnitude(self) -> float:
        return float(np.prod([np.abs(factor).sum() for factor in self.factors()]))

    def are_integers(self) -> bool:
        return all((factor == np.rint(factor)).all() for factor in self.factors())

    def are_positive(self) -> bool:
        return all((factor >= 0).all() for factor in self.factors())

    def are_means(self) -> bool:
        return all((factor == 1 / factor.size).all() for factor in self.factors()) and self.matrix is None


class Line(NamedTuple):
    """A one-dimensional filter along an axis of an array."""

    axis: int
    weights: Array
    anchor: int
    mode: str
    running: bool = False  # whether SciPy computes a running sum, in which a value that is not finite stays


def _image(array: npt.ArrayLike) -> Array:
    """The array in a type of images, with the values that SciPy reads."""
    image = np.asarray(array)
    if image.ndim == 0:
        raise NotImplementedError("an array without dimensions is not supported")
    if image.dtype.kind not in "buif" or image.dtype.itemsize > 8 or image.dtype == np.float16:
        raise NotImplementedError(f"arrays of {image.dtype} are not supported")
    if image.dtype.str[1:] not in DEPTHS:
        return image.astype(np.int16 if image.dtype == np.int8 else np.float64)
    return image.astype(image.dtype.newbyteorder("="), copy=False)


def _output(output: Output, array: npt.ArrayLike) -> Tuple[Optional[Array], np.dtype[Any]]:
    """The array that gets the result, if one was given, and the type of the result."""
    given = output if isinstance(output, np.ndarray) else None
    if given is not None:
        if given.shape != np.shape(array):
            raise RuntimeError("output shape not correct")
        dtype = given.dtype
    else:
        dtype = np.asarray(array).dtype if output is None else np.dtype(output)  # type: ignore[arg-type]
    if dtype.kind not in "uif" or dtype.itemsize > 8 or dtype == np.float16:
        raise NotImplementedError(f"a result of {dtype} is not supported")
    return given, dtype.newbyteorder("=")


def _deliver(result: Array, given: Optional[Array]) -> Array:
    if given is None:
        return result
    given[...] = result
    return given


def _each(value: Any, count: int) -> List[Any]:
    """A value for each axis."""
    if isinstance(value, str) or not np.iterable(value):
        return [value] * count
    values = list(value)
    if len(values) != count:
        raise RuntimeError("sequence argument must have length equal to input rank")
    return values


def _axis(axis: int, dimensions: int) -> int:
    if not -dimensions <= axis < dimensions:
        raise np.AxisError(axis, dimensions)
    return int(axis) % dimensions


def _axes(axes: Union[None, int, Sequence[int]], dimensions: int) -> List[int]:
    if axes is None:
        return list(range(dimensions))
    chosen = [_axis(axis, dimensions) for axis in (axes if np.iterable(axes) else [axes])]  # type: ignore[union-attr]
    if len(set(chosen)) != len(chosen):
        raise ValueError("axes must be unique")
    return chosen


def _anchor(origin: int, size: int) -> int:
    if not -(size // 2) <= origin <= (size - 1) // 2:
        raise ValueError("invalid origin; origin must satisfy -(size // 2) <= origin <= (size - 1) // 2")
    return size // 2 + int(origin)


def _border(mode: str) -> int:
    if mode not in BORDERS:
        raise RuntimeError("boundary mode not supported")
    return BORDERS[mode]


def _filtered(image: Array, taps: Taps, border: int, dtype: str, delta: float = 0) -> Array:
    """The sums, taken in double, as one of the types that OpenCV's filters convert the image's type to."""
    depth, anchor = DEPTHS[dtype], taps.anchor[::-1]
    dst = np.empty(image.shape, dtype)  # in large pages, unlike OpenCV's own memory

    def call() -> Array:
        if taps.are_means() and delta == 0:
            return boxFilter(image, depth, taps.shape[::-1], dst, anchor, True, border)
        if taps.matrix is not None or 1 in taps.shape:
            kernel = np.outer(taps.column, taps.row) if taps.matrix is None else taps.matrix
            return filter2D(image, depth, kernel, dst, anchor, delta, border)
        return sepFilter2D(image, depth, taps.row, taps.column, dst, anchor, delta, border)

    filtered: Array = _clconv.withDoubleSums(call)
    return filtered


def _cut_off(sums: Array, nudge: float, through: npt.DTypeLike, dtype: np.dtype[Any]) -> Array:
    """Truncates numbers as C does, through an integer type that holds them all, in blocks of rows that fit a cache."""
    result = np.empty(sums.shape, dtype)
    rows = max(1, 2**15 // sums.shape[1])
    for first in range(0, len(sums), rows):
        block = sums[first : first + rows]
        if nudge:
            block += np.copysign(nudge, block)
        result[first : first + rows] = block.astype(through)
    return result


def _sums(image: Array, taps: Taps, border: int, dtype: np.dtype[Any]) -> Array:
    """Correlates an image of finite values, and converts the sums as C does."""
    code = dtype.str[1:]
    if dtype.kind == "f":
        if image.dtype.kind == "f" and image.dtype != dtype:
            return _filtered(image.astype(np.float64, copy=False), taps, border, "f8").astype(dtype, copy=False)
        return _filtered(image, taps, border, code)
    largest = float(np.iinfo(image.dtype).max + 1) if image.dtype.kind in "ui" else np.inf
    bound = largest * taps.magnitude()
    if taps.are_integers() and bound < 2**31:
        if image.dtype == np.uint8 and bound <= 2**15:
            return _filtered(image, taps, border, "i2").astype(dtype, copy=False)
        return _cut_off(_filtered(image, taps, border, "f4" if bound <= 2**24 else "f8"), 0, np.int32, dtype)
    if image.dtype == dtype and image.dtype.kind == "u" and taps.are_positive() and bound < largest + 0.5:
        return _filtered(image, taps, border, code, CLOSE - 0.5)
    return _cut_off(_filtered(image, taps, border, "f8"), CLOSE, np.int32 if bound < 2**31 - 1 else np.int64, dtype)


def _reach(mask: Array, taps: Taps, chosen: Array, border: int) -> Array:
    """Where a chosen tap lies over an element of the mask."""
    if not chosen.any() or not mask.any():
        return np.zeros(mask.shape, bool)
    matrix = chosen.astype(np.float32)
    return filter2D(mask.astype(np.uint8), cv2.CV_8U, matrix, None, taps.anchor[::-1], 0, border) > 0


def _infinite(image: Array, taps: Taps, border: int, dtype: np.dtype[Any], running: Optional[int]) -> Array:
    """Correlates an image with values that are not finite; the taps over such a value decide which sums it reaches.

    running  the axis along which SciPy keeps a running sum
    """
    finite = np.isfinite(image)
    result = _sums(np.where(finite, image, 0).astype(image.dtype), taps, border, dtype)
    kernel = taps.matrix if taps.matrix is not None else np.outer(taps.column, taps.row)
    up, down = image == np.inf, image == -np.inf
    rises = _reach(up, taps, kernel > 0, border) | _reach(down, taps, kernel < 0, border)
    falls = _reach(up, taps, kernel < 0, border) | _reach(down, taps, kernel > 0, border)
    lost = _reach(np.isnan(image), taps, kernel != 0 if taps.skips else np.ones_like(kernel, bool), border)
    if not taps.skips:
        lost |= _reach(~finite, taps, kernel == 0, border)
    if running is not None:
        first = np.zeros(kernel.shape, bool)
        first.flat[0] = True
        left = np.logical_or.accumulate(_reach(~finite, taps, first, border), axis=running)
        rises, falls, lost = (np.logical_or.accumulate(mask, axis=running) for mask in (rises, falls, lost))
        behind = (slice(1, None), slice(None))[:: 1 if running == 0 else -1]
        before = (slice(None, -1), slice(None))[:: 1 if running == 0 else -1]
        lost[behind] |= left[before]
    result[rises] = np.inf
    result[falls] = -np.inf
    result[lost | (rises & falls)] = np.nan
    return result


def _plane(
    image: Array, taps: Taps, mode: str, cval: float, dtype: np.dtype[Any], running: Optional[int] = None
) -> Array:
    """Correlates a two-dimensional image."""
    border = _border(mode)
    if border == cv2.BORDER_CONSTANT and cval != 0:
        if np.asarray(cval).astype(image.dtype) != cval:
            image = image.astype(np.float64)
        around = [(at, size - at - 1) for at, size in zip(taps.anchor, taps.shape)]
        padded = np.pad(image, around, constant_values=cval)
        inside = tuple(slice(first, first + size) for (first, _), size in zip(around, image.shape))
        return _plane(padded, taps, mode, 0, dtype, running)[inside]
    if image.dtype.kind == "f" and not np.isfinite(image).all():
        if dtype.kind != "f":
            raise NotImplementedError("a value that is not finite has no integer: the result must be of floats")
        return _infinite(image, taps, border, dtype, running)
    return _sums(image, taps, border, dtype)


def _planes(image: Array, taps: Taps, mode: str, cval: float, dtype: np.dtype[Any]) -> Array:
    """Correlates the last two dimensions."""
    planes = image.reshape((-1,) + image.shape[-2:])
    if len(planes) == 1:
        return _plane(planes[0], taps, mode, cval, dtype).reshape(image.shape)
    result = np.empty(planes.shape, dtype)
    for plane, filtered in zip(planes, result):
        filtered[...] = _plane(plane, taps, mode, cval, dtype)
    return result.reshape(image.shape)


def _along(image: Array, line: Line, cval: float, dtype: np.dtype[Any]) -> Array:
    """Correlates along one axis of an array."""
    shape, size, single = image.shape, image.shape[line.axis], np.ones(1)
    running = 0 if line.running else None
    if line.axis == image.ndim - 1:
        taps = Taps(None, single, line.weights, (0, line.anchor))
        running = 1 if line.running else None
        return _plane(image.reshape(-1, size), taps, line.mode, cval, dtype, running).reshape(shape)
    taps = Taps(None, line.weights, single, (line.anchor, 0))
    planes = image.reshape(int(np.prod(shape[: line.axis], dtype=int)), size, -1)
    results = [_plane(plane, taps, line.mode, cval, dtype, running) for plane in planes]
    return (results[0] if len(results) == 1 else np.stack(results)).reshape(shape)


def _lines(image: Array, lines: Sequence[Line], cval: float, dtype: np.dtype[Any]) -> Array:
    """Correlates along one axis after the other; intermediate results have the type of the result, as in SciPy."""
    if image.size == 0 or not lines:
        return image.astype(dtype)
    if len(lines) == 2 and {line.axis for line in lines} == {image.ndim - 2, image.ndim - 1}:
        column, row = sorted(lines, key=lambda line: line.axis)
        taps = Taps(None, column.weights, row.weights, (column.anchor, row.anchor))
        linear = dtype.kind == "f" or (taps.are_integers() and image.dtype.kind != "f" and image.dtype.itemsize < 4)
        alike = _border(column.mode) == _border(row.mode)
        padded = _border(row.mode) == cv2.BORDER_CONSTANT and cval != 0
        if linear and alike and not padded and (image.dtype.kind != "f" or np.isfinite(image).all()):
            return _planes(image, taps, row.mode, cval, dtype)
    for line in lines:
        image = _along(_image(image), line, cval, dtype)
    return image


def _correlated(
    input: npt.ArrayLike, weights: npt.ArrayLike, output: Output, mode: str, cval: float, origin: Several, turned: bool
) -> Array:
    image = _image(input)
    given, dtype = _output(output, input)
    if np.iscomplexobj(weights) or np.iscomplexobj(cval):
        raise NotImplementedError("complex weights are not supported")
    kernel = np.asarray(weights, np.float64)
    origins = _each(origin, image.ndim)
    if kernel.ndim != image.ndim or kernel.size == 0:
        raise RuntimeError("filter weights array has incorrect shape.")
    if turned:
        kernel = np.flip(kernel)
        origins = [-at - (size % 2 == 0) for at, size in zip(origins, kernel.shape)]
    anchors = [_anchor(at, size) for at, size in zip(origins, kernel.shape)]
    if not isinstance(mode, str):
        raise RuntimeError("A sequence of modes is not supported")
    _border(mode)
    filtered = [axis for axis in range(image.ndim) if kernel.shape[axis] > 1]
    if len(filtered) > 2:
        raise NotImplementedError("weights that extend along more than two axes are not supported")
    if image.size == 0:
        return _deliver(image.astype(dtype), given)
    kernel = np.where(np.abs(kernel) > np.finfo(np.float64).eps, kernel, 0)
    others = [axis for axis in range(image.ndim) if axis not in filtered]
    while len(filtered) < min(2, image.ndim):
        filtered = sorted(filtered + [others.pop()])
    order = others + filtered
    shape = tuple(kernel.shape[axis] for axis in filtered)
    anchor = tuple(anchors[axis] for axis in filtered)
    moved = image.transpose(order)
    if image.ndim == 1:
        moved, shape, anchor = moved[None], (1,) + shape, (0,) + anchor
    taps = Taps(kernel.reshape(shape), np.ones(0), np.ones(0), (anchor[0], anchor[1]), True)
    result = _planes(moved, taps, mode, cval, dtype)
    return _deliver(result.reshape(moved.shape[-len(order):]).transpose(np.argsort(order)), given)


def correlate(
    input: npt.ArrayLike,
    weights: npt.ArrayLike,
    output: Output = None,
    mode: str = "reflect",
    cval: float = 0.0,
    origin: Several = 0,
) -> Array:
    """Correlates an array with weights, which extend along up to two of its axes: scipy.ndimage.correlate."""
    return _correlated(input, weights, output, mode, cval, origin, False)


def convolve(
    input: npt.ArrayLike,
    weights: npt.ArrayLike,
    output: Output = None,
    mode: str = "reflect",
    cval: float = 0.0,
    origin: Several = 0,
) -> Array:
    """Convolves an array with weights, which extend along up to two of its axes: scipy.ndimage.convolve."""
    return _correlated(input, weights, output, mode, cval, origin, True)


def _weights(weights: npt.ArrayLike) -> Array:
    if np.iscomplexobj(weights):
        raise NotImplementedError("complex weights are not supported")
    values = np.asarray(weights, np.float64)
    if values.ndim != 1 or values.size < 1:
        raise RuntimeError("no filter weights given")
    return values


def _run_lines(input: npt.ArrayLike, lines: Sequence[Line], cval: float, output: Output) -> Array:
    image = _image(input)
    given, dtype = _output(output, input)
    if np.iscomplexobj(cval):
        raise NotImplementedError("a complex cval is not supported")
    return _deliver(_lines(image, lines, cval, dtype), given)


def correlate1d(
    input: npt.ArrayLike,
    weights: npt.ArrayLike,
    axis: int = -1,
    output: Output = None,
    mode: str = "reflect",
    cval: float = 0.0,
    origin: int = 0,
) -> Array:
    """Correlates an array of any number of dimensions along one axis: scipy.ndimage.correlate1d."""
    taps = _weights(weights)
    line = Line(_axis(axis, np.ndim(input)), taps, _anchor(origin, len(taps)), mode)
    return _run_lines(input, [line], cval, output)


def convolve1d(
    input: npt.ArrayLike,
    weights: npt.ArrayLike,
    axis: int = -1,
    output: Output = None,
    mode: str = "reflect",
    cval: float = 0.0,
    origin: int = 0,
) -> Array:
    """Convolves an array of any number of dimensions along one axis: scipy.ndimage.convolve1d."""
    taps = _weights(weights)
    return correlate1d(input, taps[::-1], axis, output, mode, cval, -origin - (len(taps) % 2 == 0))


def _gaussian(sigma: float, order: int, truncate: float, radius: Optional[int]) -> Array:
    """Samples of a derivative of the Gaussian, whose own samples add up to 1, in the order of a correlation."""
    if radius is None:
        radius = int(truncate * float(sigma) + 0.5)
    if not isinstance(radius, numbers.Integral) or radius < 0:
        raise ValueError("Radius must be a nonnegative integer.")
    if order < 0:
        raise ValueError("order must be non-negative")
    x = np.arange(-radius, radius + 1, dtype=np.float64)
    bell = np.exp(-0.5 * (x / sigma) ** 2)
    factor = Polynomial([1.0])
    for _ in range(order):
        factor = factor.deriv() - factor * Polynomial([0, 1 / sigma**2])
    return (bell / bell.sum() * factor(x))[::-1].copy()


def gaussian_filter(
    input: npt.ArrayLike,
    sigma: Numbers,
    order: Several = 0,
    output: Output = None,
    mode: Modes = "reflect",
    cval: float = 0.0,
    truncate: float = 4.0,
    *,
    radius: Union[None, int, Sequence[int]] = None,
    axes: Union[None, int, Sequence[int]] = None,
) -> Array:
    """Filters with a Gaussian or its derivatives along each axis, or along `axes`: scipy.ndimage.gaussian_filter."""
    chosen = _axes(axes, np.ndim(input))
    each = [_each(value, len(chosen)) for value in (sigma, order, mode, radius)]
    lines = [
        Line(axis, weights, len(weights) // 2, edge)
        for axis, width, derivative, edge, reach in zip(chosen, *each)
        if width > 1e-15
        for weights in [_gaussian(width, derivative, truncate, reach)]
    ]
    return _run_lines(input, lines, cval, output)


def uniform_filter(
    input: npt.ArrayLike,
    size: Several = 3,
    output: Output = None,
    mode: Modes = "reflect",
    cval: float = 0.0,
    origin: Several = 0,
    *,
    axes: Union[None, int, Sequence[int]] = None,
) -> Array:
    """Averages along each axis, or along `axes`: scipy.ndimage.uniform_filter."""
    chosen = _axes(axes, np.ndim(input))
    each = [_each(value, len(chosen)) for value in (size, mode, origin)]
    lines = [
        Line(axis, np.full(int(width), 1 / int(width)), _anchor(at, int(width)), edge, True)
        for axis, width, edge, at in zip(chosen, *each)
        if width > 1
    ]
    return _run_lines(input, lines, cval, output)


def _derivative(
    input: npt.ArrayLike, axis: int, output: Output, mode: Modes, cval: float, across: Sequence[float]
) -> Array:
    dimensions = np.ndim(input)
    along, modes = _axis(axis, dimensions), _each(mode, dimensions)
    lines = [Line(along, np.array([-1.0, 0, 1]), 1, modes[along])]
    lines += [Line(i, np.array(across, np.float64), 1, modes[i]) for i in range(dimensions) if i != along]
    return _run_lines(input, lines, cval, output)


def prewitt(
    input: npt.ArrayLike, axis: int = -1, output: Output = None, mode: Modes = "reflect", cval: float = 0.0
) -> Array:
    """Computes a derivative along an axis, with sums of three across it: scipy.ndimage.prewitt."""
    return _derivative(input, axis, output, mode, cval, [1, 1, 1])


def sobel(
    input: npt.ArrayLike, axis: int = -1, output: Output = None, mode: Modes = "reflect", cval: float = 0.0
) -> Array:
    """Computes a derivative along an axis, with sums weighted 1, 2, 1 across it: scipy.ndimage.sobel."""
    return _derivative(input, axis, output, mode, cval, [1, 2, 1])


def laplace(input: npt.ArrayLike, output: Output = None, mode: Modes = "reflect", cval: float = 0.0) -> Array:
    """Sums the second differences along all axes: scipy.ndimage.laplace."""
    given, dtype = _output(output, input)
    dimensions = np.ndim(input)
    modes = _each(mode, dimensions)
    whole = dtype.kind == "f" or np.asarray(input).dtype.kind != "f"
    if dimensions == 2 and whole and len({_border(edge) for edge in modes}) == 1:
        return correlate(input, [[0, 1, 0], [1, -4, 1], [0, 1, 0]], output, modes[0], cval)
    result = correlate1d(input, [1, -2, 1], 0, dtype, modes[0], cval)
    for axis in range(1, dimensions):
        result += correlate1d(input, [1, -2, 1], axis, dtype, modes[axis], cval)
    return _deliver(result, given)


def _gaussian_derivatives(
    input: npt.ArrayLike, sigma: Numbers, order: int, dtype: npt.DTypeLike, mode: Modes, cval: float, options: Any
) -> List[Array]:
    """The derivatives along each axis. A sequence of modes has one for each derivative, used along all axes."""
    chosen = _axes(options.pop("axes", None), np.ndim(input))
    return [
        gaussian_filter(input, sigma, [order * (axis == i) for i in chosen], dtype, edge, cval, axes=chosen, **options)
        for axis, edge in zip(chosen, _each(mode, len(chosen)))
    ]


def gaussian_laplace(
    input: npt.ArrayLike,
    sigma: Numbers,
    output: Output = None,
    mode: Modes = "reflect",
    cval: float = 0.0,
    **kwargs: Any,
) -> Array:
    """Sums Gaussian second derivatives along all axes: scipy.ndimage.gaussian_laplace.

    Other arguments are those of gaussian_filter.
    """
    given, dtype = _output(output, input)
    first, *others = _gaussian_derivatives(input, sigma, 2, dtype, mode, cval, kwargs)
    for other in others:
        first += other
    return _deliver(first, given)


def gaussian_gradient_magnitude(
    input: npt.ArrayLike,
    sigma: Numbers,
    output: Output = None,
    mode: Modes = "reflect",
    cval: float = 0.0,
    **kwargs: Any,
) -> Array:
    """Takes the root of the sum of squared Gaussian first derivatives: scipy.ndimage.gaussian_gradient_magnitude.

    Other arguments are those of gaussian_filter.
    """
    given, dtype = _output(output, input)
    first, *others = _gaussian_derivatives(input, sigma, 1, dtype, mode, cval, kwargs)
    np.multiply(first, first, first)
    for other in others:
        np.multiply(other, other, other)
        first += other
    np.sqrt(first, first, casting="unsafe")
    return _deliver(first, given)
