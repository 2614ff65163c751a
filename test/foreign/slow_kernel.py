# SPDX-License-Identifier: Apache-2.0
#
# OpenCL from Python for the tests of foreign UMats: queues, and a kernel that takes a while before it writes.

import ctypes

_opencl = ctypes.CDLL("libOpenCL.so.1")
_handle, _size = ctypes.c_void_p, ctypes.c_size_t
OUT_OF_ORDER = 1

_SOURCE = b"""
kernel void slow(global uchar* data, int count, uint rounds)
{
    uint x = 1;
    for (uint i = 0; i < rounds; ++i)
        x = x * 1664525 + 1013904223;
    for (int i = 0; i < count; ++i)
        data[i] = x == 12345 ? 1 : 100;
}
kernel void copy(global const uchar* from, global uchar* to, int count)
{
    for (int i = 0; i < count; ++i)
        to[i] = from[i];
}
"""


def _function(name, result, *parameters):
    function = getattr(_opencl, name)
    function.restype, function.argtypes = result, parameters
    return function


def _call(name, *arguments):
    """Calls a function that returns a status."""
    status = _function(name, ctypes.c_int, *[type(argument) for argument in arguments])(*arguments)
    assert status == 0, f"{name} gives {status}"


def _create(name, *arguments):
    """Calls a function that returns an object, and a status through its last parameter."""
    status = ctypes.c_int()
    parameters = [type(argument) for argument in arguments] + [ctypes.POINTER(ctypes.c_int)]
    created = _function(name, _handle, *parameters)(*arguments, ctypes.byref(status))
    assert status.value == 0, f"{name} gives {status.value}"
    return _handle(created)


def _info(name, object_, what):
    value = _handle()
    _call(name, _handle(object_), ctypes.c_uint(what), _size(ctypes.sizeof(value)), ctypes.pointer(value), _handle())
    return value


def references(buffer):
    """The reference count of a buffer."""
    return _info("clGetMemObjectInfo", buffer, 0x1105).value & 0xFFFFFFFF


class Kernels:
    """The kernels in the context of a queue. Objects live as long as the process."""

    def __init__(self, queue):
        self._context = _info("clGetCommandQueueInfo", queue, 0x1090)
        self._device = _info("clGetCommandQueueInfo", queue, 0x1091)
        source = ctypes.c_char_p(_SOURCE)
        program = _create(
            "clCreateProgramWithSource", self._context, ctypes.c_uint(1), ctypes.pointer(source), _handle()
        )
        _call("clBuildProgram", program, ctypes.c_uint(0), _handle(), _handle(), _handle(), _handle())
        self._slow = _create("clCreateKernel", program, ctypes.c_char_p(b"slow"))
        self._copy = _create("clCreateKernel", program, ctypes.c_char_p(b"copy"))

    def queue(self, properties=0):
        """Returns another queue of the device."""
        return _create("clCreateCommandQueue", self._context, self._device, ctypes.c_ulong(properties)).value

    def _enqueue(self, queue, kernel, arguments):
        for i, value in enumerate(arguments):
            _call("clSetKernelArg", kernel, ctypes.c_uint(i), _size(ctypes.sizeof(value)), ctypes.pointer(value))
        one = _size(1)
        _call(
            "clEnqueueNDRangeKernel", _handle(queue), kernel, ctypes.c_uint(1), _handle(), ctypes.pointer(one),
            ctypes.pointer(one), ctypes.c_uint(0), _handle(), _handle()
        )  # fmt: skip
        _call("clFlush", _handle(queue))

    def slow(self, queue, buffer, count, rounds=200_000_000):
        """Enqueues a kernel that writes 100 to the first bytes of the buffer after some tenths of a second on a CPU."""
        self._enqueue(queue, self._slow, [_handle(buffer), ctypes.c_int(count), ctypes.c_uint(rounds)])

    def copy(self, queue, source, target, count):
        self._enqueue(queue, self._copy, [_handle(source), _handle(target), ctypes.c_int(count)])


def finish(queue):
    _call("clFinish", _handle(queue))
