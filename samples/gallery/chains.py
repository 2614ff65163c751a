# SPDX-License-Identifier: Apache-2.0
#
# The chains of the gallery: several stages in one object, and in one launch where the device has a program for that.
# As in filters.py, the page shows documentation and lines, and `clconv` compares with cv2.

import cv2


def edges(clconv, image):
    """Edges

    Blurred first, so that noise has no edges. Then the magnitude of the gradient, from two Sobel filters.
    """
    chain = clconv.Chain().cvtColor(cv2.COLOR_BGR2GRAY).GaussianBlur((5, 5), 0).gradientMagnitude(cv2.CV_8U)
    return chain(image)


def unsharp_mask(clconv, image):
    """Unsharp mask

    Twice the picture less the blurred one, as photographers do it: every stage is rounded to bytes, and the picture is
    read once.
    """
    chain = clconv.Chain().GaussianBlur((9, 9), 0).addWeighted(-1, clconv.Chain(), 2, 0)
    return chain(image)


def difference_of_gaussians(clconv, image):
    """Difference of Gaussians

    What one blur leaves and a wider one removes: detail of a certain size, eightfold here.
    """
    wide = clconv.Chain().GaussianBlur((9, 9), 0)
    chain = clconv.Chain().GaussianBlur((3, 3), 0).absdiff(wide).convertScaleAbs(alpha=8)
    return chain(image)


def document(clconv, image):
    """Ink and paper

    Grey, blurred against noise, then black or white: what programs want that read text or codes.
    """
    chain = clconv.Chain().cvtColor(cv2.COLOR_BGR2GRAY).GaussianBlur((5, 5), 0)
    return chain.threshold(110, 255, cv2.THRESH_BINARY)(image)


def camera(clconv, image):
    """Gradient of a camera's frame

    Colours in, the magnitude of the gradient out, without a grey picture in between.
    """
    chain = clconv.Chain().cvtColor(cv2.COLOR_BGR2GRAY).gradientMagnitude(cv2.CV_8U)
    return chain(image)
