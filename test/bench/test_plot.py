# SPDX-License-Identifier: Apache-2.0
#
# plot.py: the charts of the recorded results, and files that are none.

import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "perf/results/nvidia-h200"


def plot(file, folder):
    return subprocess.run([sys.executable, ROOT / "perf/plot.py", file, f"--output={folder}", "--subtitle=it's a GPU"],
                          capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("file, charts", [
    ("stock.csv", {"speedup": ["1920x1080, random", "8UC1", "32FC4"], "roof": ["% of the call's time"]}),
    ("studies/study_reda.csv", {"reda_absolute": ["naive", "2048x2048"], "reda_relative": ["local 16x16, unrolled"]}),
    ("studies/study_amd.csv", {"amd": ["by 4, four kernels"]}),
    ("studies/study_gaster.csv", {"gaster": ["rows padded"]}),
    ("studies/study_imagination.csv", {"imagination": ["cv::clconv::filter2D"]}),
    ("studies/study_sellner.csv", {"sellner": ["9x9 REPLICATE", "predefined+local"]}),
])
def test_recorded_results_become_charts(tmp_path, file, charts):
    done = plot(RESULTS / file, tmp_path)
    assert done.returncode == 0, done.stderr
    assert {script.stem for script in tmp_path.glob("*.gp")} == set(charts)
    if not shutil.which("gnuplot"):
        assert "gnuplot is not installed" in done.stderr
        return
    assert not done.stderr
    for name, texts in charts.items():
        words = " ".join(ElementTree.parse(tmp_path / f"{name}.svg").getroot().itertext())
        for text in texts + ["it's a GPU"]:
            assert text in words, (name, text)


def test_other_files_are_refused(tmp_path):
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    (tmp_path / "bytes.csv").write_bytes(b"\xff\xfe,b\n")
    for file in ("other.csv", "missing.csv", "bytes.csv"):
        done = plot(tmp_path / file, tmp_path)
        assert done.returncode == 2 and file in done.stderr
