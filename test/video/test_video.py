# SPDX-License-Identifier: Apache-2.0
#
# clconv_video with drawn frames: chains of filters, the table, bad options.

import os
import re
import subprocess

import pytest

SMALL = ("--input-size=160x120", "--frames=3", "--size=3")
# A row: the title of a chain, the engine, four numbers, two ratios, the difference, the implementations.
ROW = re.compile(
    r"^(\w+ \d.*?) +(clconv|stock|opencv-cpu)((?: +[\d.]+){4})(?: +([\d.]+)x +([\d.]+)x)?(?: +(\d+))? +(\S+)$", re.M
)


def run(*options):
    return subprocess.run(
        [os.environ["VIDEO"], *options], capture_output=True, text=True, timeout=300, check=False)


def rows(*options):
    done = run(*SMALL, *options)
    assert done.returncode == 0, done.stderr
    return ROW.findall(done.stdout)


def test_a_list_is_one_chain_and_each_filter_is_compared():
    found = rows("--engine=compare", "--filter=blur,sharpen,edges,motion,emboss")
    assert [row[1] for row in found] == ["clconv", "stock", "opencv-cpu"]
    assert {row[0] for row in found} == {"blur 3x3, sharpen 3x3, edges 3x3, motion 3x3, emboss 3x3"}
    assert found[1][3] == found[2][4] == "1.0"  # an engine compared with itself
    assert all(int(row[5]) <= 1 for row in found) and found[2][5] == "0"
    assert [row[6] for row in found][1:] == ["OpenCL", "CPU"]
    assert 1 < len(found[0][6].split("+")) <= 5  # launches


def test_all_is_a_run_with_each_filter():
    found = rows("--filter=all")
    assert [row[0] for row in found] == ["blur 3x3", "sharpen 3x3", "emboss 3x3", "edges 3x3", "motion 3x3"]
    assert {row[1] for row in found} == {"clconv"}


@pytest.mark.parametrize("engine", ["clconv", "stock", "opencv-cpu"])
def test_each_engine_filters_by_a_chain(engine):
    assert [row[:2] for row in rows(f"--engine={engine}", "--filter=edges,blur")] == [("edges 3x3, blur 3x3", engine)]


def test_a_kernel_file_is_a_chain_of_one(tmp_path):
    (tmp_path / "kernel.json").write_text('{"kernel": [[0, 1, 0, -1]]}')
    done = run(*SMALL[:2], f"--kernel={tmp_path / 'kernel.json'}")
    assert [row[0] for row in ROW.findall(done.stdout)] == ["kernel 4x1"], done.stderr


@pytest.mark.parametrize(
    "option, part",
    [
        ("--filter=blur,,edges", "an empty name in the list of filters 'blur,,edges'"),
        ("--filter=blur,bluer", "unknown filter 'bluer'"),
        ("--filter=blur,all", "unknown filter 'all'"),
        ("--filter=blur,edges --border=wrap --engine=compare", "no border 'wrap'"),
        ("--filter=blur,edges --kernel=k.yml", "--filter and --kernel exclude each other"),
        ("--kernel=/no/such/kernel.yml", "no such kernel file: /no/such/kernel.yml"),
        ("--engine=fast", "unknown engine"),
    ],
)
def test_bad_options_are_one_line(option, part):
    done = run(*SMALL[:2], *option.split())
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert part in done.stderr
