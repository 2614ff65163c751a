# SPDX-License-Identifier: Apache-2.0
#
# The OpenCL programs that OpenCV itself builds on UMats for cv::filter2D and for a separable filter. Their texts are
# strings in the installed libopencv_imgproc; the options are those of ocl_filter2D and ocl_sepFilter2D in
# modules/imgproc/src/filter.dispatch.cpp (4.6).

import collections
import math
import pathlib
import random
import re

# outputs: scalars of the result per work-item, averaged over a group, some of whose work-items compute none
# passes: iterations of loops over the image's rows
StockProgram = collections.namedtuple("StockProgram", "kernel options outputs passes source")

SCALARS = {"8U": "uchar", "16U": "ushort", "32F": "float"}
BORDER = "-D BORDER_REFLECT_101 -D NO_EXTRA_EXTRAPOLATION -D NO_BORDER_ISOLATED"
SHIFT_BITS = 16  # of the product of two 8-bit coefficients in fixed point


def sources_of(library):
    """The texts of the programs, by the name of each kernel."""
    found = {}
    for text in re.findall(rb"[\t\n\r\x20-\x7e]{300,}(?=\x00)", pathlib.Path(library).read_bytes()):
        for name in re.findall(r"__kernel\s+void\s+(\w+)", text.decode()):
            found.setdefault(name, text.decode())
    return found


def vector(scalar, channels):
    return scalar if channels == 1 else f"{scalar}{channels}"


def conversion(source, result, channels):
    if source == result:
        return "noconvert"
    if result not in ("uchar", "ushort"):
        return f"convert_{vector(result, channels)}"
    return f"convert_{vector(result, channels)}_sat" + ("_rte" if source == "float" else "")


def coefficients(name, values):
    digits = (str(value) if isinstance(value, int) else f"{value:.9f}f" for value in values)
    return f"-D {name}=" + "".join(f"DIG({value})" for value in digits)


def filter2d(sources, intel, scalar, channels, size, width):
    """A filter without structure, whose coefficients OpenCV compiles into the program."""
    dice = random.Random(1)
    taps = [[dice.uniform(-1, 1) / size for _ in range(size)] for _ in range(size)]
    pixel, work = vector(scalar, channels), vector("float", channels)
    types = (f"-D srcT={pixel} -D srcT1={scalar} -D dstT={pixel} -D dstT1={scalar} -D WT={work} -D WT1=float "
             f"-D convertToWT={conversion(scalar, 'float', channels)} "
             f"-D convertToDstT={conversion('float', scalar, channels)} -D cn={channels} -D ANCHOR_X={size // 2} "
             f"-D ANCHOR_Y={size // 2} -D KERNEL_SIZE_X={size} -D KERNEL_SIZE_Y={size} {BORDER}")
    if intel and (size < 5 or size == 5 and channels == 1):
        load = 4 if channels == 1 and width % 4 == 0 else 1
        most, rows = (8, 2) if channels <= 2 and size <= 4 else (2, 2) if channels < 4 or size <= 4 else (1, 1)
        columns = math.gcd(width, most)
        private = -(-(columns + size - 1) // load) * load
        options = (f"{types} -D PX_LOAD_VEC_SIZE={channels * load} -D PX_LOAD_NUM_PX={load} -D PX_PER_WI_X={columns} "
                   f"-D PX_PER_WI_Y={rows} -D PRIV_DATA_WIDTH={private} -D PX_LOAD_X_ITERATIONS={private // load} "
                   f"-D PX_LOAD_Y_ITERATIONS={rows + size - 1} " +
                   coefficients("COEFF", [tap for row in taps for tap in row]))
        return [StockProgram("filter2DSmall", options, columns * rows * channels, 1, sources["filter2DSmall"])]
    items = 128 if intel else 256
    aligned = -(-2 * size // 4) * 4
    columns = [[row[x] for row in taps] for x in range(size)]
    data = [value for column in columns for value in (2 * column + [0.0] * aligned)[:aligned]]
    options = f"{types} -D LOCAL_SIZE={items} -D KERNEL_SIZE_Y2_ALIGNED={aligned} {coefficients('COEFF', data)}"
    return [StockProgram("filter2D", options, channels * (items - size + 1) / items, 1, sources["filter2D"])]


def separable(sources, intel, scalar, channels, size, height):
    """As in sepFilter2D: bytes in fixed point, other types in float; one pass on Intel's GPUs, two on others."""
    sigma, radius = 0.3 * ((size - 1) * 0.5 - 1) + 0.8, size // 2
    taps = [math.exp(-((i - radius) / sigma) ** 2 / 2) for i in range(size)]
    taps = [tap / sum(taps) for tap in taps]
    fixed = scalar == "uchar"
    work = "int" if fixed else "float"
    if fixed:
        taps = [round(256 * tap) for tap in taps]
    pixel, wide = vector(scalar, channels), vector(work, channels)
    integer = f" -D INTEGER_ARITHMETIC -D SHIFT_BITS={SHIFT_BITS}" if fixed else " -D SHIFT_BITS=0"
    if intel and size <= 21:
        options = (f"-D BLK_X=16 -D BLK_Y=8 -D RADIUSX={radius} -D RADIUSY={radius} -D srcT={pixel} -D dstT={pixel} "
                   f"-D WT={wide} -D convertToWT={conversion(scalar, work, channels)} "
                   f"-D convertToDstT={conversion(work, scalar, channels)} -D srcT1={scalar} -D dstT1={scalar} "
                   f"-D WT1={work} -D CN={channels} {BORDER}{integer} " + coefficients("KERNEL_MATRIX_X", taps) + " " +
                   coefficients("KERNEL_MATRIX_Y", taps))
        passes = height // 8  # a work-item goes down the image in steps of a group's rows
        return [StockProgram("sep_filter", options, passes * channels, passes, sources["sep_filter"])]
    group = f"-D LSIZE0=16 -D LSIZE1=16 -D CN={channels} {coefficients('COEFF', taps)}{integer}"
    rows = (f"-D RADIUSX={radius} -D srcT={pixel} -D dstT={wide} -D convertToDstT={conversion(scalar, work, channels)} "
            f"-D srcT1={scalar} -D dstT1={work} {BORDER} {group}")
    columns = (f"-D RADIUSY={radius} -D srcT={wide} -D dstT={pixel} -D floatT={vector('float', channels)} "
               f"-D convertToFloatT={conversion(work, 'float', channels)} "
               f"-D convertToDstT={conversion('float', scalar, channels)} -D srcT1={work} -D dstT1={scalar} {group}")
    four = fixed and channels == 1
    name = "row_filter_C1_D0" if four else "row_filter"
    return [StockProgram(name, rows, 4 if four else channels, 1, sources[name]),
            StockProgram("col_filter", columns, channels, 1, sources["col_filter"])]


def stock_programs(sources, intel, kind, image_type, size, width, height):
    """The programs of one filter; for a Gaussian those of sepFilter2D, which execute less than those of filter2D."""
    depth, channels = re.fullmatch(r"(\w+)C(\d)", image_type).groups()
    scalar = SCALARS[depth]
    if kind == "gaussian":
        return separable(sources, intel, scalar, int(channels), size, height)
    return filter2d(sources, intel, scalar, int(channels), size, width)
