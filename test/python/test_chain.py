# SPDX-License-Identifier: Apache-2.0
#
# Chain: results equal those of the functions named like the stages, on arrays and on cv2.UMats.

import cv2
import numpy as np
import pytest

import clconv


def edges_of(image):
    blurred = cv2.GaussianBlur(image, (5, 5), 0)
    along, across = cv2.Sobel(blurred, cv2.CV_16S, 1, 0), cv2.Sobel(blurred, cv2.CV_16S, 0, 1)
    return cv2.add(cv2.convertScaleAbs(along), cv2.convertScaleAbs(across))


@pytest.fixture
def image():
    return np.random.default_rng(1).integers(0, 256, (83, 121), np.uint8)


def test_equals_cv2_on_arrays_and_umats(image):
    edges = clconv.Chain().GaussianBlur((5, 5), 0).gradientMagnitude(cv2.CV_8U)
    expected = edges_of(image)
    np.testing.assert_array_equal(edges(image), expected)
    result = edges(cv2.UMat(image))
    assert isinstance(result, cv2.UMat)
    np.testing.assert_array_equal(result.get(), expected)


def test_equals_itself_on_many_images(image):
    edges = clconv.Chain().GaussianBlur((5, 5), 0).gradientMagnitude(cv2.CV_8U)
    images = [image, image[:40], np.ascontiguousarray(image[:, ::2])]
    for result, one in zip(edges.batch(images), images):
        np.testing.assert_array_equal(result, edges_of(one))
    results = edges.batch(tuple(cv2.UMat(np.ascontiguousarray(one)) for one in images))
    assert isinstance(results, tuple) and len(results) == len(images)
    for result, one in zip(results, images):
        np.testing.assert_array_equal(result.get(), edges_of(one))
    outputs = [np.empty_like(one) for one in images]
    edges.batch(images, outputs)
    np.testing.assert_array_equal(outputs[1], edges_of(images[1]))
    with pytest.raises(cv2.error):
        edges.batch([])
    with pytest.raises(cv2.error):
        edges.batch([image, cv2.UMat(image)])


def test_branches_are_applied_to_the_source(image):
    sharp = clconv.Chain().GaussianBlur((5, 5), 0).addWeighted(-1, clconv.Chain(), 2, 0)
    expected = cv2.addWeighted(cv2.GaussianBlur(image, (5, 5), 0), -1, image, 2, 0)
    np.testing.assert_array_equal(sharp(cv2.UMat(image)).get(), expected)


def test_every_stage_has_its_method(image):
    source = cv2.UMat(image)
    for chain in (
        clconv.Chain().filter2D(-1, [[0, 1, 0], [1, -3, 1], [0, 1, 0]]),
        clconv.Chain().sepFilter2D(-1, [1, 2, 1], [1, 0, -1]),
        clconv.Chain().boxFilter(-1, (3, 3)),
        clconv.Chain().blur((3, 3)),
        clconv.Chain().Sobel(cv2.CV_16S, 1, 0).abs().convertTo(cv2.CV_8U, 0.5, 1),
        clconv.Chain().Scharr(cv2.CV_16S, 1, 0).convertScaleAbs(),
        clconv.Chain().Laplacian(cv2.CV_8U).threshold(10, 255, cv2.THRESH_BINARY),
        clconv.Chain().cvtColor(cv2.COLOR_GRAY2BGR),
        clconv.Chain().add(clconv.Chain()).subtract(clconv.Chain()),
        clconv.Chain().absdiff(clconv.Chain()).max(clconv.Chain()).min(clconv.Chain()),
        clconv.Chain().Scharr(cv2.CV_32F, 1, 0).magnitude(clconv.Chain().Scharr(cv2.CV_32F, 0, 1)),
    ):
        assert chain
        np.testing.assert_array_equal(chain(source).get(), chain(image))
        assert chain.explain(source)


def test_is_a_value(image):
    blurred = clconv.Chain().blur((3, 3))
    copy = clconv.Chain(blurred).Laplacian(cv2.CV_8U)
    np.testing.assert_array_equal(blurred(image), cv2.blur(image, (3, 3)))
    np.testing.assert_array_equal(copy(image), cv2.Laplacian(cv2.blur(image, (3, 3)), cv2.CV_8U))
    assert not clconv.Chain()


def test_refuses_what_cv2_refuses(image):
    with pytest.raises(cv2.error):
        clconv.Chain().GaussianBlur((4, 4), 0)
    with pytest.raises(cv2.error):
        clconv.Chain().cvtColor(cv2.COLOR_BGR2GRAY)(image)
    with pytest.raises(cv2.error):
        clconv.Chain().magnitude(clconv.Chain())(image)
    assert clconv.Chain().blur((3, 3)).prepare(cv2.CV_8UC1, (64, 48))
