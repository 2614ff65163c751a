#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Times FFmpeg's filter convolution_opencl beside clconv_video, with the same coefficients on the same film:
#
#   perf/peers/ffmpeg_bench.py --film=film.mp4 --video=build/release/bin/clconv_video
#
# Two times of a frame for each of both. "pipeline": decoding, conversion to RGB, upload, filter, download; the time by
# which a process takes longer for a film of more frames, so that its start and the build of programs are left out.
# "filter": FFmpeg's is the time by which each further convolution_opencl in the chain makes a frame longer (every one
# waits for the device), clconv_video measures its own. The processes take turns; medians of the rounds are printed.
# FFmpeg filters four channels (rgba; a device need not have images of three), clconv_video three.

import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

CHECKED = 100  # places


def fail(text):
    sys.exit(f"ffmpeg_bench: {text}")


def run(command):
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    if result.returncode:
        last = result.stderr.decode(errors="replace").splitlines()[-1:]
        fail(f"{os.path.basename(command[0])} ends with {result.returncode}: {' '.join(last)}")
    return result.stdout


def seconds(command):
    start = time.monotonic()
    run(command)
    return time.monotonic() - start


def ratio(first, second):
    return f"{first / second:.2f}" if first > 0 and second > 0 else "-"  # noise can exceed what a short run adds


class Kernel:
    """Dense coefficients with sum 1, in thousandths, so that both programs read the same numbers."""

    def __init__(self, size):
        self.size = size
        values = [random.Random(size + i).uniform(-0.5, 0.5) / size for i in range(size * size)]
        shift = (1 - sum(values)) / len(values)
        self.values = [round(value + shift, 3) for value in values]

    def write(self, folder):
        """For clconv_video."""
        path = os.path.join(folder, f"kernel{self.size}.yml")
        rows = [self.values[i : i + self.size] for i in range(0, len(self.values), self.size)]
        with open(path, "w") as file:
            file.write("%YAML:1.0\n---\nkernel:\n")
            file.writelines("   - [ " + ", ".join(map(str, row)) + " ]\n" for row in rows)
        return path

    def filter(self):
        matrix = " ".join(map(str, self.values))
        return "convolution_opencl=" + ":".join(f"{plane}m={matrix}" for plane in range(4))


class Ffmpeg:
    def __init__(self, options, film):
        device = "opencl=ocl" + (f":{options.device}" if options.device else "")
        self.start = [options.ffmpeg, "-v", "error", "-init_hw_device", device, "-filter_hw_device", "ocl", "-i", film]

    def command(self, kernel, filters, frames):
        chain = ["format=rgba", "hwupload"] + filters * [kernel.filter()] + ["hwdownload", "format=rgba"]
        return self.start + ["-an", "-frames:v", str(frames), "-vf", ",".join(chain), "-f", "null", "-"]

    def picture(self, kernel, filters):
        """The first frame."""
        return run(self.command(kernel, filters, 1)[:-3] + ["-f", "rawvideo", "-"])


def video_command(options, film, kernel_file, frames, engine="clconv"):
    return [options.video, f"--input={film}", f"--kernel={kernel_file}", "--border=replicate", f"--engine={engine}",
            f"--frames={frames}"]


def own_times(output):
    """Milliseconds of the columns "filter ms" and "frame ms"."""
    row = re.search(r"^kernel \S+ +clconv +[\d.]+ +([\d.]+) +([\d.]+) .* (\S+)$", output.decode(), re.MULTILINE)
    if not row:
        fail("clconv_video printed no row for clconv")
    return row.group(3), float(row.group(1)), float(row.group(2))


def check(ffmpeg, kernel, width):
    """FFmpeg's result at some places, with its coefficients and the nearest pixel beyond the edge."""
    source, result = ffmpeg.picture(kernel, 0), ffmpeg.picture(kernel, 1)
    height, radius, places = len(source) // (4 * width), kernel.size // 2, random.Random(1)
    for i in range(CHECKED):
        y, x = places.randrange(height) if i else 0, places.randrange(width) if i else 0
        for c in range(4):
            total = 0.0
            for row in range(kernel.size):
                for column in range(kernel.size):
                    sy, sx = min(max(y + row - radius, 0), height - 1), min(max(x + column - radius, 0), width - 1)
                    total += kernel.values[row * kernel.size + column] * source[(sy * width + sx) * 4 + c]
            if abs(min(max(total, 0), 255) - result[(y * width + x) * 4 + c]) > 1:
                fail(f"convolution_opencl {kernel.size}x{kernel.size}: wrong at ({x}, {y}), channel {c}")


def rounds_of(options, ffmpeg, film, kernel, kernel_file):
    """Lists of milliseconds of a frame, one number for each round."""
    times = {"ffmpeg pipeline": [], "ffmpeg filter": [], "clconv pipeline": [], "clconv filter": [], "clconv frame": []}
    makers = {
        "one": lambda frames: ffmpeg.command(kernel, 1, frames),
        "more": lambda frames: ffmpeg.command(kernel, 1 + options.chain, frames),
        "clconv": lambda frames: video_command(options, film, kernel_file, frames),
    }
    for turn in range(options.rounds):
        longer = {}  # milliseconds by which a frame makes the process longer
        for name in sorted(makers, key=lambda name: (list(makers).index(name) + turn) % len(makers)):
            most = options.frames * (options.more if name == "clconv" else 1)
            spent = [seconds(makers[name](frames)) for frames in (most // 4, most)]
            longer[name] = 1000 * (spent[1] - spent[0]) / (most - most // 4)
        times["ffmpeg pipeline"].append(longer["one"])
        times["ffmpeg filter"].append((longer["more"] - longer["one"]) / options.chain)
        times["clconv pipeline"].append(longer["clconv"])
        implementation, filtering, frame = own_times(run(makers["clconv"](options.frames)))
        times["clconv filter"].append(filtering)
        times["clconv frame"].append(frame)
    return implementation, {name: statistics.median(values) for name, values in times.items()}


def whole_number(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1")
    return int(text)


def whole_numbers(text):
    return [whole_number(part) for part in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description="times convolution_opencl beside clconv_video")
    parser.add_argument("--film", required=True)
    parser.add_argument("--video", default="clconv_video", help="path of clconv_video")
    parser.add_argument("--ffmpeg", default="ffmpeg", help="path of ffmpeg")
    parser.add_argument("--ffprobe", default="ffprobe", help="path of ffprobe")
    parser.add_argument("--device", default="", help="FFmpeg's OpenCL device, as 0.0; default: its first one")
    parser.add_argument("--sizes", type=whole_numbers, default="3,5,7", help="of the kernel; FFmpeg has these three")
    parser.add_argument("--frames", type=whole_number, default=40,
                        help="of the longer film; a shorter film is repeated")
    parser.add_argument("--more", type=whole_number, default=1,
                        help="times as many frames for clconv_video, where it is faster")
    parser.add_argument("--chain", type=whole_number, default=4,
                        help="further filters in the chain; on a GPU 32 or more")
    parser.add_argument("--rounds", type=whole_number, default=5)
    parser.add_argument("--csv", help="file for the rows")
    options = parser.parse_args()
    probe = [options.ffprobe, "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries",
             "stream=width,nb_read_packets", "-of", "csv=p=0", options.film]
    width, packets = (int(n) for n in run(probe).decode().split(",")[:2])
    heading = ["K", "ffmpeg filter ms", "clconv filter ms", "ratio", "ffmpeg frames/s", "clconv frames/s", "ratio",
               "clconv frame ms", "runs as"]
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        film = os.path.join(folder, "film.mp4")
        repetitions = options.frames * options.more // max(packets, 1)
        run([options.ffmpeg, "-v", "error", "-stream_loop", str(repetitions), "-i", options.film, "-an", "-c", "copy",
             film])
        ffmpeg = Ffmpeg(options, film)
        print(" | ".join(heading), flush=True)
        for size in options.sizes:
            kernel = Kernel(size)
            kernel_file = kernel.write(folder)
            check(ffmpeg, kernel, width)
            run(video_command(options, film, kernel_file, 2, "compare"))  # fails where a pixel is off by more than 1
            how, times = rounds_of(options, ffmpeg, film, kernel, kernel_file)
            lines.append([size, f"{times['ffmpeg filter']:.3f}", f"{times['clconv filter']:.3f}",
                          ratio(times["ffmpeg filter"], times["clconv filter"]),
                          ratio(1000, times["ffmpeg pipeline"]), ratio(1000, times["clconv pipeline"]),
                          ratio(times["ffmpeg pipeline"], times["clconv pipeline"]),
                          f"{times['clconv frame']:.3f}", how])
            print(" | ".join(map(str, lines[-1])), flush=True)
    if options.csv:
        with open(options.csv, "w") as file:
            for line in [heading] + lines:
                file.write(",".join(map(str, line)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
