# SPDX-License-Identifier: Apache-2.0
#
# How test_documents.py treats blocks of headers and documents that are more than commands of the project. A block is
# named by its file and its beginning.

from pathlib import Path
from typing import Mapping, NamedTuple


class Run(NamedTuple):
    """Runs in a shell in an empty folder, after texts were replaced."""

    prints: str  # a regular expression for the output
    replaced: Mapping[str, str] = {}
    needs: str = ""  # an environment variable, set only if the programs that the commands use are built


class Tuning(NamedTuple):
    """Lines of a tuning file that the library must accept."""


class PartOf(NamedTuple):
    """Lines of another file, which may also have comments."""

    file: str


class LinesOf(NamedTuple):
    """Some lines of another file, in their order there."""

    file: str


class Elsewhere(NamedTuple):
    """Another test extracts the block from the document and runs it."""

    test: str


class Program(NamedTuple):
    """Saved as a file in an empty folder, in which these commands run it."""

    file: str
    commands: str


class NotRun(NamedTuple):
    """Commands that no test runs, and blocks that only look like code."""

    reason: str


ROOT = Path(__file__).parents[2]
DRAWING = NotRun("a drawing")
FORMULA = NotRun("a formula")
BARE = NotRun("makes bare systems, which takes hours")
INSTALLS = NotRun("installs on the machine: test/package/bare does so in a system of its own")
IN_TREE = NotRun("builds OpenCV from its source, as ./dev in-tree does")

PHOTO = 'import cv2, numpy; cv2.imwrite("photo.jpg", numpy.zeros((9, 9, 3), numpy.uint8))'

DRAW = "clconv_video --frames=3 --input-size=320x240 --output=in.avi"
COMPILE = (
    f"c++ film.cpp -o film -I {ROOT}/modules/clconv/include $(pkg-config --cflags opencv4 || pkg-config --cflags"
    ' opencv5) -L "$PROGRAMS/../lib" -Wl,-rpath,"$PROGRAMS/../lib" -lopencv_clconv -lopencv_videoio -lopencv_core'
)

RULES = {
    ("README.md", "#include <opencv2/clconv.hpp>"): Elsewhere("test/package/consumer.cmake"),
    ("README.md", "import clconv"): Program(
        "blur.py", f"python3 -c '{PHOTO}'; mv photo.jpg in.png; python3 blur.py; test -s out.png"
    ),
    ("README.md", "./dev package"): INSTALLS,
    ("docs/adding-an-implementation.md", '{"VEC", oneOf'): LinesOf(
        "modules/clconv/src/implementations/gpu/separable.cpp"
    ),
    ("docs/chains/README.md", "cv::clconv::Chain edges"): LinesOf(
        "modules/clconv/include/opencv2/clconv/chain.hpp"
    ),
    ("docs/chains/README.md", ">>> "): LinesOf("python/clconv/chain.py"),
    ("docs/design.md", "cv::clconv::filter2D(src"): DRAWING,
    ("docs/frei0r/README.md", "export FREI0R_PATH=build/release/frei0r OPENCV"): Run(
        "",
        {
            "build/release/frei0r": "$FREI0R_PATH",
            "ffmpeg -i in.mp4": "ffmpeg -v error -f lavfi -i testsrc=size=320x240 -frames:v 2",
            "emboss.yml": f"{ROOT}/samples/kernels/emboss.yml",
        },
        needs="FREI0R_PATH",
    ),
    ("docs/frei0r/README.md", "export FREI0R_PATH=build/release/frei0r\nmelt"): NotRun(
        "needs melt and GStreamer's frei0r elements"
    ),
    ("docs/frei0r/README.md", "[ERROR:0"): NotRun("a line of the log: the test `frei0r` checks its words"),
    ("docs/implementations/fft.md", "E = "): FORMULA,
    ("docs/implementations/separable.md", "(height + rank"): FORMULA,
    ("docs/install/README.md", "./dev package"): INSTALLS,
    ("docs/install/README.md", "cd build/package/packages"): INSTALLS,
    ("docs/install/README.md", "cmake --preset release"): NotRun(
        "installs under /usr/local: the test `packages` installs under another prefix, and uninstalls"
    ),
    ("docs/install/README.md", "cmake_minimum_required"): Elsewhere("test/package/consumer.cmake"),
    ("docs/install/README.md", "add_subdirectory(clconv)"): Elsewhere("test/package/subproject.cmake"),
    ("docs/install/README.md", "include(FetchContent)"): Elsewhere("test/package/subproject.cmake"),
    ("docs/install/README.md", "c++ example.cpp"): Elsewhere("test/package/consumer.cmake"),
    ("docs/install/in-tree.md", "cmake -S opencv"): IN_TREE,
    ("docs/install/containers.md", "ENV OPENCV_OPENCL_DEVICE"): Elsewhere("test/dispatch/builder.py"),
    ("docs/install/containers.md", "VOLUME"): Elsewhere("test/dispatch/builder.py"),
    ("docs/install/in-tree.md", ">>> "): Elsewhere("test/python/test_package.py"),
    ("docs/install/portability.md", "sudo test/package/bare"): BARE,
    ("docs/masked/README.md", "// elevation"): LinesOf("modules/clconv/include/opencv2/clconv/masked.hpp"),
    ("docs/masked/README.md", ">>> "): Elsewhere("test/masked/test_masked.py"),
    ("docs/patch/README.md", "python3 -m clconv"): Run(
        "clconv-run: blur: 1 served",
        {"script.py": "-c 'import cv2, numpy; cv2.blur(cv2.UMat(numpy.ones((9, 9), numpy.uint8)), (3, 3))'"},
    ),
    ("docs/patch/README.md", ">>> "): Elsewhere("test/python/test_patch.py"),
    ("docs/patch/README.md", "clconv.patch: filter2D"): NotRun("a report: the test `python` checks its form"),
    ("docs/ndimage/README.md", ">>> "): Elsewhere("test/python/test_ndimage.py"),
    ("docs/performance.md", "./dev in-tree --opencv"): IN_TREE,
    ("docs/python.md", ">>> "): Elsewhere("test/python/test_package.py"),
    ("docs/python.md", "python3 -m clconv"): Run(
        "clconv-run: blur: 1 served",
        {"script.py": "-c 'import cv2, numpy; cv2.blur(cv2.UMat(numpy.ones((9, 9), numpy.uint8)), (3, 3))'"},
    ),
    ("docs/run.md", "clconv-run: filter2D: 21 served"): NotRun("a report: the test `clconv_run` checks its form"),
    ("docs/streams/README.md", "stream 0"): DRAWING,
    ("docs/streams/gstreamer.md", "export GST_PLUGIN_PATH"): Run(
        r"Filter/Effect/Video((.|\n)*Got EOS){3}",
        {
            "build/release/gstreamer": "$GST_PLUGIN_PATH",
            "filesrc location=in.mp4 ! decodebin": "videotestsrc num-buffers=9",
        },
        needs="GST_PLUGIN_PATH",
    ),
    ("docs/streams/gstreamer.md", "gst-launch-1.0 videotestsrc"): Run(
        "Got EOS", {"videotestsrc": "videotestsrc num-buffers=9"}, needs="GST_PLUGIN_PATH"
    ),
    ("docs/streams/gstreamer.md", "ERROR: from element"): NotRun("messages: the test `gstreamer` checks them"),
    ("docs/troubleshooting.md", 'python3 -c "import cv2; print(cv2.ocl'): Run(
        r"True True .+\nOpenCL: (.|\n)+: taken, "
    ),
    ("docs/tutorial/README.md", "ffmpeg -f lavfi"): NotRun("needs ffmpeg"),
    ("docs/tutorial/README.md", "./dev package"): INSTALLS,
    ("docs/tutorial/README.md", "import sys"): Program(
        "film.py", f"{DRAW}; python3 film.py in.avi edges.avi; test -s edges.avi"
    ),
    ("docs/tutorial/README.md", "python3 film.py"): NotRun("runs with film.py, above"),
    ("docs/tutorial/README.md", "#include <opencv2/clconv/chain.hpp>"): Program(
        "film.cpp", f"{DRAW}; {COMPILE}; ./film in.avi edges.avi; test -s edges.avi"
    ),
    ("docs/tutorial/README.md", "c++ film.cpp"): NotRun("runs with film.cpp, above"),
    ("docs/troubleshooting.md", 'python3 -c "import cv2; print(cv2.__file__'): Run(
        r"cv2(.|\n)+libopencv_imgproc", {"PROGRAM": '"$(command -v clconv_explain)"'}
    ),
    ("docs/tuning/README.md", "gpu Advanced Micro Devices*"): Tuning(),
    ("docs/tuning/format.md", "clconv tuning 1"): Tuning(),
    ("docs/tuning/format.md", "gpu NVIDIA*"): Tuning(),
    ("docs/tuning/your-gpu.md", "$XDG_CONFIG_HOME"): Elsewhere("test/programs/tuner.cmake"),
    ("kernels/README.md", "clang -cl-std"): NotRun("the test `kernels_with_clang` does so with each file"),
    ("perf/peers/README.md", "./dev peers"): NotRun("takes minutes: the test `perf_scripts` makes a small run"),
    ("perf/peers/README.md", "mkdir -p bundle"): NotRun("is for another machine"),
    ("samples/README.md", "export OPENCV"): Run(""),
    ("samples/README.md", "clconv_filter2d"): Run(
        "",
        {"clconv_filter2d": f"python3 -c '{PHOTO}'; clconv_filter2d"},
    ),
    ("samples/README.md", "%YAML"): PartOf("samples/kernels/emboss.yml"),
    ("programs/README.md", "clconv_explain"): Run("(OpenCL: (.|\n)*: taken, (.|\n)*){3}planned for NVIDIA H200"),
    ("samples/dask/README.md", "compared with"): NotRun("what the program prints: the test `dask` checks its form"),
    ("samples/dask/README.md", "import cv2"): Elsewhere("test/dask/test_overlap.py"),
    ("samples/dask/README.md", "dask-scheduler"): NotRun("needs other machines"),
    ("test/README.md", "./dev build"): NotRun("runs tests, as ctest does"),
    ("docs/adding-an-implementation.md", "./dev build"): NotRun("runs tests of an implementation that does not exist"),
}
