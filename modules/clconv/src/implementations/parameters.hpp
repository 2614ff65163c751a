// SPDX-License-Identifier: Apache-2.0
//
// What implementations can be set to. A parameter's name, meaning and use are declared once and are the same in every
// implementation that has it; the values that it can have there are in the implementation's list.

#pragma once

#include "tuning/entry.hpp"
#include "problem/build_options.hpp"

namespace cv { namespace clconv {

enum class ParameterUse
{
    Option,  //!< a build option of that name, which defineOptions sets
    Host,    //!< `configure` handles it
    Planning //!< it decides other parameters or whether the implementation is profitable, and no kernel gets it
};

struct Parameter
{
    Parameter(const char* name_, const char* meaning_, ParameterUse use_ = ParameterUse::Option) :
        name(name_), meaning(meaning_), use(use_)
    {
    }

    const char *name, *meaning;
    ParameterUse use;
};

const std::vector<Parameter>& parameters();
bool isPlanning(const std::string& name); //!< a parameter of that use

//! Sets the build options that are parameters.
void defineOptions(const Params& params, BuildOptions& options);

//! A number, or a function that gives it for a problem on a device.
struct Number
{
    typedef int (*Function)(const Problem&, const DeviceTraits&);

    constexpr Number(int value_ = 0) : value(value_), function(nullptr) {}
    constexpr Number(Function function_) : value(0), function(function_) {}

    int in(const Problem& problem, const DeviceTraits& traits) const
    {
        return function ? function(problem, traits) : value;
    }

    int value;
    Function function;
};

struct Numbers
{
    size_t count;
    Number list[8];
};

//! Values that the tuner tries.
template<typename... N>
constexpr Numbers tries(N... numbers)
{
    return {sizeof...(numbers), {Number(numbers)...}};
}

//! The only values that a parameter can have.
template<typename... N>
constexpr Numbers oneOf(N... numbers)
{
    return tries(numbers...);
}

//! The value of a parameter that no line gives.
struct Generic
{
    bool exists;
    int value;
};

//! A constant: `decide` need not look the parameter up.
constexpr Generic generic(int value)
{
    return {true, value};
}

//! The values of one parameter in one implementation, on any problem and device: `unsupported` may allow fewer.
struct ParamSpec
{
    constexpr ParamSpec(const char* name_, int min_, int max_ = INT_MAX, Numbers tried_ = Numbers{},
                        Generic otherwise_ = Generic()) :
        name(name_),
        min(min_), max(max_), listed{}, tried(tried_), otherwise(otherwise_)
    {
    }

    constexpr ParamSpec(const char* name_, int min_, int max_, Generic otherwise_) :
        ParamSpec(name_, min_, max_, Numbers{}, otherwise_)
    {
    }

    constexpr ParamSpec(const char* name_, Numbers listed_, Numbers tried_ = Numbers{}) :
        name(name_), min(listed_.list[0].value), max(listed_.list[listed_.count - 1].value), listed(listed_),
        tried(tried_), otherwise()
    {
    }

    const char* name;
    int min, max;
    Numbers listed; //!< the only values in this range; none: all
    Numbers tried;
    Generic otherwise;
};

//! All parameters of an implementation, those with most influence first.
class ParamSpecs
{
public:
    template<size_t N>
    constexpr ParamSpecs(const ParamSpec (&specs)[N]) : begin_(specs), end_(specs + N)
    {
    }

    const ParamSpec* begin() const { return begin_; }
    const ParamSpec* end() const { return end_; }
    const ParamSpec* find(const std::string& name) const; //!< null if it has none of that name

    //! A reason if one of these has a name or a value that is not in the list.
    std::string refusal(const Params& params) const;

private:
    const ParamSpec *begin_, *end_;
};

//! The name in tuning lines for how images of the host are filtered: no implementation (planner/host_plan.hpp).
const char* const hostName = "host";

//! The parameters of an implementation, or those of `host`.
const ParamSpecs& specsOf(const std::string& owner);

//! The parameters of each implementation and of `host`, by name, for reading tuning lines.
const KnownParameters& knownParameters();

}} // namespace cv::clconv
