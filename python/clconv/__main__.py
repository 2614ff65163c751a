# SPDX-License-Identifier: Apache-2.0
#
# python3 -m clconv [--report[=FILE]] script.py [arguments]: the script under clconv-run (docs/run.md), so that cv2's
# own filters of UMats are computed by clconv.

import os
import shutil
import sys
from pathlib import Path
from typing import List, Optional

USAGE = """usage: python3 -m clconv [--report[=FILE]] SCRIPT [ARGUMENTS...]

Runs a script whose filters of cv2.UMats are computed by clconv instead of OpenCV, as clconv-run does.
SCRIPT [ARGUMENTS...] are those of python3: -c CODE, -m MODULE, or nothing for a prompt.

  --report  when the script ends, print for each function how many calls were served, and why others were not;
            append to FILE the OpenCL programs that the calls need, for clconv-warm --from=FILE
  --help    this text
"""


def clconv_run() -> Optional[str]:
    """The program: in the build or installation that this package belongs to, otherwise in PATH."""
    for folder in Path(__file__).resolve().parents:
        program = folder / "bin" / "clconv-run"
        if program.is_file():
            return str(program)
    return shutil.which("clconv-run")


def main(arguments: List[str]) -> int:
    options = []
    if arguments[:1] in (["-h"], ["--help"]):
        print(USAGE, end="")
        return 0
    if arguments and arguments[0].partition("=")[0] == "--report":
        options = arguments[:1]
        arguments = arguments[1:]
    program = clconv_run()
    if program is None:
        print("python3 -m clconv: clconv-run is neither beside this package nor in PATH", file=sys.stderr)
        return 1
    sys.stdout.flush()
    os.execv(program, [program, *options, "--", sys.executable, *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
