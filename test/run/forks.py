# SPDX-License-Identifier: Apache-2.0
#
# Children of fork() while clconv-run --mats initialises OpenCL and builds programs in the background: they must end,
# with right results. Without the handlers of fork() most children that use a cv2.UMat would wait for ever, and of the
# others those made while OpenCL is initialised.
#
#   forks.py --run=CLCONV_RUN --forks=200 [--module]      --module: programs that import clconv instead of clconv-run
#
# Prints "skipped" where cv2 is not installed.

import argparse
import faulthandler
import functools
import itertools
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import threading
import time

sys.path.append(str(pathlib.Path(__file__).parent.parent / "dispatch"))
from live_builders import empty_caches

FORKS = 20  # of one program, each at a random moment of its first three seconds
PATIENCE = 60  # seconds after which a child counts as hanging; one takes less than a second
CALLS = 4  # of filter2D in a child


def image_and_kernel():
    values = numpy.random.default_rng(1)
    return values.integers(0, 256, (400, 400), dtype=numpy.uint8), values.random((5, 5), dtype=numpy.float32) / 12


def child(filters, image, kernel, expected, with_umats):
    def check():
        assert abs(filters.filter2D(image, -1, kernel).astype(int) - expected).max() <= 1
        cv2.Canny(cv2.resize(cv2.cvtColor(cv2.merge([image] * 3), cv2.COLOR_BGR2GRAY), (200, 200)), 10, 20)
        source = cv2.UMat(image) if with_umats else image
        result = filters.filter2D(source, -1, kernel)
        if with_umats:
            result = result.get()
            assert (cv2.medianBlur(source, 3).get() == cv2.medianBlur(image, 3)).all()
        assert abs(result.astype(int) - expected).max() <= 1

    failures = []
    thread = threading.Thread(target=lambda: run_and_note(check, failures))
    check()
    thread.start()
    thread.join()
    if failures:
        raise failures[0]


def run_and_note(work, failures):
    try:
        work()
    except BaseException as failure:
        failures.append(failure)


def fork(number, work):
    """Makes a child; one of three makes a child in turn, with the same work."""
    pid = os.fork()
    if pid:
        return pid
    try:
        if number % 3 == 1:
            grandchild = os.fork()
            if grandchild == 0:
                work()
                os._exit(0)
            assert os.waitpid(grandchild, 0)[1] == 0
        work()
    except BaseException as failure:
        print(f"child {number}: {failure!r}", file=sys.stderr)
        os._exit(1)
    if number % 2:
        os._exit(0)  # as multiprocessing does
    sys.exit(0)


def program(with_umats, seed):
    """The parent: calls growing filters, whose programs are built meanwhile, and makes children."""
    if os.environ.get("FORKS_MODULE"):
        import clconv as filters
    else:
        filters = cv2
    image, kernel = image_and_kernel()
    expected = cv2.filter2D(image, cv2.CV_64F, kernel).round().clip(0, 255).astype(int)
    moments = random.Random(seed)
    faulthandler.enable()
    pids = []
    start = time.monotonic()
    sizes = itertools.cycle(range(3, 12))
    for number, moment in enumerate(sorted(moments.random() ** 3 * 3 for _ in range(FORKS))):
        while not pids or time.monotonic() - start < moment:
            n = next(sizes)
            filters.filter2D(image, -1, numpy.ones((n, n), numpy.float32) / n**2)
            if not pids:
                break
        work = functools.partial(child, filters, image, kernel, expected, with_umats)
        made = threading.Thread(target=lambda: pids.append((fork(number, work), moment)))
        if number % 6 == 5:  # by another thread than the one that calls
            made.start()
            made.join()
        else:
            made.run()
    hung = []
    end = time.monotonic() + PATIENCE
    while pids:
        pid, moment = pids[0]
        done, status = os.waitpid(pid, os.WNOHANG)
        if not done and time.monotonic() > end:
            os.kill(pid, signal.SIGABRT)  # makes faulthandler print what each of its threads does
            time.sleep(1)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            status = signal.SIGABRT
        if done or status:
            pids.pop(0)
            if status:
                hung.append(f"the child made after {moment:.3f} s: status {status}")
        else:
            time.sleep(0.01)
    if hung:
        sys.exit("\n".join(hung))


def run_program(run, module, kind, report, seed):
    with empty_caches() as caches:
        environment = dict(os.environ, OPENCV_OPENCL_CACHE_DIR=caches, POCL_CACHE_DIR=caches)
        environment["OPENCV_CLCONV_MATS"] = "eager"  # the first calls start OpenCL and builds
        command = [sys.executable, __file__, "--program=" + kind, f"--seed={seed}"]
        if module:
            environment.update(FORKS_MODULE="1")
        else:
            command = [run, "--mats"] + (["--report"] if report else []) + command
        ended = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True, timeout=10 * PATIENCE)
    if ended.returncode:
        sys.exit(f"{kind}, {'with' if report else 'without'} --report, seed {seed}: {ended.returncode}\n{ended.stderr}")
    if report:
        check_report(ended.stderr, kind == "umats")


def check_report(text, with_umats):
    """Children that end by exit() report their own calls, those on arrays not accelerated; the parent reports its own.

    UMats are accelerated in a child that was made before OpenCL was initialised: it may initialise OpenCL itself.
    """
    lines = re.findall(r"clconv-run: filter2D: (\d+) served.*?, (\d+) passed on", text)
    counts = [(int(served), int(passed)) for served, passed in lines]
    own = [served for served, passed in counts if served + passed == CALLS]
    may_be_served = {0, CALLS // 2} if with_umats else {0}
    if len(own) != FORKS // 2 or len(counts) != len(own) + 1 or not may_be_served.issuperset(own):
        sys.exit(f"the reports of {FORKS // 2} children and of the program are not as expected:\n{text}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--run")
    parser.add_argument("--forks", type=int, default=200)
    parser.add_argument("--module", action="store_true")
    parser.add_argument("--program", help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.program:
        return program(options.program == "umats", options.seed)
    kinds = itertools.cycle(itertools.product(["arrays", "umats"], [False] if options.module else [False, True]))
    for seed in range(options.seed, options.seed + options.forks // FORKS):
        run_program(options.run, options.module, *next(kinds), seed)


try:
    import cv2
    import numpy
except ImportError as error:
    print("skipped:", error)
    sys.exit(0)
main()
