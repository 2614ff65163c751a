// SPDX-License-Identifier: Apache-2.0
//
// The contract of an implementation: a name, a kernel file, a list of parameters, and five functions without state.
//
//   parameters    the values that each can have, and those that the tuner tries: without tries(), a quarter to four
//                 times the default. Given and decided parameters are checked against the list before
//                 `unsupported`, and those that are build options are set before `configure` (parameters.hpp)
//   decide        a value for every parameter that has no generic one in the list, valid wherever `unsupported` has no
//                 other objection; constant time. Lines of tuning tables give the values (the lookup), and parameters
//                 that depend on others follow the given ones
//   unsupported   why these parameters cannot run this problem on this device, or cannot give the right result; empty:
//                 they can
//   unprofitable  why another implementation is faster here; empty: nothing is known. Not called for a forced one. Gets
//                 the planning parameters that `decide` looked up, too
//   configure     fills in kernel name, source kind, layout, options and sizes of a plan that is supported
//   multiplyAdds  what the kernel is expected to multiply and add for each value, where it is supported; constant time.
//                 Products with padding count, and so does what overlapping tiles compute twice. Addresses, borders and
//                 conversions, the scaling of results, checks of accuracy and what follows from them do not count. Work
//                 beyond the image's edge counts in transforms, whose tiles are large, and not elsewhere
//
// Each is a constant <name>Implementation in a file of its own, `extern` because only registry.cpp declares it. The
// list there is the order of preference: the first implementation that is neither unsupported nor unprofitable runs.

#pragma once

#include "implementations/parameters.hpp"
#include "problem/plan.hpp"
#include "clconv_kernels.hpp"

namespace cv { namespace clconv {

class Lookup;
struct Tuning;

//! Parameters, and the lines of tables that decided some of them.
struct Decisions
{
    Params params;
    Params planning; //!< planning parameters that were looked up: they decide others, and no kernel gets them
    std::map<std::string, std::string> sources;    //!< "table:line" by the parameter that it decided
    Params lineValues;                             //!< what that line gives: the planner may shrink it
    std::map<std::string, std::string> quantities; //!< "waves=436": what a condition of that line compared, for explain
};

//! Properties of an implementation beyond its functions.
enum Attribute
{
    TakesFilters = 1, //!< a launch computes several filters over one source, as many as its parameter FILTERS
    TakesImages = 2,  //!< a launch filters several images (kernels/common/batch.cl)
    HasBarriers = 4,  //!< its kernels have barriers, at which a compiler for CPUs splits its loops over work-items
    Specializes = 8,  //!< each filter has a program of its own
    IsGeneral = 16,   //!< one program serves all filters, channels, borders and roundings of a pair of depths
    ForCpus = 32,     //!< chosen on CPU devices only; forced, it runs wherever it is supported
    //! Chosen on devices other than CPUs only: on a CPU explicit vectors are faster, and barriers and local memory cost
    //! more than they save. Forced, it runs wherever it is supported.
    ForGpus = 64,
    TakesStages = 128,        //!< its kernels compute stages behind the filter (Problem::after)
    TakesChannelFilters = 256 //!< its kernels filter each channel by a filter of its own
};

struct Implementation
{
    typedef void (*Decide)(const Problem&, const DeviceTraits&, Lookup&);
    typedef std::string (*Reason)(const Problem&, const DeviceTraits&, const Params&);
    typedef void (*Configure)(const Problem&, const DeviceTraits&, const Params&, Plan&);
    typedef MultiplyAdds (*Count)(const Problem&, const Params&);

    bool has(Attribute attribute) const { return (attributes & attribute) != 0; }

    //! Whether its launches take the problem's number of filters and of images, and the stages behind its filter, and
    //! whether its program is the general one if the problem is for that.
    bool takes(const Problem& problem) const
    {
        return (problem.filterCount == 1 || has(TakesFilters)) && (problem.images == 1 || has(TakesImages)) &&
               (!problem.general || has(IsGeneral)) && (!problem.after || (has(TakesStages) && problem.images == 1));
    }

    //! Why it is not chosen on this kind of device; empty: it may be.
    std::string unsuited(const DeviceTraits& traits) const;

    //! Decides all parameters: `decide`, then the lines or generic values of those that it leaves.
    void decideAll(const Problem& problem, const DeviceTraits& traits, Lookup& lookup) const;

    //! The parameters that the compiled-in tables give.
    Params defaults(const Problem& problem, const DeviceTraits& traits) const;

    const char* name;
    ocl::internal::ProgramEntry* source; //!< the file of that name in kernels/
    ParamSpecs parameters;
    Decide decide;
    Reason unsupported, unprofitable;
    Configure configure;
    Count multiplyAdds;
    int attributes; //!< of Attribute
};

//! The implementations of filters, in the order of preference; the reference is last. Several filters or images run one
//! by one if no implementation applies that takes several.
const std::vector<const Implementation*>& implementations();

//! The implementations that run only stages of a chain (Problem::chain).
const std::vector<const Implementation*>& chainImplementations();

//! The implementations for the problem's kind, in the order of preference: of filters, of stages of a chain
//! (Problem::chain), or of filters that leave out missing pixels (Problem::weights).
const std::vector<const Implementation*>& implementationsFor(const Problem& problem);

//! the implementations of every kind
const std::vector<const Implementation*>& allImplementations();

//! the implementation of that name, of any kind, or null
const Implementation* implementationOf(const std::string& name);

//! Decides the parameters that are not given.
//! @param tuning its stepwise lines take precedence over the compiled-in tables; they are ignored if the parameters
//! that follow from them are unsupported
//! @returns why the implementation cannot run with these parameters; one that it does not have is such a reason
std::string complete(const Implementation& impl, const Problem& problem, const DeviceTraits& traits,
                     const Params& given, const Tuning& tuning, Decisions& decisions);

}} // namespace cv::clconv
