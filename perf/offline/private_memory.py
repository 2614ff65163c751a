# SPDX-License-Identifier: Apache-2.0
#
# Prints the private memory of a work-item in bytes, by Mesa's OpenCL (rusticl):
#
#   private_memory.py FILE OPTIONS KERNEL

import pathlib
import subprocess
import sys

import opencl

file, options, kernel = sys.argv[1:]
try:
    print(opencl.OpenCL("rusticl").private_bytes_of(pathlib.Path(file).read_text(), options, kernel))
except (OSError, RuntimeError) as error:
    sys.exit(str(error))
except subprocess.CalledProcessError as error:
    sys.exit(error.stderr)
