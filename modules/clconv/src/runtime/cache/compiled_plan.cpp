// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The kernels of a plan.

#include "runtime/cache/compiled_plan.hpp"

#include <algorithm>

namespace cv
{
namespace clconv
{

bool CompiledPlan::setKernels(const KernelSource& kernelOf)
{
    Plan one = plan;
    for (const Stage& stage : plan.stages)
    {
        one.kernelName = stage.kernelName;
        one.options = stage.options;
        std::copy(std::begin(stage.local), std::end(stage.local), one.local);
        stageKernels.push_back(kernelOf(one));
    }
    if (plan.repair)
        repairKernel = kernelOf(*plan.repair);
    compiledKernel = stageKernels.empty() ? kernelOf(plan) : stageKernels.front();
    const auto all = kernels();
    return std::count(all.begin(), all.end(), nullptr) == 0;
}

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

} // namespace clconv
} // namespace cv
