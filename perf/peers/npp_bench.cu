// SPDX-License-Identifier: Apache-2.0
//
// Times NVIDIA NPP's general filter, nppiFilterBorder, with the method of clconv_bench: pairs of random images, used in
// turn so that they have left the caches; calls back to back; the median of several rounds. Prints CSV for
// clconv_bench --join. For CUDA 13, which provides only the functions with a context (_Ctx).
//
// Build: nvcc -O3 -std=c++17 npp_bench.cu -lnppif -lnppc -o npp_bench

#include <cuda_runtime.h>
#include <nppi_filtering_functions.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace
{

const int rounds = 5;
const double roundUs = 10000;
const size_t caches = size_t(256) << 20;
const size_t maxPairs = 64;

void require(cudaError_t status, const char* what)
{
    if (status == cudaSuccess)
        return;
    std::fprintf(stderr, "npp_bench: %s: %s\n", what, cudaGetErrorString(status));
    std::exit(1);
}

void require(NppStatus status, const char* what)
{
    if (status == NPP_SUCCESS)
        return;
    std::fprintf(stderr, "npp_bench: %s: NPP status %d\n", what, int(status));
    std::exit(1);
}

__device__ unsigned scramble(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

__global__ void noise(Npp8u* values, size_t count, unsigned seed)
{
    const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count)
        values[i] = Npp8u(scramble(unsigned(i) ^ scramble(seed)));
}

__global__ void noise(Npp32f* values, size_t count, unsigned seed)
{
    const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count)
        values[i] = float(scramble(unsigned(i) ^ scramble(seed)) >> 8) * (1.f / 16777216.f);
}

NppStreamContext makeContext()
{
    NppStreamContext context = {};
    context.hStream = 0;
    require(cudaGetDevice(&context.nCudaDeviceId), "cudaGetDevice");
    cudaDeviceProp properties;
    require(cudaGetDeviceProperties(&properties, context.nCudaDeviceId), "cudaGetDeviceProperties");
    context.nMultiProcessorCount = properties.multiProcessorCount;
    context.nMaxThreadsPerMultiProcessor = properties.maxThreadsPerMultiProcessor;
    context.nMaxThreadsPerBlock = properties.maxThreadsPerBlock;
    context.nSharedMemPerBlock = properties.sharedMemPerBlock;
    context.nCudaDevAttrComputeCapabilityMajor = properties.major;
    context.nCudaDevAttrComputeCapabilityMinor = properties.minor;
    require(cudaStreamGetFlags(context.hStream, &context.nStreamFlags), "cudaStreamGetFlags");
    int version = 0;
    require(cudaRuntimeGetVersion(&version), "cudaRuntimeGetVersion");
    std::fprintf(stderr, "npp_bench: %s, CUDA %d.%d\n", properties.name, version / 1000, version % 1000 / 10);
    return context;
}

template<typename T>
using Filter = NppStatus (*)(const T* src, Npp32s srcStep, NppiSize srcSize, NppiPoint srcOffset, T* dst,
                             Npp32s dstStep, NppiSize roi, const Npp32f* kernel, NppiSize kernelSize, NppiPoint anchor,
                             NppiBorderType border, NppStreamContext context);

template<typename T>
struct Pair
{
    T *src, *dst;
};

template<typename T>
std::vector<Pair<T>> makePairs(size_t values)
{
    const size_t bytes = values * sizeof(T);
    std::vector<Pair<T>> pairs(std::min(caches / (2 * bytes) + 1, maxPairs));
    for (size_t i = 0; i < pairs.size(); i++)
    {
        require(cudaMalloc(&pairs[i].src, bytes), "cudaMalloc");
        require(cudaMalloc(&pairs[i].dst, bytes), "cudaMalloc");
        noise<<<unsigned((values + 255) / 256), 256>>>(pairs[i].src, values, unsigned(i));
    }
    require(cudaDeviceSynchronize(), "filling the images");
    return pairs;
}

Npp32f* makeKernel(int ksize)
{
    std::mt19937 random(ksize);
    std::uniform_real_distribution<float> uniform(-1.f, 1.f);
    std::vector<Npp32f> kernel(size_t(ksize) * ksize);
    for (Npp32f& k : kernel)
        k = uniform(random) / ksize + 1.f / (ksize * ksize);
    Npp32f* device = nullptr;
    require(cudaMalloc(&device, kernel.size() * sizeof(Npp32f)), "cudaMalloc");
    require(cudaMemcpy(device, kernel.data(), kernel.size() * sizeof(Npp32f), cudaMemcpyHostToDevice), "cudaMemcpy");
    return device;
}

//! Median time of a call in microseconds. The argument of `call` is its index.
template<typename Call>
double measure(const Call& call)
{
    size_t next = 0;
    const auto batch = [&](int calls) {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < calls; i++)
            call(next++);
        require(cudaDeviceSynchronize(), "a batch of calls");
        return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
    };
    batch(2);
    int calls = 1;
    while (batch(calls) < roundUs && calls < 10000)
        calls *= 2;
    std::vector<double> times;
    for (int i = 0; i < rounds; i++)
        times.push_back(batch(calls) / calls);
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

//! @returns how many kernel sizes NPP refused
template<typename T>
int measureType(const char* type, int channels, Filter<T> filter, const NppStreamContext& context)
{
    const NppiSize sizes[] = {{1920, 1080}, {3840, 2160}, {7680, 4320}};
    int refused = 0;
    for (const NppiSize size : sizes)
    {
        std::vector<Pair<T>> pairs = makePairs<T>(size_t(size.width) * size.height * channels);
        const Npp32s step = Npp32s(size.width * channels * sizeof(T));
        for (const int ksize : {3, 5, 7, 9, 11, 15, 21, 31, 41, 63, 101})
        {
            Npp32f* kernel = makeKernel(ksize);
            const auto call = [&](size_t i) {
                const Pair<T>& pair = pairs[i % pairs.size()];
                return filter(pair.src, step, size, NppiPoint{0, 0}, pair.dst, step, size, kernel,
                              NppiSize{ksize, ksize}, NppiPoint{ksize / 2, ksize / 2}, NPP_BORDER_REPLICATE, context);
            };
            const NppStatus first = call(0);
            if (first == NPP_SUCCESS)
            {
                const double us = measure([&](size_t i) { require(call(i), type); });
                std::printf("npp,%dx%d,%s,%d,%.3f\n", size.width, size.height, type, ksize, us);
                std::fflush(stdout);
            }
            else
            {
                std::fprintf(stderr, "npp_bench: %s %dx%d: NPP status %d\n", type, ksize, ksize, int(first));
                refused++;
            }
            require(cudaFree(kernel), "cudaFree");
        }
        for (const Pair<T>& pair : pairs)
        {
            require(cudaFree(pair.src), "cudaFree");
            require(cudaFree(pair.dst), "cudaFree");
        }
    }
    return refused;
}

} // namespace

int main()
{
    const NppStreamContext context = makeContext();
    std::printf("peer,size,type,ksize,wall_us\n");
    const int refused = measureType<Npp8u>("8UC1", 1, nppiFilterBorder32f_8u_C1R_Ctx, context) +
                        measureType<Npp8u>("8UC4", 4, nppiFilterBorder32f_8u_C4R_Ctx, context) +
                        measureType<Npp32f>("32FC1", 1, nppiFilterBorder_32f_C1R_Ctx, context) +
                        measureType<Npp32f>("32FC4", 4, nppiFilterBorder_32f_C4R_Ctx, context);
    return refused ? 1 : 0;
}
