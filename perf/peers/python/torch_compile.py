#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# torch_conv2d's filters compiled by torch.compile, which selects among cuDNN and Triton's kernels ("max-autotune").
#
# on: gpu
# pip: torch triton

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from common import serve, torch_filters

try:
    import triton

    VERSION = f"{torch_filters.VERSION}, Triton {triton.__version__}"
except ImportError as error:
    VERSION = f"missing {error}"
if torch_filters.VERSION.startswith("missing"):
    VERSION = torch_filters.VERSION


def prepare(cell):
    call = torch_filters.torch.compile(torch_filters.filter_of(cell), mode="max-autotune-no-cudagraphs")
    return torch_filters.prepared(cell, call, "torch.compile")


if __name__ == "__main__":
    serve.run(globals())
