# SPDX-License-Identifier: Apache-2.0
#
# Filters as PyTorch users write them: conv2d of floats with a group for each channel, TF32 off, after padding with
# copies of the outermost pixels. A Gaussian and a box are two convolutions. Channels are planes, as usual in PyTorch.

import numpy

from . import serve

try:
    import torch

    VERSION = f"PyTorch {torch.__version__}, CUDA {torch.version.cuda}, cuDNN {torch.backends.cudnn.version()}"
    if not torch.cuda.is_available():
        VERSION = "missing CUDA in PyTorch"
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.benchmark = True
except ImportError as error:
    VERSION = f"missing {error}"


def filter_of(cell):
    functional = torch.nn.functional
    if cell.pixels != "float32":
        raise serve.Unsupported("only floats")
    channels, radius = int(cell.type[-1]), cell.ksize // 2

    def weights(values):
        return torch.tensor(values).cuda().expand(channels, 1, *values.shape).contiguous()

    kernels = [weights(cell.kernel())]
    if cell.taps() is not None:
        kernels = [weights(cell.taps()[None]), weights(cell.taps()[:, None])]

    def call(image):
        result = functional.pad(image, (radius,) * 4, mode="replicate")
        for kernel in kernels:
            result = functional.conv2d(result, kernel, groups=channels)
        return result

    return call


def prepared(cell, call, name):
    def upload(image):
        planes = image.reshape(cell.height, cell.width, -1).transpose(2, 0, 1)
        return torch.tensor(numpy.ascontiguousarray(planes))[None].cuda()

    def without_gradients(image):
        with torch.inference_mode():
            return call(image)

    return serve.Filter(without_gradients, name, 0, upload=upload,
                        download=lambda result: result[0].cpu().numpy().transpose(1, 2, 0).reshape(cell.shape),
                        wait=torch.cuda.synchronize)
