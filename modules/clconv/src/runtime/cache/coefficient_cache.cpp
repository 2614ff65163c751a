// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The content of a filter as a key, and an estimate of the memory of its layouts.

#include "runtime/cache/coefficient_cache.hpp"
#include "coefficients/fft/spectrum.hpp"
#include "coefficients/int8_slices.hpp"

#include <algorithm>
#include <cstring>

namespace cv
{
namespace clconv
{
namespace
{

const size_t maxCoefficientBytes = 64 << 20; // a full cache is cleared, as that of plans

//! The content of a filter: one matrix, or two factors. On the stack for small ones, which are most.
class Content
{
public:
    Content(const std::vector<Mat>& filter, int accDepth)
    {
        size_t bytes = sizeof(accDepth);
        for (const Mat& matrix : filter)
            bytes += headBytes + matrix.total() * matrix.elemSize();
        words_.allocate(ceilDiv(bytes, sizeof(uint64)));
        words_[words_.size() - 1] = 0;
        uchar* to = reinterpret_cast<uchar*>(words_.data());
        const auto append = [&](const void* from, size_t count)
        {
            std::memcpy(to, from, count);
            to += count;
        };
        append(&accDepth, sizeof(accDepth));
        for (const Mat& matrix : filter)
        {
            const int head[] = {matrix.type(), matrix.rows, matrix.cols};
            append(head, headBytes);
            for (int j = 0; j < matrix.rows; ++j)
                append(matrix.ptr(j), matrix.elemSize() * size_t(matrix.cols));
        }
    }

    const uint64* begin() const { return words_.data(); }
    const uint64* end() const { return begin() + words_.size(); }
    size_t bytes() const { return words_.size() * sizeof(uint64); }
    bool operator==(const std::vector<uint64>& other) const
    {
        return other.size() == words_.size() && std::equal(begin(), end(), other.begin());
    }

private:
    static const size_t headBytes = 3 * sizeof(int);

    AutoBuffer<uint64, 64> words_;
};

//! Upper bound of the memory of a coefficient set: all taps and the factors on the host and on the device, specialized
//! taps on the host, int8 slices and spectra on the device. The constant part of an entry counts too, as most filters
//! are small.
//! @param nvidia plans for NVIDIA GPUs may also use int8 slices and scaled taps
//! @param cpu plans are for a CPU device, which has other spectra
size_t maxBytes(const std::vector<Mat>& filter, int accDepth, bool nvidia, bool cpu)
{
    const size_t entry = 1024;
    size_t taps = 1, factors = 0;
    for (const Mat& matrix : filter)
        taps *= matrix.total(), factors += size_t(matrix.rows) + size_t(matrix.cols);
    factors = filter.size() == 1 ? std::min(size_t(maxRank) * factors, taps) : factors;
    const size_t slices = nvidia && filter.size() == 1 ? sliceOperandBytes(filter[0].size(), maxSlices) : 0;
    const size_t operands = std::min(slices, maxSliceOperandBytes);
    const size_t minTransformedTaps = 100; // fewer are never planned so
    const bool large = accDepth == CV_32F && filter.size() == 1 && taps >= minTransformedTaps;
    const Size size = filter[0].size();
    const auto bytes = [&](CoefficientKind kind, int number) { return spectrumBytes(size, {kind, number}); };
    const size_t onCpu = bytes(CoefficientKind::CpuSpectrum, *(std::end(cpuTileSizes) - 1));
    const size_t tiles =
        std::max(bytes(CoefficientKind::Spectrum, fftSize), bytes(CoefficientKind::Spectrum, fftWideSize));
    const size_t spectra = !large ? 0 : cpu ? onCpu : tiles + bytes(CoefficientKind::LargeSpectrum, 0);
    const size_t specializedTaps = std::min<size_t>(taps, maxSpecializedTaps) * sizeof(SpecializedTaps::Tap);
    const size_t scaledTaps = nvidia ? taps + 1 + factors : 0; // for 8 or 16 bits, rarely both
    return entry + 2 * size_t(CV_ELEM_SIZE1(accDepth)) * (taps + factors + scaledTaps) + operands + spectra +
           specializedTaps;
}

} // namespace

std::shared_ptr<const CoefficientSet> CoefficientCache::find(const std::vector<Mat>& filter, int accDepth,
                                                             const DeviceTraits& traits)
{
    const Content content(filter, accDepth);
    const uint64 hash = fnv1a(content);
    const auto findKept = [&]() -> std::shared_ptr<const CoefficientSet>
    {
        const auto same = kept_.equal_range(hash);
        for (auto entry = same.first; entry != same.second; ++entry)
            if (content == entry->second.content)
                return entry->second.set;
        return nullptr;
    };
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (const auto found = findKept())
            return found;
    }
    const auto made = std::make_shared<CoefficientSet>(filter, accDepth);
    const size_t bytes =
        content.bytes() + maxBytes(filter, accDepth, traits.nvidiaCompute > 0 && accDepth == CV_32F, traits.cpu);
    if (bytes > maxCoefficientBytes / 4) // too large to keep: few are used again, and they would evict all others
        return made;
    std::lock_guard<std::mutex> lock(mutex_);
    if (const auto found = findKept()) // another thread has made it meanwhile
        return found;
    if (bytes_ + bytes > maxCoefficientBytes)
    {
        kept_.clear();
        bytes_ = 0;
    }
    kept_.insert({hash, {{content.begin(), content.end()}, made}});
    bytes_ += bytes;
    return made;
}

} // namespace clconv
} // namespace cv
