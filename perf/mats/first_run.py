#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Measures what `clconv-run --mats` costs or gains in a short script: 40 filters of numpy arrays, each called seven
# times in a row, in fresh processes that alternate between plain Python and clconv-run. Needs the distribution's OpenCV
# for Python.
#
#   perf/mats/first_run.py --run=build/release/bin/clconv-run --rounds=20 --csv=first_run.csv
#
# Prints a row for each case: medians over the processes of the time of its seven calls, and their ratio; at the end the
# geometric mean, the cases below .9 and .8, and the time of the whole script. Each process starts with empty caches of
# programs; with --warm they are kept from process to process.

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "common"))
from scripts import whole_number, write_csv

CALLS = 7
WIDTH, HEIGHT = 1600, 900


def cases():
    """By type, names and functions of an array."""
    import cv2
    import numpy

    def taps(n):
        return (numpy.random.default_rng(n).random((n, n)) * 2 / (n * n)).astype(numpy.float32)

    for kind in ("8UC1", "8UC3", "16UC1", "32FC1"):
        filters = {f"filter2D {n}": lambda a, k=taps(n): cv2.filter2D(a, -1, k) for n in (3, 5, 9, 15)}
        filters.update({f"GaussianBlur {n}": lambda a, n=n: cv2.GaussianBlur(a, (n, n), 0) for n in (5, 15, 31)})
        filters["blur 9"] = lambda a: cv2.blur(a, (9, 9))
        filters["Sobel 3"] = lambda a: cv2.Sobel(a, cv2.CV_32F, 1, 0)
        filters["Laplacian 5"] = lambda a: cv2.Laplacian(a, cv2.CV_32F, ksize=5)
        for name, function in filters.items():
            yield kind, name, function


def script():
    """The child: prints the seconds of each case, as JSON."""
    import numpy

    depths = {"8U": numpy.uint8, "16U": numpy.uint16, "32F": numpy.float32}
    images = {}
    seconds = []
    for kind, name, function in cases():
        depth, channels = kind.split("C")
        if kind not in images:
            shape = (HEIGHT, WIDTH) if channels == "1" else (HEIGHT, WIDTH, int(channels))
            images[kind] = numpy.random.default_rng(7).integers(0, 256, shape).astype(depths[depth])
        begin = time.perf_counter()
        for _ in range(CALLS):
            function(images[kind])
        seconds.append([kind, name, time.perf_counter() - begin])
    print(json.dumps(seconds))


def run(command, environment):
    """The seconds of each case, and of the whole process including its end."""
    begin = time.perf_counter()
    output = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    return json.loads(output), time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser(description="times a short script with and without clconv-run --mats")
    parser.add_argument("--run", default="clconv-run", help="path of clconv-run")
    parser.add_argument("--rounds", type=whole_number, default=20, help="processes of each kind")
    parser.add_argument("--warm", action="store_true", help="keep the caches of programs")
    parser.add_argument("--csv", help="file for the rows")
    parser.add_argument("--script", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.script:
        return script()
    plain = [sys.executable, __file__, "--script"]
    mats = [options.run, "--mats"] + plain
    times = []  # for each round: of the cases in plain Python, of the cases with --mats, of both whole processes
    with tempfile.TemporaryDirectory() as kept:
        for number in range(options.rounds + options.warm):
            with tempfile.TemporaryDirectory() as empty:
                caches = kept if options.warm else empty
                environment = dict(os.environ, OPENCV_OPENCL_CACHE_DIR=caches, POCL_CACHE_DIR=caches)
                without, whole = run(plain, environment)
                served, whole_served = run(mats, environment)
            if number or not options.warm:  # the first run fills the caches
                times.append((without, served, whole, whole_served))
    rows = []
    for i, (kind, name, _) in enumerate(times[0][0]):
        before, after = (statistics.median(round_[part][i][2] for round_ in times) for part in (0, 1))
        rows.append({"type": kind, "filter": name, "plain_ms": round(before * 1e3, 2), "mats_ms": round(after * 1e3, 2),
                     "ratio": round(before / after, 3)})
    write_csv(options.csv, rows)
    for row in rows:
        print("{type:6} {filter:16} {plain_ms:9.2f} {mats_ms:9.2f} {ratio:7.3f}".format(**row))
    ratios = [row["ratio"] for row in rows]
    whole, whole_served = (statistics.median(round_[part] for round_ in times) for part in (2, 3))
    print(f"geometric mean {math.exp(statistics.mean(map(math.log, ratios))):.2f}, smallest {min(ratios):.2f}, "
          f"below .9: {sum(r < 0.9 for r in ratios)}, below .8: {sum(r < 0.8 for r in ratios)}; "
          f"the whole script {whole:.2f} s, with --mats {whole_served:.2f} s")


main()
