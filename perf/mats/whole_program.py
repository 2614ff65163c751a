#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Measures the time per frame of a whole program without a GPU, on Mats and on UMats, with and without clconv-run. The
# program reads a film, smooths it, applies its own 5x5 filter, and writes the magnitude of two Sobel gradients. Needs
# the distribution's OpenCV for Python.
#
#   perf/mats/whole_program.py --run=build/release/bin/clconv-run --rounds=5
#
# Prints for each way the median of the processes' milliseconds per frame, and its ratio to Mats without clconv-run. The
# ways take turns. The first frames (--first) are not counted, because the compiler runs at the same time.

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "common"))
from scripts import whole_number

FRAMES, WIDTH, HEIGHT = 120, 1920, 1080
CODEC = "MJPG"

# Name, arguments of the program, options of clconv-run (none: without it), and OPENCV_OPENCL_DEVICE (empty: unset).
WAYS = (
    ("Mats", [], [], ""),
    ("Mats, clconv-run --mats", [], ["--mats"], ""),
    ("UMats, no device", ["--umats"], [], ""),
    ("UMats, clconv-run", ["--umats"], ["--"], ""),
    ("UMats on PoCL, clconv-run", ["--umats"], ["--"], ":CPU:"),
    ("UMats on PoCL", ["--umats"], [], ":CPU:"),
)


def write_film(path):
    """A moving pattern with noise."""
    import cv2
    import numpy

    writer = cv2.VideoWriter(path, cv2.VideoWriter_fourcc(*CODEC), 25, (WIDTH, HEIGHT))
    y, x = numpy.mgrid[:HEIGHT, :WIDTH]
    noise = numpy.random.default_rng(1).integers(0, 32, (HEIGHT, WIDTH, 3))
    for i in range(FRAMES):
        wave = 96 + 64 * numpy.sin((x + 9 * i) / 40) + 32 * numpy.cos((y - 4 * i) / 25)
        writer.write((wave[:, :, None] + numpy.roll(noise, i, 1)).astype(numpy.uint8))
    writer.release()


def program(film, result, umats, first):
    """Milliseconds per frame, the first frames left out."""
    import cv2
    import numpy

    sharpen = numpy.full((5, 5), -0.05, numpy.float32)
    sharpen[2, 2] = 2.2
    capture = cv2.VideoCapture(film)
    writer = cv2.VideoWriter(result, cv2.VideoWriter_fourcc(*CODEC), 25, (WIDTH, HEIGHT), False)
    count = 0
    while True:
        if count == first:
            start = time.perf_counter()
        read, frame = capture.read()
        if not read:
            break
        grey = cv2.cvtColor(cv2.UMat(frame) if umats else frame, cv2.COLOR_BGR2GRAY)
        smooth = cv2.GaussianBlur(grey, (9, 9), 0)
        sharp = cv2.filter2D(smooth, -1, sharpen)
        dx = cv2.Sobel(sharp, cv2.CV_32F, 1, 0)
        dy = cv2.Sobel(sharp, cv2.CV_32F, 0, 1)
        edges = cv2.convertScaleAbs(cv2.magnitude(dx, dy))
        writer.write(edges.get() if umats else edges)
        count += 1
    print((time.perf_counter() - start) * 1e3 / (count - first))


def main():
    parser = argparse.ArgumentParser(description="times a whole program on Mats and on UMats, without a GPU")
    parser.add_argument("--run", default="clconv-run", help="path of clconv-run")
    parser.add_argument("--rounds", type=whole_number, default=5, help="processes of each way")
    parser.add_argument("--first", type=whole_number, default=60, help=f"frames that are not counted, of {FRAMES}")
    parser.add_argument("--umats", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--program", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.first >= FRAMES:
        parser.error(f"--first={options.first} leaves none of {FRAMES} frames")
    if options.program:
        return program(*options.program, options.umats, options.first)
    times = {way[0]: [] for way in WAYS}
    with tempfile.TemporaryDirectory() as folder:
        film, result = os.path.join(folder, "film.avi"), os.path.join(folder, "result.avi")
        write_film(film)
        for _ in range(options.rounds):
            for name, arguments, runner, device in WAYS:
                environment = {key: value for key, value in os.environ.items() if key != "OPENCV_OPENCL_DEVICE"}
                if device:
                    environment["OPENCV_OPENCL_DEVICE"] = device
                command = [options.run] + runner if runner else []
                command += [sys.executable, __file__, "--program", film, result, f"--first={options.first}"]
                output = subprocess.run(command + arguments, env=environment, stdout=subprocess.PIPE, text=True,
                                        check=True).stdout
                times[name].append(float(output))
    mats = times[WAYS[0][0]]
    for name, values in times.items():
        print(f"{name:28} {statistics.median(values):7.1f} ms a frame, "
              f"{statistics.median(value / other for value, other in zip(values, mats)):5.2f} of Mats")


main()
