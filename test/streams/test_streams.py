# SPDX-License-Identifier: Apache-2.0
#
# clconv_streams with drawn frames and with files: every frame, in order, on several devices; the files about a run.

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from conftest import FRAMES, make_film, means_of

SMALL = ("--input-size=160x120",)


def test_every_synthetic_frame_is_filtered(run):
    done = run(*SMALL, "--streams=3", "--frames=50")
    assert done.code == 0, done.err
    assert done.lines == []
    assert done.delivered == [50, 50, 50]
    for row in done.rows[-3:]:
        assert row["decoded"] == row["delivered"]
        assert row["source"] == "synthetic" and row["error"] == ""
        for stage in ("decode", "upload", "filter", "download"):
            assert 0 < float(row[stage + "_seconds"]) <= 3 * float(row["seconds"])
        assert float(row["encode_seconds"]) == 0
    assert "150 frames in " in done.out and "; 0 lost" in done.out


def test_seconds_end_a_run(run):
    done = run(*SMALL, "--streams=2", "--seconds=0.5")
    assert done.code == 0, done.err
    assert all(frames > 0 for frames in done.delivered) and "; 0 lost" in done.out
    assert 0.5 <= float(done.rows[-1]["seconds"])


@pytest.mark.parametrize("suffix", [".mp4", ".avi"])
def test_files_are_written_in_order(run, tmp_path, suffix):
    film = make_film(tmp_path / f"film{suffix}")
    done = run(f"--source={film}", f"--source={film}", "--filter=blur,blur", "--size=3", f"--sink={tmp_path}/out")
    assert done.code == 0, done.err
    expected = means_of(film)
    assert len(expected) == FRAMES
    for index in range(2):
        means = means_of(tmp_path / "out" / f"stream{index:02}.mp4")
        assert len(means) == FRAMES
        assert np.abs(np.subtract(means, expected)).max() < 3  # a frame is 7 lighter than the one before it


def test_a_list_and_repeated_sources_are_the_same(run, tmp_path):
    first, second = make_film(tmp_path / "a.avi", 5), make_film(tmp_path / "b.avi", 8)
    for sources in ([f"--source={first},{second}"], [f"--source={first}", f"--source={second}"]):
        done = run(*sources, "--streams=3")
        assert done.code == 0, done.err
        assert done.delivered == [5, 8, 5]


@pytest.mark.parametrize("engine", ["stock", "opencv-cpu"])
def test_the_other_engines_filter_too(run, engine):
    done = run(*SMALL, "--streams=2", "--frames=5", f"--engine={engine}", "--filter=sharpen", "--size=3")
    assert done.code == 0, done.err
    assert done.delivered == [5, 5]


def test_two_devices_give_what_one_gives(run, tmp_path):
    """Encoders write the same bytes for the same pixels."""
    env = {"POCL_DEVICES": "pthread pthread"}
    listed = run("--devices=list", env=env)
    if len(listed.out.splitlines()) < 2:
        pytest.skip("one device")
    options = (*SMALL, "--streams=4", "--frames=20", "--filter=blur,edges")
    for devices in ("0", "0,1"):
        done = run(*options, f"--devices={devices}", f"--sink={tmp_path}/{devices}", env=env)
        assert done.code == 0, done.err
        assert done.delivered == [20] * 4
    for index in range(4):
        one, two = ((tmp_path / devices / f"stream{index:02}.mp4").read_bytes() for devices in ("0", "0,1"))
        assert len(one) > 1000 and one == two


def test_a_kernel_from_a_file_filters(run, tmp_path):
    """Frames of one value, filtered with a kernel from a file whose coefficients add up to 0.75."""
    (tmp_path / "box.json").write_text('{"kernel": [' + ", ".join(["[0.125, 0.125, 0.125]"] * 2) + "]}")
    film = make_film(tmp_path / "film.avi")
    done = run(f"--source={film}", f"--kernel={tmp_path / 'box.json'}", f"--sink={tmp_path}/out")
    assert done.code == 0, done.err
    means = means_of(tmp_path / "out" / "stream00.mp4")
    assert np.abs(np.subtract(means, 0.75 * np.array(means_of(film)))).max() < 6  # the encoder accounts for 4 of 255


def test_the_script_draws_a_run(run, tmp_path):
    if not shutil.which("gnuplot"):
        pytest.skip("gnuplot is not installed")
    done = run(*SMALL, "--streams=2", "--seconds=2")
    assert done.code == 0, done.err
    script = Path(__file__).resolve().parents[2] / "samples/streams/draw.gp"
    drawn = subprocess.run(["gnuplot", "-e", "run='run.csv'", str(script)], cwd=tmp_path, capture_output=True,
                           text=True, timeout=60, check=False)
    assert drawn.returncode == 0 and not drawn.stderr, drawn.stderr
    page = (tmp_path / "run.csv.svg").read_text()
    for text in ("frames/s", "decode", "upload", "filter", "download", "encode"):
        assert f">{text}<" in page


def test_without_videoio_drawn_frames_are_filtered_and_files_refused(run, tmp_path):
    done = run(*SMALL, "--streams=2", "--frames=10", program="SYNTHETIC")
    assert done.code == 0, done.err
    assert done.delivered == [10, 10]
    film = make_film(tmp_path / "film.avi")
    refused = run(f"--source={film}", program="SYNTHETIC")
    assert refused.code == 2
    assert len(refused.lines) == 1 and "built without OpenCV's videoio" in refused.lines[0]
