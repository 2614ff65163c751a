#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Times the functions of clconv.ndimage and scipy.ndimage on the same arrays, alternating call by call. Needs SciPy
# (Debian: python3-scipy) and the Python module:
#
#   PYTHONPATH=build/release/python perf/ndimage/bench_ndimage.py --csv=ndimage.csv
#
# Prints a row for each cell: medians from array to array, their ratio, clconv's first call; at the end the geometric
# mean and the smallest ratio. Two more calls of clconv precede the measured ones.

import argparse
import math
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "common"))
from scripts import size_of, whole_number, write_csv

# Function, and its arguments after the array. Weights are random.
GRID = [
    ("correlate 3x3", "correlate", {"weights": (3, 3)}),
    ("correlate 5x5", "correlate", {"weights": (5, 5)}),
    ("correlate 9x9", "correlate", {"weights": (9, 9)}),
    ("correlate 5x5 cval", "correlate", {"weights": (5, 5), "mode": "constant", "cval": 1}),
    ("convolve 7x7 wrap", "convolve", {"weights": (7, 7), "mode": "wrap"}),
    ("correlate1d 9 axis 0", "correlate1d", {"weights": (9,), "axis": 0}),
    ("correlate1d 9 axis 1", "correlate1d", {"weights": (9,), "axis": 1}),
    ("convolve1d 25 axis 1", "convolve1d", {"weights": (25,), "axis": 1, "mode": "nearest"}),
    ("gaussian_filter 1", "gaussian_filter", {"sigma": 1}),
    ("gaussian_filter 2", "gaussian_filter", {"sigma": 2}),
    ("gaussian_filter 4 mirror", "gaussian_filter", {"sigma": 4, "mode": "mirror"}),
    ("uniform_filter 3", "uniform_filter", {"size": 3}),
    ("uniform_filter 9", "uniform_filter", {"size": 9}),
    ("sobel", "sobel", {}),
    ("prewitt", "prewitt", {}),
    ("laplace", "laplace", {}),
    ("gaussian_laplace 2", "gaussian_laplace", {"sigma": 2}),
    ("gaussian_gradient_magnitude 2", "gaussian_gradient_magnitude", {"sigma": 2}),
]
TYPES = ["uint8", "float32", "float64"]


def seconds(call):
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def measure(name, function, named, dtype, size, rounds):
    import numpy
    import scipy.ndimage

    from clconv import ndimage

    image = (numpy.random.default_rng(7).random((size[1], size[0])) * 256).astype(dtype)
    named = dict(named)
    if "weights" in named:
        named["weights"] = numpy.random.default_rng(8).uniform(-1, 1, named["weights"])
    ours, theirs = getattr(ndimage, function), getattr(scipy.ndimage, function)
    first = seconds(lambda: ours(image, **named))
    for _ in range(2):
        ours(image, **named)
    times = [], []
    for _ in range(rounds):
        times[0].append(seconds(lambda: theirs(image, **named)))
        times[1].append(seconds(lambda: ours(image, **named)))
    medians = [statistics.median(each) for each in times]
    return {
        "function": name,
        "type": dtype,
        "scipy_ms": round(medians[0] * 1e3, 2),
        "clconv_ms": round(medians[1] * 1e3, 2),
        "ratio": round(medians[0] / medians[1], 2),
        "first_ms": round(first * 1e3, 1),
    }


def types_of(text):
    for name in text.split(","):
        if name not in TYPES:
            raise argparse.ArgumentTypeError(f"'{name}' is no type: {', '.join(TYPES)}")
    return text.split(",")


def main():
    parser = argparse.ArgumentParser(description="compares the speed of clconv.ndimage and scipy.ndimage")
    parser.add_argument("--size", type=size_of, default="2048x2048")
    parser.add_argument("--types", type=types_of, default=",".join(TYPES), help=", ".join(TYPES))
    parser.add_argument("--functions", default="", help="only rows whose name contains this text")
    parser.add_argument("--rounds", type=whole_number, default=5)
    parser.add_argument("--csv", help="file for the rows")
    options = parser.parse_args()
    grid = [cell for cell in GRID if options.functions in cell[0]]
    if not grid:
        sys.exit(f"bench_ndimage: no row contains '{options.functions}'")
    rows = []
    for dtype in options.types:
        for name, function, named in grid:
            rows.append(measure(name, function, named, dtype, options.size, options.rounds))
            if len(rows) == 1:
                print(",".join(rows[0]))
            print(",".join(str(value) for value in rows[-1].values()), flush=True)
    write_csv(options.csv, rows)
    ratios = [row["ratio"] for row in rows]
    mean = math.exp(statistics.mean(math.log(ratio) for ratio in ratios))
    print(f"geometric mean {mean:.2f}, smallest {min(ratios):.2f}")


main()
