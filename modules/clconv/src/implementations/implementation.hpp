// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The contract of an implementation: a name, a kernel file, and five functions without state.
//
//   defaults    parameters that are valid wherever `impossible` finds nothing else to object to; constant time. Those that depend
//               on others follow the ones that were given
//   impossible  why these parameters cannot run this problem on this device, or cannot give the right result; empty: they can
//   unwise      why another implementation does better here; empty: nothing known. Not asked when it is forced
//   configure   fills in kernel name, source kind, layout, options and sizes of a plan that is possible
//   space       values worth trying for each parameter; the tuner walks them, and `impossible` says which go together. May be left
//               out: then they are a quarter to four times the defaults
//
// The list in impl_list.cpp is the dispatcher: the first implementation that is neither impossible nor unwise runs.

#pragma once

#include "problem/plan.hpp"
#include "clconv_kernels.hpp"

namespace cv
{
namespace clconv
{

//! Parameters, and for those that a line of a table decided, which one.
struct Decisions
{
    Decisions() {}
    Decisions(const Params& params_, const std::map<std::string, std::string>& sources_ = {}) :
        params(params_), sources(sources_)
    {
    }
    operator const Params&() const { return params; }

    Params params;
    std::map<std::string, std::string> sources;
};

struct Implementation
{
    typedef Decisions (*Defaults)(const Problem&, const DeviceTraits&, const Params& given);
    typedef std::string (*Reason)(const Problem&, const DeviceTraits&, const Params&);
    typedef void (*Configure)(const Problem&, const DeviceTraits&, const Params&, Plan&);
    typedef Space (*Values)(const Problem&, const DeviceTraits&);

    constexpr Implementation(const char* name_, ocl::internal::ProgramEntry* source_, const char* parameters_,
                             Defaults defaults_, Reason unsupported_, Reason unprofitable_, Configure configure_,
                             Values space_ = nullptr) :
        name(name_),
        source(source_), parameters(parameters_), defaults(defaults_), unsupported(unsupported_),
        unprofitable(unprofitable_), configure(configure_), space(space_)
    {
    }

    const char* name;
    ocl::internal::ProgramEntry* source; //!< the file of that name in kernels/
    const char* parameters; //!< the names of its parameters, with blanks between; parameters.cpp declares them
    Defaults defaults;
    Reason unsupported, unprofitable;
    Configure configure;
    Values space;
};

//! all of them, in the order in which they are asked; the reference stands last
const std::vector<const Implementation*>& implementations();

//! the same for banks, problems of several kernels: where none applies the kernels run one by one
const std::vector<const Implementation*>& bankImplementations();

//! the implementation of that name, of either list, or null
const Implementation* implementationOf(const std::string& name);

//! Fills in what is not given.
//! @returns why the implementation cannot run with these; a name it does not know is such a reason
std::string complete(const Implementation& impl, const Problem& problem, const DeviceTraits& traits,
                     const Params& given, Decisions& decisions);

//! The same where it does not matter which line decided what.
std::string complete(const Implementation& impl, const Problem& problem, const DeviceTraits& traits,
                     const Params& given, Params& params);

extern const Implementation cpuSpecializedImplementation, specializedImplementation, cpuSeparableImplementation,
    cpuImplementation, mmaImplementation, separableImplementation, fftImplementation, directImplementation, localImplementation,
    imageImplementation, referenceImplementation, cpuBankImplementation, bankImplementation;

} // namespace clconv
} // namespace cv
