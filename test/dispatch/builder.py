# SPDX-License-Identifier: Apache-2.0
#
# clconv-builder builds programs, one at a time for all processes; these need not live until the program is built. The
# next process loads it, and does not repeat a failed build. Without disk caches a thread builds. clconv-warm, whose
# path is the argument, builds ahead what a process recorded (docs/install/containers.md).
#
# Prints "skipped" where cv2 is not installed.

import fcntl
import os
import pathlib
import shlex
import subprocess
import sys

from live_builders import LONGEST, builders, empty_caches, wait_for

KNOWN = "clconv_known_programs.txt"

# Calls a filter that often, waits that many seconds for its program, and prints after which calls it was ready.
PROGRAM = """
import sys
import clconv, cv2, numpy
image = cv2.UMat(numpy.random.default_rng(1).integers(0, 256, (90, 160), dtype=numpy.uint8))
taps = (numpy.random.default_rng(2).random((7, 5)) / 35).astype(numpy.float32)
expected = cv2.filter2D(image.get(), -1, taps).astype(int)
ready = []
for _ in range(int(sys.argv[1])):
    assert abs(clconv.filter2D(image, -1, taps).get() - expected).max() <= 1
    ready.append(clconv.isReady(image, -1, taps))
assert sys.argv[2] == "0" or clconv.waitUntilReady(float(sys.argv[2]))
print(*ready, clconv.isReady(image, -1, taps))
"""


def start(caches, calls, seconds=0, **variables):
    environment = dict(os.environ, OPENCV_OPENCL_CACHE_DIR=caches, POCL_CACHE_DIR=caches, OPENCV_CLCONV_COLD="serve")
    environment.update(variables)
    command = [sys.executable, "-c", PROGRAM, str(calls), str(seconds)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def ready_in(process):
    """Whether the program was ready after each call, and at the end."""
    text = process.communicate()[0]
    if process.returncode:
        sys.exit(f"a process failed: {process.returncode}")
    return [word == "True" for word in text.split()]


def expect(condition, what):
    if not condition:
        sys.exit(what)


def warm(*arguments):
    """What clconv-warm prints, and its exit status."""
    environment = {name: value for name, value in os.environ.items() if name != "OPENCV_OPENCL_DEVICE"}
    done = subprocess.run([sys.argv[1], *arguments], env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    return done.stdout, done.returncode


def check_warm():
    with empty_caches() as folder:
        recorded, into = f"{folder}/programs.json", f"{folder}/caches"
        ready_in(start(f"{folder}/first", 1, OPENCV_CLCONV_RECORD=recorded))  # waits for its program
        lines = pathlib.Path(recorded).read_text().splitlines()
        expect(len(lines) == 1, f"one program is recorded once: {lines}")
        text, status = warm(f"--from={recorded}", f"--into={into}")
        expect(status == 0, f"the programs are built: {text}")
        exports = (shlex.split(line)[1] for line in text.splitlines() if line.startswith("export "))
        variables = dict(export.split("=", 1) for export in exports)
        caches = variables.pop("OPENCV_OPENCL_CACHE_DIR")
        expect(all(ready_in(start(caches, 1, **variables))), "the first call of a process loads them")
        text, status = warm(f"--into={into}", "--list")
        expect(status == 0 and " programs in " in text, f"they are listed: {text}")
        text, status = warm(f"--into={into}", "--clear", "--list")
        expect(status == 0 and "no programs in " in text, f"they are removed: {text}")
        pathlib.Path(recorded).write_text("{}\n")
        text, status = warm(f"--from={recorded}", f"--into={into}")
        expect(status == 1 and "programs.json:1: " in text, f"the line that is wrong is named: {text}")
        expect(warm("--from=/nowhere")[1] == 1, "a file that is not there")


def check_failures():
    with empty_caches() as caches:
        known = pathlib.Path(caches, KNOWN)
        broken = {"OPENCV_OPENCL_BUILD_EXTRA_OPTIONS": "-Dkernel=broken -D__kernel=broken"}
        expect(ready_in(start(caches, 2, LONGEST, **broken)) == [False, False, True], "the CPU is what is ready")
        failures = known.read_text().splitlines()
        expect(failures and all(line[0] == "-" for line in failures), f"each plan that fails is noted: {failures}")
        expect(all(ready_in(start(caches, 1, **broken))), "no other process tries what a builder could not build")
        expect(known.read_text().splitlines() == failures, "nothing is noted twice")


def main():
    with empty_caches() as caches:
        known = pathlib.Path(caches, KNOWN)
        lock = open(f"{known}.lock", "w")
        fcntl.flock(lock, fcntl.LOCK_EX)
        processes = [start(caches, 3) for _ in range(8)]
        for process in processes:
            expect(not any(ready_in(process)), "no call is ready before its program is built")
        expect(builders(caches) >= len(processes), "builders survive the processes that started them")
        expect(not known.exists(), "nothing is built while another builder has the lock")
        lock.close()
        wait_for(known.exists, "a program is built after the end of the process that requested it")
        expect(all(ready_in(start(caches, 1))), "the next process loads it at its first call")
        wait_for(lambda: builders(caches) == 0, "builders end")
        expect(len(known.read_text().splitlines()) == 1, f"one program is noted once: {known.read_text()}")
    for variables in ({"OPENCV_OPENCL_CACHE_ENABLE": "0"}, {}):
        with empty_caches() as caches:
            ready = ready_in(start(caches, 2, LONGEST, **variables))
            expect(ready == [False, ready[1], True], f"a process sees the program that it requested: {ready}")


try:
    import cv2  # noqa: F401
    import numpy  # noqa: F401
except ImportError as error:
    print("skipped:", error)
    sys.exit(0)
main()
check_failures()
check_warm()
