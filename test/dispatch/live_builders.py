# SPDX-License-Identifier: Apache-2.0

import contextlib
import pathlib
import tempfile
import time

LONGEST = 300  # seconds that a build may take on a busy machine


def builders(caches):
    """The number of living clconv-builders that write to this folder."""
    count = 0
    for process in pathlib.Path("/proc").iterdir():
        try:
            if process.name.isdigit() and (process / "comm").read_text() == "clconv-builder\n":
                count += caches.encode() in (process / "environ").read_bytes()
        except OSError:  # it has ended, or is another user's
            pass
    return count


def wait_for(condition, what):
    end = time.monotonic() + LONGEST
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"not in time: {what}")
        time.sleep(0.05)


@contextlib.contextmanager
def empty_caches():
    """A folder that is removed once no builder writes to it any more: builders outlive their programs."""
    with tempfile.TemporaryDirectory() as caches:
        try:
            yield caches
        finally:
            wait_for(lambda: builders(caches) == 0, "builders end")
