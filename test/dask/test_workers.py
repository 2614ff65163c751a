# SPDX-License-Identifier: Apache-2.0
#
# Workers with a device each (samples/dask/workers.py), one of which dies; runs of the program gigapixel.py.

import os
import signal
import subprocess
import sys
import time

import cv2
import dask.array as da
import gigapixel
import numpy as np
import overlap
import picture
import pytest
import workers
import zarr
from conftest import FOLDER
from distributed import Client


def run(*options, code=0):
    done = subprocess.run(
        [sys.executable, str(FOLDER / "gigapixel.py"), *options], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == code, done.stderr
    return done


def files_of(folder):
    """The files of a result by name, without those that a killed worker left unfinished."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".partial"]
    return {path.relative_to(folder): path.read_bytes() for path in paths}


def test_killed_worker_loses_nothing_and_writing_again_changes_nothing(tmp_path):
    kernel = gigapixel.sharpening(9)
    source = zarr.open_array(str(tmp_path / "source"), mode="w", shape=(600, 700), chunks=(50, 50), dtype="u1")
    source[:] = picture.pixels(5000, 7000, 600, 700)
    target = zarr.open_array(str(tmp_path / "target"), mode="w", shape=(600, 700), chunks=(50, 50), dtype="u1")

    def slowly(block, *arguments):
        time.sleep(0.02)
        return overlap.on_device(block, *arguments)

    device = os.environ.get("OPENCV_OPENCL_DEVICE") or workers.find_devices()[0]
    with workers.start_workers([device], 2) as cluster, Client(cluster) as client:
        lazy = overlap.filter2D(da.from_zarr(source), -1, kernel, engine=slowly)
        store = da.store(lazy, target, lock=False, compute=False)
        before = workers.process_ids(client)
        future = client.compute(store)
        deadline = time.monotonic() + 120
        while target.nchunks_initialized < target.nchunks // 6 and time.monotonic() < deadline:
            time.sleep(0.01)
        victim = list(before.values())[0]
        os.kill(victim, signal.SIGKILL)
        assert not future.done() and 0 < target.nchunks_initialized < target.nchunks
        future.result(timeout=120)
        assert target.nchunks_initialized == target.nchunks
        assert victim not in workers.process_ids(client).values()

    expected = cv2.filter2D(source[:], -1, kernel)
    assert np.abs(target[:].astype(int) - expected).max() <= 1
    written = files_of(tmp_path / "target")
    da.store(overlap.filter2D(da.from_zarr(source), -1, kernel), target, lock=False)
    assert files_of(tmp_path / "target") == written


def test_each_worker_has_its_own_device(monkeypatch, tmp_path):
    monkeypatch.setenv("POCL_DEVICES", "basic pthread")  # PoCL has these two devices
    devices = workers.find_devices()
    if len(devices) < 2:
        pytest.skip("there is one device only")
    names = [workers.device_name(device) for device in devices[:2]]
    with workers.start_workers(devices[:2], 2) as cluster, Client(cluster) as client:
        client.wait_for_workers(2)
        assert sorted(workers.devices_in_use(client).values()) == sorted(names)
        assert len(set(workers.process_ids(client).values())) == 2
        options = ["--size=300x200", "--chunk=100", "--ksize=3", f"--folder={tmp_path}"]
        assert "with 2 workers" in run(*options, f"--scheduler={cluster.scheduler_address}").stdout


def test_program_makes_its_image_filters_it_and_keeps_it(tmp_path, capsys):
    options = ["--size=700x400", "--chunk=150", "--ksize=10", "--border=wrap", f"--folder={tmp_path}", "--workers=1"]
    first = run(*options).stdout
    assert "source: making" in first and "compared with cv2 in 16 windows: largest difference" in first
    assert first.splitlines()[-1].startswith("filtered 0.00028 gigapixels in ")
    assert first.endswith(" gigapixels/s, files read and written\n")
    assert cv2.imread(str(tmp_path / "middle.png")).shape == (360, 720, 3)
    source = zarr.open_array(str(tmp_path / "source.zarr"), mode="r")
    assert np.array_equal(source[:], picture.pixels(0, 0, 400, 700))
    result = zarr.open_array(str(tmp_path / "filtered.zarr"), mode="r")
    kernel = gigapixel.sharpening(10)
    extended = cv2.filter2D(np.pad(source[:], 10, mode="wrap"), -1, kernel)[10:-10, 10:-10]
    assert np.abs(result[:].astype(int) - extended).max() <= 1
    assert gigapixel.main(options) == 0
    assert "source.zarr, from an earlier run" in capsys.readouterr().out


@pytest.mark.parametrize(
    "option, words",
    [
        ("--size=40000", "'40000' is not a size like 40000x40000"),
        ("--size=0x5", "'0x5' is not a size"),
        ("--chunk=1", "'1' is not a whole number from 16"),
        ("--ksize=0", "'0' is not a whole number from 1"),
        ("--border=mirror", "invalid choice: 'mirror'"),
        ("--devices=:CPU:no such device", "gigapixel: no OpenCL device matches ':CPU:no such device'"),
    ],
)
def test_wrong_option_is_named(option, words, capsys):
    try:
        code = gigapixel.main([option])
    except SystemExit as end:  # of argparse
        code = end.code
    assert code == 2 and words in capsys.readouterr().err.splitlines()[-1]


def test_difference_from_cv2_ends_the_program_with_1(tmp_path, monkeypatch, capsys):
    right = overlap.filter2D

    def brighter(image, *arguments, **named):
        return right(image, *arguments, delta=4, engine=with_cv2, **named)

    monkeypatch.setattr(gigapixel, "connect", lambda options: (Client(processes=False, dashboard_address=":0"), None))
    monkeypatch.setattr(overlap, "filter2D", brighter)
    assert gigapixel.main(["--size=300x200", "--chunk=100", "--ksize=5", f"--folder={tmp_path}"]) == 1
    assert "gigapixel: the result differs from cv2's by 4, allowed is 1\n" in capsys.readouterr().err


def with_cv2(block, ddepth, kernel, dst, anchor, delta, border):
    return cv2.filter2D(block, ddepth, kernel, anchor=anchor, delta=delta, borderType=border)
