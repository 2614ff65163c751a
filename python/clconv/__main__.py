# SPDX-License-Identifier: Apache-2.0
#
# python3 -m clconv [--report[=FILE]] [--mats] script.py [arguments]: runs a script in which clconv computes the filters
# of cv2: under clconv-run (docs/run.md) if cv2 and clconv use the same OpenCV, otherwise with the patch (docs/patch).

import code
import os
import runpy
import shutil
import sys
import types
from pathlib import Path
from typing import List, Optional

from . import _clconv

USAGE = """usage: python3 -m clconv [--report[=FILE]] [--mats] SCRIPT [ARGUMENTS...]

Runs a script so that clconv, instead of OpenCV, filters its cv2.UMats, as clconv-run does. If cv2 contains an
OpenCV of its own, as pip's opencv-python does, clconv.patch replaces the filters, and arrays take part, too.
SCRIPT [ARGUMENTS...] are as for python3: also -c CODE, -m MODULE, or nothing for a prompt.

  --report  when the script ends, print for each function how many calls were served, and why others were not;
            append to FILE the OpenCL programs that the calls need, for clconv-warm --from=FILE
  --mats    filter arrays on the device, too, where that is faster
  --help    this text
"""


def clconv_run() -> Optional[str]:
    """The path of clconv-run: in the build or installation that this package belongs to, otherwise in PATH."""
    for folder in Path(__file__).resolve().parents:
        program = folder / "bin" / "clconv-run"
        if program.is_file():
            return str(program)
    return shutil.which("clconv-run")


def run_patched(options: List[str], arguments: List[str]) -> None:
    """Runs what the arguments name in this process, as python3 would."""
    for option in options:
        name, _, file = option.partition("=")
        if name == "--report":
            os.environ["CLCONV_RUN_REPORT"] = str(os.getpid())
        if file:
            os.environ["OPENCV_CLCONV_RECORD"] = os.path.abspath(file)
    from . import patch  # noqa: F401

    if not arguments:
        code.interact()
        return
    sys.argv = arguments
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    elif arguments[0] == "-c":
        sys.argv = ["-c", *arguments[2:]]
        sys.path[0] = ""
        sys.modules["__main__"] = types.ModuleType("__main__")
        exec(compile(arguments[1], "<string>", "exec"), sys.modules["__main__"].__dict__)
    else:
        sys.path[0] = os.path.dirname(os.path.abspath(arguments[0]))
        runpy.run_path(arguments[0], run_name="__main__")


def main(arguments: List[str]) -> int:
    options = []
    if arguments[:1] in (["-h"], ["--help"]):
        print(USAGE, end="")
        return 0
    while arguments and arguments[0].partition("=")[0] in ("--report", "--mats"):
        options.append(arguments[0])
        arguments = arguments[1:]
    if _clconv.obstacleOfUMats():
        run_patched(options, arguments)
        return 0
    program = clconv_run()
    if program is None:
        print("python3 -m clconv: clconv-run is neither beside this package nor in PATH", file=sys.stderr)
        return 1
    sys.stdout.flush()
    os.execv(program, [program, *options, "--", sys.executable, *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
