# SPDX-License-Identifier: Apache-2.0
#
# The contract of clconv.ndimage. test/ndimage/random_calls.py compares its results with those of scipy.ndimage.

import doctest
import inspect
from pathlib import Path

import numpy as np
import pytest

from clconv import ndimage

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def scipy_ndimage():
    return pytest.importorskip("scipy.ndimage")


def test_the_examples_of_the_documentation():
    results = doctest.testfile(str(ROOT / "docs/ndimage/README.md"), module_relative=False)
    assert results.failed == 0 and results.attempted >= 5


def test_signatures_are_scipys(scipy_ndimage):
    for name in ndimage.__all__:
        ours = inspect.signature(getattr(ndimage, name)).parameters
        theirs = inspect.signature(getattr(scipy_ndimage, name)).parameters
        assert [one for one in ours if one not in ("axes", "radius")] == [one for one in theirs if one != "radius"]
        assert all(ours[one].default == theirs[one].default for one in theirs)


def test_anchors_of_even_weights(scipy_ndimage):
    image = np.arange(42.0).reshape(6, 7) ** 2
    weights = np.arange(8.0).reshape(2, 4)
    for function in ("correlate", "convolve"):
        for rows in (-1, 0):
            arguments = {"origin": (rows, -1), "mode": "mirror"}
            expected = getattr(scipy_ndimage, function)(image, weights, **arguments)
            np.testing.assert_allclose(getattr(ndimage, function)(image, weights, **arguments), expected, rtol=1e-12)


def test_sums_of_float32_are_taken_in_double():
    image = np.ones((300, 400), np.float32)
    image[:, ::2] = 1e8
    result = ndimage.correlate1d(image, [1, 1, -1], axis=1)
    assert result[10, 11] == 1
    mean = image[0, 185:216].mean(dtype=np.float64)
    assert ndimage.uniform_filter(image, 31, output=np.float64)[150, 200] == pytest.approx(mean, rel=1e-12)


def test_integers_are_cut_off_and_wrap():
    image = np.full((40, 50), 7, np.uint8)
    assert (ndimage.correlate1d(image, [0.5, 0.49]) == 6).all()
    assert (ndimage.correlate1d(image, [-0.5, -0.49]) == 250).all()
    assert (ndimage.correlate1d(image, [-0.5, -0.49], output=np.int16) == -6).all()
    assert (ndimage.correlate1d(image, [50.0]) == 350 % 256).all()
    assert (ndimage.gaussian_filter(image, 3) == 7).all()


def test_a_value_that_is_not_finite_reaches_what_scipy_lets_it_reach(scipy_ndimage):
    image = np.ones((30, 40), np.float32)
    image[10, 12], image[20, 30], image[20, 33] = np.nan, np.inf, -np.inf
    cross = np.array([[0, 1, 0], [1, 2, 1], [0, 1, 0]])
    for call in (
        lambda module: module.correlate(image, cross),
        lambda module: module.correlate1d(image, [1, 0, -1], 0),
        lambda module: module.uniform_filter(image, 5),
        lambda module: module.gaussian_filter(image, 1, order=(0, 1)),
    ):
        with np.errstate(invalid="ignore"):
            expected = call(scipy_ndimage)
        np.testing.assert_allclose(call(ndimage), expected, atol=1e-6)
        assert np.isnan(expected).any()


def test_leading_dimensions_are_a_batch(scipy_ndimage):
    images = np.random.default_rng(1).random((3, 20, 30))
    kernel = np.random.default_rng(2).random((1, 3, 5))
    np.testing.assert_allclose(ndimage.correlate(images, kernel), scipy_ndimage.correlate(images, kernel), rtol=1e-12)
    expected = scipy_ndimage.gaussian_filter(images, (0, 2, 2))
    np.testing.assert_allclose(ndimage.gaussian_filter(images, (0, 2, 2)), expected, rtol=1e-12)
    np.testing.assert_allclose(ndimage.gaussian_filter(images, 2, axes=(1, 2)), expected, rtol=1e-12)
    means = ndimage.uniform_filter(images, (1, 4, 4))
    np.testing.assert_array_equal(means, ndimage.uniform_filter(images, 4, axes=(1, 2)))


def test_an_output_gets_the_result():
    image = np.arange(600, dtype=np.float32).reshape(20, 30)
    output = np.zeros((30, 20), np.float64).T
    expected = ndimage.sobel(image)
    assert ndimage.sobel(image, output=output) is output
    np.testing.assert_array_equal(output, expected)
    assert ndimage.sobel(image, output=image) is image
    np.testing.assert_array_equal(image, expected)
    with pytest.raises(RuntimeError, match="output shape"):
        ndimage.sobel(image, output=np.zeros((20, 31)))


@pytest.mark.parametrize(
    "call",
    [
        lambda image: ndimage.correlate(image.astype(complex), np.ones((3, 3))),
        lambda image: ndimage.correlate(image, np.ones((3, 3)) * 1j),
        lambda image: ndimage.correlate(image.astype(np.float16), np.ones((3, 3))),
        lambda image: ndimage.correlate(image > 0, np.ones((3, 3))),
        lambda image: ndimage.correlate(image, np.ones((3, 3)), output=np.float16),
        lambda image: ndimage.correlate(np.ones((4, 4, 4)), np.ones((3, 3, 3))),
        lambda image: ndimage.correlate1d(image, [1, 2], cval=1j),
        lambda image: ndimage.correlate1d(image * np.nan, [1, 2], output=np.uint8),
    ],
)
def test_what_is_not_supported_is_refused(call):
    with pytest.raises(NotImplementedError, match="not supported|has no integer"):
        call(np.ones((5, 6)))


def test_errors_are_scipys(scipy_ndimage):
    image = np.ones((5, 6))
    for call in (
        lambda module: module.correlate(image, np.ones(3)),
        lambda module: module.correlate(image, np.ones((3, 3)), mode="mirrored"),
        lambda module: module.correlate(image, np.ones((3, 3)), origin=2),
        lambda module: module.correlate1d(image, np.ones((3, 3))),
        lambda module: module.correlate1d(image, [1], axis=2),
        lambda module: module.gaussian_filter(image, (1, 2, 3)),
        lambda module: module.gaussian_filter(image, 1, order=-1),
        lambda module: module.gaussian_filter(image, 1, radius=-1),
    ):
        with pytest.raises(Exception) as expected:
            call(scipy_ndimage)
        with pytest.raises(expected.type):
            call(ndimage)
