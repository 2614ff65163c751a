# SPDX-License-Identifier: Apache-2.0
#
# Filters an image that need not fit into any memory: zarr files in chunks, and overlap.filter2D in workers of
# dask.distributed with a device each. Makes its image first.
#
#   PYTHONPATH=build/release/python samples/dask/gigapixel.py [--size=40000x40000] [--folder=FOLDER] ...
# Exit codes: 0; 1 if a result differs from cv2's, 2 for what the user can correct, 130 after Ctrl-C.

import argparse
import re
import sys
import time
from pathlib import Path
from typing import List, Optional, Tuple

import cv2
import dask.array as da
import numpy as np
import zarr
from distributed import Client, progress

import overlap
import picture
import workers

BORDERS = {
    "constant": cv2.BORDER_CONSTANT,
    "replicate": cv2.BORDER_REPLICATE,
    "reflect": cv2.BORDER_REFLECT,
    "reflect101": cv2.BORDER_REFLECT_101,
    "wrap": cv2.BORDER_WRAP,
}


class UsageError(Exception):
    """What the user can correct."""


def size_of(text: str) -> Tuple[int, int]:
    match = re.fullmatch(r"([1-9][0-9]{0,6})x([1-9][0-9]{0,6})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"'{text}' is not a size like 40000x40000")
    return int(match[1]), int(match[2])


def number_from(lowest: int):
    def parse(text: str) -> int:
        if not re.fullmatch("[0-9]{1,7}", text) or int(text) < lowest:
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {lowest}")
        return int(text)

    return parse


def options_of(arguments) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="gigapixel", description="Filters a gigapixel image with Dask and clconv.")
    parser.add_argument("--size", type=size_of, default=(8192, 8192), help="WIDTHxHEIGHT (default: 8192x8192)")
    parser.add_argument("--chunk", type=number_from(16), default=4096, help="side of the chunks (default: 4096)")
    parser.add_argument("--ksize", type=number_from(1), default=15, help="side of the kernel (default: 15)")
    parser.add_argument("--border", choices=BORDERS, default="reflect101", help="default: reflect101")
    parser.add_argument("--folder", type=Path, default=Path("build/dask"), help="for the files (default: build/dask)")
    parser.add_argument("--workers", type=number_from(1), help="processes (default: one for each device, at least 2)")
    parser.add_argument("--devices", help="values of OPENCV_OPENCL_DEVICE, with commas: :GPU:0,:GPU:1 (default: all)")
    parser.add_argument("--memory", default="auto", help="of a worker, for example 4GiB (default: its share)")
    parser.add_argument("--scheduler", help="tcp://host:port, to use its workers instead of starting some")
    parser.add_argument("--windows", type=number_from(0), default=16, help="number compared with cv2 (default: 16)")
    return parser.parse_args(arguments)


def sharpening(ksize: int) -> np.ndarray:
    """Unsharp masking: 2.5 delta - 1.5 gaussian, in float, with a sum of 1."""
    column = cv2.getGaussianKernel(ksize, 0, cv2.CV_64F)
    kernel = -1.5 * (column @ column.T)
    kernel[ksize // 2, ksize // 2] += 2.5
    return kernel.astype("f4")


def run(client: Client, lazy) -> float:
    """Computes the result, with a progress bar on a terminal; returns the seconds that it took."""
    start = time.monotonic()
    ends: List[float] = []
    future = client.compute(lazy)
    future.add_done_callback(lambda _: ends.append(time.monotonic()))
    if sys.stdout.isatty():
        progress(future, notebook=False)
        print()
    client.gather(future)  # raises what a worker has raised
    return (ends[0] if ends else time.monotonic()) - start  # the bar notices the end later


def open_source(client: Client, path: Path, size: Tuple[int, int], chunk: int) -> zarr.Array:
    """The image in the file, which is made unless an earlier run has completed it in this size."""
    shape = size[::-1]
    try:
        source = zarr.open_array(str(path), mode="r")
        if source.shape == shape and source.chunks == (chunk, chunk) and source.attrs.get("complete"):
            print(f"source: {path}, from an earlier run")
            return source
    except (FileNotFoundError, getattr(zarr.errors, "ArrayNotFoundError", FileNotFoundError)):  # of zarr 3, of 2
        pass  # the first run, or one that ended before there was an array
    source = zarr.open_array(str(path), mode="w", shape=shape, chunks=(chunk, chunk), dtype="u1")
    print(f"source: making {path}", flush=True)
    seconds = run(client, da.store(picture.picture(*shape, chunk), source, lock=False, compute=False))
    source.attrs["complete"] = True
    print(f"source: {source.size / 1e9:.4g} gigapixels in {seconds:.1f} s")
    return source


def filter_file(
    client: Client, source: zarr.Array, path: Path, kernel: np.ndarray, border: int
) -> Tuple[zarr.Array, float]:
    """Filters a file into another one; returns that and the seconds.

    Each chunk of the result is a file that one task writes, under a temporary name first. So a task that runs again,
    after its worker has died, writes the same file once more and disturbs no other.
    """
    result = zarr.open_array(str(path), mode="w", shape=source.shape, chunks=source.chunks, dtype=source.dtype)
    filtered = overlap.filter2D(da.from_zarr(source), -1, kernel, borderType=border)
    return result, run(client, da.store(filtered, result, lock=False, compute=False))


def largest_difference(source: zarr.Array, result: zarr.Array, kernel: np.ndarray, border: int, windows: int) -> int:
    """The largest difference from cv2 in windows: the corners first, then random places."""
    height, width = source.shape
    side = (min(256, height), min(256, width))
    ends = (height - side[0], width - side[1])
    random = np.random.default_rng(1)
    places = [(0, 0), (0, ends[1]), (ends[0], 0), ends]
    places += [(int(random.integers(ends[0] + 1)), int(random.integers(ends[1] + 1))) for _ in range(windows)]
    largest = 0
    for top, left in places[:windows]:
        rows, columns = slice(top, top + side[0]), slice(left, left + side[1])
        expected = overlap.window_by_cv2(source, rows, columns, -1, kernel, border)
        largest = max(largest, int(np.abs(result[rows, columns].astype(int) - expected).max()))
    return largest


def write_picture(source: zarr.Array, result: zarr.Array, path: Path) -> None:
    """Writes the middle of source and result, side by side."""
    side = 360
    middle = tuple(slice(max(0, (length - side) // 2), (length + side) // 2) for length in source.shape)
    if not cv2.imwrite(str(path), np.hstack([source[middle], result[middle]])):
        raise UsageError(f"cannot be written: {path}")
    print(f"the middle of source and result: {path}")


def connect(options: argparse.Namespace) -> Tuple[Client, Optional[object]]:
    if options.scheduler:
        return Client(options.scheduler, timeout="10s"), None
    devices = options.devices.split(",") if options.devices else workers.find_devices()
    for device in devices:
        if not workers.device_name(device):
            raise UsageError(f"no OpenCL device matches '{device}'")
    if not devices:
        raise UsageError("no OpenCL device was found (without a GPU: Debian's pocl-opencl-icd)")
    cluster = workers.start_workers(devices, options.workers or max(2, len(devices)), options.memory)
    return Client(cluster), cluster


def report(options: argparse.Namespace, client: Client) -> int:
    for address, device in devices_of(client).items():
        print(f"worker {address}: {device}")
    options.folder.mkdir(parents=True, exist_ok=True)
    kernel, border = sharpening(options.ksize), BORDERS[options.border]
    source = open_source(client, options.folder / "source.zarr", options.size, options.chunk)
    print(f"filtering: {options.ksize}x{options.ksize}, {options.border}, in chunks of {options.chunk}", flush=True)
    count = len(client.scheduler_info()["workers"])
    result, seconds = filter_file(client, source, options.folder / "filtered.zarr", kernel, border)
    difference = largest_difference(source, result, kernel, border, options.windows)
    print(f"compared with cv2 in {options.windows} windows: largest difference {difference} of 255")
    write_picture(source, result, options.folder / "middle.png")
    pixels = source.size / 1e9
    print(
        f"filtered {pixels:.4g} gigapixels in {seconds:.1f} s with {count} worker{'s' if count > 1 else ''}: "
        f"{pixels / seconds:.3g} gigapixels/s, files read and written"
    )
    if difference > 1:
        print(f"gigapixel: the result differs from cv2's by {difference}, allowed is 1", file=sys.stderr)
    return 0 if difference <= 1 else 1


def devices_of(client: Client) -> dict:
    devices = workers.devices_in_use(client)
    if not devices:
        raise UsageError("the scheduler has no workers")
    without = [address for address, device in devices.items() if not device]
    if without:
        raise UsageError(f"no OpenCL device at {', '.join(without)}")
    return devices


def main(arguments) -> int:
    options = options_of(arguments)
    cluster = None
    try:
        client, cluster = connect(options)
        with client:
            return report(options, client)
    except (UsageError, OSError) as error:
        words = error if isinstance(error, UsageError) or not error.filename else f"{error.filename}: {error.strerror}"
        print(f"gigapixel: {words}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    finally:
        if cluster is not None:
            cluster.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
