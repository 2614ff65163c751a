# SPDX-License-Identifier: Apache-2.0
#
# Builds programs with an OpenCL driver, through the functions of the ICD loader.

import ctypes
import subprocess

ALL = 0xFFFFFFFF  # constants from CL/cl.h
PLATFORM_NAME, BUILD_LOG, BINARY_SIZES, BINARIES, PRIVATE_BYTES = 0x0902, 0x1183, 0x1165, 0x1166, 0x11B4


class OpenCL:
    """The first device of a platform. An error raises RuntimeError; a failed build raises subprocess.CalledProcessError
    with the compiler's messages."""

    def __init__(self, platform):
        self.library = ctypes.CDLL("libOpenCL.so.1")
        self.device = self.find_device(platform.encode())
        self.context = self.made("clCreateContext", None, 1, ctypes.byref(self.device), None, None)

    def check(self, name, *arguments):
        error = getattr(self.library, name)(*arguments)
        if error:
            raise RuntimeError(f"{name} gives {error}")

    def made(self, name, *arguments):
        """Creates an object by a function that reports its error through the last argument."""
        error, function = ctypes.c_int(), getattr(self.library, name)
        function.restype = ctypes.c_void_p
        handle = ctypes.c_void_p(function(*arguments, ctypes.byref(error)))
        if error.value:
            raise RuntimeError(f"{name} returns {error.value}")
        return handle

    def find_device(self, name):
        size = 256
        count, text, device = ctypes.c_uint(), ctypes.create_string_buffer(size), ctypes.c_void_p()
        self.check("clGetPlatformIDs", 0, None, ctypes.byref(count))
        platforms = (ctypes.c_void_p * count.value)()
        self.check("clGetPlatformIDs", count, platforms, None)
        for platform in map(ctypes.c_void_p, platforms):
            self.check("clGetPlatformInfo", platform, PLATFORM_NAME, ctypes.c_size_t(size), text, None)
            if text.value == name:
                self.check("clGetDeviceIDs", platform, ctypes.c_uint64(ALL), 1, ctypes.byref(device), None)
                return device
        raise RuntimeError(f"there is no platform {name.decode()}")

    def built(self, source, options):
        text = ctypes.c_char_p(source.encode())
        program = self.made("clCreateProgramWithSource", self.context, 1, ctypes.byref(text), None)
        if self.library.clBuildProgram(program, 1, ctypes.byref(self.device), options.encode(), None, None):
            size = 1 << 16
            log = ctypes.create_string_buffer(size)
            self.check("clGetProgramBuildInfo", program, self.device, BUILD_LOG, ctypes.c_size_t(size), log, None)
            self.library.clReleaseProgram(program)
            raise subprocess.CalledProcessError(1, "clBuildProgram", stderr=log.value.decode(errors="replace"))
        return program

    def binary_of(self, source, options):
        program, size = self.built(source, options), ctypes.c_size_t()
        try:
            self.check("clGetProgramInfo", program, BINARY_SIZES, ctypes.c_size_t(ctypes.sizeof(size)),
                       ctypes.byref(size), None)
            binary = ctypes.create_string_buffer(size.value)
            pointer = ctypes.c_char_p(ctypes.addressof(binary))
            self.check("clGetProgramInfo", program, BINARIES, ctypes.c_size_t(ctypes.sizeof(pointer)),
                       ctypes.byref(pointer), None)
            return binary.raw
        finally:
            self.library.clReleaseProgram(program)

    def private_bytes_of(self, source, options, name):
        """Private memory per work-item of a kernel."""
        program, value = self.built(source, options), ctypes.c_uint64()
        try:
            kernel = self.made("clCreateKernel", program, name.encode())
            self.check("clGetKernelWorkGroupInfo", kernel, self.device, PRIVATE_BYTES,
                       ctypes.c_size_t(ctypes.sizeof(value)), ctypes.byref(value), None)
            self.library.clReleaseKernel(kernel)
            return value.value
        finally:
            self.library.clReleaseProgram(program)
