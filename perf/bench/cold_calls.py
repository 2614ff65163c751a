#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Measures what calls cost before their programs are built, in fresh processes with empty caches: the first 100 calls of
# filters on UMats compared with cv2's on Mats; a chain of calls without waiting; the end of a process while its program
# is being built and other programs take all cores; another OpenCL build at the same time. Needs the distribution's
# OpenCV for Python.
#
#   PYTHONPATH=build/release/python perf/bench/cold_calls.py --rounds=5 --csv=cold.csv
#
# Prints medians over the processes, in milliseconds, and the aims: first the chain, the end and the other build, then a
# row for each filter, and the worst of them.

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "common"))
from scripts import whole_number, write_csv

WIDTH, HEIGHT = 1920, 1080
CALLS = 100
TYPES = ("8UC1", "8UC3", "8UC4", "16UC1", "16UC3", "32FC1", "32FC3", "32FC4")
SIZES = (3, 5, 9, 15, 31)
LONGEST = 120  # seconds allowed for the build of a program


def image_of(kind):
    import numpy

    depth, channels = kind.split("C")
    shape = (HEIGHT, WIDTH) if channels == "1" else (HEIGHT, WIDTH, int(channels))
    types = {"8U": numpy.uint8, "16U": numpy.uint16, "32F": numpy.float32}
    return numpy.random.default_rng(7).integers(0, 256, shape).astype(types[depth])


def filter_of(name):
    """A filter as a function of a module (cv2 or clconv) and an image."""
    import cv2
    import numpy

    word, size = name.split()
    n = int(size)
    random = (numpy.random.default_rng(n).random((n, n)) * 2 / (n * n)).astype(numpy.float32)
    return {"random": lambda module, image: module.filter2D(image, -1, random),
            "Gaussian": lambda module, image: module.GaussianBlur(image, (n, n), 0),
            "blur": lambda module, image: module.blur(image, (n, n)),
            "Sobel": lambda module, image: module.Sobel(image, cv2.CV_32F, 1, 0, ksize=n),
            "Laplacian": lambda module, image: module.Laplacian(image, cv2.CV_32F, ksize=n)}[word]


def first_calls(kind, name):
    """Times on a Mat and of the longest of the first calls in ms; until the program is built, mean call and time."""
    import clconv
    import cv2

    image, function = image_of(kind), filter_of(name)
    on_device = cv2.UMat(image)
    cv2.ocl.finish()

    def seconds(module, images):
        begin = time.perf_counter()
        function(module, images)
        if module is clconv:
            cv2.ocl.finish()
        return time.perf_counter() - begin

    mat = statistics.median(seconds(cv2, image) for _ in range(7))
    begin, times, cold, after = time.perf_counter(), [], [], 0
    while len(times) < CALLS or not after:
        times.append(seconds(clconv, on_device))
        if not after:
            cold.append(times[-1])
            if clconv.isReady(lambda: function(clconv, on_device)):
                after = time.perf_counter() - begin
            elif time.perf_counter() - begin > LONGEST:
                sys.exit(f"{kind} {name}: no program after {LONGEST} s")
    return {"mat": mat, "longest": max(times[:CALLS]), "mean": statistics.mean(cold), "after": after}


def chain(way, kind):
    """Each call filters the result of the one before: filter2D of two sizes and a Gaussian."""
    import clconv
    import cv2

    image = image_of(kind)
    images = image if way == "Mat" else cv2.UMat(image)
    module = clconv if way == "clconv" else cv2
    functions = [filter_of(name) for name in ("random 3", "Gaussian 5", "random 5")]
    cv2.ocl.finish()
    begin = time.perf_counter()
    for i in range(CALLS):
        images = functions[i % 3](module, images)
    cv2.ocl.finish()
    return {"sum": time.perf_counter() - begin}


def end_of_process(kind, name):
    """Returns the time at which the process begins to end; the caller measures from then."""
    import clconv
    import cv2

    on_device, function = cv2.UMat(image_of(kind)), filter_of(name)
    for _ in range(3):
        function(clconv, on_device)
    cv2.ocl.finish()
    time.sleep(0.5)  # until the build has begun
    return {"end": time.monotonic()}


def other_build(kind, name):
    """The time in which this process builds a program of OpenCV's; with a filter, while clconv builds too."""
    import clconv
    import cv2

    on_device = cv2.UMat(image_of(kind))
    if name:
        for _ in range(3):
            filter_of(name)(clconv, on_device)
        cv2.ocl.finish()
        time.sleep(0.5)
    begin = time.perf_counter()
    cv2.erode(on_device, None, iterations=2)
    cv2.ocl.finish()
    return {"build": time.perf_counter() - begin}


CHILDREN = {"first": first_calls, "chain": chain, "end": end_of_process, "other": other_build}


def run(child, *arguments, **variables):
    """What a child in a fresh process with empty caches returns; `left` is the time that its end took."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as caches:
        environment = dict(os.environ, OPENCV_OPENCL_CACHE_DIR=caches, POCL_CACHE_DIR=caches, CUDA_CACHE_PATH=caches,
                           OPENCV_CLCONV_COLD="serve")
        environment.update(variables)
        command = [sys.executable, __file__, "--child", json.dumps([child, *arguments])]
        answer = json.loads(subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True,
                                           check=True).stdout)
        answer["left"] = time.monotonic() - answer.get("end", 0)
        end = time.monotonic() + LONGEST
        while builders() and time.monotonic() < end:  # they would take cores from the next process
            time.sleep(0.05)
        return answer


def builders():
    command = ["pgrep", "-U", str(os.getuid()), "-x", "clconv-builder"]
    return subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0


class Busy:
    """Programs that keep all cores busy while this object lives."""

    def __enter__(self):
        self.programs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count())]

    def __exit__(self, *error):
        for program in self.programs:
            program.kill()
            program.wait()


def medians(answers):
    return {key: 1e3 * statistics.median(answer[key] for answer in answers) for key in answers[0]}


def measure_first_calls(options, rows):
    cases = [(kind, f"{word} {n}") for kind in options.types for word in ("random", "Gaussian") for n in options.sizes]
    cases += [(kind, name) for kind in options.types for name in ("blur 9", "Sobel 3", "Laplacian 5")]
    print(f"{'':18} {'Mat':>8} {'longest':>8} {'mean':>8} {'after':>8}")
    for kind, name in cases:
        row = medians([run("first", kind, name) for _ in range(options.rounds)])
        rows.append({"type": kind, "filter": name, **{key: round(row[key], 2) for key in row if key != "left"}})
        print("{type:6} {filter:11} {mat:8.2f} {longest:8.2f} {mean:8.2f} {after:8.0f}".format(**rows[-1]), flush=True)
    worst = max(rows, key=lambda row: row["longest"] / max(20, 2 * row["mat"]))
    print(f"longest call / (20 ms or twice the Mat's): {worst['longest'] / max(20, 2 * worst['mat']):.2f} at most "
          f"({worst['type']} {worst['filter']}); aim 1")
    worst = min(rows, key=lambda row: row["mat"] / row["mean"])
    print(f"mean speed while a program is built, relative to the Mat's: {worst['mat'] / worst['mean']:.2f} at least "
          f"({worst['type']} {worst['filter']}), median {statistics.median(r['mat'] / r['mean'] for r in rows):.2f}; "
          "aim .9")
    print(f"the program is ready after {max(row['after'] for row in rows) / 1e3:.1f} s at most; aim 5")


def measure_others(options):
    for kind in ("8UC1", "32FC3"):
        ways = ("clconv", "stock", "Mat")
        answers = [[run("chain", way, kind) for way in ways] for _ in range(options.rounds)]
        sums = [1e3 * statistics.median(answer[i]["sum"] for answer in answers) for i in range(len(ways))]
        print(f"{CALLS} calls in a chain, {kind}: clconv {sums[0]:.0f}, OpenCV on UMats {sums[1]:.0f}, on Mats "
              f"{sums[2]:.0f} ms: {sums[0] / min(sums[1:]):.2f}; aim 1.1")
    with Busy():
        ends = [[run("end", "8UC3", "random 9", OPENCV_CLCONV_COLD=way)["left"] for way in ("serve", "cpu")]
                for _ in range(options.rounds)]
    building, idle = (1e3 * statistics.median(end[i] for end in ends) for i in range(2))
    print(f"end of a process on busy cores while its program is built: {building:.0f} ms, longest "
          f"{1e3 * max(end[0] for end in ends):.0f}, where nothing is built {idle:.0f}; aim 200 more")
    builds = [[run("other", "8UC3", name)["build"] for name in ("", "random 9")] for _ in range(options.rounds)]
    alone, beside = (1e3 * statistics.median(build[i] for build in builds) for i in range(2))
    print(f"another OpenCL build: alone {alone:.0f} ms, with clconv's {beside:.0f}: {beside / alone:.2f}; aim 1.2")


def main():
    parser = argparse.ArgumentParser(description="times calls whose programs are not yet built")
    parser.add_argument("--rounds", type=whole_number, default=5, help="processes of each case")
    parser.add_argument("--types", nargs="+", default=TYPES, choices=TYPES)
    parser.add_argument("--sizes", nargs="+", type=whole_number, default=SIZES, help="of the kernels")
    parser.add_argument("--csv", help="file for the rows of the first calls")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        name, *arguments = json.loads(options.child)
        print(json.dumps(CHILDREN[name](*arguments)), flush=True)
        return
    rows = []
    measure_others(options)
    measure_first_calls(options, rows)
    write_csv(options.csv, rows)


main()
