// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The caches of one context.

#include "runtime/context_cache.hpp"
#include "runtime/memory/of_context.hpp"
#include "coefficients/int8_slices.hpp"
#include "coefficients/fft/spectrum.hpp"
#include "implementations/implementation.hpp"
#include "planner/current_tuning.hpp"
#include "planner/make_plan.hpp"
#include "planner/unusable_lines.hpp"
#include "util/log.hpp"
#include "util/opencl.hpp"

#include <set>

namespace cv
{
namespace clconv
{
namespace
{

// Bounds of the caches. A full one is cleared: an LRU list would have to be updated at every call.
const size_t maxCompiledPlans = 4096;
const size_t maxCompiledKernels = 1024;
const size_t maxCoefficientBytes = 64 << 20;

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
    const size_t slices = nvidia && filter.size() == 1 ? sliceOperandBytes(filter[0].size(), maxSlices, false) : 0;
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

//! What distinguishes compiled kernels.
std::string kernelKey(const Plan& plan)
{
    return std::string(plan.impl->name) + " " + plan.kernelName + " " + plan.options.text() +
           format(" %zux%zu", plan.local[0], plan.local[1]);
}

} // namespace

std::vector<std::shared_ptr<CompiledKernel>> CompiledPlan::kernels() const
{
    std::vector<std::shared_ptr<CompiledKernel>> all = stageKernels;
    if (all.empty())
        all.push_back(compiledKernel);
    if (plan.repair)
        all.push_back(repairKernel);
    return all;
}

bool CompiledPlan::launched() const
{
    const auto isLaunched = [](const std::shared_ptr<CompiledKernel>& kernel) { return !kernel || kernel->launched(); };
    return isLaunched(compiledKernel) && isLaunched(repairKernel) &&
           std::all_of(stageKernels.begin(), stageKernels.end(), isLaunched);
}

void CompiledPlan::setLaunched() const
{
    compiledKernel->setLaunched();
    if (repairKernel)
        repairKernel->setLaunched();
    for (const std::shared_ptr<CompiledKernel>& kernel : stageKernels)
        kernel->setLaunched();
}

std::shared_ptr<ContextCache> ContextCache::current()
{
    return ofCurrentContext<ContextCache>();
}

ContextCache::ContextCache() : ContextCache(traitsOf(ocl::Device::getDefault())) {}

ContextCache::ContextCache(const DeviceTraits& traits) : traits_(traits), reportedLocalOnly_(false) {}

std::shared_ptr<const CompiledPlan> ContextCache::run(const Problem& problem, const Force& force,
                                                      const std::function<void(const CompiledPlan&)>& attempt)
{
    for (;;)
    {
        const std::shared_ptr<const CompiledPlan> compiled = compiledPlan(problem, force);
        if (!compiled)
            continue;
        if (!compiled->compiledKernel)
            return compiled;
        try
        {
            attempt(*compiled);
            return compiled;
        }
        catch (const PlanFailure& e)
        {
            const std::string reason = std::string("it cannot be launched: ") + e.what();
            if (!rejectUnreportedLocal({problem, force.text, currentTuning().id}, compiled->plan, reason))
                exclude(problem, force, compiled->plan.impl->name, reason);
        }
    }
}

std::shared_ptr<const CompiledPlan> ContextCache::findPlan(const Key& key)
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = compiledPlans_.find(key);
    return found != compiledPlans_.end() ? found->second : nullptr;
}

//! The plan with its kernel, from the cache or built now; null if it does not build: its implementation is then
//! excluded.
std::shared_ptr<const CompiledPlan> ContextCache::compiledPlan(const Problem& problem, const Force& force)
{
    const Key key = {problem, force.text, currentTuning().id};
    std::shared_ptr<const CompiledPlan> found = findPlan(key);
    if (found)
        return found;
    std::lock_guard<std::mutex> building(buildMutex_);
    found = findPlan(key); // another thread may have built it meanwhile
    if (found)
        return found;
    const auto made = std::make_shared<CompiledPlan>();
    made->plan = plan(problem, force);
    try
    {
        if (made->plan.impl)
            setKernels(*made, [this](const Plan& p) { return compiledKernel(p); });
    }
    catch (const std::exception& e)
    {
        const std::string reason = std::string("it does not build: ") + e.what();
        if (!rejectUnreportedLocal(key, made->plan, reason))
            exclude(problem, force, made->plan.impl->name, reason);
        return nullptr;
    }
    keepPlan(key, made);
    return made;
}

void ContextCache::keepPlan(const Key& key, const std::shared_ptr<const CompiledPlan>& compiled)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (compiledPlans_.size() >= maxCompiledPlans)
        compiledPlans_.clear();
    compiledPlans_[key] = compiled;
}

std::shared_ptr<const CompiledPlan> ContextCache::builtPlan(const Problem& problem, const Force& force)
{
    const Key key = {problem, force.text, currentTuning().id};
    std::shared_ptr<const CompiledPlan> compiled = findPlan(key);
    if (!compiled)
    {
        const auto made = std::make_shared<CompiledPlan>();
        made->plan = plan(problem, force);
        if (made->plan.impl && !setKernels(*made, [this](const Plan& p) { return findKernel(kernelKey(p)); }))
            return nullptr;
        keepPlan(key, made);
        compiled = made;
    }
    return compiled->launched() ? compiled : nullptr;
}

//! Sets what a plan launches: one kernel, or those of its stages and of its repair.
//! @returns whether there is one for each
bool ContextCache::setKernels(CompiledPlan& compiled, const KernelSource& kernelOf)
{
    Plan one = compiled.plan;
    for (const Stage& stage : compiled.plan.stages)
    {
        one.kernelName = stage.kernelName;
        one.options = stage.options;
        std::copy(std::begin(stage.local), std::end(stage.local), one.local);
        compiled.stageKernels.push_back(kernelOf(one));
    }
    if (compiled.plan.repair)
        compiled.repairKernel = kernelOf(*compiled.plan.repair);
    compiled.compiledKernel = compiled.stageKernels.empty() ? kernelOf(compiled.plan) : compiled.stageKernels.front();
    const auto all = compiled.kernels();
    return std::count(all.begin(), all.end(), nullptr) == 0;
}

//! Once for each file: at the first plan that uses it, since the device decides which lines are usable. The tables of
//! the library are held sound by tests; where a query of the device fails, its lines are no mistakes of theirs.
void ContextCache::warnAboutUnusableLines(const Tuning& tuning)
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (!checkedTunings_.insert(tuning.id).second)
            return;
    }
    for (const TuningTable& table : tuning.tables)
        if (table.isFile)
            for (const std::string& line : unusableLines(table, traits_))
                logLastingWarningOnce("tuning file " + line +
                                      "; no problem supports this line on this device, it is left out");
}

Plan ContextCache::plan(const Problem& problem, const Force& force)
{
    const Tuning& tuning = currentTuning();
    warnAboutUnusableLines(tuning);
    Failures failed;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = failures_.find({problem, force.text, tuning.id});
        if (found != failures_.end())
            failed = found->second;
    }
    DeviceTraits traits = traits_;
    if (reportedLocalOnly_)
        traits.unreportedLocalBytes = 0;
    Plan plan = makePlan(problem, traits, force, failed, tuning);
    if (!plan.warning.empty())
        logWarningOnce(plan.warning);
    return plan;
}

std::shared_ptr<CompiledKernel> ContextCache::findKernel(const std::string& key)
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = compiledKernels_.find(key);
    return found != compiledKernels_.end() ? found->second : nullptr;
}

std::shared_ptr<CompiledKernel> ContextCache::compiledKernel(const Plan& plan)
{
    const std::string key = kernelKey(plan);
    if (const std::shared_ptr<CompiledKernel> found = findKernel(key))
        return found;
    const auto made = std::make_shared<CompiledKernel>(plan);
    std::lock_guard<std::mutex> lock(mutex_);
    if (compiledKernels_.size() >= maxCompiledKernels)
        compiledKernels_.clear();
    compiledKernels_[key] = made;
    return made;
}

std::shared_ptr<const SpecializedTaps> ContextCache::specializedTaps(const Problem& problem,
                                                                     const CoefficientSet& coefficients,
                                                                     const Force& force, SpecializationTable::Use use)
{
    bool evicted = false;
    const bool forced = force.name == "specialized" || force.name == "cpu_specialized";
    const std::shared_ptr<const SpecializedTaps> found =
        specializedTaps_.find(problem, coefficients, forced, use, evicted);
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
        if (drop && entry->second->compiledKernel && entry->second->plan.specialized)
            dropped.insert(entry->second->compiledKernel);
        entry = drop ? compiledPlans_.erase(entry) : ++entry;
    }
    for (auto entry = compiledKernels_.begin(); entry != compiledKernels_.end();)
        entry = dropped.count(entry->second) ? compiledKernels_.erase(entry) : ++entry;
    for (const std::shared_ptr<CompiledKernel>& compiledKernel : dropped)
        compiledKernel->unload();
}

//! A plan with more local memory than the device reports has failed: no plan has from now on.
//! @returns false where the plan has no more
bool ContextCache::rejectUnreportedLocal(const Key& key, const Plan& plan, const std::string& reason)
{
    if (plan.localBytes <= traits_.localBytes)
        return false;
    if (!reportedLocalOnly_.exchange(true))
        logLastingWarningOnce(
            format("more local memory than the device's %zu bytes is not used: ", traits_.localBytes) +
            plan.impl->name + ", " + reason);
    std::lock_guard<std::mutex> lock(mutex_);
    compiledPlans_.erase(key);
    return true;
}

//! Plans this problem without this implementation from now on, as long as failures_ holds it.
void ContextCache::exclude(const Problem& problem, const Force& force, const std::string& name,
                           const std::string& reason)
{
    logLastingWarningOnce("implementation '" + name + "' is excluded: " + reason);
    const Key key = {problem, force.text, currentTuning().id};
    std::lock_guard<std::mutex> lock(mutex_);
    if (failures_.size() >= maxCompiledPlans)
        failures_.clear();
    failures_[key][name] = reason;
    compiledPlans_.erase(key);
}

std::shared_ptr<const CoefficientSet> ContextCache::coefficients(const std::vector<Mat>& filter, int accDepth)
{
    const std::string key = keyOf(filter, accDepth);
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = coefficients_.find(key);
        if (found != coefficients_.end())
            return found->second;
    }
    const auto made = std::make_shared<CoefficientSet>(filter, accDepth);
    const size_t bytes =
        key.size() + maxBytes(filter, accDepth, traits_.nvidiaCompute > 0 && accDepth == CV_32F, traits_.cpu);
    if (bytes > maxCoefficientBytes / 4) // too large to keep: few are used again, and they would evict all others
        return made;
    std::lock_guard<std::mutex> lock(mutex_);
    if (coefficientBytes_ + bytes > maxCoefficientBytes)
    {
        coefficients_.clear();
        coefficientBytes_ = 0;
    }
    const auto entry = coefficients_.insert(std::make_pair(key, made));
    coefficientBytes_ += entry.second ? bytes : 0;
    return entry.first->second;
}

} // namespace clconv
} // namespace cv
