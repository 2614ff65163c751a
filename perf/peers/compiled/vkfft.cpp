// SPDX-License-Identifier: Apache-2.0
//
// VkFFT's convolution of the whole image by OpenCL, on the first GPU or else the first device. It has no border:
// kernels in this file make float planes padded with copies of the outermost pixels and crop the results, within the
// measured time. The filter's spectrum is computed once. Lengths are the next even ones without prime factors above 7.
//
// on: cpu, gpu
// packages: g++ libvkfft-dev ocl-icd-opencl-dev opencl-clhpp-headers
// build: -DVKFFT_BACKEND=3 -I/usr/include/vkFFT -lOpenCL

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_TARGET_OPENCL_VERSION 120

#include "serve.hpp"

#include <CL/opencl.hpp>
#include <vkFFT.h>

namespace {

using peers::Bytes;
using peers::Case;

//! A row of a plane ends with two floats that only the transform uses.
const char* const kernelsSource = R"(
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

void check(VkFFTResult result, const char* what)
{
    peers::require(result == VKFFT_SUCCESS, std::string(what) + ": VkFFT error " + std::to_string(result));
}

struct Device
{
    Device()
    {
        std::vector<cl::Platform> platforms;
        cl::Platform::get(&platforms);
        for (const cl_device_type type : {cl_device_type(CL_DEVICE_TYPE_GPU), cl_device_type(CL_DEVICE_TYPE_ALL)})
            for (const cl::Platform& platform : platforms)
            {
                std::vector<cl::Device> found;
                try
                {
                    platform.getDevices(type, &found);
                }
                catch (const cl::Error&) // the platform has no device of this type
                {
                    continue;
                }
                if (found.empty())
                    continue;
                device = found[0];
                context = cl::Context(device);
                queue = cl::CommandQueue(context, device);
                return;
            }
        throw std::runtime_error("no OpenCL device");
    }

    cl::Device device;
    cl::Context context;
    cl::CommandQueue queue;
};

Device& gpu()
{
    static Device one;
    return one;
}

uint64_t goodLength(int length)
{
    for (int good = length + length % 2;; good += 2)
    {
        int rest = good;
        for (int prime : {2, 3, 5, 7})
            while (rest % prime == 0)
                rest /= prime;
        if (rest == 1)
            return uint64_t(good);
    }
}

class Transforms : public peers::Filter
{
public:
    explicit Transforms(const Case& c) :
        c_(c), columns_(goodLength(c.width + c.ksize - 1)), rows_(goodLength(c.height + c.ksize - 1)),
        bytes_(sizeof(float) * (columns_ + 2) * rows_ * uint64_t(c.channels())),
        planes_(gpu().context, CL_MEM_READ_WRITE, bytes_), spectrum_(gpu().context, CL_MEM_READ_WRITE, bytes_)
    {
        buildKernels();
        const Bytes source = c.source();
        for (size_t i = 0; i < c.images; i++)
        {
            sources_.emplace_back(gpu().context, CL_MEM_READ_ONLY, source.size());
            results_.emplace_back(gpu().context, CL_MEM_WRITE_ONLY, source.size());
            gpu().queue.enqueueWriteBuffer(sources_.back(), CL_TRUE, 0, source.size(), source.data());
        }
        plan();
        transformKernel();
    }

    ~Transforms() override
    {
        deleteVkFFT(&kernelTransform_);
        deleteVkFFT(&convolution_);
    }

    void call(size_t image) override
    {
        pad_.setArg(0, sources_[image]);
        enqueue(pad_, columns_, rows_);
        append(convolution_);
        crop_.setArg(0, results_[image]);
        enqueue(crop_, size_t(c_.width), size_t(c_.height));
    }

    void wait() override { gpu().queue.finish(); }

    Bytes result() override
    {
        Bytes values(c_.bytesOfResult());
        gpu().queue.enqueueReadBuffer(results_[0], CL_TRUE, 0, values.size(), values.data());
        return values;
    }

    std::string notes() const override
    {
        return "calls=VkFFTAppend,padded:" + std::to_string(columns_) + "x" + std::to_string(rows_) +
               " border=replicate threads=0";
    }

private:
    void buildKernels()
    {
        const std::string types = c_.isFloat() ? "-DT=float -DCONVERT=" : "-DT=uchar -DCONVERT=convert_uchar_sat_rte";
        cl::Program program(gpu().context, std::string(kernelsSource));
        program.build({gpu().device}, (types + " -DCN=" + std::to_string(c_.channels())).c_str());
        pad_ = cl::Kernel(program, "pad");
        pad_.setArg(1, cl_int(c_.width));
        pad_.setArg(2, cl_int(c_.height));
        pad_.setArg(3, cl_int(c_.ksize / 2));
        pad_.setArg(4, planes_);
        pad_.setArg(5, cl_int(columns_));
        pad_.setArg(6, cl_int(rows_));
        crop_ = cl::Kernel(program, "crop");
        crop_.setArg(1, cl_int(c_.width));
        crop_.setArg(2, cl_int(c_.height));
        crop_.setArg(3, planes_);
        crop_.setArg(4, cl_int(columns_));
        crop_.setArg(5, cl_int(rows_));
    }

    void plan()
    {
        VkFFTConfiguration settings = {};
        settings.FFTdim = 2;
        settings.size[0] = columns_;
        settings.size[1] = rows_;
        settings.device = &gpu().device();
        settings.context = &gpu().context();
        settings.performR2C = 1;
        settings.normalize = 1;
        settings.coordinateFeatures = uint64_t(c_.channels());
        settings.bufferSize = &bytes_;
        VkFFTConfiguration ofKernel = settings;
        ofKernel.kernelConvolution = 1;
        ofKernel.buffer = &spectrum_();
        check(initializeVkFFT(&kernelTransform_, ofKernel), "planning the kernel's transform");
        settings.performConvolution = 1;
        settings.kernel = &spectrum_();
        settings.kernelSize = &bytes_;
        settings.buffer = &planes_();
        check(initializeVkFFT(&convolution_, settings), "planning the convolution");
    }

    //! For a correlation, the tap (x, y) is at (-x, -y); then the first output belongs to the first window.
    void transformKernel()
    {
        const std::vector<float> kernel = c_.kernel();
        std::vector<float> taps(bytes_ / sizeof(float), 0.f);
        for (uint64_t channel = 0; channel < uint64_t(c_.channels()); channel++)
            for (uint64_t y = 0; y < uint64_t(c_.ksize); y++)
                for (uint64_t x = 0; x < uint64_t(c_.ksize); x++)
                    taps[(channel * rows_ + (rows_ - y) % rows_) * (columns_ + 2) + (columns_ - x) % columns_] =
                        kernel[y * uint64_t(c_.ksize) + x];
        gpu().queue.enqueueWriteBuffer(spectrum_, CL_TRUE, 0, bytes_, taps.data());
        append(kernelTransform_);
    }

    void append(VkFFTApplication& transform)
    {
        VkFFTLaunchParams launch = {};
        launch.commandQueue = &gpu().queue();
        check(VkFFTAppend(&transform, -1, &launch), "VkFFTAppend");
    }

    void enqueue(const cl::Kernel& kernel, size_t width, size_t height)
    {
        const cl::NDRange global((width + 31) / 32 * 32, (height + 7) / 8 * 8);
        gpu().queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, cl::NDRange(32, 8));
    }

    const Case c_;
    uint64_t columns_, rows_, bytes_;
    cl::Buffer planes_, spectrum_;
    cl::Kernel pad_, crop_;
    std::vector<cl::Buffer> sources_, results_;
    VkFFTApplication kernelTransform_ = {}, convolution_ = {};
};

std::unique_ptr<peers::Filter> prepare(const Case& c)
{
    if (c.function != "filter2D")
        throw peers::Unsupported("only filter2D: it has no named filters");
    return std::make_unique<Transforms>(c);
}

} // namespace

int main()
{
    try
    {
        const int number = VkFFTGetVersion(); // 10226 is 1.2.26
        return peers::serve("VkFFT " + std::to_string(number / 10000) + "." + std::to_string(number / 100 % 100) + "." +
                                std::to_string(number % 100) + ", " + gpu().device.getInfo<CL_DEVICE_NAME>(),
                            prepare);
    }
    catch (const std::exception& error)
    {
        std::printf("peer missing %s\n", error.what());
        return 0;
    }
}
