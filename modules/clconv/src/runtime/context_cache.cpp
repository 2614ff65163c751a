// SPDX-License-Identifier: Apache-2.0
//
// The caches of one context.

#include "runtime/context_cache.hpp"
#include "coefficients/fft/spectrum.hpp"
#include "coefficients/int8_slices.hpp"
#include "implementations/implementation.hpp"

namespace cv { namespace clconv {
namespace {

// Bounds of the caches. A full one is cleared: an LRU list would have to be updated at every call.
const size_t maxCompiledPlans = 4096;
const size_t maxCompiledKernels = 1024;

//! What distinguishes compiled kernels.
std::string kernelKey(const Plan& plan)
{
    return std::string(plan.impl->name) + " " + plan.kernelName + " " + plan.options.text() +
           format(" %zux%zu", plan.local[0], plan.local[1]);
}

//! The content of a filter: one matrix, or two factors. Small ones, which are most, are on the stack.
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

//! Upper bound of the memory of a coefficient set on images of one size: all taps and the factors on the host and on
//! the device, specialized taps on the host, int8 slices and spectra on the device. The constant part of an entry
//! counts too, as most filters are small.
//! @param nvidia plans for NVIDIA GPUs may also use int8 slices and scaled taps
//! @param cpu plans are for a CPU device, which has other spectra
size_t maxBytes(const std::vector<Mat>& filter, int accDepth, bool nvidia, bool cpu)
{
    const size_t entry = 1024;
    size_t taps = 1, factors = 0;
    for (const Mat& matrix : filter)
        taps *= matrix.total() * size_t(matrix.channels()), factors += size_t(matrix.rows) + size_t(matrix.cols);
    factors = filter.size() == 1 ? std::min(size_t(maxRank) * factors, taps) : factors;
    const size_t slices = nvidia && filter.size() == 1 ? sliceOperandBytes(filter[0].size(), maxSlices) : 0;
    const size_t operands = std::min(slices, maxSliceOperandBytes);
    const size_t minTransformedTaps = 100; // fewer are never transformed
    const bool large = accDepth == CV_32F && filter.size() == 1 && taps >= minTransformedTaps;
    const Size size = filter[0].size();
    const auto bytes = [&](CoefficientKind kind, int number) { return spectrumBytes(size, {kind, number}); };
    const size_t onCpu = bytes(CoefficientKind::CpuSpectrum, *(std::end(cpuTileSizes) - 1));
    const size_t tiles =
        std::max(bytes(CoefficientKind::Spectrum, fftSize), bytes(CoefficientKind::Spectrum, fftWideSize));
    const size_t spectra = !large ? 0
                           : cpu  ? onCpu
                                  : tiles + bytes(CoefficientKind::LargeSpectrum, fftLargestSize(size));
    const size_t specializedTaps = std::min<size_t>(taps, maxSpecializedTaps) * sizeof(SpecializedTaps::Tap);
    const size_t scaledTaps = nvidia ? taps + 1 + factors : 0; // for 8 or 16 bits, rarely both
    return entry + 2 * size_t(CV_ELEM_SIZE1(accDepth)) * (taps + factors + scaledTaps) + operands + spectra +
           specializedTaps;
}

} // namespace

std::shared_ptr<const CompiledPlan> ContextCache::findPlan(const PlanKey& key)
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = compiledPlans_.find(key);
    return found != compiledPlans_.end() ? found->second : nullptr;
}

std::shared_ptr<const CompiledPlan> ContextCache::keepPlan(const PlanKey& key,
                                                           const std::shared_ptr<const CompiledPlan>& compiled)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (compiledPlans_.size() >= maxCompiledPlans)
        compiledPlans_.clear();
    return compiledPlans_.insert({key, compiled}).first->second;
}

void ContextCache::dropPlan(const PlanKey& key)
{
    std::lock_guard<std::mutex> lock(mutex_);
    compiledPlans_.erase(key);
}

bool ContextCache::setKernels(CompiledPlan& compiled, bool build)
{
    for (const Plan& one : launchesOf(compiled.plan))
    {
        const std::string key = kernelKey(one);
        std::unique_lock<std::mutex> lock(mutex_);
        auto kept = compiledKernels_.find(key);
        if (kept == compiledKernels_.end())
        {
            if (!build)
                return false;
            lock.unlock();
            const auto made = std::make_shared<CompiledKernel>(one);
            lock.lock();
            if (compiledKernels_.size() >= maxCompiledKernels)
                compiledKernels_.clear();
            kept = compiledKernels_.insert({key, made}).first;
        }
        compiled.kernels.push_back(kept->second);
    }
    return true;
}

std::shared_ptr<const SpecializedTaps>
ContextCache::specializedTaps(const Problem& problem, const CoefficientSet& coefficients, SpecializationTable::Use use)
{
    bool evicted = false;
    const Force& force = currentForce();
    const Implementation* const forced = force.empty() ? nullptr : implementationOf(force.name);
    const std::shared_ptr<const SpecializedTaps> found =
        specializedTaps_.find(problem, coefficients, forced && forced->has(Specializes), use, evicted);
    if (evicted)
        evictSpecialized();
    return found;
}

void ContextCache::evictSpecialized()
{
    std::lock_guard<std::mutex> lock(mutex_);
    std::set<std::shared_ptr<CompiledKernel>> dropped;
    for (auto entry = compiledPlans_.begin(); entry != compiledPlans_.end();)
    {
        const bool drop = entry->first.problem.specializedTaps && !specializedTaps_.contains(entry->first.problem);
        const std::vector<std::shared_ptr<CompiledKernel>>& kernels = entry->second->kernels;
        if (drop && entry->second->plan.specialized)
            dropped.insert(kernels.begin(), kernels.end());
        entry = drop ? compiledPlans_.erase(entry) : ++entry;
    }
    for (auto entry = compiledKernels_.begin(); entry != compiledKernels_.end();)
        entry = dropped.count(entry->second) ? compiledKernels_.erase(entry) : ++entry;
    for (const std::shared_ptr<CompiledKernel>& compiledKernel : dropped)
        compiledKernel->unload();
}

std::shared_ptr<const CoefficientSet> ContextCache::coefficients(const std::vector<Mat>& filter, int accDepth)
{
    const Content content(filter, accDepth);
    const uint64 hash = fnv1a(content);
    const auto findKept = [&]() -> std::shared_ptr<const CoefficientSet>
    {
        const auto same = coefficients_.equal_range(hash);
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
        content.bytes() + maxBytes(filter, accDepth, traits_.nvidiaCompute > 0 && accDepth == CV_32F, traits_.cpu);
    // Spectra of 1025x1025 taps, fft_large's and the repair's, take 86 MiB on GPUs.
    const size_t usualBytes = 64 << 20, largestBytes = 256 << 20;
    const size_t maxCoefficientBytes =
        traits_.cpu ? usualBytes : std::max(usualBytes, std::min(largestBytes, traits_.maxBufferBytes / 8));
    if (bytes > maxCoefficientBytes / 2) // too large to keep: few are used again, and they would evict all others
        return made;
    std::lock_guard<std::mutex> lock(mutex_);
    if (const auto found = findKept()) // another thread has made it meanwhile
        return found;
    if (coefficientBytes_ + bytes > maxCoefficientBytes)
    {
        coefficients_.clear();
        coefficientBytes_ = 0;
    }
    coefficients_.insert({hash, {{content.begin(), content.end()}, made}});
    coefficientBytes_ += bytes;
    return made;
}

}} // namespace cv::clconv
