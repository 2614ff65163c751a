#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# FFmpeg's filters convolution and avgblur, timed by its filter bench in one process per round. Three channels are
# planes. The border is REFLECT_101 at the left and top edges, REFLECT at the others.
#
# on: cpu
# packages: ffmpeg

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import numpy
from common import serve

try:
    text = subprocess.run(["ffmpeg", "-version"], stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout
    VERSION = "FFmpeg " + re.search(r"version (\S+)", text).group(1)
except (OSError, AttributeError) as error:
    VERSION = f"missing {error}"

UNIT = 65536  # unit of the coefficients, which are integers


def filter_of(cell):
    def convolution(values, mode):
        matrix = " ".join(str(value) for value in numpy.rint(values.astype(float) * UNIT).astype(int).ravel())
        return "convolution=" + ":".join(f"{i}m={matrix}:{i}rdiv={1 / UNIT}:{i}mode={mode}" for i in range(3))

    if cell.type not in ("8UC1", "8UC3") or cell.to != cell.type:
        raise serve.Unsupported("only bytes of one or three channels, and no negative results")
    if cell.function == "blur":
        return f"avgblur={cell.ksize // 2}", "avgblur"
    if cell.function == "GaussianBlur" and cell.ksize <= 49:
        rows = convolution(cell.taps(), "row"), convolution(cell.taps(), "column")
        return ",".join(rows), "convolution,row_and_column"
    if cell.function == "filter2D" and cell.ksize <= 7:
        return convolution(cell.kernel(), "square"), "convolution"
    raise serve.Unsupported("convolution has only 3x3, 5x5, 7x7, and rows and columns up to 49")


def prepare(cell):
    filter_, name = filter_of(cell)
    folder = tempfile.TemporaryDirectory()
    source, output = os.path.join(folder.name, "source.raw"), os.path.join(folder.name, "output.raw")
    channels, threads = int(cell.type[-1]), len(os.sched_getaffinity(0))
    cell.source().reshape(cell.height, cell.width, channels).transpose(2, 0, 1).tofile(source)
    layout = "gray" if channels == 1 else "gbrp"

    def run(calls, keeps=folder):
        chain = f"loop={calls}:1,bench=start,{filter_},bench=stop"
        command = ["ffmpeg", "-y", "-nostats", "-filter_threads", str(threads), "-f", "rawvideo", "-pix_fmt", layout]
        command += ["-s", cell.size, "-i", source, "-vf", chain, "-f", "rawvideo", "-frames:v", str(calls), output]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        times = re.findall(r"bench.* t:([0-9.]+)", done.stderr)
        if done.returncode or not times:
            raise RuntimeError(f"ffmpeg: {done.stderr[-200:]}")
        planes = numpy.fromfile(output, numpy.uint8)[: numpy.prod(cell.shape)]
        result = planes.reshape(channels, cell.height, cell.width).transpose(1, 2, 0).reshape(cell.shape)
        return sum(map(float, times)) * calls / len(times), result

    return serve.Command(run, name, threads, "reflects", 2 if name.startswith("convolution,") else 1)


if __name__ == "__main__":
    serve.run(globals())
