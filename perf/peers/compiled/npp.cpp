// SPDX-License-Identifier: Apache-2.0
//
// NVIDIA's NPP of CUDA 13, whose functions all need a context (_Ctx): its general filter, and its named filters.
//
// on: gpu
// packages: g++ nvidia-cuda-toolkit
// build: $(for d in /usr/local/cuda; do echo -I$d/include -L$d/lib64 -Wl,-rpath,$d/lib64; done) -lnppif -lnppc -lcudart

#include "serve.hpp"

#include <cuda_runtime.h>
#include <nppcore.h>
#include <nppi_filtering_functions.h>

#include <algorithm>

namespace {

using peers::Bytes;
using peers::Case;

void check(cudaError_t status, const char* what)
{
    peers::require(status == cudaSuccess, std::string(what) + ": " + cudaGetErrorString(status));
}

NppStreamContext makeContext()
{
    NppStreamContext context = {};
    check(cudaGetDevice(&context.nCudaDeviceId), "cudaGetDevice");
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, context.nCudaDeviceId), "cudaGetDeviceProperties");
    context.nMultiProcessorCount = properties.multiProcessorCount;
    context.nMaxThreadsPerMultiProcessor = properties.maxThreadsPerMultiProcessor;
    context.nMaxThreadsPerBlock = properties.maxThreadsPerBlock;
    context.nSharedMemPerBlock = properties.sharedMemPerBlock;
    context.nCudaDevAttrComputeCapabilityMajor = properties.major;
    context.nCudaDevAttrComputeCapabilityMinor = properties.minor;
    check(cudaStreamGetFlags(context.hStream, &context.nStreamFlags), "cudaStreamGetFlags");
    return context;
}

//! Memory on the device.
class Memory
{
public:
    explicit Memory(size_t bytes) : bytes_(bytes) { check(cudaMalloc(&data_, bytes), "cudaMalloc"); }
    Memory(const void* values, size_t bytes) : Memory(bytes)
    {
        check(cudaMemcpy(data_, values, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    }
    Memory(Memory&& other) noexcept : data_(other.data_), bytes_(other.bytes_) { other.data_ = nullptr; }
    ~Memory() { cudaFree(data_); }

    template<typename T>
    T* as() const
    {
        return static_cast<T*>(data_);
    }

    Bytes read() const
    {
        Bytes values(bytes_);
        check(cudaMemcpy(values.data(), data_, bytes_, cudaMemcpyDeviceToHost), "cudaMemcpy");
        return values;
    }

private:
    void* data_ = nullptr;
    size_t bytes_;
};

//! The images of a call, and the other arguments of NPP's functions.
struct Call
{
    const void* src;
    void* dst;
    int step, dstStep; //!< bytes
    NppiSize size;
    NppiPoint origin;
    int ksize;
    const Npp32f* taps;
    NppStreamContext context;
};

using Function = std::function<NppStatus(const Call&)>;
using Key = std::pair<std::string, std::string>; // function, type

const NppiBorderType border = NPP_BORDER_REPLICATE;

//! Calls a function with the arguments of `call`, then those of its kind.
template<typename Src, typename Dst, typename F, typename... More>
NppStatus run(F function, const Call& call, More... more)
{
    return function(static_cast<const Src*>(call.src), call.step, call.size, call.origin, static_cast<Dst*>(call.dst),
                    call.dstStep, call.size, more..., border, call.context);
}

template<typename T, typename F>
Function general(F function)
{
    return [=](const Call& c)
    {
        const NppiSize size = {c.ksize, c.ksize};
        return run<T, T>(function, c, c.taps, size, NppiPoint{c.ksize / 2, c.ksize / 2});
    };
}

template<typename T, typename F>
Function gaussian(F function)
{
    return [=](const Call& c) { return run<T, T>(function, c, c.ksize, c.taps); };
}

template<typename T, typename F>
Function box(F function)
{
    return [=](const Call& c) {
        return run<T, T>(function, c, NppiSize{c.ksize, c.ksize}, NppiPoint{c.ksize / 2, c.ksize / 2});
    };
}

template<typename Src, typename Dst, typename F>
Function of3x3(F function)
{
    return [=](const Call& c) { return run<Src, Dst>(function, c, NPP_MASK_SIZE_3_X_3); };
}

template<typename Src, typename Dst, typename F>
Function fixed(F function)
{
    return [=](const Call& c) { return run<Src, Dst>(function, c); };
}

struct Named
{
    Function function;
    const char* name;
};

#define NAMED(kind, function)                                                                                          \
    {                                                                                                                  \
        kind(function), #function                                                                                      \
    }

const std::map<Key, Named>& functions()
{
    static const std::map<Key, Named> all = {
        {{"filter2D", "8UC1"}, NAMED(general<Npp8u>, nppiFilterBorder32f_8u_C1R_Ctx)},
        {{"filter2D", "8UC3"}, NAMED(general<Npp8u>, nppiFilterBorder32f_8u_C3R_Ctx)},
        {{"filter2D", "8UC4"}, NAMED(general<Npp8u>, nppiFilterBorder32f_8u_C4R_Ctx)},
        {{"filter2D", "32FC1"}, NAMED(general<Npp32f>, nppiFilterBorder_32f_C1R_Ctx)},
        {{"filter2D", "32FC3"}, NAMED(general<Npp32f>, nppiFilterBorder_32f_C3R_Ctx)},
        {{"filter2D", "32FC4"}, NAMED(general<Npp32f>, nppiFilterBorder_32f_C4R_Ctx)},
        {{"GaussianBlur", "8UC1"}, NAMED(gaussian<Npp8u>, nppiFilterGaussAdvancedBorder_8u_C1R_Ctx)},
        {{"GaussianBlur", "8UC3"}, NAMED(gaussian<Npp8u>, nppiFilterGaussAdvancedBorder_8u_C3R_Ctx)},
        {{"GaussianBlur", "8UC4"}, NAMED(gaussian<Npp8u>, nppiFilterGaussAdvancedBorder_8u_C4R_Ctx)},
        {{"GaussianBlur", "32FC1"}, NAMED(gaussian<Npp32f>, nppiFilterGaussAdvancedBorder_32f_C1R_Ctx)},
        {{"GaussianBlur", "32FC3"}, NAMED(gaussian<Npp32f>, nppiFilterGaussAdvancedBorder_32f_C3R_Ctx)},
        {{"GaussianBlur", "32FC4"}, NAMED(gaussian<Npp32f>, nppiFilterGaussAdvancedBorder_32f_C4R_Ctx)},
        {{"blur", "8UC1"}, NAMED(box<Npp8u>, nppiFilterBoxBorder_8u_C1R_Ctx)},
        {{"blur", "8UC3"}, NAMED(box<Npp8u>, nppiFilterBoxBorder_8u_C3R_Ctx)},
        {{"blur", "8UC4"}, NAMED(box<Npp8u>, nppiFilterBoxBorder_8u_C4R_Ctx)},
        {{"blur", "32FC1"}, NAMED(box<Npp32f>, nppiFilterBoxBorder_32f_C1R_Ctx)},
        {{"blur", "32FC3"}, NAMED(box<Npp32f>, nppiFilterBoxBorder_32f_C3R_Ctx)},
        {{"blur", "32FC4"}, NAMED(box<Npp32f>, nppiFilterBoxBorder_32f_C4R_Ctx)},
        {{"Sobel", "8UC1"}, NAMED((of3x3<Npp8u, Npp16s>), nppiFilterSobelVertBorder_8u16s_C1R_Ctx)},
        {{"Sobel", "32FC1"}, NAMED((of3x3<Npp32f, Npp32f>), nppiFilterSobelVertMaskBorder_32f_C1R_Ctx)},
        {{"Scharr", "8UC1"}, NAMED((fixed<Npp8u, Npp16s>), nppiFilterScharrVertBorder_8u16s_C1R_Ctx)},
        {{"Scharr", "32FC1"}, NAMED((fixed<Npp32f, Npp32f>), nppiFilterScharrVertBorder_32f_C1R_Ctx)},
        {{"Laplacian8", "8UC1"}, NAMED((of3x3<Npp8u, Npp16s>), nppiFilterLaplaceBorder_8u16s_C1R_Ctx)},
        {{"Laplacian8", "32FC1"}, NAMED((of3x3<Npp32f, Npp32f>), nppiFilterLaplaceBorder_32f_C1R_Ctx)},
    };
    return all;
}

#undef NAMED

class Npp : public peers::Filter
{
public:
    Npp(const Case& c, const Function& function, std::string name) :
        function_(function), name_(std::move(name)), taps_(tapsOf(c))
    {
        const Bytes source = c.source();
        for (size_t i = 0; i < c.images; i++)
        {
            sources_.emplace_back(source.data(), source.size());
            results_.emplace_back(c.bytesOfResult());
        }
        call_ = {nullptr,
                 nullptr,
                 int(c.bytes() / size_t(c.height)),
                 int(c.bytesOfResult() / size_t(c.height)),
                 {c.width, c.height},
                 {0, 0},
                 c.ksize,
                 taps_.as<Npp32f>(),
                 makeContext()};
    }

    void call(size_t image) override
    {
        call_.src = sources_[image].as<void>();
        call_.dst = results_[image].as<void>();
        const NppStatus status = function_(call_);
        peers::require(status == NPP_SUCCESS, name_ + ": NPP status " + std::to_string(status));
    }

    void wait() override { check(cudaDeviceSynchronize(), "waiting"); }
    Bytes result() override { return results_[0].read(); }

    //! The sign of its derivatives depends on the version.
    std::string notes() const override { return "calls=" + name_ + " border=replicate threads=0 sign=either"; }

private:
    static Memory tapsOf(const Case& c)
    {
        std::vector<float> taps = c.function == "GaussianBlur" ? c.taps() : c.kernel();
        std::reverse(taps.begin(), taps.end()); // the order of taps in NPP's general filter
        return Memory(taps.data(), taps.size() * sizeof(float));
    }

    Function function_;
    std::string name_;
    Memory taps_;
    std::vector<Memory> sources_, results_;
    Call call_ = {};
};

std::unique_ptr<peers::Filter> prepare(const Case& c)
{
    const auto found = functions().find({c.function, c.type});
    if (found == functions().end())
        throw peers::Unsupported("it has no such function");
    return std::make_unique<Npp>(c, found->second.function, found->second.name);
}

} // namespace

int main()
{
    int version = 0;
    cudaDeviceProp properties;
    if (cudaRuntimeGetVersion(&version) != cudaSuccess || cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
    {
        std::puts("peer missing a CUDA device");
        return 0;
    }
    const NppLibraryVersion* npp = nppGetLibVersion();
    return peers::serve("NPP " + std::to_string(npp->major) + "." + std::to_string(npp->minor) + "." +
                            std::to_string(npp->build) + ", CUDA " + std::to_string(version / 1000) + "." +
                            std::to_string(version % 1000 / 10) + ", " + properties.name,
                        prepare);
}
