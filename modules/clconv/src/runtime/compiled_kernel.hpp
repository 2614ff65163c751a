// SPDX-License-Identifier: Apache-2.0
//
// The program of a plan, from OpenCV's cache (memory and disk), and kernel objects to launch it with.

#pragma once

#include "problem/plan.hpp"
#include "util/opencl.hpp"

namespace cv { namespace clconv {

//! A cl_kernel and the arguments that it stores.
struct KernelObject
{
    cl::Kernel kernel;
    //! The arguments that are values, one after another, as they were last set: setting one costs PoCL 500
    //! instructions. Memory is not among them, since a new cl_mem can have the address of a released one.
    std::vector<uchar> values;
};

//! Kernel objects of one program. They store their arguments, so threads cannot share one: each launch leases its own.
class CompiledKernel
{
public:
    //! Builds the plan's program in the calling thread's context. Throws cv::Exception with the compiler's message, and
    //! PlanFailure where the kernel cannot be launched with the plan's work-group.
    explicit CompiledKernel(const Plan& plan);

    //! Removes the program from OpenCV's cache; pending launches are not affected.
    void unload();

    //! Whether a launch of it has been noted: some drivers (PoCL) compile for a work-group size at the first one.
    bool launched() const { return launched_; }
    void setLaunched(bool launched) { launched_ = launched; }

    //! Leases a kernel object while its arguments are set and it is enqueued.
    class Lease
    {
    public:
        explicit Lease(CompiledKernel& owner);
        ~Lease();
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        KernelObject& object() { return object_; }

    private:
        CompiledKernel& owner_;
        KernelObject object_;
    };

private:
    cl::Kernel create() const;

    ocl::Program program_;
    std::string kernelName_;
    std::atomic<bool> launched_{false};
    std::mutex mutex_;
    std::vector<KernelObject> idle_;
};

class ContextCache;

//! A plan as it is kept, with its kernels.
struct CompiledPlan
{
    Plan plan;
    std::vector<std::shared_ptr<CompiledKernel>> kernels; //!< of launchesOf(plan); none: the call runs on the CPU
    ContextCache* context;                                //!< that keeps it

    //! Whether a launch of each kernel has been noted; setLaunched() notes it (CompiledKernel).
    bool launched() const
    {
        return std::all_of(kernels.begin(), kernels.end(),
                           [](const std::shared_ptr<CompiledKernel>& kernel) { return kernel->launched(); });
    }
    void setLaunched(bool launched = true) const
    {
        for (const std::shared_ptr<CompiledKernel>& kernel : kernels)
            kernel->setLaunched(launched);
    }
};

//! How many programs this process has requested from OpenCV's cache: a repeated call adds none.
int programsBuilt();

}} // namespace cv::clconv
