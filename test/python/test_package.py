# SPDX-License-Identifier: Apache-2.0
#
# The package itself: examples of docs/python.md, python3 -m clconv, types, documentation.

import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import clconv
import cv2
import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments, **options):
    return subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, **options)


def test_the_examples_of_the_documentation():
    results = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.failed == 0 and results.attempted >= 10


def test_the_example_inside_opencvs_tree(monkeypatch, capsys):
    """Makes cv2.clconv exist, as if OpenCV's tree had built it."""
    monkeypatch.setattr(cv2, "clconv", clconv, raising=False)
    examples = doctest.DocTestParser().get_examples((ROOT / "docs/install/in-tree.md").read_text(encoding="utf-8"))
    assert len(examples) == 5
    names = {}
    for example in examples:
        exec(example.source, names)
    assert names["filtered"].get().shape == (480, 640)
    assert ": taken, " in capsys.readouterr().out


def test_every_function_is_documented():
    for name in clconv.__all__:
        assert inspect.getdoc(getattr(clconv, name)), name
    assert clconv.__doc__ and clconv.__version__.count(".") == 2


def test_dir_has_what_the_module_offers_alone():
    names = [name for name in dir(clconv) if not name.startswith("__") and name not in ("ndimage", "patch")]
    assert names == sorted(clconv.__all__)


def test_module_runs_a_script_under_clconv_run(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import cv2, sys, numpy as np\n"
        "image = cv2.UMat(np.ones((60, 80), np.uint8))\n"
        "print(sys.argv[1:], cv2.blur(image, (3, 3)).get().sum())\n"
        "sys.exit(7)\n"
    )
    result = run("-m", "clconv", "--report", script, "--report", "b c")
    assert result.returncode == 7
    assert result.stdout == "['--report', 'b c'] 4800\n"
    assert "clconv-run: blur: 1 served" in result.stderr
    result = run("-m", "clconv", "-c", "import cv2; print(cv2.__version__)")
    assert (result.stdout, result.stderr) == (cv2.__version__ + "\n", "")
    assert run("-m", "clconv", "--help").stdout.startswith("usage: python3 -m clconv ")


TYPED = """
import clconv
import numpy as np

image = np.zeros((3, 4), np.uint8)
result: np.ndarray = clconv.filter2D(image, -1, [[1.0, 2.0]], anchor=(0, 0), delta=1)
results: tuple[np.ndarray, ...] = clconv.filterBank(image, -1, [image, [1, 2]])
built: bool = clconv.prepare(image, 0, -1, size=(640, 480))
text: str = clconv.explain(image, -1, image)
"""
WRONG = {
    "clconv.blur(image, 3)": 'Argument 2 to "blur" has incompatible type "int"',
    "clconv.filter2D(image, 'x', image)": 'Argument 2 to "filter2D" has incompatible type "str"',
    "clconv.Sobel(image, -1, 1)": 'Missing positional argument "dy" in call to "Sobel"',
    "clconv.filter2d(image, -1, image)": 'Module has no attribute "filter2d"',
}


def test_types(tmp_path):
    pytest.importorskip("mypy")
    script = tmp_path / "typed.py"
    script.write_text(TYPED + "\n".join(WRONG) + "\n")
    package = Path(clconv.__file__).parent
    options = ["--disallow-untyped-defs", "--ignore-missing-imports"]
    result = run("-m", "mypy", *options, "--cache-dir", tmp_path / "cache", package, script)
    errors = [line for line in result.stdout.splitlines() if " error: " in line]
    first = TYPED.count("\n") + 1
    for number, (error, (call, message)) in enumerate(zip(errors, WRONG.items())):
        assert error.startswith(f"{script}:{first + number}: error: ") and message in error, call
    assert len(errors) == len(WRONG), result.stdout + result.stderr
