# SPDX-License-Identifier: Apache-2.0
#
# The tests of samples/dask: they need an OpenCL device, Dask and zarr.

import importlib
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "samples/dask"
sys.path.insert(0, str(FOLDER))


def pytest_configure(config):
    for module, package in (("dask.array", "dask"), ("distributed", "distributed"), ("zarr", "zarr")):
        try:
            importlib.import_module(module)
        except ImportError as error:
            pytest.exit(f"skipped: {error} (Debian: python3-{package})", 0)
    import cv2

    if not cv2.ocl.haveOpenCL() or not cv2.ocl.useOpenCL():
        pytest.exit("no OpenCL device: a test on the CPU would show nothing", 1)
