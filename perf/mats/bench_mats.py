#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Times cv2.filter2D and GaussianBlur on numpy arrays in two processes that alternate call by call: one runs in plain
# Python, the other under `clconv-run --mats`. Needs the distribution's OpenCV for Python.
#
#   perf/mats/bench_mats.py --run=build/release/bin/clconv-run --csv=mats.csv
#   PYTHONPATH=build/release/python perf/mats/bench_mats.py --patch --run=... --csv=patch.csv
#
# With --patch the first process imports clconv.patch (docs/patch), so that both accelerate arrays, each in its own way.
# With --umats as well, both filter cv2.UMats; --cv2 names the folder of another cv2 for the first process.
#
# Prints a row for each cell: medians, their ratio, the first call of each, the largest difference of results; at the
# end the geometric mean and the smallest ratio. Both processes warm up for --warm seconds and until times settle,
# because programs are built in the background meanwhile (OPENCV_CLCONV_MATS=eager).

import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "common"))
from scripts import size_of, whole_number, write_csv


def serve(options):
    """The child: reads a line of JSON for each call and answers with the seconds and a checksum."""
    if options.cv2:
        sys.path.insert(0, options.cv2)
    import cv2
    import numpy

    if options.patch:
        import clconv.patch  # noqa: F401

    images = {}

    def image(cell):
        key = (cell["depth"], cell["channels"], cell["width"], cell["height"])
        if key not in images:
            shape = (cell["height"], cell["width"], cell["channels"])
            values = numpy.random.default_rng(7).integers(0, 256, shape)
            array = values.astype({"8U": numpy.uint8, "16S": numpy.int16, "32F": numpy.float32}[cell["depth"]])
            images[key] = cv2.UMat(array) if options.umats else array
        return images[key]

    def kernel(cell):
        n = cell["taps"]
        if cell["kind"] == "random":
            return (numpy.random.default_rng(n).random((n, n)) * 2 / (n * n)).astype(numpy.float32)
        row = cv2.getGaussianKernel(n, -1, cv2.CV_32F)
        return row @ row.T

    for line in sys.stdin:
        cell = json.loads(line)
        src, n = image(cell), cell["taps"]
        matrix = kernel(cell)
        begin = time.perf_counter()
        if cell["kind"] == "GaussianBlur":
            result = cv2.GaussianBlur(src, (n, n), 0)
        else:
            result = cv2.filter2D(src, -1, matrix)
        if options.umats:
            cv2.ocl.finish()
        seconds = time.perf_counter() - begin
        result = result.get() if options.umats else result
        sample = result[:: max(1, cell["height"] // 64), :: max(1, cell["width"] // 64)].astype(numpy.float64)
        print(json.dumps([seconds, sample.ravel().tolist() if cell["compare"] else None]), flush=True)


class Child:
    def __init__(self, command):
        environment = {"OPENCV_CLCONV_MATS": "eager", **os.environ}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def call(self, cell, compare=False):
        self.process.stdin.write(json.dumps(dict(cell, compare=compare)) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit("a child ended")
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def measure(cell, plain, mats, options):
    first = plain.call(cell)[0], mats.call(cell)[0]
    end, settled = time.monotonic() + options.warm, []
    # Warm up until the times of the accelerated process no longer fall.
    for child in (plain, mats) if options.patch else (mats,):
        while time.monotonic() < end or (len(settled) < 8 and time.monotonic() < end + 10 * options.warm):
            seconds = child.call(cell)[0]
            settled = [seconds] if settled and seconds < 0.6 * min(settled) else settled + [seconds]
        end, settled = time.monotonic() + options.warm, []
    times = [], []
    for _ in range(options.rounds):
        times[0].append(plain.call(cell)[0])
        times[1].append(mats.call(cell)[0])
    first_name = "patch" if options.patch else "plain"
    expected, result = plain.call(cell, True)[1], mats.call(cell, True)[1]
    return {
        "type": f"{cell['depth']}C{cell['channels']}",
        "size": f"{cell['width']}x{cell['height']}",
        "taps": cell["taps"],
        "kind": cell["kind"],
        f"{first_name}_ms": round(statistics.median(times[0]) * 1e3, 3),
        "mats_ms": round(statistics.median(times[1]) * 1e3, 3),
        "ratio": round(statistics.median(times[0]) / statistics.median(times[1]), 3),
        f"{first_name}_min_ms": round(min(times[0]) * 1e3, 3),
        "mats_min_ms": round(min(times[1]) * 1e3, 3),
        f"{first_name}_first_ms": round(first[0] * 1e3, 3),
        "mats_first_ms": round(first[1] * 1e3, 3),
        "difference": max(abs(a - b) for a, b in zip(expected, result)),
    }


def whole_numbers(text):
    return [whole_number(part) for part in text.split(",")]


def type_of(text):
    if not re.fullmatch("(8U|16S|32F)C[1-4]", text):
        raise argparse.ArgumentTypeError(f"'{text}' is none of 8U, 16S and 32F with C1 to C4")
    return text.split("C")


def seconds(text):
    if not re.fullmatch("[0-9]{1,6}([.][0-9]*)?", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds")
    return float(text)


def main():
    parser = argparse.ArgumentParser(description="times filters on numpy arrays with and without clconv-run --mats")
    parser.add_argument("--run", default="clconv-run", help="path of clconv-run")
    parser.add_argument("--size", type=size_of, default="1920x1080")
    parser.add_argument("--types", type=lambda text: [type_of(part) for part in text.split(",")], default="8UC3",
                        help="8U, 16S or 32F with C1 to C4: 8UC1,32FC3")
    parser.add_argument("--taps", type=whole_numbers, default="5,9,15,21,31")
    parser.add_argument("--kinds", default="random,gaussian", help="random, gaussian (filter2D), GaussianBlur")
    parser.add_argument("--rounds", type=whole_number, default=15)
    parser.add_argument("--warm", type=seconds, default=2, help="seconds for each cell")
    parser.add_argument("--patch", action="store_true", help="compare with clconv.patch instead of plain Python")
    parser.add_argument("--umats", action="store_true", help="filter cv2.UMats")
    parser.add_argument("--cv2", help="folder of the cv2 of the first process, with --patch")
    parser.add_argument("--report", action="store_true", help="print clconv-run's report at the end")
    parser.add_argument("--csv", help="file for the rows")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        return serve(options)
    width, height = options.size
    script = [sys.executable, __file__, "--serve"] + (["--umats"] if options.umats else [])
    plain = Child(script + (["--patch"] if options.patch else []) + ([f"--cv2={options.cv2}"] if options.cv2 else []))
    mats = Child([options.run, "--mats"] + (["--report"] if options.report else []) + script)
    rows = []
    for depth, channels in options.types:
        for taps in options.taps:
            for filter_kind in options.kinds.split(","):
                cell = {"depth": depth, "channels": int(channels), "width": width, "height": height, "taps": taps,
                        "kind": filter_kind}
                rows.append(measure(cell, plain, mats, options))
                if len(rows) == 1:
                    print(",".join(rows[0]))
                print(",".join(str(value) for value in rows[-1].values()), flush=True)
    plain.close()
    mats.close()
    write_csv(options.csv, rows)
    ratios = [row["ratio"] for row in rows]
    mean = math.exp(statistics.mean(math.log(ratio) for ratio in ratios))
    print(f"geometric mean {mean:.2f}, smallest {min(ratios):.2f}")


main()
