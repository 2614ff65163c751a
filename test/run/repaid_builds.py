# SPDX-License-Identifier: Apache-2.0
#
# clconv-run --mats builds no program for calls that do not repay it, loads programs that were built before, and builds
# for calls that go on.
#
#   repaid_builds.py --run=CLCONV_RUN --script=perf/mats/first_run.py
#
# Prints "skipped" if cv2 is not installed.

import argparse
import os
import pathlib
import re
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).parent.parent / "dispatch"))
from live_builders import LONGEST, builders, empty_caches, wait_for

CORES = 2  # for the programs: with more cores a build repays earlier
BRIEF = 2  # seconds of calls; a build repays after four (planner/mat_times.cpp)
KNOWN = "clconv_known_programs.txt"

# A program that calls a filter for this many seconds, or until a second after the file exists.
PROGRAM = """
import os, sys, time
import cv2, numpy
image = numpy.random.default_rng(1).integers(0, 256, (900, 1600), dtype=numpy.uint8)
taps = (numpy.random.default_rng(2).random((9, 9)) / 81).astype(numpy.float32)
expected = cv2.filter2D(image, -1, taps)
end = time.monotonic() + float(sys.argv[1])
while time.monotonic() < end:
    if len(sys.argv) > 2 and os.path.exists(sys.argv[2]):
        end = min(end, time.monotonic() + 1)
    assert abs(cv2.filter2D(image, -1, taps).astype(int) - expected).max() <= 1
"""


def run(command, caches, mode="auto"):
    """From the report: for each function the number of accelerated calls, and why others were not accelerated."""
    environment = dict(os.environ, OPENCV_OPENCL_CACHE_DIR=caches, POCL_CACHE_DIR=caches, OPENCV_CLCONV_MATS=mode)
    ended = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if ended.returncode:
        sys.exit(f"{command}: {ended.returncode}\n{ended.stderr}")
    lines = re.findall(r"clconv-run: (\w+): (\d+) served.*?, \d+ passed on(.*)", ended.stderr)
    return {name: (int(served), reasons) for name, served, reasons in lines}


def expect(condition, what, report):
    if not condition:
        sys.exit(f"{what}: {report}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", required=True)
    parser.add_argument("--script", required=True)
    options = parser.parse_args()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    mats = [options.run, "--mats", "--report", sys.executable]
    program = mats + ["-c", PROGRAM]
    with empty_caches() as caches:
        report = run(mats + [options.script, "--script"], caches)
        expect(len(report) >= 5, "the script calls five functions at least", report)
        expect(not any(served for served, _ in report.values()), "a short script is left to OpenCV", report)
        for name in ("filter2D", "GaussianBlur", "blur", "Sobel", "Laplacian"):
            expect("too rare to build for" in report[name][1], "the report has the reason", report)
        expect(not list(pathlib.Path(caches).rglob("*")), "a short script builds nothing", os.listdir(caches))
        report = run(program + [str(BRIEF)], caches)
        expect(report["filter2D"][0] == 0, "a program that is not known is not built for brief calls", report)

        known = pathlib.Path(caches, KNOWN)
        run(program + [str(BRIEF)], caches, "eager")
        wait_for(lambda: builders(caches) == 0, "the builder, which goes on after the end of the program, ends")
        expect(known.exists() and known.read_text(), "programs that were built are noted", os.listdir(caches))
        before = known.read_text()
        report = run(program + [str(BRIEF)], caches)
        expect(report["filter2D"][0] > 0, "a known program is loaded for brief calls", report)
        expect(known.read_text() == before, "a program that was loaded is not noted again", before)
    with empty_caches() as caches:
        report = run(program + [str(LONGEST), str(pathlib.Path(caches, KNOWN))], caches)
        expect(report["filter2D"][0] > 0, "a program is built for calls that go on", report)


try:
    import cv2  # noqa: F401
    import numpy  # noqa: F401
except ImportError as error:
    print("skipped:", error)
    sys.exit(0)
main()
