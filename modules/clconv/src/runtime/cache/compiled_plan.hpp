// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A plan with the kernels that it launches.

#pragma once

#include "runtime/compiled_kernel.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace cv
{
namespace clconv
{

class ContextCache;

//! A plan and its kernel; without a kernel the call runs on the CPU.
struct CompiledPlan
{
    Plan plan;
    std::shared_ptr<CompiledKernel> compiledKernel;
    std::vector<std::shared_ptr<CompiledKernel>> stageKernels; //!< of the plan's stages
    std::shared_ptr<CompiledKernel> repairKernel;              //!< of the plan's repair, if it has one
    ContextCache* context = nullptr;                           //!< that keeps it

    //! Gives the kernel of a plan or of a stage, or null.
    typedef std::function<std::shared_ptr<CompiledKernel>(const Plan&)> KernelSource;

    //! Sets what the plan launches: one kernel, or those of its stages and of its repair.
    //! @returns whether there is one for each
    bool setKernels(const KernelSource& kernelOf);

    //! All kernels that are launched.
    std::vector<std::shared_ptr<CompiledKernel>> kernels() const;

    //! Whether a launch of each has been noted, and notes it (CompiledKernel).
    bool launched() const;
    void setLaunched() const;
};

} // namespace clconv
} // namespace cv
