# SPDX-License-Identifier: Apache-2.0
#
# clconv_peers.py: a small run with every installed peer, a run of one peer alone, and results that must not count. The
# environment variable CLCONV_PEER is the path of the program with clconv and OpenCV.

import csv
import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

PEERS = Path(__file__).resolve().parents[2] / "perf" / "peers"
sys.path.insert(0, str(PEERS))
from common import cells, children

PROGRAM = os.environ.get("CLCONV_PEER", "")
SMALL = ["--sizes=97x64", "--ksizes=5", "--types=8UC1,32FC1", "--rounds=1", "--seconds=0.001"]


def run(script, folder, *options):
    command = [sys.executable, script, f"--clconv={PROGRAM}", f"--output={folder}",
               f"--programs={Path(PROGRAM).parent / 'peers'}", *SMALL, *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)


def rows_of(folder, name):
    with open(folder / name, newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.skipif(not PROGRAM, reason="No program: CLCONV_PEER")
def test_every_peer_is_measured_or_named_as_missing(tmp_path):
    done = run(PEERS / "clconv_peers.py", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    rows, versions = rows_of(tmp_path, "peers.csv"), rows_of(tmp_path, "versions.csv")
    assert {row["peer"] for row in versions} == {"clconv", "opencv_mat", "opencv_umat", *children.all_peers()}
    for row in versions[1:]:
        statuses = {each["status"] for each in rows if each["peer"] == row["peer"]}
        if row["status"] == "missing":
            assert row["packages"] and row["version"] and not statuses, row
        elif row["status"] == "measured":
            assert statuses & {"ok", "tie"} and not statuses & {"wrong", "failed"}, (row, statuses)
    page = (tmp_path / "peers.html").read_text(encoding="utf-8")
    assert "scipy_ndimage" in page and "<h2>Means</h2>" in page
    for row in rows:
        assert row["status"] == "unsupported" or float(row["ratio"]) > 0, row


@pytest.mark.skipif(not PROGRAM, reason="No program: CLCONV_PEER")
def test_the_file_of_a_peer_runs_alone(tmp_path):
    pytest.importorskip("scipy")
    done = run(PEERS / "python" / "scipy_ndimage.py", tmp_path, "--functions=blur")
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and len(lines) == 3, done.stdout + done.stderr
    assert all(line.startswith("scipy_ndimage,blur,97x64,") for line in lines[1:])


def test_a_program_that_is_not_there_is_named(tmp_path):
    command = [sys.executable, PEERS / "clconv_peers.py", "--clconv=/nowhere/clconv_peer", f"--output={tmp_path}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and "/nowhere/clconv_peer" in done.stderr and "Traceback" not in done.stderr


def test_a_process_that_ends_is_a_failure(tmp_path):
    with open(tmp_path / "log", "wb") as log:
        child = children.Child(["sh", "-c", "echo peer a 1; read line; exit 3"], {}, log)
        assert child.version == "a 1"
        for reason in ("ended with 3", "has ended"):
            with pytest.raises(children.Failure, match=reason):
                child.ask("case", 60)
        with pytest.raises(children.Failure, match="no module"):
            children.Child(["echo", "peer missing no module"], {}, log)


@pytest.mark.parametrize("kind", ["8UC1", "32FC1"])
def test_wrong_results_are_found(kind):
    cell = cells.Cell("filter2D", 40, 30, kind, 5)
    expected = cell.source()
    assert cell.wrong(expected, expected, 1, False) == ("", 0)
    result = expected.copy()
    result[0, 7] = result[0, 7] + 3 if kind == "8UC1" else numpy.nan
    assert cell.wrong(result, expected, 1, False)[0]
    assert not cell.wrong(result, expected, 1, True)[0]  # only pixels at the border are wrong
    result[15, 7] = result[0, 7]
    assert cell.wrong(result, expected, 1, True)[0]
