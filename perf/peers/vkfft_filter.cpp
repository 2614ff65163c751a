// SPDX-License-Identifier: Apache-2.0
//
// VkFFT's plans, and kernels for padding and cropping. The header of VkFFT defines functions: it is included here only.

#include "vkfft_filter.hpp"

#include <vkFFT.h>

#include <stdexcept>

namespace vkfft {
namespace {

//! Planes of floats, one for each channel; rows end with two that only the transform uses.
const char* const kernelsSource = R"(
//! The image and beyond it the nearest of its pixels.
__kernel void pad(__global const T* src, int width, int height, int radius, __global float* planes, int columns,
                  int rows)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= columns || y >= rows)
        return;
    const size_t from = (size_t)clamp(y - radius, 0, height - 1) * width + clamp(x - radius, 0, width - 1);
    for (int c = 0; c < CN; c++)
        planes[((size_t)c * rows + y) * (columns + 2) + x] = src[from * CN + c];
}

__kernel void crop(__global T* dst, int width, int height, __global const float* planes, int columns, int rows)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    for (int c = 0; c < CN; c++)
        dst[((size_t)y * width + x) * CN + c] = CONVERT(planes[((size_t)c * rows + y) * (columns + 2) + x]);
}
)";

cl::Context context()
{
    return cl::Context(static_cast<cl_context>(cv::ocl::Context::getDefault().ptr()), true);
}

cl::Device device()
{
    return cl::Device(static_cast<cl_device_id>(cv::ocl::Device::getDefault().ptr()), true);
}

cl::CommandQueue queue()
{
    return cl::CommandQueue(static_cast<cl_command_queue>(cv::ocl::Queue::getDefault().ptr()), true);
}

void require(VkFFTResult result, const char* what)
{
    if (result != VKFFT_SUCCESS)
        throw std::runtime_error(std::string(what) + ": VkFFT error " + std::to_string(result));
}

cl::Buffer bufferOf(const cv::UMat& image, cv::AccessFlag access)
{
    return cl::Buffer(static_cast<cl_mem>(image.handle(access)), true);
}

void enqueue(const cl::Kernel& kernel, cv::Size items)
{
    const int width = 32, height = 8; // of a work-group
    const cl::NDRange global(cv::alignSize(size_t(items.width), width), cv::alignSize(size_t(items.height), height));
    queue().enqueueNDRangeKernel(kernel, cl::NullRange, global, cl::NDRange(width, height));
}

//! The smallest even length from this one on without prime factors above 7.
int goodLength(int length)
{
    for (int good = length + length % 2;; good += 2)
    {
        int rest = good;
        for (int prime : {2, 3, 5, 7})
            while (rest % prime == 0)
                rest /= prime;
        if (rest == 1)
            return good;
    }
}

} // namespace

std::string version()
{
    const int number = VkFFTGetVersion(); // 10226 is 1.2.26
    return cv::format("%d.%d.%d", number / 10000, number / 100 % 100, number % 100);
}

cv::Size paddedSize(const bench::Case& c)
{
    return {goodLength(c.size.width + c.ksize - 1), goodLength(c.size.height + c.ksize - 1)};
}

struct Transforms::Plans
{
    Plans(cv::Size padded_, int channels_) :
        padded(padded_), channels(channels_),
        bytes(sizeof(float) * size_t(padded.width + 2) * size_t(padded.height) * size_t(channels)), onDevice(device()),
        in(context()), commands(queue()), planes(in, CL_MEM_READ_WRITE, bytes), spectrum(in, CL_MEM_READ_WRITE, bytes)
    {
    }

    ~Plans()
    {
        deleteVkFFT(&kernelTransform);
        deleteVkFFT(&convolution);
    }

    void append(VkFFTApplication& transform)
    {
        VkFFTLaunchParams launch = {};
        launch.commandQueue = &commands();
        require(VkFFTAppend(&transform, -1, &launch), "VkFFTAppend");
    }

    const cv::Size padded;
    const int channels;
    uint64_t bytes;
    cl::Device onDevice;
    cl::Context in;
    cl::CommandQueue commands;
    cl::Buffer planes, spectrum;
    VkFFTApplication kernelTransform = {}, convolution = {};
};

Transforms::Transforms(cv::Size padded, int channels) : plans_(new Plans(padded, channels))
{
    VkFFTConfiguration settings = {};
    settings.FFTdim = 2;
    settings.size[0] = uint64_t(padded.width);
    settings.size[1] = uint64_t(padded.height);
    settings.device = &plans_->onDevice();
    settings.context = &plans_->in();
    settings.performR2C = 1;
    settings.normalize = 1;
    settings.coordinateFeatures = uint64_t(channels);
    settings.bufferSize = &plans_->bytes;
    VkFFTConfiguration ofKernel = settings;
    ofKernel.kernelConvolution = 1;
    ofKernel.buffer = &plans_->spectrum();
    require(initializeVkFFT(&plans_->kernelTransform, ofKernel), "planning the kernel's transform");
    settings.performConvolution = 1;
    settings.kernel = &plans_->spectrum();
    settings.kernelSize = &plans_->bytes;
    settings.buffer = &plans_->planes();
    require(initializeVkFFT(&plans_->convolution, settings), "planning the convolution");
}

Transforms::~Transforms() = default;

bool Transforms::fits(cv::Size padded, int channels) const
{
    return padded == plans_->padded && channels == plans_->channels;
}

//! For a correlation the tap (x, y) is at (-x, -y); the first output is then that of the first window.
void Transforms::setKernel(const cv::Mat& kernel)
{
    const size_t width = size_t(plans_->padded.width), height = size_t(plans_->padded.height);
    std::vector<float> taps(plans_->bytes / sizeof(float), 0.f);
    for (size_t c = 0; c < size_t(plans_->channels); c++)
        for (size_t y = 0; y < size_t(kernel.rows); y++)
            for (size_t x = 0; x < size_t(kernel.cols); x++)
                taps[(c * height + (height - y) % height) * (width + 2) + (width - x) % width] =
                    kernel.at<float>(int(y), int(x));
    plans_->commands.enqueueWriteBuffer(plans_->spectrum, CL_TRUE, 0, plans_->bytes, taps.data());
    plans_->append(plans_->kernelTransform);
}

void Transforms::convolve()
{
    plans_->append(plans_->convolution);
}

const cl::Buffer& Transforms::planes() const
{
    return plans_->planes;
}

Filter::Filter(const bench::Case& c, Transforms& transforms) :
    size_(c.size), padded_(paddedSize(c)), radius_(c.ksize / 2), transforms_(transforms)
{
    const bool bytes = CV_MAT_DEPTH(c.pixel.type) == CV_8U;
    const std::string types = bytes ? "-DT=uchar -DCONVERT=convert_uchar_sat_rte" : "-DT=float -DCONVERT=";
    cl::Program program(context(), std::string(kernelsSource));
    program.build({device()}, (types + " -DCN=" + std::to_string(CV_MAT_CN(c.pixel.type))).c_str());
    pad_ = cl::Kernel(program, "pad");
    crop_ = cl::Kernel(program, "crop");
}

void Filter::pad(const cv::UMat& src)
{
    pad_.setArg(0, bufferOf(src, cv::ACCESS_READ));
    pad_.setArg(1, cl_int(size_.width));
    pad_.setArg(2, cl_int(size_.height));
    pad_.setArg(3, cl_int(radius_));
    pad_.setArg(4, transforms_.planes());
    pad_.setArg(5, cl_int(padded_.width));
    pad_.setArg(6, cl_int(padded_.height));
    enqueue(pad_, padded_);
}

void Filter::crop(const cv::UMat& dst)
{
    crop_.setArg(0, bufferOf(dst, cv::ACCESS_WRITE));
    crop_.setArg(1, cl_int(size_.width));
    crop_.setArg(2, cl_int(size_.height));
    crop_.setArg(3, transforms_.planes());
    crop_.setArg(4, cl_int(padded_.width));
    crop_.setArg(5, cl_int(padded_.height));
    enqueue(crop_, size_);
}

void Filter::operator()(const bench::Pair& pair)
{
    pad(pair.src);
    transforms_.convolve();
    crop(pair.dst);
}

} // namespace vkfft
