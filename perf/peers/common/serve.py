# SPDX-License-Identifier: Apache-2.0
#
# The part of a Python peer that communicates with clconv_peers.py: see perf/peers/README.md. A peer is a file with
#
#   VERSION      a text
#   prepare(cell)    returns a Filter, or raises Unsupported
#
# which ends with `run(globals())`. Run by the user, such a file starts clconv_peers.py with this peer alone.

import os
import sys
import time
from pathlib import Path

import numpy

from . import cells


class Unsupported(Exception):
    """The library has no such filter."""


class Filter:
    """A function of images, and the notes about it. `upload` converts an array to the library's image, `download` a
    result to an array, and `wait` waits for all calls."""

    def __init__(self, call, calls, threads=1, border="replicate", tolerance=1, upload=None, download=None, wait=None):
        self.call = call
        self.upload = upload or numpy.copy
        self.download = download or (lambda result: result)
        self.wait = wait or (lambda: None)
        self.notes = f"calls={calls} threads={threads} border={border} tolerance={tolerance}".replace(", ", ",")


class Command(Filter):
    """A filter run by a command. `run(calls)` filters that often and returns the seconds and the result."""

    def __init__(self, run, calls, threads=1, border="replicate", tolerance=1):
        super().__init__(None, calls, threads, border, tolerance)
        self.run = run


class Measurement:
    def __init__(self, filter_, cell, fields):
        self.filter, self.following = filter_, 0
        if isinstance(filter_, Command):
            result = filter_.run(1)[1]
        else:
            self.images = [filter_.upload(cell.source()) for _ in range(int(fields["images"]))]
            result = numpy.asarray(filter_.download(filter_.call(self.images[0])))
        if result.dtype != cell.pixels_of_result:
            raise TypeError(f"a result of {result.dtype}")
        numpy.ascontiguousarray(result).tofile(fields["result"])

    def batch(self, calls):
        if isinstance(self.filter, Command):
            return self.filter.run(calls)[0]
        start = time.perf_counter()
        for _ in range(calls):
            self.filter.call(self.images[self.following % len(self.images)])
            self.following += 1
        self.filter.wait()
        return time.perf_counter() - start

    def run(self, seconds):
        """Microseconds per call of back-to-back calls that take about `seconds`; short calls are preceded by others."""
        one, calls = self.batch(1), 2
        while calls < 10000 and one * calls < seconds:
            one = self.batch(calls) / calls
            calls *= 2
        calls = int(min(max(seconds / one, 1), 10000))
        return self.batch(calls) / calls * 1e6


def answer_to(line, peer, state):
    verb, *words = line.split()
    if verb == "run" and state:
        return f"time {state[0].run(float(words[0])):.3f}"
    state.clear()  # free its memory before the next are allocated
    if verb != "case":
        return "ended"
    fields = dict(word.split("=", 1) for word in words)
    cell = cells.Cell(fields["function"], int(fields["width"]), int(fields["height"]), fields["type"],
                      int(fields["ksize"]))
    filter_ = peer["prepare"](cell)
    state.append(Measurement(filter_, cell, fields))
    return "ready " + filter_.notes


def serve(peer):
    """Answers until the input ends. What libraries print is redirected to standard error."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    print("peer " + peer["VERSION"], file=answers, flush=True)
    state = []
    for line in sys.stdin:
        try:
            text = answer_to(line, peer, state)
        except Unsupported as reason:
            text = f"unsupported {reason}"
        except Exception as error:  # a failing case must not end the others
            text = f"failed {error!r}"
        print(" ".join(text.split()), file=answers, flush=True)


def run(peer):
    file = Path(peer["__file__"]).resolve()
    if sys.argv[1:] == ["--serve"]:
        return serve(peer)
    driver = str(file.parents[1] / "clconv_peers.py")
    os.execv(sys.executable, [sys.executable, driver, f"--peers={file.stem}"] + sys.argv[1:])
