#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Reports what the compilers for AMD's, Intel's and NVIDIA's GPUs, and Mesa's, make of the programs that clconv plans
# for such a GPU, without having one: registers, spilled memory, and how many groups of lanes (waves, threads) a compute
# unit holds. clang with rocm-device-libs is the compiler of ROCm's OpenCL, ocloc that of Intel's driver. For NVIDIA the
# OpenCL of any of their GPUs generates PTX, which ptxas assembles for another one. Mesa's drivers compile for GPUs that
# mesa-drm-shim simulates.
#
#   perf/offline/offline.py --explain=build/release/bin/clconv_explain --csv=amd.csv
#   perf/offline/offline.py --explain=... --targets skl tgllp dg2 lnl --root=/srv/sid --types 8UC1 8UC3 --sizes 3 15
#   perf/offline/offline.py --explain=... --targets sm_75 sm_86 --csv=nvidia.csv        needs NVIDIA's driver
#   perf/offline/offline.py --explain=... --targets asahi freedreno radeonsi --root=/srv/sid --csv=mesa.csv
#
# Writes a row for each program of each filter; equal programs are compiled once. The exit code is 1 if a program spills
# in tiles that are not at the image's edge or leaves fewer waves than LEAST, except for those in EXCEPTIONS; with
# --stock also if a filter's programs execute as many instructions per output as those that OpenCV would build.

import argparse
import collections
import concurrent.futures
import csv
import fnmatch
import hashlib
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import executed
import opencl
import stock

TYPES = ("8UC1", "8UC3", "8UC4", "16UC1", "16UC3", "32FC1", "32FC3", "32FC4")
SIZES = (3, 5, 7, 9, 11, 13, 15, 21, 31)
KINDS = ("random", "gaussian")
HEIGHT = 1080
AMD = ("gfx906", "gfx90a", "gfx1030")  # for clang 15; gfx942 and gfx1100 need --clang=clang-21 of Debian sid
LIBRARIES = "usr/lib/x86_64-linux-gnu/amdgcn/bitcode"  # of Debian's rocm-device-libs for clang 15

# Waves that hide the latency of memory, by target: of 10 on GCN, of 8 on CDNA, of 16 on RDNA.
LEAST = {"gfx9*": 3, "gfx1*": 8}

# Implementation, target and filter, with the fewest waves and the most spilled bytes that are accepted, and the reason.
EXCEPTIONS = (
    ("fft", "gfx*", "*", 1, 0, "a work-item keeps 16 complex numbers, and a group shares what it transforms"),
    ("fft", "dg2", "8U*", "", 352, "a work-item keeps 16 complex numbers"),
    ("fft", "radeonsi", "*", "", 928, "a work-item keeps 16 complex numbers"),
    ("direct", "asahi", "16UC3 5x5 *", "", 256, "a loop over five taps and eight outputs is not unrolled"),
    ("separable", "asahi", "*C3 31x31 *", "", 32, "its loops are not unrolled"),
    ("direct", "freedreno", "16UC3 5x5 *", "", 512, "as on asahi; the driver counts steps of 512 bytes"),
    ("separable", "freedreno", "*C3 31x31 *", "", 512, "as on asahi"),
    ("direct", "freedreno", "8U* 1919", "", 512, "words at any address; the cause is not known"),
)

# Targets and filters that may execute more instructions than OpenCV's programs, with the largest ratio and the reason.
MORE = (
    ("gfx906", "*C[34] 31x31 gaussian *", 1.2, "fewer rows per work-item, for three waves"),
    ("gfx906", "16UC3 9x9 gaussian *", 1.01, "fewer rows per work-item, for three waves"),
    ("gfx942", "*C[34] [37]x[37] *", 1.5, "small tiles, so that 1080p fills 304 compute units"),
    *((target, "*C[34] * gaussian *", 1.7, "OpenCV's pass goes down the image, and filters no row twice")
      for target in ("skl", "tgllp", "dg2", "lnl")),
)

# Statements (regular expressions for what precedes the arguments) that only tiles at the image's edge, or with values
# that are not finite, execute. Without them the compiler shows what all other tiles spill and execute.
CALLS_OF_FEW = {"direct": ("filterBorder",), "separable": ("columnsBorder",),
                "fft": (r"own\[j \* FFT_STEP1\]\.x = borderPixel", "redoOutputs", "storeHoles")}

STOCK = "OpenCV"  # takes the place of an implementation's name

# outputs: scalars of the result per work-item
# products: maximum of multiply-adds per work-item
# passes: iterations of loops for which the program has no number; None if there are no such loops
Program = collections.namedtuple("Program", "target filter implementation parameters kernel options group outputs "
                                 "products passes source")


def programs(explain, target, kind, width, image_type, size):
    """The programs of a filter, by clconv_explain; none if the CPU has to run it because the device lacks double."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([explain, f"--device={target}", f"--programs={folder}", image_type, f"{width}x{HEIGHT}",
                               str(size), "reflect101", kind], capture_output=True, text=True)
        if "no implementation would run" in done.stderr:
            return []
        done.check_returncode()
        plan = json.loads(pathlib.Path(folder, "programs.json").read_text())
        parameters = " ".join(f"{key}={value}" for key, value in plan["parameters"].items())
        most = size**2 if plan["implementation"] == "direct" else math.inf
        passes = 1 if plan["implementation"] == "fft" else None  # loops repeat only for values that are not finite
        outputs = [width * HEIGHT * int(image_type[-1]) / math.prod(one["global"]) for one in plan["programs"]]
        return [Program(target, name_of(kind, width, image_type, size), plan["implementation"], parameters,
                        one["kernel"], one["options"], one["group"], own, own * most, passes,
                        pathlib.Path(folder, one["file"]).read_text()) for one, own in zip(plan["programs"], outputs)]


def programs_of_opencv(sources, target, kind, width, image_type, size):
    return [Program(target, name_of(kind, width, image_type, size), STOCK, "", one.kernel, one.options, (0, 0),
                    one.outputs, math.inf, one.passes, one.source)
            for one in stock.stock_programs(sources, maker_of(target) is Intel, kind, image_type, size, width, HEIGHT)]


def name_of(kind, width, image_type, size):
    return f"{image_type} {size}x{size} {kind} {width}"


def maker_of(target):
    return (Amd if target.startswith("gfx") else Nvidia if target.startswith("sm_") else
            Mesa if target in Mesa.SHIMS else Intel)


def output_of(command, errors=subprocess.PIPE, **more):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=errors, text=True, **more).stdout


class Amd:
    """The waves that registers (by the compiler's report) and local memory leave. clang 15 counts local memory
    otherwise: here a compute unit of four SIMDs, of two on RDNA, has 64 KiB."""

    LOCAL_BYTES = 1 << 16

    def __init__(self, options):
        self.opt = options.command + [re.sub(r"clang([^/]*)$", r"opt\1", options.clang),
                                      "-passes=print<scalar-evolution>", "-disable-output"]
        self.command = options.command + [options.clang, "-x", "cl", "-cl-std=CL1.2", "-target", "amdgcn-amd-amdhsa",
                                          "-O3", "-D", "AMD_DEVICE", "-Xclang", "-finclude-default-header", "-w",
                                          "-fno-discard-value-names"]
        if (pathlib.Path(options.root) / LIBRARIES).is_dir():
            self.command.append(f"--rocm-device-lib-path=/{LIBRARIES}")

    def compile(self, program, folder, inside, counts):
        command = self.command + [f"-mcpu={program.target}", *program.options.split(), f"{inside}/program.cl", "-S",
                                  "-o", "-"]
        text = output_of(command)
        facts = text[text.index(f"\n{program.kernel}:"):]

        def number(name):
            return int(re.search(rf"^; {name}: (\d+)", facts, re.M).group(1))

        lanes, simds = (32, 2) if program.target.startswith("gfx1") else (64, 4)
        waves, local = number("Occupancy"), number("LDSByteSize")
        if local:
            items = program.group[0] * program.group[1]
            waves = min(waves, self.LOCAL_BYTES // local * -(-items // lanes) // simds)
        return {"registers": number("NumVgprs"), "spilled": number("ScratchSize"), "waves": waves, "lanes": lanes,
                **(self.count(program, command, text) if counts else {})}

    def count(self, program, command, text):
        evolution = output_of(self.opt, subprocess.STDOUT, input=output_of(command + ["-emit-llvm"]))
        return executed.executed_by_amd(text, evolution, program.kernel, program.products)._asdict()


class Intel:
    """Spilled bytes are per thread: registers and private arrays. A thread has a fixed number of registers, so that the
    number of threads at a time does not depend on the program. For GPUs before Gen12 the back end is the last release
    that supported them; Debian lacks its front end, so it gets SPIR-V from the current one."""

    WIDE = ("pvc", "lnl", "bmg", "ptl")  # their ALUs take 16 lanes at a time, not 8
    LEGACY = ("bdw", "skl", "kbl", "cfl", "glk", "bxt", "icllp")
    FRONT = "lnl"  # the target for SPIR-V: one with double

    def __init__(self, options):
        self.ocloc, self.legacy = options.command + [options.ocloc], options.command + [options.ocloc_legacy]

    def run(self, ocloc, target, inside, *arguments, **environment):
        subprocess.run(ocloc + ["compile", "-device", target, "-out_dir", f"{inside}/dump", "-output", "x",
                                *arguments], check=True, capture_output=True, text=True,
                       env=dict(os.environ, **environment))

    def compile(self, program, folder, inside, counts):
        dump = {"IGC_ShaderDumpEnable": "1", "IGC_DumpToCustomDir": f"{inside}/dump"}
        source = ("-file", f"{inside}/program.cl", "-options", program.options + " -D INTEL_DEVICE")
        os.makedirs(f"{folder}/dump")
        if program.target in self.LEGACY:
            self.run(self.ocloc, self.FRONT, inside, "-spv_only", *source)
            spirv = next(pathlib.Path(folder, "dump").glob("x*.spv")).name
            self.run(self.legacy, program.target, inside, "-spirv_input", "-file", f"{inside}/dump/{spirv}", **dump)
        else:
            self.run(self.ocloc, program.target, inside, *source, **dump)
        for file in pathlib.Path(folder, "dump").glob("*.zeinfo"):
            for part in re.split(r"\n *- name: +", file.read_text())[1:]:
                if part.split()[0] == program.kernel:
                    fact = {name: int(value) for name, value in re.findall(r"(\w+): +(\d+)", part)}
                    return {"registers": fact["grf_count"], "waves": "",
                            "spilled": fact.get("spill_size", 0) + fact.get("private_size", 0),
                            "lanes": fact["simd_size"],
                            **(self.count(program, folder, fact["simd_size"]) if counts else {})}
        raise RuntimeError(f"{program.target} {program.filter}: ocloc describes no {program.kernel}")

    def count(self, program, folder, lanes):
        for file in pathlib.Path(folder, "dump").glob(f"*_simd{lanes}_*.asm"):
            text = file.read_text()
            if text.startswith(f"//.kernel {program.kernel}\n"):
                width = 16 if program.target in self.WIDE else 8
                return executed.executed_by_intel(text, width, lanes, program.passes,
                                                  program.products)._asdict()
        raise RuntimeError(f"{program.target} {program.filter}: ocloc writes no machine code of {program.kernel}")


class Nvidia:
    """Spilled bytes are the stack frame of a work-item: registers, private arrays and calls."""

    def __init__(self, options):
        self.ptxas = options.command + [options.ptxas]
        try:
            self.opencl = opencl.OpenCL("NVIDIA CUDA")
        except (OSError, RuntimeError) as error:
            sys.exit(f"programs for NVIDIA's GPUs need NVIDIA's OpenCL: {error}")

    def compile(self, program, folder, inside, counts):
        ptx = self.opencl.binary_of(program.source, program.options).rstrip(b"\0").decode()
        pathlib.Path(folder, "program.ptx").write_text(re.sub(r"^\.target .*$", f".target {program.target}", ptx,
                                                              flags=re.M))
        cap = re.search(r"-cl-nv-maxrregcount=(\d+)", program.options)
        command = self.ptxas + ["-v", f"-arch={program.target}", f"{inside}/program.ptx",
                                "-o", f"{inside}/program.cubin"]
        report = subprocess.run(command + ([f"-maxrregcount={cap.group(1)}"] if cap else []), check=True,
                                capture_output=True, text=True).stderr
        facts = report[report.index(f"Function properties for {program.kernel}\n"):]
        return {"registers": int(re.search(r"Used (\d+) registers", facts).group(1)),
                "spilled": int(re.search(r"(\d+) bytes stack frame", facts).group(1)), "waves": "", "lanes": 32}


class Mesa:
    """Spilled bytes are the private memory of a work-item as rusticl reports it on a GPU that mesa-drm-shim simulates;
    for Apple's GPU those of the machine code, from the driver's statistics."""

    SHIMS = {"asahi": "asahi", "freedreno": "freedreno", "radeonsi": "amdgpu"}
    LANES = {"asahi": 32, "freedreno": 64, "radeonsi": 64}
    FILES = ("opencl.py", "private_memory.py")  # copied to where a process in the other root can read them

    def __init__(self, options):
        self.command = options.command + ["env", "OCL_ICD_VENDORS=/etc/OpenCL/vendors/rusticl.icd", "FD_GPU_ID=660",
                                          "AMDGPU_GPU_ID=navi21", "MESA_SHADER_CACHE_DISABLE=true",
                                          "AGX_MESA_DEBUG=shaderdb"]

    def compile(self, program, folder, inside, counts):
        for name in self.FILES:
            shutil.copy(pathlib.Path(__file__).with_name(name), folder)
        shim = f"/usr/lib/x86_64-linux-gnu/lib{self.SHIMS[program.target]}_noop_drm_shim.so"
        done = subprocess.run(self.command + [f"LD_PRELOAD={shim}", f"RUSTICL_ENABLE={program.target}", "python3",
                                              f"{inside}/private_memory.py", f"{inside}/program.cl", program.options,
                                              program.kernel], check=True, capture_output=True, text=True)
        registers, spilled = "", int(done.stdout)
        if program.target == "asahi":  # rusticl does not report what Apple's machine code spills; the kernel comes last
            registers, spilled = re.findall(r"(\d+) gprs, .* (\d+) scratch", done.stderr)[-1]
        return {"registers": registers, "waves": "", "lanes": self.LANES[program.target], "spilled": int(spilled)}


def inside_of(program):
    """The program without the statements that only few tiles execute."""
    source = program.source
    for name in CALLS_OF_FEW.get(program.implementation, ()):
        source, calls = re.subn(rf"^ *{name}\([^;{{]*\);", ";", source, flags=re.M)
        if not calls:
            raise RuntimeError(f"{program.implementation} has no statement {name}(...)")
    return program._replace(source=source)


def compiled(program, compilers, root, counts):
    """The compiler's report, with the bytes that usual tiles spill and what they execute; or its message."""
    usual = inside_of(program)
    result = compiled_once(program, compilers, root, counts and usual == program)
    if "error" in result or usual == program or not (result["spilled"] or counts):
        return {**result, "inside": result.get("spilled")}
    inside = compiled_once(usual, compilers, root, counts)
    return inside if "error" in inside else {**inside, **result,
                                             "inside": min(inside["spilled"], result["spilled"])}


def compiled_once(program, compilers, root, counts):
    compiler = compilers[maker_of(program.target)]
    with tempfile.TemporaryDirectory(dir=os.path.join(root, "tmp")) as folder:
        pathlib.Path(folder, "program.cl").write_text(program.source)
        try:
            return compiler.compile(program, folder, "/" + os.path.relpath(folder, root), counts)
        except subprocess.CalledProcessError as error:
            return {"error": error.stderr or error.stdout or str(error)}
        except (AttributeError, LookupError, RuntimeError, ValueError) as error:
            return {"error": f"the compiler's output is not understood: {error}"}


def fault_of(program, result):
    """The reason why a program fails the check; empty if it passes or is an exception."""
    if "error" in result:
        return result["error"]
    if program.implementation == STOCK:
        return ""
    least = next((waves for pattern, waves in LEAST.items() if fnmatch.fnmatch(program.target, pattern)), "")
    most = 0
    for implementation, target, name, waves, spilled, _ in EXCEPTIONS:
        if (implementation == program.implementation and fnmatch.fnmatch(program.target, target) and
                fnmatch.fnmatch(program.filter, name)):
            least, most = waves, spilled
    if result["inside"] > most:
        return f"{result['inside']} bytes spilled"
    return f"{result['waves']} waves, not {least}" if least and result["waves"] < least else ""


def main():
    parser = argparse.ArgumentParser(description="compiles programs of clconv for GPUs that this machine lacks")
    parser.add_argument("--explain", default="clconv_explain", help="path of clconv_explain")
    parser.add_argument("--targets", nargs="+", default=AMD, help="gfx906, ... for clang; skl, dg2, ... "
                        "for ocloc; sm_75, ... for ptxas; asahi, freedreno, radeonsi for Mesa")
    parser.add_argument("--types", nargs="+", default=TYPES)
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES, help="of the kernels")
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS)
    parser.add_argument("--widths", nargs="+", type=int, default=(1920, 1919), help="of the images; rows are padded "
                        "to no alignment")
    parser.add_argument("--clang", default="clang-15")
    parser.add_argument("--ocloc", default="ocloc")
    parser.add_argument("--ocloc-legacy", default="ocloc-24.35.0", help="for GPUs before Gen12")
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--root", default="/", help="folder of a system that has the compilers; needs root")
    parser.add_argument("--stock", help="libopencv_imgproc.so: count what clconv's and OpenCV's programs execute")
    parser.add_argument("--csv", help="file for the rows")
    options = parser.parse_args()
    if options.stock and any(maker_of(target) in (Nvidia, Mesa) for target in options.targets):
        parser.error("--stock: programs for NVIDIA's GPUs and Mesa's drivers are not counted")
    options.command = [] if options.root == "/" else ["chroot", options.root]
    filters = [(options.explain, target, kind, width, image_type, size)
               for target in options.targets for image_type in options.types for size in options.sizes
               for kind in options.kinds for width in options.widths]
    compilers = {maker: maker(options) for maker in set(map(maker_of, options.targets))}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [program for some in pool.map(lambda one: programs(*one), filters) for program in some]
        if options.stock:
            sources = stock.sources_of(options.stock)
            found += [program for one in filters for program in programs_of_opencv(sources, *one[1:])]
        unique = {}
        for program in found:
            key = hashlib.sha256("\n".join((program.target, program.options, program.kernel, program.source,
                                            str(program.products), str(program.passes))).encode()).digest()
            unique.setdefault(key, []).append(program)
        results = pool.map(lambda some: compiled(some[0], compilers, options.root, options.stock is not None),
                           unique.values())
        result_of = {id(program): result for some, result in zip(unique.values(), results) for program in some}
    rows, faults, cost = [], 0, collections.Counter()
    for program in found:
        result = result_of[id(program)]
        fault = fault_of(program, result)
        if fault:
            faults += 1
            print(f"{program.target} {program.filter}, {program.implementation} {program.kernel}: {fault}")
        if "error" not in result:
            row = {"target": program.target, "filter": program.filter,
                   "implementation": program.implementation, "kernel": program.kernel,
                   **{name: result[name] for name in ("registers", "spilled", "inside", "waves", "lanes")}}
            for name in executed.Executed._fields if options.stock else ():
                row[name] = f"{result[name] / program.outputs:.2f}"
            rows.append({**row, "parameters": program.parameters})
            if options.stock:
                cost[program.target, program.filter, program.implementation == STOCK] += \
                    result["instructions"] / program.outputs
    for (target, name, of_opencv), instructions in cost.items():
        most = max([times for one, some, times, _ in MORE
                    if fnmatch.fnmatch(target, one) and fnmatch.fnmatch(name, some)], default=1)
        if not of_opencv and instructions >= most * cost.get((target, name, True), math.inf):
            faults += 1
            print(f"{target} {name}: {instructions:.1f} instructions per output, OpenCV {cost[target, name, True]:.1f}")
    if options.csv and rows:
        with open(options.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    print(f"{len(found)} programs, {len(unique)} of them different, for {' '.join(options.targets)}: {faults} spill, "
          "have too few waves, execute too much or do not compile")
    sys.exit(faults > 0)


main()
