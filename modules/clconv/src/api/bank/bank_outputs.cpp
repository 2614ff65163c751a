// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Making and copying the outputs.

#include "api/bank/bank_outputs.hpp"
#include "api/cpu_fallback.hpp"
#include "api/device_call.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{
namespace
{

//! A result on the host; computed again on the CPU if it cannot be read from the device.
Mat onHost(const UMat& result, const UMat& src, const Call& call, bool srcIsWhole)
{
    try
    {
        Mat copy;
        result.copyTo(copy);
        return copy;
    }
    catch (const std::exception&)
    {
        if (!srcIsWhole) // already overwritten
            throw;
    }
    return computeOnCpu(src, call);
}

//! Copies results from `first` on through the host. All are read before the first is written, which may overwrite the
//! source.
void copyThroughHost(const UMat& src, const std::vector<UMat>& results, std::vector<UMat>& outputs,
                     const std::vector<Call>& calls, size_t first, bool srcIsWhole)
{
    std::vector<Mat> copies(results.size());
    for (size_t i = first; i < results.size(); ++i)
        if (results[i].u != outputs[i].u)
            copies[i] = onHost(results[i], src, calls[i], srcIsWhole);
    for (size_t i = first; i < results.size(); ++i)
        if (results[i].u != outputs[i].u)
            copies[i].copyTo(outputs[i]);
}

//! Copies results from temporary images to their outputs.
void copyResults(const UMat& src, const std::vector<UMat>& results, std::vector<UMat>& outputs,
                 const std::vector<Call>& calls)
{
    bool srcIsWhole = !src.empty();
    size_t i = 0;
    try
    {
        for (; i < results.size(); ++i)
            if (results[i].u != outputs[i].u)
            {
                copyImage(results[i], outputs[i]);
                srcIsWhole = srcIsWhole && !shareMemory(src, outputs[i]);
                if (isTemporary(outputs[i]))
                    finishQueue();
            }
        return;
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device cannot copy results, they are copied through the host: ") + e.what());
    }
    copyThroughHost(src, results, outputs, calls, i, srcIsWhole);
}

//! Whether create() replaces an image by a new one.
bool isReplaced(const UMat& image, const Call& call)
{
    return image.size() != call.size || image.type() != call.dstType;
}

} // namespace

BankOutputs::BankOutputs(const UMat& src, OutputArrayOfArrays dst, const std::vector<Call>& calls) :
    dst_(dst), calls_(calls)
{
    for (size_t i = 0; i < calls.size(); ++i)
    {
        const bool isNew = isReplaced(dst.getUMat(int(i)), calls[i]);
        dst.create(calls[i].size, calls[i].dstType, int(i));
        outputs_.push_back(dst.getUMat(int(i)));
        const UMat& output = outputs_.back();
        const bool separate =
            !shareMemory(src, output) && std::none_of(outputs_.begin(), outputs_.end() - 1,
                                                      [&](const UMat& other) { return intersect(output, other); });
        results_.push_back(separate ? output : UMat(calls[i].size, calls[i].dstType));
        isMade_.push_back(!separate || isNew);
        if (ocl::useOpenCL() && !separate)
            checkOnDevice(results_.back(), "a temporary result of filterBank");
    }
}

void BankOutputs::moveToHost(size_t i)
{
    const bool isOutput = results_[i].u == outputs_[i].u;
    results_[i].release();
    if (isOutput)
    {
        outputs_[i].release();
        dst_.getUMatRef(int(i)).release();
    }
    results_[i] = newOnHost(calls_[i].size, calls_[i].dstType);
    if (isOutput)
        outputs_[i] = dst_.getUMatRef(int(i)) = results_[i];
}

bool BankOutputs::moveOneToHost()
{
    for (size_t i = results_.size(); i-- > 0;)
        if (isMade_[i] && isOnDevice(results_[i]))
            return moveToHost(i), true;
    return false;
}

void BankOutputs::moveThoseWithoutMemory(const std::vector<bool>& done)
{
    for (size_t i = 0; i < results_.size(); ++i)
        if (ocl::useOpenCL() && !done[i] && isMade_[i] && isOnDevice(results_[i]) && !hasMemory(results_[i]))
            moveToHost(i);
}

void BankOutputs::write(const UMat& src)
{
    copyResults(src, results_, outputs_, calls_);
}

} // namespace clconv
} // namespace cv
