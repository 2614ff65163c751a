# SPDX-License-Identifier: Apache-2.0
#
# Workers of dask.distributed on this machine: processes with an OpenCL device each, which OPENCV_OPENCL_DEVICE selects
# before OpenCV initialises OpenCL.

import logging
import os
import subprocess
import sys
from typing import Dict, List, Optional

from distributed import Client, Nanny, Scheduler, SpecCluster

MAX_DEVICES = 10  # OpenCV takes numbers of one digit

_QUESTION = "import cv2; print(cv2.ocl.Device.getDefault().name() if cv2.ocl.useOpenCL() else '')"


def device_name(spec: str) -> str:
    """The name of the device that OpenCV selects for a value of OPENCV_OPENCL_DEVICE; empty: none."""
    done = subprocess.run(
        [sys.executable, "-c", _QUESTION],
        env={**os.environ, "OPENCV_OPENCL_DEVICE": spec, "OPENCV_LOG_LEVEL": "SILENT"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=True,
    )
    return (done.stdout.splitlines() or [""])[0]


def find_devices() -> List[str]:
    """All GPUs as values of OPENCV_OPENCL_DEVICE; without a GPU all CPU devices."""
    for kind in ("GPU", "CPU"):
        found: List[str] = []
        while len(found) < MAX_DEVICES and device_name(f":{kind}:{len(found)}"):
            found.append(f":{kind}:{len(found)}")
        if found:
            return found
    return []


def start_workers(devices: List[str], count: int, memory: str = "auto") -> SpecCluster:
    """Starts processes with one thread each, on the devices in turn. A process that dies is started again."""
    here = os.path.dirname(os.path.abspath(__file__))
    path = os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH")])])
    workers = {
        number: {
            "cls": Nanny,
            "options": {
                "nthreads": 1,
                "memory_limit": memory,
                "host": "127.0.0.1",
                "dashboard": False,
                "silence_logs": logging.WARNING,
                "env": {"OPENCV_OPENCL_DEVICE": devices[number % len(devices)], "PYTHONPATH": path},
            },
        }
        for number in range(count)
    }
    options = {"host": "127.0.0.1", "port": 0, "dashboard": False, "dashboard_address": ":0"}
    scheduler = {"cls": Scheduler, "options": options}
    return SpecCluster(workers=workers, scheduler=scheduler, silence_logs=logging.WARNING)


def _device_of_this_process() -> str:
    import cv2

    return cv2.ocl.Device.getDefault().name() if cv2.ocl.useOpenCL() else ""


def devices_in_use(client: Client) -> Dict[str, str]:
    """The device of each worker, by the worker's address; empty: none, so that OpenCV filters on the CPU."""
    return client.run(_device_of_this_process)


def process_ids(client: Client) -> Dict[str, Optional[int]]:
    """The process id of each worker, by the worker's address."""
    return client.run(os.getpid)
