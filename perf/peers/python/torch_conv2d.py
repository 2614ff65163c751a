#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# PyTorch's conv2d with a group for each channel: common/torch_filters.py.
#
# on: gpu
# pip: torch

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from common import serve, torch_filters

VERSION = torch_filters.VERSION


def prepare(cell):
    return torch_filters.prepared(cell, torch_filters.filter_of(cell), "pad,conv2d")


if __name__ == "__main__":
    serve.run(globals())
