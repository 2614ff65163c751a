# SPDX-License-Identifier: Apache-2.0
#
# A call runs without the interpreter's lock, and calls of several threads do not disturb each other.

import threading
import time

import clconv
import cv2
import numpy as np
from conftest import assert_close, image_of, kernel_of


def test_other_threads_run_during_a_call():
    image, kernel = np.ones((2000, 2000)), kernel_of((61, 61), dtype="f8")
    interval = []

    def call():
        begin = time.monotonic()
        clconv.filter2D(image, -1, kernel)
        interval.extend((begin, time.monotonic()))

    thread = threading.Thread(target=call)
    ticks = []
    thread.start()
    while thread.is_alive():
        ticks.append(time.monotonic())
        time.sleep(0.001)
    begin, end = interval
    quarter = (end - begin) / 4
    assert any(begin + quarter < tick < end - quarter for tick in ticks)


def test_calls_from_several_threads():
    images = [image_of("u1", (120, 160), seed) for seed in range(4)]
    kernels = [kernel_of(seed=seed) for seed in range(3)]
    failures = []

    def work(image):
        try:
            umat = cv2.UMat(image)
            for _ in range(10):
                for kernel in kernels:
                    expected = cv2.filter2D(image, -1, kernel)
                    assert_close(clconv.filter2D(umat, -1, kernel).get(), expected)
                    assert np.array_equal(clconv.filter2D(image, -1, kernel), expected)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(image,)) for image in images]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
