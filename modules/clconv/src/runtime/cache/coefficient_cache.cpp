// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The content of a filter as a key, and an estimate of the memory of its layouts.

#include "runtime/cache/coefficient_cache.hpp"
#include "coefficients/fft/spectrum.hpp"
#include "coefficients/int8_slices.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

const size_t maxCoefficientBytes = 64 << 20; // a full cache is cleared, as that of plans

//! The content of a filter as a key: one matrix, or two factors.
std::string keyOf(const std::vector<Mat>& filter, int accDepth)
{
    size_t bytes = 1;
    for (const Mat& matrix : filter)
        bytes += 3 * sizeof(int) + matrix.total() * matrix.elemSize();
    std::string key;
    key.reserve(bytes);
    key.push_back(char(accDepth));
    for (const Mat& matrix : filter)
    {
        const int head[] = {matrix.type(), matrix.rows, matrix.cols};
        key.append(reinterpret_cast<const char*>(head), sizeof(head));
        for (int j = 0; j < matrix.rows; ++j)
            key.append(matrix.ptr<char>(j), matrix.elemSize() * size_t(matrix.cols));
    }
    return key;
}

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
    const size_t onCpu = cpuSpectrumBytes(size, *(std::end(cpuTileSizes) - 1));
    const size_t tiles = std::max(fftSpectrumBytes(size), fftSpectrumBytes(size, fftWideSize));
    const size_t spectra = !large ? 0 : cpu ? onCpu : tiles + bandsSpectrumBytes(size);
    const size_t specializedTaps = std::min<size_t>(taps, maxSpecializedTaps) * sizeof(SpecializedTaps::Tap);
    const size_t scaledTaps = nvidia ? taps + 1 + factors : 0; // for 8 or 16 bits, rarely both
    return entry + 2 * size_t(CV_ELEM_SIZE1(accDepth)) * (taps + factors + scaledTaps) + operands + spectra +
           specializedTaps;
}

} // namespace

std::shared_ptr<const CoefficientSet> CoefficientCache::find(const std::vector<Mat>& filter, int accDepth,
                                                             const DeviceTraits& traits)
{
    const std::string key = keyOf(filter, accDepth);
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = sets_.find(key);
        if (found != sets_.end())
            return found->second;
    }
    const auto made = std::make_shared<CoefficientSet>(filter, accDepth);
    const size_t bytes =
        key.size() + maxBytes(filter, accDepth, traits.nvidiaCompute > 0 && accDepth == CV_32F, traits.cpu);
    if (bytes > maxCoefficientBytes / 4) // too large to keep: few are used again, and they would evict all others
        return made;
    std::lock_guard<std::mutex> lock(mutex_);
    if (bytes_ + bytes > maxCoefficientBytes)
    {
        sets_.clear();
        bytes_ = 0;
    }
    const auto entry = sets_.insert(std::make_pair(key, made));
    bytes_ += entry.second ? bytes : 0;
    return entry.first->second;
}

} // namespace clconv
} // namespace cv
