// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The caches of one context.

#include "runtime.hpp"
#include "impls/impl.hpp"
#include "log.hpp"
#include "opencl.hpp"

#include <set>

namespace cv
{
namespace clconv
{
namespace
{

// Bounds of the caches. Over them everything is forgotten and found again: no list to keep in order at every call.
const size_t mostPrepared = 4096;
const size_t mostExecutables = 1024;
const size_t mostCoefficientBytes = 64 << 20;

//! content of the kernels as one key
std::string keyOf(const std::vector<Mat>& kernels, int accDepth)
{
    size_t bytes = 1;
    for (const Mat& kernel : kernels)
        bytes += 3 * sizeof(int) + kernel.total() * kernel.elemSize();
    std::string key;
    key.reserve(bytes);
    key.push_back(char(accDepth));
    for (const Mat& kernel : kernels)
    {
        const int head[] = {kernel.type(), kernel.rows, kernel.cols};
        key.append(reinterpret_cast<const char*>(head), sizeof(head));
        for (int j = 0; j < kernel.rows; ++j)
            key.append(kernel.ptr<char>(j), kernel.elemSize() * size_t(kernel.cols));
    }
    return key;
}

//! What a set of coefficients may come to hold: all taps and the factors, on the host and on the device; literals on the host,
//! limbs on the device. An entry's own administration counts too, as most kernels are small.
//! @param nvidia plans of NVIDIA's GPUs may want limbs and scaled taps too
size_t mostBytes(const std::vector<Mat>& kernels, int accDepth, bool nvidia)
{
    const size_t entry = 1024;
    size_t taps = 1, factors = 0;
    for (const Mat& kernel : kernels)
        taps *= kernel.total(), factors += size_t(kernel.rows) + size_t(kernel.cols);
    const size_t operands = nvidia && kernels.size() == 1 ? limbOperandBytes(kernels[0].size()) : 0;
    const size_t literals = std::min<size_t>(taps, mostLiteralTaps) * sizeof(Literals::Tap);
    const size_t scaledTaps = nvidia ? taps + 1 + factors : 0; // for 8 bits or for 16, seldom both
    return entry + 2 * size_t(CV_ELEM_SIZE1(accDepth)) * (taps + factors + scaledTaps) + operands + literals;
}

} // namespace

std::shared_ptr<Runtime> Runtime::current()
{
    ocl::Context& context = ocl::Context::getDefault();
    std::shared_ptr<Runtime> runtime = context.getUserContext<Runtime>();
    if (runtime)
        return runtime;
    static std::mutex mutex;
    std::lock_guard<std::mutex> lock(mutex);
    runtime = context.getUserContext<Runtime>();
    if (!runtime)
    {
        runtime = std::make_shared<Runtime>();
        context.setUserContext<Runtime>(runtime);
    }
    return runtime;
}

Runtime::Runtime() : traits_(traitsOf(ocl::Device::getDefault())) {}

std::shared_ptr<const Prepared> Runtime::prepare(const Problem& problem, const Force& force)
{
    const Key key = {problem, force.text, currentTuning().id};
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = prepared_.find(key);
        if (found != prepared_.end())
            return found->second;
    }
    std::lock_guard<std::mutex> building(buildMutex_);
    {
        std::lock_guard<std::mutex> lock(mutex_); // another thread may have been here meanwhile
        const auto found = prepared_.find(key);
        if (found != prepared_.end())
            return found->second;
    }
    std::shared_ptr<const Prepared> made = planAndBuild(problem, force);
    std::lock_guard<std::mutex> lock(mutex_);
    if (prepared_.size() >= mostPrepared)
        prepared_.clear();
    prepared_[key] = made;
    return made;
}

Plan Runtime::plan(const Problem& problem, const Force& force)
{
    const Tuning& tuning = currentTuning();
    Failures failed;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = failures_.find({problem, force.text, tuning.id});
        if (found != failures_.end())
            failed = found->second;
    }
    Plan plan = makePlan(problem, traits_, force, failed, tuning);
    if (!plan.warning.empty())
        logWarningOnce(plan.warning);
    return plan;
}

std::shared_ptr<const Prepared> Runtime::planAndBuild(const Problem& problem, const Force& force)
{
    const auto made = std::make_shared<Prepared>();
    while (!made->executable)
    {
        made->plan = plan(problem, force);
        if (!made->plan.impl)
            return made;
        try
        {
            made->executable = executable(made->plan);
        }
        catch (const std::exception& e)
        {
            giveUp(problem, force, made->plan.impl->name, std::string("it does not build: ") + e.what());
        }
    }
    return made;
}

std::shared_ptr<Executable> Runtime::executable(const Plan& plan)
{
    const std::string key = std::string(plan.impl->name) + " " + plan.kernelName + " " + plan.options.text() +
                            format(" %zux%zu", plan.local[0], plan.local[1]);
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = executables_.find(key);
        if (found != executables_.end())
            return found->second;
    }
    const auto made = std::make_shared<Executable>(plan);
    std::lock_guard<std::mutex> lock(mutex_);
    if (executables_.size() >= mostExecutables)
        executables_.clear();
    executables_[key] = made;
    return made;
}

std::shared_ptr<const Literals> Runtime::literals(const Problem& problem, const CoefficientSet& coefficients,
                                                  const Force& force, LiteralTable::Use use)
{
    bool startedOver = false;
    const std::shared_ptr<const Literals> found = literals_.find(problem, coefficients, force, use, startedOver);
    if (startedOver)
        forgetLiterals();
    return found;
}

void Runtime::forgetLiterals()
{
    std::lock_guard<std::mutex> lock(mutex_);
    std::set<std::shared_ptr<Executable>> dropped;
    for (auto entry = prepared_.begin(); entry != prepared_.end();)
    {
        const bool drop = entry->first.problem.literals && !literals_.holds(entry->first.problem);
        if (drop && entry->second->executable && entry->second->plan.literal)
            dropped.insert(entry->second->executable);
        entry = drop ? prepared_.erase(entry) : ++entry;
    }
    for (auto entry = executables_.begin(); entry != executables_.end();)
        entry = dropped.count(entry->second) ? executables_.erase(entry) : ++entry;
    for (const std::shared_ptr<Executable>& executable : dropped)
        executable->unload();
}

void Runtime::giveUp(const Problem& problem, const Force& force, const std::string& name, const std::string& reason)
{
    logWarningOnce("implementation '" + name + "' is given up: " + reason);
    const Key key = {problem, force.text, currentTuning().id};
    std::lock_guard<std::mutex> lock(mutex_);
    if (failures_.size() >= mostPrepared)
        failures_.clear();
    failures_[key][name] = reason;
    prepared_.erase(key);
}

std::shared_ptr<const CoefficientSet> Runtime::coefficients(const std::vector<Mat>& kernels, int accDepth)
{
    const std::string key = keyOf(kernels, accDepth);
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = coefficients_.find(key);
        if (found != coefficients_.end())
            return found->second;
    }
    const auto made = std::make_shared<CoefficientSet>(kernels, accDepth);
    const size_t bytes = key.size() + mostBytes(kernels, accDepth, traits_.nvidiaCompute > 0 && accDepth == CV_32F);
    if (bytes > mostCoefficientBytes / 4) // rarely used again, and they would drive out all others
        return made;
    std::lock_guard<std::mutex> lock(mutex_);
    if (coefficientBytes_ + bytes > mostCoefficientBytes)
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
