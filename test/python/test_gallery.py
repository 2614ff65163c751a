# SPDX-License-Identifier: Apache-2.0
#
# The gallery (samples/gallery): pictures and text of its page, the comparison with cv2, errors in one line.

import re
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

FOLDER = Path(__file__).resolve().parents[2] / "samples/gallery"
PROGRAM = FOLDER / "gallery.py"


def run(*options, code=0, program=(PROGRAM,)):
    done = subprocess.run([sys.executable, *program, *options], capture_output=True, text=True, timeout=600)
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture
def photo(tmp_path):
    """Squares of random colours with noise: areas, edges and detail."""
    rng = np.random.default_rng(5)
    squares = cv2.resize(rng.integers(40, 216, (9, 13, 3), np.uint8), (611, 413), interpolation=cv2.INTER_NEAREST)
    cv2.imwrite(str(tmp_path / "photo.png"), squares + rng.integers(0, 30, squares.shape, np.uint8))
    return tmp_path / "photo.png"


def test_page_shows_a_picture_of_every_filter_that_differs_from_the_photo(photo, tmp_path):
    run(f"--photo={photo}", f"--output={tmp_path}/pages")
    page = (tmp_path / "pages/pictures.md").read_text(encoding="utf-8")
    code = "".join((FOLDER / name).read_text() for name in ("filters.py", "chains.py"))
    functions = re.findall(r"^def (\w+)\(clconv, image\)", code, re.MULTILINE)
    assert len(functions) > 15
    for name in functions:
        assert f"](gallery_{name}.jpg)" in page
        picture = cv2.imread(f"{tmp_path}/pages/gallery_{name}.jpg")
        assert picture.shape == (360, 968, 3)
        before, after = picture[:, :480].astype(int), picture[:, 488:].astype(int)
        assert before.std() > 20
        assert np.abs(before - after).mean() > 2, name
    assert page.count("```python\n") == len(functions) == page.count("\n## ") + 1
    assert '"""' not in page and "\nresult = clconv.filter2D(image, -1, kernel)\n" in page


def test_result_that_differs_from_cv2_ends_the_program(photo, tmp_path):
    broken = "import clconv, runpy, sys; right = clconv.filter2D; sys.argv[0] = sys.argv.pop(1);"
    broken += "clconv.filter2D = lambda src, *a, **k: right(src, *a, **{**k, 'delta': 3});"
    broken += "sys.path.insert(0, sys.argv[0].rsplit('/', 1)[0]); runpy.run_path(sys.argv[0], run_name='__main__')"
    done = run(f"--photo={photo}", f"--output={tmp_path}", code=1, program=("-c", broken, str(PROGRAM)))
    assert done.stderr == "gallery: sharpen: it differs from cv2's by 3, allowed is 1\n"


@pytest.mark.parametrize("option", ["--photo", "--photos"])
def test_missing_photo_is_named_in_one_line(option, tmp_path):
    done = run(f"{option}={tmp_path}/none", f"--output={tmp_path}", code=2)
    (line,) = [line for line in done.stderr.splitlines() if "WARN" not in line and "ERROR" not in line]
    assert line.startswith(f"gallery: no picture in {tmp_path}/none")


def test_output_that_is_no_folder_is_named_in_one_line(photo):
    done = run(f"--photo={photo}", f"--output={photo}/below", code=2)
    assert done.stderr == f"gallery: {photo}/below: Not a directory\n"
