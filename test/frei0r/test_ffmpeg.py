# SPDX-License-Identifier: Apache-2.0
#
# The frei0r plugin in FFmpeg: frames compared with cv2's on the same source.

import os
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
SIZE = (336, 200)  # FFmpeg 5.1 passes plugins a wrong row pitch unless the width is a multiple of 16
FRAMES = 3
EMBOSS = ROOT / "samples/kernels/emboss.yml"


def play(filters):
    """The frames of FFmpeg's test picture after filters; alpha varies."""
    source = f"testsrc=size={SIZE[0]}x{SIZE[1]}:rate=25,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='mod(X,256)'"
    done = subprocess.run(
        [os.environ["FFMPEG"], "-v", "error", "-f", "lavfi", "-i", source, "-frames:v", str(FRAMES), "-vf", filters,
         "-f", "rawvideo", "-pix_fmt", "rgba", "-"], capture_output=True, check=False, timeout=300)
    return np.frombuffer(done.stdout, np.uint8).reshape(-1, SIZE[1], SIZE[0], 4), done.stderr.decode()


def gaussian(side):
    column = cv2.getGaussianKernel(side, 0)
    return column @ column.T


@pytest.fixture(scope="module")
def source():
    frames, errors = play("null")
    assert len(frames) == FRAMES and not errors
    return frames


@pytest.mark.parametrize("parameters, kernel, delta", [
    ("blur", gaussian(15), 0),
    ("blur|0.05", gaussian(13), 0),
    (f"sharpen|0|{EMBOSS}", np.array([[-2, -1, 0], [-1, 0, 1], [0, 1, 2.0]]), 128),
])
def test_frames_are_those_of_cv2(source, parameters, kernel, delta):
    frames, errors = play(f"frei0r=filter_name=clconv:filter_params={parameters}")
    assert len(frames) == FRAMES and not errors
    for before, after in zip(source, frames):
        expected = cv2.filter2D(before, -1, kernel, delta=delta)
        assert np.abs(expected[..., :3].astype(int) - after[..., :3]).max() <= 1
        assert np.array_equal(before[..., 3], after[..., 3])
        assert not np.array_equal(before, after)


def test_a_fault_is_printed_and_seen():
    frames, errors = play("frei0r=filter_name=clconv:filter_params=bluer")
    assert "clconv: unknown filter 'bluer'" in errors
    assert (frames == (255, 0, 255, 255)).all()
