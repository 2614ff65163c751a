#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Times fftconvolve and oaconvolve of cupyx.scipy.signal with the method of clconv_bench, and prints CSV for
# clconv_bench --join. These functions have no border: the image grows by copies of its outermost pixels, within the
# measured time and before it (rows "_padded"). Each output is compared with double-precision sums at some places.
#
#   perf/peers/fftconvolve_bench.py > fftconvolve.csv
#   perf/peers/fftconvolve_bench.py --on=numpy --sizes=160x120 --ksizes=15      the same functions of SciPy, to try it
#
# An image of four channels is measured as OpenCV stores it (height, width, channel) and as planes (rows "_planar").

import argparse
import re
import statistics
import sys
import time

import numpy

ROUNDS = 5
ROUND_SECONDS = 0.01
CACHES = 256 << 20  # images used in turn exceed this
MAX_PAIRS = 64
CHECKED = 100  # places


class Library:
    """The functions of SciPy's signal module on arrays of a module like numpy."""

    def __init__(self, name):
        if name == "cupy":
            import cupy
            import cupyx.scipy.signal

            self.arrays, self.signal = cupy, cupyx.scipy.signal
            self.wait = cupy.cuda.Device().synchronize
            properties = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)
            self.text = f"CuPy {cupy.__version__}, {properties['name'].decode()}"
        else:
            import scipy.signal

            self.arrays, self.signal = numpy, scipy.signal
            self.wait = lambda: None
            self.text = f"NumPy {numpy.__version__}, SciPy {scipy.__version__}"

    def to_host(self, array):
        return array if self.arrays is numpy else self.arrays.asnumpy(array)


class Case:
    def __init__(self, size, channels, layout, taps):
        self.width, self.height = (int(n) for n in size.split("x"))
        self.size, self.channels, self.taps = size, channels, taps
        self.planar = layout == "planar"
        self.axes = (1, 2) if self.planar else (0, 1)
        kernel = numpy.random.default_rng(taps).uniform(-1, 1, (taps, taps)) / taps
        self.kernel = (kernel - kernel.mean() + 1 / taps**2).astype(numpy.float32)  # sum 1

    def shaped(self, height, width):
        if self.channels == 1:
            return (height, width)
        return (self.channels, height, width) if self.planar else (height, width, self.channels)

    def padding(self):
        radius = self.taps // 2
        both = [(radius, radius), (radius, radius)]
        if self.channels == 1:
            return both
        return [(0, 0)] + both if self.planar else both + [(0, 0)]

    def operand(self, library):
        """The kernel as convolutions expect it, turned by 180 degrees, with an axis for the channels."""
        turned = library.arrays.asarray(self.kernel[::-1, ::-1].copy())
        if self.channels == 1:
            return turned
        return turned[None] if self.planar else turned[..., None]

    def worst(self, image, output):
        """The largest difference from sums in double precision at some places, the corners among them."""
        radius = self.taps // 2
        if self.planar:
            image, output = numpy.moveaxis(image, 0, -1), numpy.moveaxis(output, 0, -1)
        assert output.shape == image.shape and output.dtype == numpy.float32, (output.shape, output.dtype)
        random = numpy.random.default_rng(1)
        places = [(y, x) for y in (0, self.height - 1) for x in (0, self.width - 1)]
        places += list(zip(random.integers(0, self.height, CHECKED), random.integers(0, self.width, CHECKED)))
        worst = 0.0
        for y, x in places:
            rows = numpy.clip(numpy.arange(y - radius, y + radius + 1), 0, self.height - 1)
            columns = numpy.clip(numpy.arange(x - radius, x + radius + 1), 0, self.width - 1)
            window = image[rows][:, columns].astype(numpy.float64)
            expected = numpy.tensordot(self.kernel.astype(numpy.float64), window, ([0, 1], [0, 1]))
            worst = numpy.maximum(worst, numpy.abs(expected - output[y, x]).max())  # NaN stays NaN
        return float(worst)


def measure(library, call, count):
    """Median seconds of a call, calls back to back; call(i) uses the i-th image."""
    following = 0

    def batch(calls):
        nonlocal following
        start = time.perf_counter()
        for _ in range(calls):
            call(following % count)
            following += 1
        library.wait()
        return time.perf_counter() - start

    batch(2)
    calls = 1
    while batch(calls) < ROUND_SECONDS and calls < 10000:
        calls *= 2
    return statistics.median(batch(calls) / calls for _ in range(ROUNDS))


def measure_case(library, case, method):
    arrays, function, kernel = library.arrays, getattr(library.signal, method), case.operand(library)
    shape = case.shaped(case.height, case.width)
    count = min(CACHES // (2 * 4 * int(numpy.prod(shape))) + 1, MAX_PAIRS)
    random = arrays.random.default_rng(1)
    images = [random.random(shape, dtype=arrays.float32) for _ in range(count)]
    axes = None if case.channels == 1 else case.axes

    def pad(image):
        return arrays.pad(image, case.padding(), mode="edge")

    def convolve(padded):
        return function(padded, kernel, mode="valid", axes=axes)

    worst = case.worst(library.to_host(images[0]), library.to_host(convolve(pad(images[0]))))
    tolerance = 1e-4 * float(numpy.abs(case.kernel).sum())
    if not worst <= tolerance:
        raise ArithmeticError(f"wrong by {worst}, tolerated are {tolerance}")
    whole = measure(library, lambda i: convolve(pad(images[i])), count)
    padded = [pad(image) for image in images]
    return {"": whole, "_padded": measure(library, lambda i: convolve(padded[i]), count)}


def whole_number(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1")
    return int(text)


def whole_numbers(text):
    return [whole_number(part) for part in text.split(",")]


def sizes_of(text):
    for size in text.split(","):
        if not re.fullmatch("[1-9][0-9]*x[1-9][0-9]*", size):
            raise argparse.ArgumentTypeError(f"'{size}' is not a size like 1920x1080")
    return text.split(",")


def channels_of(text):
    for kind in text.split(","):
        if not re.fullmatch("32FC[1-9]", kind):
            raise argparse.ArgumentTypeError(f"'{kind}' is not a type like 32FC4")
    return [int(kind[-1]) for kind in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description="times fftconvolve and oaconvolve of cupyx.scipy.signal")
    parser.add_argument("--on", default="cupy", choices=["cupy", "numpy"])
    parser.add_argument("--sizes", type=sizes_of, default="1920x1080,3840x2160,7680x4320")
    parser.add_argument("--types", type=channels_of, default="32FC1,32FC4", help="32FC1, 32FC3, 32FC4")
    parser.add_argument("--ksizes", type=whole_numbers, default="3,5,7,9,11,15,21,31,41,63,101")
    parser.add_argument("--methods", default="fftconvolve,oaconvolve")
    options = parser.parse_args()
    try:
        library = Library(options.on)
    except ImportError as error:
        sys.exit(f"fftconvolve_bench: {error}")
    print(f"fftconvolve_bench: {library.text}", file=sys.stderr)
    print("peer,size,type,ksize,wall_us")
    failures = 0
    for size in options.sizes:
        for channels in options.types:
            for layout in ["interleaved", "planar"][: 1 if channels == 1 else 2]:
                for taps in options.ksizes:
                    for method in options.methods.split(","):
                        peer = method + ("_planar" if layout == "planar" else "")
                        try:
                            case = Case(size, channels, layout, taps)
                            for suffix, seconds in measure_case(library, case, method).items():
                                print(f"{peer}{suffix},{size},32FC{channels},{taps},{seconds * 1e6:.3f}", flush=True)
                        except Exception as error:  # one that does not run must not hide the others
                            print(f"fftconvolve_bench: {peer} {size} 32FC{channels} {taps}: {error!r}", file=sys.stderr)
                            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
