// SPDX-License-Identifier: Apache-2.0
//
// Proposes parameter sets for one implementation on one cell. Needs no device, as the caller passes times.
//
// Begins with the sets that others found or the library has (start), then changes one parameter of the best set so far
// by one or two steps, then combines the changes that gained. Parameters whose changes gained on earlier cells come
// first.

#pragma once

#include "space.hpp"

#include <set>

namespace tune {

struct ParamSet
{
    cv::clconv::Params given; //!< chosen by the search; all others follow from these
    cv::clconv::Params all;
};

//! By implementation and parameter: how often a change gained.
using Gains = std::map<std::string, int>;

struct Timed
{
    ParamSet set;
    double us; //!< infinite: cannot run
};

class Proposals
{
public:
    Proposals(const cv::clconv::Implementation& impl, const cv::clconv::Problem& problem,
              const cv::clconv::DeviceTraits& traits);

    const cv::clconv::Implementation& implementation() const { return *impl_; }

    //! Adds a set to try before all others, unless it is unsupported or was proposed before.
    void start(const cv::clconv::Params& given);

    //! The sets that start() added or, if there are none, about `count` others. Empty if nothing is left to try.
    std::vector<ParamSet> next(size_t count, const Gains& gains);

    //! Records the times of one comparison.
    //! @param bestUs time of the best set so far in this comparison; ignored while there is none
    //! @returns whether there is a new best set
    bool record(const std::vector<Timed>& times, double bestUs, Gains& gains);

    bool hasBest() const { return !best_.all.empty(); }
    const ParamSet& best() const { return best_; }

private:
    struct Change
    {
        std::string name;
        int value;
        double us;
    };

    bool add(const cv::clconv::Params& given, std::vector<ParamSet>& sets);
    void addChanged(const std::string& name, int value, std::vector<ParamSet>& sets);
    void addCombinations(std::vector<ParamSet>& sets);
    std::vector<std::string> order(const Gains& gains) const;

    const cv::clconv::Implementation* impl_;
    cv::clconv::Problem problem_;
    cv::clconv::DeviceTraits traits_;
    Space space_;
    std::vector<ParamSet> starts_;
    ParamSet best_;
    std::vector<Change> gained_; //!< faster changes of the best set, or of the one before
    std::set<cv::clconv::Params> seen_;
};

} // namespace tune
