# SPDX-License-Identifier: Apache-2.0
#
# What the tests of clconv_streams share: running it, making films, counting frames.

import json
import os
import subprocess

import cv2
import numpy as np
import pytest

SIZE = (160, 120)
FRAMES = 30
# Not GStreamer's after FFmpeg's, whose wait for a broken file may not end.
READER = cv2.CAP_FFMPEG if cv2.videoio_registry.hasBackend(cv2.CAP_FFMPEG) else cv2.CAP_ANY


class Run:
    """A run of the program that has ended."""

    def __init__(self, code, out, err, report):
        self.code, self.out, self.err, self.report = code, out, err, report

    @property
    def lines(self):
        """The program's own lines on stderr, without progress."""
        return [line for line in self.err.splitlines() if line.startswith("clconv_streams: ")]


def command(*options, program="STREAMS"):
    return [os.environ[program], "--headless", *map(str, options)]


@pytest.fixture
def run(tmp_path):
    """Runs the program with a report in JSON, which is read."""

    def start(*options, env=(), program="STREAMS", **more):
        file = tmp_path / "report.json"
        file.unlink(missing_ok=True)
        done = subprocess.run(
            command(*options, f"--report={file}", program=program),
            env={**os.environ, **dict(env)}, capture_output=True, text=True, timeout=300, check=False, **more)
        text = file.read_text() if file.exists() else ""
        return Run(done.returncode, done.stdout, done.stderr, json.loads(text) if text else None)

    return start


def make_film(path, frames=FRAMES, size=SIZE):
    """Frames that become lighter from one to the next."""
    codec = "mp4v" if path.suffix == ".mp4" else "MJPG"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*codec), 25, size)
    assert writer.isOpened()
    for index in range(frames):
        writer.write(np.full((size[1], size[0], 3), 20 + 7 * index % 230, np.uint8))
    writer.release()
    return path


def make_cut_film(path):
    """A film whose second half is missing; its head still states all frames."""
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
