# SPDX-License-Identifier: Apache-2.0
#
# Each function compared with cv2's on arrays: results on arrays and on UMats, names and order of arguments, defaults.

import inspect
import re

import clconv
import cv2
import numpy as np
import pytest
from conftest import DEPTHS, DTYPES, assert_close, image_of, kernel_of

ROW = kernel_of((1, 7), 3)
COLUMN = kernel_of((5, 1), 4)

# name, arguments after src
CALLS = [
    ("filter2D", (-1, kernel_of())),
    ("filter2D", (cv2.CV_32F, kernel_of((4, 3)), None, (2, 0), 3.5, cv2.BORDER_REPLICATE)),
    ("sepFilter2D", (-1, ROW, COLUMN)),
    ("sepFilter2D", (cv2.CV_32F, ROW, COLUMN, None, (1, 4), -2.5, cv2.BORDER_REFLECT)),
    ("GaussianBlur", ((5, 5), 1.1)),
    ("GaussianBlur", ((0, 0), 2, None, 1.5, cv2.BORDER_CONSTANT)),
    ("boxFilter", (-1, (4, 3))),
    ("boxFilter", (cv2.CV_32F, (5, 5), None, (1, 2), False, cv2.BORDER_REPLICATE)),
    ("blur", ((7, 7),)),
    ("blur", ((3, 4), None, (0, 1), cv2.BORDER_REFLECT)),
    ("Sobel", (cv2.CV_16S, 1, 0)),
    ("Sobel", (cv2.CV_32F, 1, 1, None, 5, 0.5, 7, cv2.BORDER_REPLICATE)),
    ("Scharr", (cv2.CV_32F, 0, 1)),
    ("Scharr", (cv2.CV_16S, 1, 0, None, 2, 1, cv2.BORDER_REFLECT)),
    ("Laplacian", (cv2.CV_16S,)),
    ("Laplacian", (cv2.CV_32F, None, 5, 0.25, 3, cv2.BORDER_REPLICATE)),
]
NAMES = sorted({name for name, _ in CALLS})


@pytest.mark.parametrize("name, arguments", CALLS)
def test_results_are_those_of_cv2(name, arguments, image):
    expected = getattr(cv2, name)(image, *arguments)
    function = getattr(clconv, name)
    on_array, on_umat = function(image, *arguments), function(cv2.UMat(image), *arguments)
    assert type(on_array) is np.ndarray and type(on_umat) is cv2.UMat
    assert_close(on_array, expected)
    assert_close(on_umat.get(), expected)


@pytest.mark.parametrize("shape", [(37, 53, 1), (37, 53, 3), (20, 19, 4), (9, 8, 6), (1, 1), (1, 40, 2)])
def test_channels(shape, kernel):
    image = image_of("u1", shape)
    expected = cv2.filter2D(image, -1, kernel)
    assert_close(clconv.filter2D(image, -1, kernel), expected)
    assert_close(clconv.filter2D(cv2.UMat(image), -1, kernel).get(), expected)


@pytest.mark.parametrize("name", NAMES)
def test_arguments_have_the_names_and_the_order_of_cv2(name):
    usage = re.match(r"\w+\((.*)\) -> dst", getattr(cv2, name).__doc__).group(1)
    required = usage.split("[")[0].split(", ")
    parameters = inspect.signature(getattr(clconv, name)).parameters
    names = re.findall(r"\w+", usage)
    own = {"hint", "borderValue"}  # cv2 has hints since 4.11
    assert [key for key in parameters if key not in own or key in names] == names
    assert [key for key, value in parameters.items() if value.default is inspect.Parameter.empty] == required


@pytest.mark.parametrize("name, arguments", CALLS)
def test_arguments_are_taken_by_name(name, arguments, image):
    function = getattr(clconv, name)
    by_name = dict(zip(inspect.signature(function).parameters, (image, *arguments)))
    assert np.array_equal(function(**by_name), function(image, *arguments))


@pytest.mark.parametrize("name, arguments", CALLS)
def test_none_stands_for_a_default(name, arguments, image):
    function = getattr(clconv, name)
    parameters = inspect.signature(function).parameters
    optional = {key: None for key, value in parameters.items() if value.default is not inspect.Parameter.empty}
    required = arguments[: len(parameters) - len(optional) - 1]
    assert np.array_equal(function(image, *required, **optional), getattr(cv2, name)(image, *required))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("result", ["same", "f8"])
def test_elements_of_all_types(dtype, result):
    image, kernel = image_of(dtype), kernel_of()
    ddepth = -1 if result == "same" else DEPTHS[result]
    # An oracle for all pairs, because OpenCV on arrays has no filter of 8-bit signed and 32-bit integers.
    padded = np.pad(image.astype("f8"), 2, mode="reflect")
    windows = np.lib.stride_tricks.sliding_window_view(padded, (5, 5))
    expected = np.einsum("yxij,ij->yx", windows, kernel.astype("f8"))
    out = np.dtype(dtype if result == "same" else result)
    if out.kind != "f":
        expected = np.clip(np.rint(expected), np.iinfo(out).min, np.iinfo(out).max)
    assert_close(clconv.filter2D(cv2.UMat(image), ddepth, kernel).get(), expected.astype(out))


@pytest.mark.parametrize("dtype", ["u1", "u2", "i2", "f4", "f8"])
def test_arrays_of_all_types_that_cv2_filters(dtype):
    image = image_of(dtype)
    assert_close(clconv.filter2D(image, -1, kernel_of()), cv2.filter2D(image, -1, kernel_of()))


@pytest.mark.parametrize("on_device", [False, True])
def test_a_bank_has_the_results_of_its_filters(image, on_device):
    kernels = [kernel_of(seed=seed) for seed in range(5)] + [kernel_of((3, 9)), [[1, 0, -1]], (1, 2, 1)]
    src = cv2.UMat(image) if on_device else image
    results = clconv.filterBank(src, cv2.CV_32F, kernels, delta=1.5)
    assert type(results) is tuple and len(results) == len(kernels)
    for kernel, result in zip(kernels, results):
        assert type(result) is type(src)
        array = result.get() if on_device else result
        assert_close(array, cv2.filter2D(image, cv2.CV_32F, np.float32(kernel), delta=1.5))


def test_a_bank_takes_an_array_of_kernels_and_kernels_on_the_device(image):
    stack = np.stack([kernel_of(seed=seed) for seed in range(3)])
    results = clconv.filterBank(cv2.UMat(image), -1, stack)
    others = clconv.filterBank(cv2.UMat(image), -1, [stack[0], cv2.UMat(stack[1]), stack[2].tolist()])
    for kernel, result, other in zip(stack, results, others):
        assert_close(result.get(), cv2.filter2D(image, -1, kernel))
        assert_close(other.get(), cv2.filter2D(image, -1, kernel))


@pytest.mark.parametrize("on_device", [False, True])
def test_a_batch_has_the_results_of_its_images(image, kernel, on_device):
    images = [np.ascontiguousarray(image[: 9 + i, : 20 + i]) for i in range(5)]
    kernels = [kernel_of(seed=seed) for seed in range(5)]
    src = [cv2.UMat(part) for part in images] if on_device else images
    for filters in (kernel, [list(map(float, row)) for row in kernel], kernels, np.stack(kernels)):
        results = clconv.filterBatch(src, cv2.CV_32F, filters, delta=1.5)
        assert type(results) is tuple and len(results) == 5
        several = filters is kernels or np.ndim(filters) == 3
        for i, (part, result) in enumerate(zip(images, results)):
            array = result.get() if on_device else result
            assert_close(array, cv2.filter2D(part, cv2.CV_32F, kernels[i] if several else kernel, delta=1.5))


def test_explain_has_a_line_for_each_implementation(image, kernel):
    lines = clconv.explain(cv2.UMat(image), -1, kernel).splitlines()
    what, *lines = lines
    assert what.startswith("CV_8UC1 to ")
    assert all(re.match(r"[a-z0-9_-]+: (taken|refused), ", line) for line in lines)
    assert len([line for line in lines if ": taken, " in line]) == 1
    assert {"direct", "reference", "opencv-cpu"} <= {line.split(":")[0] for line in lines}


def test_calls_are_explained_prepared_and_ready(image):
    source = cv2.UMat(image)
    lines = clconv.explain(lambda: clconv.Sobel(source, cv2.CV_16S, 1, 0)).splitlines()
    assert lines[0].startswith("CV_8UC1 to CV_16SC1, ")
    assert ": taken, " in lines[1]

    def calls():
        clconv.GaussianBlur(source, (7, 5), 0)
        clconv.blur(source, (4, 3))

    assert clconv.prepare(calls) is True
    assert clconv.isReady(calls) is True
    with pytest.raises(ZeroDivisionError):
        clconv.explain(lambda: 1 // 0)


def test_prepare_is_true_where_the_device_runs_such_calls(kernel):
    assert clconv.prepare(kernel_of((9, 9)), cv2.CV_8UC1, -1, size=(640, 480)) is True
    cv2.ocl.setUseOpenCL(False)
    try:
        assert clconv.prepare(kernel_of((9, 9)), cv2.CV_8UC1, -1, size=(640, 480)) is False
    finally:
        cv2.ocl.setUseOpenCL(True)


def test_a_call_does_not_wait_for_its_program():
    before = clconv.coldCalls()
    image, kernel = cv2.UMat(image_of("u1", (200, 300))), kernel_of((3, 17))
    expected = cv2.filter2D(image.get(), -1, kernel)
    clconv.setColdCalls(clconv.COLD_SERVE)
    try:
        assert clconv.coldCalls() == clconv.COLD_SERVE
        for _ in range(3):
            result = clconv.filter2D(image, -1, kernel).get()
            assert cv2.norm(result, expected, cv2.NORM_INF) <= 1
            assert clconv.waitUntilReady(120)
        assert clconv.isReady(image, -1, kernel)
        with pytest.raises(cv2.error):
            clconv.setColdCalls(7)
    finally:
        clconv.setColdCalls(before)


def test_results_are_repeatable_on_request():
    assert clconv.isRepeatable() is False
    clconv.setRepeatable(True)
    try:
        assert clconv.isRepeatable() is True
    finally:
        clconv.setRepeatable(False)


def test_a_prepared_sparse_kernel_has_a_program_of_its_own(image):
    kernel = np.zeros((11, 11), np.float32)
    kernel[0, 3], kernel[10, 7] = 0.75, -0.25
    assert clconv.prepare(kernel, cv2.CV_8UC1, -1, borderType=cv2.BORDER_REPLICATE, size=image.shape[::-1])
    report = clconv.explain(cv2.UMat(image), -1, kernel, borderType=cv2.BORDER_REPLICATE)
    assert re.search("^(cpu_)?specialized: taken", report, re.MULTILINE)


def test_border_value():
    color, kernel, value = image_of("u1", (37, 53, 3)), kernel_of((3, 5)), (200, 3, 77)
    padded = cv2.copyMakeBorder(color, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=value)
    expected = cv2.filter2D(padded, cv2.CV_32F, kernel)[8:-8, 8:-8]
    chain = clconv.Chain().filter2D(cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT, borderValue=value)
    for source in (color, cv2.UMat(color)):
        result = clconv.filter2D(source, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT, borderValue=value)
        for one in (result, chain(source)):
            assert_close(one.get() if isinstance(one, cv2.UMat) else one, expected)
    with pytest.raises(TypeError, match="borderValue"):
        clconv.filter2D(color, -1, kernel, borderValue=(1, 2, 3, 4, 5))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("channels", [2, 3, 4])
def test_a_kernel_for_each_channel(dtype, channels):
    image, kernel = image_of(dtype, (37, 53, channels)), kernel_of((3, 5, channels))
    ddepth = cv2.CV_64F if dtype == "f8" else cv2.CV_32F
    each = [cv2.filter2D(image[..., c].astype("f8"), -1, kernel[..., c], delta=3) for c in range(channels)]
    expected = np.dstack(each).astype("f8" if dtype == "f8" else "f4")
    for layout in (kernel, np.asfortranarray(kernel), kernel.tolist()):
        assert_close(clconv.filter2D(cv2.UMat(image), ddepth, layout, delta=3).get(), expected)
    if dtype in ("u1", "u2", "i2", "f4", "f8"):
        assert_close(clconv.filter2D(image, ddepth, kernel, delta=3), expected)


def test_a_kernel_of_two_dimensions_is_one_for_all_channels():
    image, kernel = image_of("u1", (9, 8, 3)), kernel_of((3, 3))
    expected = cv2.filter2D(image, -1, kernel)
    assert_close(clconv.filter2D(cv2.UMat(image), -1, kernel).get(), expected)
    assert_close(clconv.filter2D(cv2.UMat(image), -1, kernel[..., np.newaxis]).get(), expected)
    with pytest.raises(cv2.error, match="kernel has one channel, or"):
        clconv.filter2D(image, -1, kernel_of((3, 3, 2)))
