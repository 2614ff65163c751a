# SPDX-License-Identifier: Apache-2.0
#
# cv2 with its filters replaced (docs/patch). Runs under Debian's cv2 and, with `./dev static-cv2`, under one that
# contains its own OpenCV. Repeatable calls run on the device from the first one on, whatever their times are.

import doctest
import functools
import os
import pickle
import re
import subprocess
import sys
import threading
from pathlib import Path

import clconv
import clconv.patch
import cv2
import numpy as np
import pytest
from clconv import _clconv
from conftest import assert_close, image_of, kernel_of

ROOT = Path(__file__).resolve().parents[2]
NAMES = ["filter2D", "sepFilter2D", "GaussianBlur", "boxFilter", "blur", "Sobel", "Scharr", "Laplacian"]
clconv.patch.undo()
ORIGINAL = {name: getattr(cv2, name) for name in NAMES}
IMAGE = image_of("u1", (120, 160))
COLOURS = image_of("u1", (120, 160, 3))
FLOATS = image_of("f4", (120, 160, 3))
ROW, COLUMN = kernel_of((1, 7)), kernel_of((5, 1))
CALLS = [
    ("filter2D", (IMAGE, -1, kernel_of()), {}),
    ("filter2D", (COLOURS, cv2.CV_32F, kernel_of((4, 7)), None, (3, 0), 1.5, cv2.BORDER_REPLICATE), {}),
    ("filter2D", (), {"kernel": kernel_of(), "src": FLOATS, "ddepth": -1, "borderType": cv2.BORDER_CONSTANT}),
    ("filter2D", (IMAGE, -1), {"kernel": np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]]), "anchor": None}),
    ("filter2D", (COLOURS[:, ::2], np.int32(-1), kernel_of(dtype="f8")), {"delta": np.float32(2)}),
    ("sepFilter2D", (FLOATS, -1, ROW, COLUMN), {}),
    ("sepFilter2D", (IMAGE, cv2.CV_16S), {"kernelX": ROW, "kernelY": COLUMN, "delta": 3, "anchor": (2, 1)}),
    ("GaussianBlur", (COLOURS, (9, 9), 0), {}),
    ("GaussianBlur", (FLOATS[5:-7, 11:-2], (0, 0), 1.5), {"sigmaY": 2, "borderType": cv2.BORDER_REFLECT}),
    ("boxFilter", (COLOURS, cv2.CV_32F, (6, 5)), {"normalize": False}),
    ("boxFilter", (IMAGE, -1, np.array([7, 7]), None, [0, 1], 1), {}),
    ("blur", (image_of("u2", (120, 160)), (7, 3)), {"anchor": (0, 0)}),
    ("blur", (FLOATS, (5, 5), None, None, None), {}),
    ("blur", (IMAGE[:, :, None], (3, 3)), {}),
    ("Sobel", (IMAGE, cv2.CV_16S, 1, 0), {}),
    ("Sobel", (IMAGE, cv2.CV_16S, 1, 1, None, 5, 0.5, 1, cv2.BORDER_REFLECT), {}),
    ("Scharr", (IMAGE, cv2.CV_32F, 0, 1), {"scale": 2.0}),
    ("Laplacian", (COLOURS, cv2.CV_16S), {"ksize": 3}),
    ("Laplacian", (IMAGE, cv2.CV_32F, None, 5, 1, 4), {}),
]


@pytest.fixture(autouse=True)
def patched():
    clconv.patch.apply()
    clconv.setRepeatable(True)
    _clconv.resetPatch()
    yield
    clconv.setRepeatable(False)
    clconv.patch.undo()
    for name in NAMES:
        setattr(cv2, name, ORIGINAL[name])


def result_of(function, arguments, named):
    """The result of a call, or the text and attributes of its exception."""
    try:
        return function(*arguments, **named)
    except Exception as error:
        attributes = [getattr(error, name, None) for name in ("file", "func", "line", "code", "msg", "err")]
        return type(error), str(error), attributes


def reported():
    """For each function that was called, the number of accelerated calls, and of others by reason."""
    lines = {}
    for line in clconv.patch.report().splitlines():
        form = r"clconv\.patch: (\w+): (\d+) served(?: \([^)]*\))?, (\d+) passed on(?: \((.*)\))?"
        name, served, passed, reasons = re.fullmatch(form, line).groups()
        numbers = {words: int(number) for words, number in re.findall(r"([^,]+?) (\d+)(?:, |$)", reasons or "")}
        assert sum(numbers.values()) == int(passed)
        lines[name] = int(served), numbers
    return lines


@pytest.mark.parametrize("name, arguments, named", CALLS)
def test_results_are_those_of_cv2(name, arguments, named):
    result, expected = getattr(cv2, name)(*arguments, **named), ORIGINAL[name](*arguments, **named)
    assert type(result) is np.ndarray
    assert_close(result, expected)
    if name == "GaussianBlur" and result.dtype == np.uint8:
        assert np.array_equal(result, expected)
    assert reported() == {name: (1, {})}


@pytest.mark.parametrize("name, arguments, named", CALLS)
def test_dst_gets_the_result(name, arguments, named):
    expected = ORIGINAL[name](*arguments, **named)
    before = len(arguments)
    dst_at = [i for i, value in enumerate(arguments) if value is None][:1]
    for dst in (np.empty_like(expected), np.empty((3, 4), np.float64)):
        values, names = list(arguments), dict(named)
        if dst_at and before > 2:
            values[dst_at[0]] = dst
        else:
            names["dst"] = dst
        result = getattr(cv2, name)(*values, **names)
        assert (result is dst) == (dst.shape == expected.shape)
        assert_close(result, expected)
    assert reported() == {name: (2, {})}


def test_in_place():
    image = COLOURS.copy()
    assert cv2.GaussianBlur(image, (5, 5), 0, image) is image
    assert np.array_equal(image, ORIGINAL["GaussianBlur"](COLOURS, (5, 5), 0))
    rows = np.zeros((200, 200), np.uint8)
    cv2.blur(IMAGE, (3, 3), dst=rows[40:160, 20:180])
    assert np.array_equal(rows[40:160, 20:180], ORIGINAL["blur"](IMAGE, (3, 3)))
    assert rows[:40].sum() + rows[160:].sum() + rows[:, :20].sum() + rows[:, 180:].sum() == 0
    assert reported() == {"GaussianBlur": (1, {}), "blur": (1, {})}


def test_random_calls():
    rng = np.random.default_rng(5)
    for _ in range(150):
        dtype = rng.choice(["u1", "u2", "i2", "f4", "f8"])
        shape = (int(rng.integers(64, 130)), int(rng.integers(64, 150)), int(rng.integers(1, 5)))
        image = image_of(dtype, shape if shape[2] > 1 else shape[:2], int(rng.integers(1000)))
        border = int(rng.choice([cv2.BORDER_CONSTANT, cv2.BORDER_REPLICATE, cv2.BORDER_REFLECT, cv2.BORDER_DEFAULT]))
        width, height = (2 * int(side) + 1 for side in rng.integers(0, 4, 2))
        name, arguments = [
            ("filter2D", (image, -1, kernel_of((height, width)))),
            ("sepFilter2D", (image, -1, kernel_of((1, width)), kernel_of((height, 1)))),
            ("GaussianBlur", (image, (width, height), 1.25)),
            ("boxFilter", (image, -1, (width, height))),
            ("Sobel", (image, -1 if dtype != "u1" else cv2.CV_16S, 1, 0)),
        ][int(rng.integers(5))]
        expected = ORIGINAL[name](*arguments, borderType=border)
        assert_close(getattr(cv2, name)(*arguments, borderType=border), expected)
    assert sum(served for served, _ in reported().values()) == 150


READ_ONLY = np.zeros_like(IMAGE)
READ_ONLY.flags.writeable = False
LEFT_TO_CV2 = [
    ("filter2D", (), {}),
    ("filter2D", (IMAGE, -1), {}),
    ("filter2D", (IMAGE, -1, kernel_of(), None, (-1, -1), 0, 4, 5), {}),
    ("filter2D", (IMAGE, -1, kernel_of()), {"border": 4}),
    ("filter2D", (IMAGE, -1, kernel_of()), {"src": IMAGE}),
    ("filter2D", (None, -1, kernel_of()), {}),
    ("filter2D", ("x", -1, kernel_of()), {}),
    ("filter2D", (IMAGE.tolist(), -1, kernel_of()), {}),
    ("filter2D", (IMAGE.astype("u4"), -1, kernel_of()), {}),
    ("filter2D", (IMAGE > 5, -1, kernel_of()), {}),
    ("filter2D", (IMAGE.astype("f2"), -1, kernel_of()), {}),
    ("filter2D", (IMAGE.astype("i4"), -1, kernel_of()), {}),
    ("filter2D", (IMAGE.astype("i1"), -1, kernel_of()), {}),
    ("filter2D", (IMAGE, 1.5, kernel_of()), {}),
    ("filter2D", (IMAGE, True, kernel_of()), {}),
    ("filter2D", (IMAGE, -1, [[1, 2, 1]]), {}),
    ("filter2D", (IMAGE, -1, None), {}),
    ("filter2D", (IMAGE, -1, kernel_of((3,))), {}),
    ("filter2D", (IMAGE, -1, kernel_of(dtype="f2")), {}),
    ("filter2D", (IMAGE, -1, kernel_of((3, 3, 2))), {}),
    ("filter2D", (IMAGE, -1, kernel_of(), IMAGE.T), {}),
    ("filter2D", (IMAGE, -1, kernel_of(), IMAGE.astype("u4")), {}),
    ("filter2D", (IMAGE, -1, kernel_of(), "x"), {}),
    ("filter2D", (IMAGE, -1, kernel_of(), None, (7, 0)), {}),
    ("filter2D", (IMAGE, -1, kernel_of(), None, 3), {}),
    ("filter2D", (IMAGE, -1, kernel_of(), None, (1.0, 2)), {}),
    ("filter2D", (IMAGE, -1, kernel_of()), {"delta": "x"}),
    ("filter2D", (IMAGE, -1, kernel_of()), {"delta": 1j}),
    ("filter2D", (IMAGE, -1, kernel_of()), {"borderType": 99}),
    ("filter2D", (IMAGE, -1, kernel_of()), {"borderType": cv2.BORDER_WRAP}),
    ("sepFilter2D", (IMAGE, -1, ROW), {}),
    ("sepFilter2D", (IMAGE, -1, ROW.astype("f8"), COLUMN), {}),
    ("GaussianBlur", (IMAGE, (4, 4), 1), {}),
    ("GaussianBlur", (IMAGE, 3, 1), {}),
    ("boxFilter", (IMAGE, -1, (0, 3)), {}),
    ("boxFilter", (IMAGE, -1, (3, 3)), {"normalize": "no"}),
    ("blur", (IMAGE, (3, 3)), {"borderType": cv2.BORDER_WRAP}),
    ("blur", (IMAGE.astype("i8"), (3, 3)), {}),
    ("blur", (IMAGE.ravel(), (3, 3)), {}),
    ("blur", (np.zeros((12, 34, 5, 6), "u1"), (3, 3)), {}),
    ("blur", (np.zeros((0, 3), "u1"), (3, 3)), {}),
    ("Sobel", (IMAGE, -1, 1, 0, None, 4), {}),
    ("Sobel", (IMAGE, -1, 1), {}),
    ("Scharr", (IMAGE, -1, 1, 1), {}),
    ("Laplacian", (IMAGE, -1, None, 33), {}),
    ("Laplacian", (image_of("u2", (120, 160)), cv2.CV_16S), {}),
]
if hasattr(cv2, "Mat"):
    LEFT_TO_CV2.append(("blur", (cv2.Mat(IMAGE, wrap_channels=True), (3, 3)), {}))
if not hasattr(cv2, "ALGO_HINT_DEFAULT"):
    LEFT_TO_CV2.append(("GaussianBlur", (IMAGE, (3, 3), 1), {"hint": 0}))


@pytest.mark.parametrize("name, arguments, named", LEFT_TO_CV2)
def test_what_clconv_does_not_take_is_left_to_cv2(name, arguments, named):
    result, expected = result_of(getattr(cv2, name), arguments, named), result_of(ORIGINAL[name], arguments, named)
    assert type(result) is type(expected)
    if isinstance(expected, np.ndarray):
        assert result.dtype == expected.dtype and np.array_equal(result, expected)
    else:
        assert result == expected
    (served, passed), = reported().values()
    assert served == 0 and sum(passed.values()) == 1 and set(passed) <= {"refused by clconv", "too small"}


def test_a_read_only_dst_is_left_to_cv2():
    result, expected = (result_of(blur, (IMAGE, (3, 3), READ_ONLY.view()), {}) for blur in (cv2.blur, ORIGINAL["blur"]))
    assert type(result) is type(expected)
    assert reported() == {"blur": (0, {"refused by clconv": 1})}


def test_small_images_are_left_to_cv2():
    small = IMAGE[:63, :65]
    assert np.array_equal(cv2.blur(small, (5, 5)), ORIGINAL["blur"](small, (5, 5)))
    assert reported() == {"blur": (0, {"too small": 1})}


def test_umats():
    for name, arguments, named in CALLS[:1] + CALLS[5:6] + CALLS[7:]:
        expected = ORIGINAL[name](*arguments, **named)
        result = getattr(cv2, name)(cv2.UMat(np.ascontiguousarray(arguments[0])), *arguments[1:], **named)
        assert type(result) is cv2.UMat
        assert_close(result.get(), expected)
    assert set().union(*(passed for _, passed in reported().values())) == set()


def test_an_array_with_a_umat_is_left_to_cv2():
    dst = cv2.UMat()
    result, expected = (result_of(blur, (IMAGE, (3, 3), dst), {}) for blur in (cv2.blur, ORIGINAL["blur"]))
    assert type(result) is type(expected)
    assert reported() == {"blur": (0, {"not on UMats": 1})}


def test_functions_look_like_those_of_cv2():
    for name in NAMES:
        function = getattr(cv2, name)
        assert function is not ORIGINAL[name] and function.__wrapped__ is ORIGINAL[name]
        assert (function.__name__, function.__doc__) == (name, ORIGINAL[name].__doc__)
        assert pickle.loads(pickle.dumps(function)) is function

    class Filter:
        smooth = cv2.blur

    assert Filter().smooth(IMAGE, (3, 3)).shape == IMAGE.shape  # a builtin function is not a method


def test_undo():
    kept = cv2.blur
    clconv.patch.apply()
    assert cv2.blur is kept
    clconv.patch.undo()
    assert all(getattr(cv2, name) is ORIGINAL[name] for name in NAMES)
    assert np.array_equal(kept(IMAGE, (3, 3)), ORIGINAL["blur"](IMAGE, (3, 3)))
    clconv.patch.undo()
    assert clconv.patch.report() == "clconv.patch: none of the functions that clconv serves was called"
    clconv.patch.apply()
    cv2.blur(IMAGE, (3, 3))
    assert reported() == {"blur": (1, {})}


def test_calls_of_other_patches():
    """An earlier patch is called for what is not accelerated; a later one stays, and finds cv2's own function."""
    clconv.patch.undo()
    calls = []

    def other(function):
        @functools.wraps(function)
        def logged(*arguments, **named):
            calls.append(function)
            return function(*arguments, **named)

        return logged

    cv2.blur = below = other(cv2.blur)
    clconv.patch.apply()
    cv2.blur(IMAGE, (3, 3))
    assert calls == []
    cv2.blur(IMAGE[:9, :9], (3, 3))
    assert len(calls) == 1
    cv2.Sobel = above = other(cv2.Sobel)
    cv2.Sobel(IMAGE, -1, 1, 0)
    assert reported() == {"blur": (1, {"too small": 1}), "Sobel": (1, {})}
    clconv.patch.undo()
    assert cv2.blur is below and cv2.Sobel is above
    cv2.Sobel(IMAGE, -1, 1, 0)
    assert reported()["Sobel"] == (1, {})
    clconv.patch.apply()
    assert cv2.Sobel is above
    cv2.Sobel(IMAGE, -1, 1, 0)
    assert reported()["Sobel"] == (2, {})
    assert len(calls) == 4


def test_threads():
    expected = {name: ORIGINAL[name](*arguments, **named) for name, arguments, named in CALLS[-8:]}
    failures = []

    def run():
        try:
            for _ in range(5):
                for name, arguments, named in CALLS[-8:]:
                    result = getattr(cv2, name)(*arguments, **named)
                    if expected[name].shape == result.shape and expected[name].dtype == result.dtype:
                        assert_close(result, ORIGINAL[name](*arguments, **named))
                clconv.patch.report()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(20):
        clconv.patch.undo()
        clconv.patch.apply()
    for thread in threads:
        thread.join()
    assert not failures
    assert 0 < sum(served for served, _ in reported().values()) <= 4 * 5 * 8


def run(*arguments, **environment):
    return subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, timeout=600,
                          env={**os.environ, **environment})


SCRIPT = """
import clconv.patch
import cv2, numpy as np
image = np.zeros((100, 100), np.uint8)
cv2.blur(image, (3, 3)), cv2.blur(image, (5, 5)), cv2.Sobel(image[:9], -1, 1, 0)
"""


def test_report_of_a_program(tmp_path):
    result = run("-c", SCRIPT, CLCONV_RUN_REPORT="1", OPENCV_CLCONV_MATS="always")
    assert result.returncode == 0
    assert re.fullmatch(
        r"clconv\.patch: blur: 2 served \([a-z_]+ 2, device time [0-9.]+ ms\), 0 passed on\n"
        r"clconv\.patch: Sobel: 0 served, 1 passed on \(too small 1\)\n", result.stderr)
    result = run("-c", SCRIPT, OPENCV_CLCONV_MATS="off")
    assert (result.returncode, result.stderr) == (0, "")
    result = run("-c", SCRIPT, CLCONV_RUN_REPORT="1", OPENCV_CLCONV_MATS="off")
    assert "blur: 0 served, 2 passed on (calls on Mats are off 2)\n" in result.stderr
    result = run("-c", "import clconv.patch", CLCONV_RUN_REPORT="1")
    assert result.stderr == "clconv.patch: none of the functions that clconv serves was called\n"


def test_a_child_of_fork_reports_its_own_calls():
    code = SCRIPT + "import os\nif os.fork() == 0:\n    cv2.blur(image, (3, 3))\nelse:\n    os.wait()\n"
    result = run("-c", code, CLCONV_RUN_REPORT="1", OPENCV_CLCONV_MATS="always")
    assert "clconv.patch: blur: 0 served, 1 passed on (no OpenCL device in use 1)\n" in result.stderr
    assert len(re.findall("blur: 2 served", result.stderr)) == 1


def test_module_runs_a_script(tmp_path):
    """Runs under clconv-run, or patched if cv2 contains its own OpenCV."""
    script = tmp_path / "script.py"
    script.write_text(
        "import cv2, sys, helper, numpy as np\n"
        "print(__name__, sys.argv[1:], cv2.blur(np.ones((100, 80), np.uint8), (3, 3)).sum())\n"
        "sys.exit(7)\n"
    )
    (tmp_path / "helper.py").write_text("")
    result = run("-m", "clconv", "--report", "--mats", script, "--report", "b c", OPENCV_CLCONV_MATS="always")
    assert (result.returncode, result.stdout) == (7, "__main__ ['--report', 'b c'] 8000\n")
    server = ".patch" if _clconv.obstacleOfUMats() else "-run"
    assert f"clconv{server}: blur: 1 served" in result.stderr
    result = run("-m", "clconv", "-c", "import sys; print(__name__, sys.argv, 'cv2' in dir())", "x")
    assert (result.returncode, result.stdout) == (0, "__main__ ['-c', 'x'] False\n")
    result = run("-m", "clconv", "-m", "this")
    assert result.returncode == 0 and "Zen of Python" in result.stdout


def test_the_examples_of_the_documentation():
    results = doctest.testfile(str(ROOT / "docs/patch/README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.failed == 0 and results.attempted >= 5
