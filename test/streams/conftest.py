# SPDX-License-Identifier: Apache-2.0
#
# Shared by the tests of clconv_streams: running it, making films, counting frames.

import csv
import os
import subprocess

import cv2
import numpy as np
import pytest

SIZE = (160, 120)
FRAMES = 30
# OpenCV must not try GStreamer after FFmpeg, as GStreamer may wait for a broken file for ever.
READER = cv2.CAP_FFMPEG if cv2.videoio_registry.hasBackend(cv2.CAP_FFMPEG) else cv2.CAP_ANY


class Run:
    """A finished run of the program."""

    def __init__(self, code, out, err, rows):
        self.code, self.out, self.err, self.rows = code, out, err, rows

    @property
    def lines(self):
        """The program's own lines on stderr, without progress."""
        return [line for line in self.err.splitlines() if line.startswith("clconv_streams: ")]

    @property
    def delivered(self):
        """Frames that each stream delivered, from the last rows of the --csv file."""
        last = self.rows[-1]["seconds"]
        return [int(row["delivered"]) for row in self.rows if row["seconds"] == last]


def command(*options, program="STREAMS"):
    return [os.environ[program], *map(str, options)]


@pytest.fixture
def run(tmp_path):
    """Runs the program with --csv, and reads the file."""

    def start(*options, env=(), program="STREAMS", **more):
        file = tmp_path / "run.csv"
        file.unlink(missing_ok=True)
        done = subprocess.run(
            command(*options, f"--csv={file}", program=program),
            env={**os.environ, **dict(env)}, capture_output=True, text=True, timeout=300, check=False, **more)
        rows = list(csv.DictReader(file.open(newline=""))) if file.exists() else []
        return Run(done.returncode, done.stdout, done.stderr, rows)

    return start


def make_film(path, frames=FRAMES, size=SIZE):
    """Makes a film whose frames become lighter."""
    codec = "mp4v" if path.suffix == ".mp4" else "MJPG"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*codec), 25, size)
    assert writer.isOpened()
    for index in range(frames):
        writer.write(np.full((size[1], size[0], 3), 20 + 7 * index % 230, np.uint8))
    writer.release()
    return path


def make_cut_film(path):
    """A film whose second half is missing; its head still states the number of all frames."""
    make_film(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    return path


def means_of(path):
    """The mean value of each frame of a film."""
    capture = cv2.VideoCapture(str(path), READER)
    assert capture.isOpened(), path
    means = []
    while True:
        good, frame = capture.read()
        if not good:
            return means
        means.append(frame.mean())
