# SPDX-License-Identifier: Apache-2.0
#
# The gallery: photos before and after each filter of filters.py and chain of chains.py, and the text of a page that
# shows them (docs/gallery, ./dev gallery). Each call of clconv is compared with cv2's on the same array.
#
#   PYTHONPATH=build/release/python samples/gallery/gallery.py [--photos=FOLDER | --photo=FILE] [--output=FOLDER]
# Exit codes: 0; 1 if a result differs from cv2's, 2 for what the user can correct.

import argparse
import inspect
import sys
import textwrap
from pathlib import Path

import clconv
import cv2
import numpy as np

sys.dont_write_bytecode = True  # nothing is written beside the sources
import chains
import filters

PHOTOS = "/usr/share/forensics-samples/original-files"  # Debian's package forensics-samples-files
SIZE = (480, 360)

# A filter and its photo, with the part that is shown: left, top and width as fractions of the photo.
DOGS, DOG = "pic2/IMG_20200608_111614.jpg", "pic2/IMG_20200124_231153.jpg"
BOARD, CITY = "pic1/IMG_20200827_231612.jpg", "pic1/IMG_1054.JPG"
PARTY, TREE = "pic2/IMG_20191224_234846.jpg", "pic1/IMG-20191006-WA0002.jpg"
FILM = "movie1/VID_20191220_170832.mp4"
GALLERY = [
    (filters.sharpen, FILM, (0.15, 0.0, 0.7)),
    (filters.unsharp, TREE, (0.2, 0.1, 0.6)),
    (filters.gaussian, DOG, (0.1, 0.1, 0.8)),
    (filters.motion, CITY, (0.2, 0.2, 0.7)),
    (filters.bokeh, PARTY, (0.5, 0.4, 0.5)),
    (filters.miniature, CITY, (0.0, 0.0, 1.0)),
    (filters.emboss, BOARD, (0.0, 0.0, 1.0)),
    (filters.pencil, DOGS, (0.2, 0.1, 0.6)),
    (filters.sobel, CITY, (0.0, 0.0, 1.0)),
    (filters.scharr, PARTY, (0.0, 0.0, 1.0)),
    (filters.laplacian, BOARD, (0.0, 0.0, 1.0)),
    (filters.laplacian_of_gaussian, FILM, (0.0, 0.0, 1.0)),
    (filters.gabor, TREE, (0.0, 0.0, 1.0)),
    (chains.edges, CITY, (0.2, 0.2, 0.7)),
    (chains.unsharp_mask, DOG, (0.1, 0.1, 0.8)),
    (chains.difference_of_gaussians, TREE, (0.2, 0.1, 0.6)),
    (chains.document, BOARD, (0.0, 0.0, 1.0)),
    (chains.camera, FILM, (0.0, 0.0, 1.0)),
]


def fail(code, message):
    print(f"gallery: {message}", file=sys.stderr)
    sys.exit(code)


class Compared:
    """The functions of clconv, each call compared with cv2's on the same array."""

    def __init__(self):
        self.difference = 0.0  # the largest, as a fraction of the allowed one

    def Chain(self):
        return ComparedChain(self)

    def __getattr__(self, name):
        def call(src, *arguments, **named):
            result = getattr(clconv, name)(src, *arguments, **named)
            self.compare(result, getattr(cv2, name)(src.get(), *arguments, **named), src)
            return result

        return call

    def filterBank(self, src, ddepth, kernels):
        results = clconv.filterBank(src, ddepth, kernels)
        for result, kernel in zip(results, kernels):
            self.compare(result, cv2.filter2D(src.get(), ddepth, kernel), src)
        return results

    def compare(self, result, expected, src):
        """Integers may differ by 1, at ties; floats by rounding, in proportion to the source's largest value."""
        result = result.get()
        if result.dtype != expected.dtype or result.shape != expected.shape:
            raise ValueError(f"{result.dtype} {result.shape} instead of {expected.dtype} {expected.shape}")
        allowed = 1.0 if expected.dtype.kind in "ui" else 1e-4 * float(np.abs(src.get()).max())
        difference = float(np.abs(result.astype("f8") - expected.astype("f8")).max())
        if not difference <= allowed:
            raise ValueError(f"it differs from cv2's by {difference:.3g}, allowed is {allowed:.3g}")
        self.difference = max(self.difference, difference / allowed)


class ComparedChain:
    """A chain whose results are compared with those of cv2's functions, one after the other."""

    def __init__(self, compared):
        self.compared, self.chain, self.stages = compared, clconv.Chain(), []

    def __getattr__(self, name):
        def add(*arguments, **named):
            ours = [other.chain if isinstance(other, ComparedChain) else other for other in arguments]
            getattr(self.chain, name)(*ours, **named)
            self.stages.append((name, arguments, named))
            return self

        return add

    def stage_by_cv2(self, name, image, *arguments, **named):
        if name == "gradientMagnitude":  # of bytes
            derivatives = [cv2.Sobel(image, cv2.CV_16S, dx, 1 - dx) for dx in (1, 0)]
            return cv2.add(*[cv2.convertScaleAbs(derivative) for derivative in derivatives])
        result = getattr(cv2, name)(image, *arguments, **named)
        return result[1] if name == "threshold" else result

    def by_cv2(self, source):
        image = source
        for name, arguments, named in self.stages:
            others = [other.by_cv2(source) if isinstance(other, ComparedChain) else other for other in arguments]
            image = self.stage_by_cv2(name, image, *others, **named)
        return image

    def __call__(self, src):
        result = self.chain(src)
        self.compared.compare(result, self.by_cv2(src.get()), src)
        return result


def read(path):
    """A picture, or the first one of a film."""
    picture = cv2.imread(str(path))
    if picture is None and path.is_file():
        # After FFmpeg OpenCV tries GStreamer, whose wait for a broken film may not end.
        ffmpeg = cv2.videoio_registry.hasBackend(cv2.CAP_FFMPEG)
        picture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG if ffmpeg else cv2.CAP_ANY).read()[1]
    if picture is None:
        fail(2, f"no picture in {path}; the gallery's are in Debian's forensics-samples-files, --photo=FILE is yours")
    return picture


def part(picture, left, top, width):
    """A part of a picture with the gallery's proportions, scaled to the gallery's size."""
    rows, columns = picture.shape[:2]
    w = int(min(width * columns, rows * SIZE[0] / SIZE[1]))
    h = max(w * SIZE[1] // SIZE[0], 1)
    x, y = (min(int(at), end) for at, end in ((left * columns, columns - w), (top * rows, rows - h)))
    return cv2.resize(picture[y : y + h, x : x + w], SIZE, interpolation=cv2.INTER_AREA)


def side_by_side(before, after):
    if after.ndim == 2:
        after = cv2.cvtColor(after, cv2.COLOR_GRAY2BGR)
    gap = np.full((SIZE[1], 8, 3), 255, np.uint8)
    return np.hstack([before, gap, after])


def section(function, name):
    """The page's section on a filter: its docstring, the picture, its lines."""
    title, text = inspect.getdoc(function).split("\n\n", 1)
    code = textwrap.dedent(inspect.getsource(function).split('"""')[2])[1:-1].replace("return ", "result = ")
    return f"## {title}\n\n{text}\n\n![{title}: before and after]({name})\n\n```python\n{code}\n```\n"


def main():
    parser = argparse.ArgumentParser(description="Photos before and after filters, as JPEG, and a page's text.")
    parser.add_argument("--photos", type=Path, default=Path(PHOTOS), help="folder of the package's photos")
    parser.add_argument("--photo", type=Path, help="one photo, or a film, for all filters")
    parser.add_argument("--output", type=Path, help="folder to write to (default: build/gallery, or in it for --photo)")
    options = parser.parse_args()
    output = options.output or Path("build/gallery", options.photo.stem if options.photo else "")
    if not cv2.ocl.haveOpenCL() or not cv2.ocl.useOpenCL():
        fail(2, "OpenCV uses no OpenCL device; for PoCL set OPENCV_OPENCL_DEVICE=:CPU:")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(2, f"{output}: {error.strerror}")
    print(f"{'filter':<24}{'largest difference, of the allowed':<40}picture")
    page = []
    for function, photo, where in GALLERY:
        picture = read(options.photo or options.photos / photo)
        before = part(picture, *((0, 0, 1) if options.photo else where))
        compared = Compared()
        try:
            after = function(compared, cv2.UMat(before))
        except ValueError as error:
            fail(1, f"{function.__name__}: {error}")
        after = after.get() if isinstance(after, cv2.UMat) else after
        name = f"gallery_{function.__name__}.jpg"
        if not cv2.imwrite(str(output / name), side_by_side(before, after), [cv2.IMWRITE_JPEG_QUALITY, 88]):
            fail(2, f"cannot write {output / name}")
        print(f"{function.__name__:<24}{compared.difference:<40.3f}{output / name}", flush=True)
        page.append(section(function, name))
    (output / "pictures.md").write_text("\n".join(page), encoding="utf-8")


main()
