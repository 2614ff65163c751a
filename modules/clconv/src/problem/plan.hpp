// SPDX-License-Identifier: Apache-2.0
//
// How a Problem runs on a device: implementation, parameters, build options, work sizes. A plain value:
// planner/make_plan.hpp makes it, runtime/ builds and launches it.

#pragma once

#include "problem/build_options.hpp"
#include "problem/device_traits.hpp"
#include "problem/params.hpp"
#include "problem/problem.hpp"

#include <stdexcept>

namespace cv { namespace clconv {

struct Implementation;

//! How a kernel accesses the source.
enum class SourceKind
{
    Buffer,       //!< __global const uchar*
    Image2D,      //!< image2d_t of the buffer if the device supports it, otherwise of a copy
    Image1DBuffer //!< image1d_buffer_t over the whole buffer
};

//! The form in which a kernel gets the coefficients; `number` is CoefficientLayout::number.
enum class CoefficientKind
{
    Full,    //!< all taps, row by row
    Factors, //!< for each outer product the row factor's taps, then the column factor's
    Denorm,  //!< all taps, scaled for denormal operands of `number` bits, then the inverse factor (denorm_scaling.hpp)
    DenormFactors, //!< the factors: the column scaled for such operands, the row scales sums back
    // From here on for the device only, always in a __global buffer.
    DenseSlices,   //!< fixed point in `number` slices, as operands of matrix instructions (int8_slices.hpp)
    SparseSlices,  //!< as sparse operands of two rows of taps
    BlockSlices,   //!< as operands of blocks of two rows
    HalfParts,     //!< factors in two parts, half floats (matrix/factor_parts.hpp)
    Tf32Parts,     //!< in two floats of 11 bits
    Spectrum,      //!< for Fourier transforms of tiles with `number` columns (fft/spectrum.hpp)
    LargeSpectrum, //!< for those of fft_large, square tiles with `number` columns
    CpuSpectrum    //!< for those of square tiles with `number` columns on a CPU device
};

struct CoefficientLayout
{
    CoefficientLayout(CoefficientKind kind_ = CoefficientKind::Full, int number_ = 0) : kind(kind_), number(number_) {}
    bool operator<(const CoefficientLayout& other) const
    {
        return kind != other.kind ? kind < other.kind : number < other.number;
    }

    CoefficientKind kind;
    int number;
};

inline bool isOnDeviceOnly(CoefficientLayout layout)
{
    return layout.kind >= CoefficientKind::DenseSlices;
}

//! Where a kernel reads the coefficients from, in order of preference.
enum class CoefficientSpace
{
    Value,    //!< a struct among the kernel's arguments
    Constant, //!< a __constant buffer
    Global    //!< a __global buffer
};

//! What an implementation computes for each value, a scalar of an output. A lone addition or product counts as a
//! multiply-add, because it takes as long.
struct MultiplyAdds
{
    explicit MultiplyAdds(double perValue_ = 0, const std::string& matrixType_ = "") :
        perValue(perValue_), matrixType(matrixType_)
    {
    }

    double perValue; //!< 0: unknown
    //! "int8", "half", "tf32": of products on matrix units, with operands of that type; empty: in the type of the sums
    std::string matrixType;
};

//! Why one implementation was refused, or how it runs.
struct Verdict
{
    std::string name;
    bool taken;
    std::string reason;    //!< the reason of a refusal; parameters and sizes if taken
    MultiplyAdds expected; //!< unknown where it could not run
};

//! The register tile of a work-item, and what it loads from a source row for it.
struct TileShape
{
    int px = 0;        //!< scalars along the row; 0: the plan has no register tiles
    int rows = 0;      //!< rows
    int lead = 0;      //!< scalars loaded before the first tap
    int loadWidth = 0; //!< scalars loaded in total
    int vec = 1;       //!< alignment of the loads, in scalars
};

//! One launch of several.
struct Stage
{
    std::string kernelName;
    BuildOptions options;
    size_t global[2], local[2];
    int firstPair, pairs; //!< of slabs
};

struct Plan
{
    const Implementation* impl = nullptr; //!< null: none applies, the call runs on the CPU
    Params params;
    std::string kernelName;
    BuildOptions options;
    SourceKind source = SourceKind::Buffer;
    CoefficientLayout layout;
    CoefficientSpace space = CoefficientSpace::Global;
    int filterCount = 1;           //!< filters per launch, at most those of the problem
    int sourceBuffers = 0;         //!< of a batch: buffers with sources that a launch has arguments for
    int outputBuffers = 0;         //!< the same with outputs
    bool filterSizeIsData = false; //!< the program works for every filter size
    bool specialized = false;      //!< the program is specialized: one filter's taps are compiled in
    int prefetch = 0;              //!< prefetch distance in KiB of the source
    TileShape tile;                //!< of kernels with register tiles
    size_t global[2] = {1, 1};     //!< without the work-groups that a launch adds for border tiles
    size_t local[2] = {1, 1};
    Size groupOutputs; //!< scalars of a row and rows that a work-group computes; set by implementations of batches
    size_t localBytes = 0;
    std::vector<Stage> stages;          //!< launches of the program, one after the other; empty: one, of kernelName
    int scratchPairs = 0;               //!< pairs of slabs that the scratch memory holds
    size_t scratchBytes = 0;            //!< memory from stage to stage, an argument of all of them
    std::shared_ptr<const Plan> repair; //!< launched after the stages; it has their scratch memory as an argument
    std::vector<Verdict> verdicts;      //!< one for each implementation, in the order in which they were considered
    std::string warning;                //!< a forced implementation that does not apply, or an invalid text
};

//! What a plan depends on, besides the device.
struct PlanKey
{
    Problem problem;
    std::string force; //!< Force::text; the device's name, if several devices are planned for
    int tuning;        //!< Tuning::id
    bool operator==(const PlanKey& other) const
    {
        return problem == other.problem && force == other.force && tuning == other.tuning;
    }
};

struct PlanKeyHash
{
    size_t operator()(const PlanKey& key) const
    {
        return ProblemHash()(key.problem) ^ size_t(key.tuning) ^
               (key.force.empty() ? 0 : std::hash<std::string>()(key.force));
    }
};

//! The launches of a plan as plans of one launch each: itself, or its stages and the repair.
inline std::vector<Plan> launchesOf(const Plan& plan)
{
    std::vector<Plan> all(std::max<size_t>(plan.stages.size(), 1), plan);
    for (size_t i = 0; i < plan.stages.size(); ++i)
    {
        const Stage& stage = plan.stages[i];
        all[i].kernelName = stage.kernelName;
        all[i].options = stage.options;
        std::copy(std::begin(stage.local), std::end(stage.local), all[i].local);
    }
    if (plan.repair)
        all.push_back(*plan.repair);
    return all;
}

//! The device rejects this plan, and would reject it at every call.
struct PlanFailure : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

//! The device has no memory for an image or for a copy of one. Drivers may accept a buffer and report the lack of
//! memory only when a command uses it.
struct MemoryFailure : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

}} // namespace cv::clconv
