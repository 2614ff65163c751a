// This file is part of the clconv project; licence terms in the LICENSE file at its root.
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

namespace cv
{
namespace clconv
{

struct Implementation;

//! How a kernel accesses the source.
enum class SourceKind
{
    Buffer,       //!< __global const uchar*
    Image2D,      //!< image2d_t of the buffer if the device supports it, otherwise of a copy
    Image1DBuffer //!< image1d_buffer_t over the whole buffer
};

//! In which form a kernel gets the coefficients. From Int8Slices1 on they exist on the device only.
enum class CoefficientLayout
{
    Full,            //!< all taps, row by row
    Factors,         //!< for each outer product the row factor's taps, then the column factor's
    Denorm8,         //!< all taps, scaled for 8-bit denormal operands, then their inverse factor (denorm_scaling.hpp)
    Denorm16,        //!< the same for 16 bits
    DenormFactors8,  //!< the factors: the column scaled for 8-bit denormal operands, the row scales sums back
    DenormFactors16, //!< the same for 16 bits
    Int8Slices1,     //!< fixed point, as operands of matrix instructions (int8_slices.hpp); always in a __global buffer
    Int8Slices2,     //!< the same with two slices
    Int8Slices3,     //!< with three
    SparseSlices1,   //!< int8 slices as sparse operands of two rows of taps; always in a __global buffer
    SparseSlices2,   //!< with two slices
    SparseSlices3,   //!< with three
    BlockSlices1,    //!< int8 slices as operands of blocks of two rows; always in a __global buffer
    BlockSlices2,    //!< with two slices
    BlockSlices3,    //!< with three
    HalfParts,       //!< factors in two parts, half floats (matrix/factor_parts.hpp); always in a __global buffer
    Tf32Parts,       //!< the same, floats of 11 bits; always in a __global buffer
    Spectrum,        //!< for Fourier transforms of tiles (fft/spectrum.hpp); always in a __global buffer
    WideSpectrum,    //!< for those of wide tiles; always in a __global buffer
    BandsSpectrum,   //!< for those of bands; always in a __global buffer
    CpuSpectrum64,   //!< for those of tiles on a CPU device, 64x64; always in a __global buffer
    CpuSpectrum128,  //!< 128x128
    CpuSpectrum256   //!< 256x256
};
const int coefficientLayouts = int(CoefficientLayout::CpuSpectrum256) + 1;

//! Whether the layout exists on the device only, in a __global buffer.
inline bool isOnDeviceOnly(CoefficientLayout layout)
{
    return layout >= CoefficientLayout::Int8Slices1;
}

//! Where a kernel reads the coefficients from, in order of preference.
enum class CoefficientSpace
{
    Value,    //!< a struct among the kernel's arguments
    Constant, //!< a __constant buffer
    Global    //!< a __global buffer
};

//! What an implementation computes for each value, a scalar of an output. Additions and products by themselves count as
//! multiply-adds, because they take as long.
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
    int firstPair, pairs; //!< of bands: TileRange::firstRow, rows
};

struct Plan
{
    const Implementation* impl = nullptr; //!< null: none applies, the call runs on the CPU
    Params params;
    std::string kernelName;
    BuildOptions options;
    SourceKind source = SourceKind::Buffer;
    CoefficientLayout layout = CoefficientLayout::Full;
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
    int scratchPairs = 0;               //!< pairs of bands that the scratch memory holds: TileRange::columns
    size_t scratchBytes = 0;            //!< memory from stage to stage, an argument of all of them
    std::shared_ptr<const Plan> repair; //!< launched after the stages; it has their scratch memory as an argument
    std::vector<Verdict> verdicts;      //!< one for each implementation, in the order in which they were considered
    std::string warning;                //!< a forced implementation that does not apply, or an invalid text
};

//! The device rejects this plan, and would reject it at every call.
struct PlanFailure : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

//! The device has no memory for an image or for a copy of one. Drivers may accept a buffer and report that only when a
//! command uses it.
struct MemoryFailure : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

} // namespace clconv
} // namespace cv
