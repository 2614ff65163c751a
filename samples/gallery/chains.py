# SPDX-License-Identifier: Apache-2.0
#
# The chains of the gallery: several stages in one object, and in one launch if the device has a program for that. As in
# filters.py, the page shows the docstring and the lines of each function, and `clconv` compares calls with cv2's.

import cv2


def edges(clconv, image):
    """Edges

    A blur first, so that noise makes no edges; then the magnitude of the gradient, from two Sobel filters.
    """
    chain = clconv.Chain().cvtColor(cv2.COLOR_BGR2GRAY).GaussianBlur((5, 5), 0).gradientMagnitude(cv2.CV_8U)
    return chain(image)


def unsharp_mask(clconv, image):
    """Unsharp mask

    Twice the picture minus its blur, as photographers do it. Every stage is rounded to bytes; the picture is read once.
    """
    chain = clconv.Chain().GaussianBlur((9, 9), 0).addWeighted(-1, clconv.Chain(), 2, 0)
    return chain(image)


def difference_of_gaussians(clconv, image):
    """Difference of Gaussians

    Detail that one blur keeps and a wider one removes, amplified eight times: detail of a certain size.
    """
    wide = clconv.Chain().GaussianBlur((9, 9), 0)
    chain = clconv.Chain().GaussianBlur((3, 3), 0).absdiff(wide).convertScaleAbs(alpha=8)
    return chain(image)


def document(clconv, image):
    """Ink and paper

    Grey, blurred against noise, then black or white: the input of programs that read text or codes.
    """
    chain = clconv.Chain().cvtColor(cv2.COLOR_BGR2GRAY).GaussianBlur((5, 5), 0)
    return chain.threshold(110, 255, cv2.THRESH_BINARY)(image)


def camera(clconv, image):
    """Gradient of a camera's frame

    Colours in, the magnitude of the gradient out, without a grey picture in between.
    """
    chain = clconv.Chain().cvtColor(cv2.COLOR_BGR2GRAY).gradientMagnitude(cv2.CV_8U)
    return chain(image)
