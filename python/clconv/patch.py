# SPDX-License-Identifier: Apache-2.0
#
"""Replaces the filters of the module cv2, whatever OpenCV it contains, by functions of clconv.

Importing this module replaces cv2.filter2D, sepFilter2D, GaussianBlur, boxFilter, blur, Sobel, Scharr and Laplacian.
Calls on arrays run on the OpenCL device where that is faster, transfers included, as under `clconv-run --mats`. cv2's
own functions run the calls that clconv does not take, with unchanged arguments. If the environment variable
CLCONV_RUN_REPORT is set, a report is printed on stderr when the program ends.

>>> import clconv.patch
>>> blurred = cv2.GaussianBlur(image, (9, 9), 0)
>>> print(clconv.patch.report())
"""

import atexit
import functools
import os
import sys
import threading
from typing import Any, Callable, Dict, Iterator

import cv2
import numpy as np

from . import _clconv

__all__ = ["apply", "undo", "report"]


class _Patched:
    """Replaces a function. Like a builtin function, and unlike a Python function, it never becomes a method."""

    def __init__(self, name: str, function: int, original: Callable[..., Any]) -> None:
        functools.update_wrapper(self, original)
        self._name = name
        self._original = original
        self._function = function
        self._active = True

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if self._active:
            return _clconv.callPatched(self._function, self._original, arguments, named)
        return self._original(*arguments, **named)

    def __repr__(self) -> str:
        return f"<function cv2.{self._name}, served by clconv>"

    def __reduce__(self) -> str:
        return self._name  # by name, as builtin functions are pickled


_lock = threading.Lock()
_patched: Dict[str, _Patched] = {}
_used_for_mats = False  # before the functions were replaced


def _wrapped(function: Any) -> Iterator[Any]:
    """The function, the function that it wraps, and so on."""
    while function is not None:
        yield function
        function = getattr(function, "__wrapped__", None)


def apply() -> None:
    """Replaces the functions; importing this module does so. Replacing them again has no effect."""
    global _used_for_mats
    with _lock:
        if any(patched._active for patched in _patched.values()):
            return
        _used_for_mats = _clconv.usesDeviceForMats()
        drops_one = cv2.flip(np.zeros((1, 1, 1), np.uint8), 0).ndim == 2
        _clconv.startPatch("CLCONV_RUN_REPORT" in os.environ, drops_one)
        if not os.environ.get("OPENCV_CLCONV_MATS"):
            _clconv.useDeviceForMats(True)
        for number, name in enumerate(_clconv.patchedFunctions):
            current, patched = getattr(cv2, name), _patched.get(name)
            if patched is not None and any(function is patched for function in _wrapped(current)):
                patched._active = True  # another patch wraps it
                continue
            _patched[name] = _Patched(name, number, current)
            setattr(cv2, name, _patched[name])


def undo() -> None:
    """Restores cv2's own functions; one that another patch has replaced since stays as that patch made it."""
    with _lock:
        if not any(patched._active for patched in _patched.values()):
            return
        for name, patched in _patched.items():
            patched._active = False  # for callers that have kept it
            if getattr(cv2, name) is patched:
                setattr(cv2, name, patched._original)
        if not os.environ.get("OPENCV_CLCONV_MATS"):
            _clconv.useDeviceForMats(_used_for_mats)


def report() -> str:
    """Returns a line for each function that was called: how many calls were served, and why others were not."""
    lines = []
    for name, (served, how, passed) in zip(_clconv.patchedFunctions, _clconv.reportPatch()):
        if not served and not passed:
            continue
        line = f"clconv.patch: {name}: {served} served" + (f" ({how})" if how else "")
        line += f", {sum(number for _, number in passed)} passed on"
        if passed:
            line += " (" + ", ".join(f"{reason} {number}" for reason, number in passed) + ")"
        lines.append(line)
    return "\n".join(lines or ["clconv.patch: none of the functions that clconv serves was called"])


def _report_at_exit() -> None:
    print(report(), file=sys.stderr, flush=True)


if "CLCONV_RUN_REPORT" in os.environ:
    atexit.register(_report_at_exit)
os.register_at_fork(after_in_child=_clconv.resetPatch)  # a child reports its own calls
apply()
