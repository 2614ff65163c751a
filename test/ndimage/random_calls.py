#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Compares random calls of clconv.ndimage with the same calls of scipy.ndimage (Debian: python3-scipy):
#
#   test/ndimage/random_calls.py --count=10000 --seed=1
#
# Floats may differ by 1e-6 (float32) and 1e-12 (float64) of the sum of |weight| |value|, which the same filter gives
# with magnitudes; NaN and infinities must be in the same places. Integers are compared with SciPy's sums in double,
# pass by pass, truncated as in C unless a sum is within 1e-9 of an integer. Prints calls that differ; then the exit
# code is 1.

import argparse
import sys

import numpy as np

try:
    import scipy.ndimage as scipy_ndimage
except ImportError:
    print("skipped: there is no SciPy")
    sys.exit(0)

from clconv import ndimage

MODES = ["reflect", "mirror", "nearest", "wrap", "constant", "grid-mirror", "grid-wrap", "grid-constant"]
DTYPES = ["u1", "i1", "u2", "i2", "i4", "f4", "f8", "f4", "f8", "u4", "i8", "u8", "?", ">f4", ">i2"]
OUTPUTS = [None, None, None, "f4", "f8", "i4", "u1", "i2", "i8", "u2"]
SIGNED = ["gaussian_filter", "gaussian_laplace", "gaussian_gradient_magnitude"]  # may give negative numbers
TOLERANCES = {"f4": 1e-6, "f8": 1e-12}


def image_of(random, dimensions):
    sides = random.integers(1, 14 if dimensions > 2 else 50, dimensions)
    dtype = np.dtype(random.choice(DTYPES))
    shape = tuple(int(side) for side in sides)
    if dtype.kind == "f":
        image = random.standard_normal(shape) * 10.0 ** random.integers(-2, 4)
        if random.random() < 0.25:
            image[...] = np.rint(image.flat[0] * 8) / 8
        for value in (np.nan, np.inf, -np.inf):
            if random.random() < 0.2:
                image.flat[random.integers(0, image.size, 1 + image.size // 100)] = value
    elif dtype.kind == "b":
        image = random.random(shape) < 0.5
    else:
        bits = min(8 * dtype.itemsize, 17) - (dtype.kind == "i")
        image = random.integers(-(2**bits) if dtype.kind == "i" else 0, 2**bits, shape)
        if random.random() < 0.25:
            image[...] = image.flat[0]
    image = image.astype(dtype)
    return image[::-1, ::2] if random.random() < 0.1 and dimensions == 2 else image


def weights_of(random, shape):
    weights = random.uniform(-1, 1, shape)
    style = random.integers(0, 4)
    if style == 0:
        weights = np.rint(weights * 8)
    elif style == 1:
        weights = np.abs(weights) / np.abs(weights).sum()
    if random.random() < 0.3:
        weights[random.random(shape) < 0.4] = 0
    return weights


def several(random, make, count):
    return make() if random.random() < 0.6 else [make() for _ in range(count)]


def arguments_of(random, name, image):
    """Draws positional and named arguments."""
    dimensions, named = image.ndim, {"mode": str(random.choice(MODES))}
    if random.random() < 0.4:
        named["cval"] = random.choice([0, 1, -2.5, 100.125, np.nan] if image.dtype.kind == "f" else [0, 1, 7, 100])

    def origin(size):
        return int(random.integers(-(size // 2), (size - 1) // 2 + 1))

    def modes():
        named["mode"] = several(random, lambda: str(random.choice(MODES)), dimensions)

    if name in ("correlate", "convolve"):
        shape = np.ones(dimensions, int)
        chosen = random.permutation(dimensions)[:2]
        shape[chosen] = random.integers(1, 8 if random.random() < 0.9 else 20, len(chosen))
        shape = np.minimum(shape, 2 * np.array(image.shape))  # with larger ones SciPy 1.10 reads outside the image
        turn = -1 if name == "convolve" else 1
        named["origin"] = [turn * origin(size) - (turn < 0 and size % 2 == 0) for size in shape]
        return [weights_of(random, tuple(shape))], named
    if name in ("correlate1d", "convolve1d"):
        size = int(random.integers(1, 20))
        turn = -1 if name == "convolve1d" else 1
        named["origin"] = turn * origin(size) - (turn < 0 and size % 2 == 0)
        named["axis"] = int(random.integers(-dimensions, dimensions))
        return [weights_of(random, (size,))], named
    modes()
    if name == "uniform_filter":
        sizes = [int(size) for size in random.integers(1, 12, dimensions)]
        named["origin"] = [origin(size) for size in sizes]
        return [sizes], named
    if name in ("sobel", "prewitt"):
        named["axis"] = int(random.integers(-dimensions, dimensions))
        return [], named
    if name == "laplace":
        return [], named
    named["truncate"] = float(random.uniform(1, 4))
    if name == "gaussian_filter":
        named["order"] = several(random, lambda: int(random.integers(0, 4)), dimensions)
        if random.random() < 0.3:
            named["radius"] = several(random, lambda: int(random.integers(0, 9)), dimensions)
    return [several(random, lambda: float(random.choice([0, 0.5, 1, 1.7, 3])), dimensions)], named


def call(module, name, image, positional, named, output):
    return getattr(module, name)(image, *positional, output=output, **named)


def gaussian_weights(sigma, order, truncate, radius):
    """SciPy's own weights, as the response to a single 1."""
    reach = int(truncate * sigma + 0.5) if radius is None else radius
    point = np.zeros(2 * reach + 1)
    point[reach] = 1
    options = {"order": order, "radius": reach, "mode": "constant"}
    return scipy_ndimage.gaussian_filter1d(point, sigma, **options)[::-1]


def each(value, count):
    return value if isinstance(value, list) else [value] * count


def terms_of(name, dimensions, positional, named):
    """The filter as a sum of terms, each of which is a list of passes along axes: (axis, weights, mode, origin)."""
    axes, modes = range(dimensions), each(named["mode"], dimensions)
    if name in ("correlate1d", "convolve1d"):
        weights, origin = positional[0], named["origin"]
        if name == "convolve1d":
            weights, origin = weights[::-1], -origin - (len(weights) % 2 == 0)
        return [[(named["axis"] % dimensions, weights, modes[0], origin)]]
    if name == "uniform_filter":
        return [[(i, np.full(size, 1 / size), modes[i], named["origin"][i])
                 for i, size in enumerate(positional[0]) if size > 1]]
    if name in ("sobel", "prewitt"):
        across, along = [1, 2 if name == "sobel" else 1, 1], named["axis"] % dimensions
        return [[(i, [-1, 0, 1] if i == along else across, modes[i], 0)
                 for i in sorted(axes, key=lambda axis: axis != along)]]
    if name == "laplace":
        return [[(i, [1, -2, 1], modes[i], 0)] for i in axes]
    sigmas, radii = each(positional[0], dimensions), each(named.get("radius"), dimensions)

    def gaussian(orders, modes):
        return [(i, gaussian_weights(sigmas[i], orders[i], named["truncate"], radii[i]), modes[i], 0)
                for i in axes if sigmas[i] > 1e-15]

    if name == "gaussian_filter":
        return [gaussian(each(named["order"], dimensions), modes)]
    order = 2 if name == "gaussian_laplace" else 1
    return [gaussian([order * (i == j) for j in axes], [modes[i]] * dimensions) for i in axes]


def filtered(name, image, positional, named, magnitudes, store):
    """The terms of a call, by SciPy in double; store() converts the result of each pass."""
    cval, change = named.get("cval", 0), np.abs if magnitudes else np.asarray
    if name in ("correlate", "convolve"):
        return [store(call(scipy_ndimage, name, image, [change(positional[0])], named, np.float64))]
    terms = []
    for passes in terms_of(name, image.ndim, positional, named):
        values = store(image)
        for number, (axis, weights, mode, origin) in enumerate(passes):
            source = image if number == 0 else values.astype(np.float64)
            values = store(scipy_ndimage.correlate1d(source, change(weights), axis, np.float64, mode, cval, origin))
        terms.append(values)
    return terms


def scale_of(name, image, positional, named):
    """The sums of |weight| |value|, without values that are not finite."""
    named = dict(named, cval=abs(np.nan_to_num(named.get("cval", 0))))
    magnitudes = np.nan_to_num(np.abs(image.astype(np.float64)), nan=0, posinf=0, neginf=0)
    return sum(filtered(name, magnitudes, positional, named, True, lambda values: values))


def cut_off(dtype):
    """Converts a double as C does, but rounds a sum that is next to an integer."""
    return lambda values: np.trunc(values + np.copysign(1e-9, values)).astype(np.int64).astype(dtype)


def integers_of(name, image, positional, named, dtype):
    first, *others = filtered(name, image.astype(np.float64), positional, named, False, cut_off(dtype))
    if name == "gaussian_gradient_magnitude":
        np.multiply(first, first, first)
    for other in others:
        first += other * other if name == "gaussian_gradient_magnitude" else other
    if name == "gaussian_gradient_magnitude":
        np.sqrt(first, first, casting="unsafe")
    return first


def difference(name, image, positional, named, result, expected):
    """A sentence about the difference, or nothing."""
    if result.dtype.newbyteorder("=") != expected.dtype or result.shape != expected.shape:
        return f"{result.dtype} {result.shape} instead of {expected.dtype} {expected.shape}"
    if result.dtype.kind != "f":
        exact = integers_of(name, image, positional, named, expected.dtype)
        wrong = np.flatnonzero(result != exact)
        return f"{result.flat[wrong[0]]} instead of {exact.flat[wrong[0]]}" if wrong.size else ""
    if not np.array_equal(np.isnan(result), np.isnan(expected)):
        return "NaN in other places"
    finite = np.isfinite(expected)
    if not np.array_equal(result[~finite], expected[~finite], equal_nan=True) or not np.isfinite(result[finite]).all():
        return "infinities in other places"
    error = np.abs(result.astype(np.float64) - expected)[finite]
    bound = TOLERANCES[expected.dtype.str[1:]] * scale_of(name, image, positional, named)[finite]
    wrong = np.flatnonzero(~(error <= bound))
    return f"off by {error[wrong[0]]:g}, allowed are {bound[wrong[0]]:g}" if wrong.size else ""


def run(random, name):
    """Whether the result equals SciPy's bit for bit, and a sentence about differences beyond the bounds."""
    image = image_of(random, int(random.choice([1, 2, 2, 2, 2, 2, 3])))
    positional, named = arguments_of(random, name, image)
    output = random.choice(np.array(OUTPUTS, object))
    if image.dtype.kind == "b" and output is None:
        output = "i2"
    dtype = image.dtype if output is None else np.dtype(output)
    if dtype.kind != "f" and not (np.isfinite(image).all() and np.isfinite(named.get("cval", 0))):
        dtype = np.dtype(output := "f8")
    if dtype.str[1:] in ("u4", "u8") and name in SIGNED:
        dtype = np.dtype(output := "i8")
    given = None
    if random.random() < 0.3:
        given = np.empty(image.shape, dtype)
    with np.errstate(all="ignore"):
        expected = call(scipy_ndimage, name, image, positional, named, output and np.dtype(output))
        before = image.copy()
        result = call(ndimage, name, image, positional, named, output and np.dtype(output) if given is None else given)
        fault = difference(name, image, positional, named, result, expected)
    if not np.array_equal(image, before, equal_nan=image.dtype.kind == "f"):
        fault = "the source has changed"
    if given is not None and result is not given:
        fault = "another array than the one that was given"
    description = f"{name}, {image.dtype} {image.shape} to {dtype}: {positional} {named}" if fault else ""
    return np.array_equal(result, expected, equal_nan=dtype.kind == "f"), dtype, fault and f"{description}\n{fault}"


def whole_number(text):
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number")
    return int(text)


def main():
    parser = argparse.ArgumentParser(description="compares random calls of clconv.ndimage and scipy.ndimage")
    parser.add_argument("--count", type=whole_number, default=1000)
    parser.add_argument("--seed", type=whole_number, default=1, help="of the first call; the next calls count up")
    parser.add_argument("--functions", default=",".join(ndimage.__all__))
    options = parser.parse_args()
    names, equal, integers, faults = options.functions.split(","), 0, 0, 0
    for seed in range(options.seed, options.seed + options.count):
        same, dtype, fault = run(np.random.default_rng(seed), names[seed % len(names)])
        equal += same and dtype.kind != "f"
        integers += dtype.kind != "f"
        if fault:
            faults += 1
            print(f"--seed={seed} {fault}", flush=True)
    print(f"{options.count} calls, {faults} wrong; of {integers} with integers {equal} are SciPy's bit for bit")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
