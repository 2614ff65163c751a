# SPDX-License-Identifier: Apache-2.0
#
# The measuring scripts of perf/ refuse an option with an invalid number in one sentence.

import subprocess
import sys
from pathlib import Path

import pytest

PERF = Path(__file__).resolve().parents[2] / "perf"
WRONG = {
    "mats/bench_mats.py": ["--size=1x", "--size=640", "--types=8UCx", "--taps=5,1x", "--rounds=0", "--warm=nan"],
    "mats/first_run.py": ["--rounds=0", "--rounds=x"],
    "ndimage/bench_ndimage.py": ["--size=1x", "--types=float16", "--rounds=0"],
    "peers/clconv_peers.py": ["--sizes=640x", "--types=8UCx", "--ksizes=5,4", "--peers=x", "--functions=x",
                              "--rounds=0", "--seconds=nan", "--limit=0"],
}


@pytest.mark.parametrize("script, option", [(script, option) for script in WRONG for option in WRONG[script]])
def test_what_is_no_number_is_refused(script, option):
    done = subprocess.run(
        [sys.executable, PERF / script, option], stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    name = option.split("=")[0]
    assert done.returncode == 2, done.stderr
    assert f": error: argument {name}: '" in done.stderr and "' is no" in done.stderr, done.stderr
