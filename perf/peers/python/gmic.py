#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# G'MIC's command. It measures the time itself, in milliseconds, without reading the image. All its images are float
# planes.
#
# on: cpu
# packages: gmic

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
    done = subprocess.run(["gmic", "version"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    VERSION = "G'MIC " + re.search(r"Version ([0-9.]+)", done.stdout + done.stderr).group(1)
except (OSError, AttributeError) as error:
    VERSION = f"missing {error}"


def filter_of(cell):
    """The masks, the commands that append the filtered image to the others, and the name of what they call."""
    if cell.function == "blur":
        return [], f"+boxfilter[0] {cell.ksize},0,1,1", "boxfilter"
    if cell.function == "GaussianBlur":
        row = [f"{value:.9g}" for value in cell.taps()]
        masks = [f"({','.join(row)})", f"({';'.join(row)})"]
        return masks, "+correlate[0] [1],1 correlate[-1] [2],1", "correlate,twice"
    rows = [",".join(f"{value:.9g}" for value in row) for row in cell.kernel()]
    return [f"({';'.join(rows)})"], "+correlate[0] [1],1", "correlate"


def prepare(cell):
    masks, commands, name = filter_of(cell)
    folder = tempfile.TemporaryDirectory()
    source, output = os.path.join(folder.name, "source.raw"), os.path.join(folder.name, "output.raw")
    channels = int(cell.type[-1])
    planes = cell.source().reshape(cell.height, cell.width, channels).transpose(2, 0, 1)
    planes.astype(numpy.float32).tofile(source)

    def run(calls, keeps=folder):
        # The last of the images is kept, and written after the time was measured.
        command = ["gmic", f"{source},float,{cell.width},{cell.height},1,{channels}"] + masks + ["start=$|"]
        command += ["repeat", str(calls - 1)] + commands.split() + ["remove[-1]", "done"] + commands.split()
        command += ["echo", "seconds:{$|-$start}:", "output[-1]", f"{output},float"]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        match = re.search(r"seconds:([0-9.e-]+):", done.stderr + done.stdout)
        if done.returncode or not match:
            raise RuntimeError(f"gmic: {done.stderr[-200:]}")
        result = numpy.fromfile(output, numpy.float32).reshape(channels, cell.height, cell.width).transpose(1, 2, 0)
        if cell.pixels_of_result != "float32":
            result = numpy.rint(result)
        if float(match.group(1)) < 0.02 and calls < 10000:
            return run(10 * calls)[0] / 10, result.reshape(cell.shape).astype(cell.pixels_of_result)
        return float(match.group(1)), result.reshape(cell.shape).astype(cell.pixels_of_result)

    return serve.Command(run, name, len(os.sched_getaffinity(0)))


if __name__ == "__main__":
    serve.run(globals())
