# SPDX-License-Identifier: Apache-2.0
#
# The filters of the gallery. Each function filters a cv2.UMat; the page shows its docstring and its lines. The
# parameter `clconv` has the functions of the module: gallery.py passes an object that compares each call with cv2's.
# Every other function on UMats is OpenCV's.

import cv2
import numpy as np


def sharpen(clconv, image):
    """Sharpen

    The pixel plus its differences from its four neighbours. The coefficients add up to 1, so areas of one colour stay
    as they are.
    """
    kernel = np.float32([[0, -1, 0], [-1, 5, -1], [0, -1, 0]])
    return clconv.filter2D(image, -1, kernel)


def unsharp(clconv, image):
    """Unsharp masking

    The picture plus 1.5 times its difference from a Gaussian, as one kernel instead of a blur and an addition: nothing
    is rounded in between.
    """
    row = cv2.getGaussianKernel(21, 3, cv2.CV_32F)
    kernel = -1.5 * (row @ row.T)
    kernel[10, 10] += 2.5
    return clconv.filter2D(image, -1, kernel)


def gaussian(clconv, image):
    """Gaussian blur

    The only blur without a direction that is an outer product of a row and a column: two short passes instead of one
    large filter. If no size is given, the standard deviation decides, here 19×19.
    """
    return clconv.GaussianBlur(image, (0, 0), 3)


def motion(clconv, image):
    """Motion blur

    The camera moved along a line while the shutter was open: the kernel is that line, and nearly all of its
    coefficients are zero.
    """
    kernel = np.zeros((41, 41), np.float32)
    cv2.line(kernel, (2, 26), (38, 14), 1)
    return clconv.filter2D(image, -1, kernel / kernel.sum())


def bokeh(clconv, image):
    """Out of focus

    A lens out of focus turns each point into a disk, as wide as its aperture. Light adds up, but bytes do not: they are
    about the square root of light. So the disk is applied to squares, and highlights stay bright.
    """
    kernel = np.float32(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (15, 15)))
    light = cv2.multiply(image, image, dtype=cv2.CV_32F)
    light = clconv.filter2D(light, -1, kernel / kernel.sum())
    return cv2.convertScaleAbs(cv2.sqrt(light))


def miniature(clconv, image):
    """Miniature

    A real town looks like a model if everything above and below a line is blurred, as close to a lens. Two blurs of
    different size, mixed by height.
    """
    height, width = image.get().shape[:2]
    distance = np.abs(np.linspace(-0.8, 1.2, height, dtype=np.float32))
    far = cv2.UMat(np.repeat(np.clip(distance * 2 - 0.6, 0, 1)[:, None], width, 1))
    near = cv2.subtract(1, far)
    little = clconv.GaussianBlur(image, (0, 0), 1)
    much = clconv.GaussianBlur(image, (0, 0), 5)
    return cv2.blendLinear(much, little, far, near)


def emboss(clconv, image):
    """Emboss

    The difference along the diagonal, added to grey: slopes towards one corner become bright, those towards the other
    dark, as in a relief lit from the side.
    """
    kernel = np.float32([[-2, -1, 0], [-1, 0, 1], [0, 1, 2]])
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return clconv.filter2D(grey, -1, kernel, delta=128)


def pencil(clconv, image):
    """Pencil drawing

    The picture divided by its own blur: paper where both are equal, a line where the picture is darker than its
    surroundings.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return cv2.divide(grey, clconv.GaussianBlur(grey, (0, 0), 6), scale=245)


def sobel(clconv, image):
    """Sobel: how steep

    Derivatives along x and y, each smoothed across; the magnitude of both is the slope, whatever its direction.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    along_x = clconv.Sobel(grey, cv2.CV_32F, 1, 0)
    along_y = clconv.Sobel(grey, cv2.CV_32F, 0, 1)
    return cv2.convertScaleAbs(cv2.magnitude(along_x, along_y), alpha=0.5)


def scharr(clconv, image):
    """Scharr: which way

    The derivative along x, with its sign: bright where the picture becomes brighter to the right, dark where darker.
    Scharr's coefficients distort directions less than Sobel's.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return clconv.Scharr(grey, cv2.CV_8U, 1, 0, scale=1 / 8, delta=128)


def laplacian(clconv, image):
    """Laplacian

    The sum of both second derivatives: its magnitude is large at fine detail, in any direction, and zero on a slope.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return cv2.convertScaleAbs(clconv.Laplacian(grey, cv2.CV_16S, ksize=3), alpha=1.5)


def laplacian_of_gaussian(clconv, image):
    """Laplacian of Gaussian

    The Laplacian of a blurred picture, as one hat-shaped kernel: it finds edges and spots of its own size and ignores
    noise. Contours are where the sign changes.
    """
    y, x = np.mgrid[-10:11, -10:11] / 2.5
    kernel = np.float32((2 - x**2 - y**2) * np.exp(-(x**2 + y**2) / 2))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    response = clconv.filter2D(grey, cv2.CV_32F, kernel - kernel.mean())
    return np.uint8(np.clip(response.get() * 0.15 + 128, 0, 255))


def gabor(clconv, image):
    """Gabor filters

    A wave under a Gaussian responds to stripes of its own direction and width. Eight directions, each as a sine and a
    cosine, are one call of `filterBank`. The colour is the direction that responds most, the brightness its response.
    """
    angles = [np.pi * i / 8 for i in range(8)]
    kernels = [cv2.getGaborKernel((21, 21), 3, a, 7, 1, shift, cv2.CV_32F) for shift in (0, np.pi / 2) for a in angles]
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    waves = clconv.filterBank(grey, cv2.CV_32F, [kernel - kernel.mean() for kernel in kernels])
    answers = np.stack([cv2.magnitude(waves[i], waves[i + 8]).get() for i in range(8)])
    colours = np.full(answers.shape[1:] + (3,), 255, np.uint8)
    colours[..., 0] = answers.argmax(0) * 180 // 8
    colours[..., 2] = np.clip(answers.max(0) / 6, 0, 255)
    return cv2.cvtColor(colours, cv2.COLOR_HSV2BGR)
