// SPDX-License-Identifier: Apache-2.0
//
// Looks the parameters of an implementation up in tuning tables.
//
// An implementation decides its parameters one after the other. Given ones stay; any other one is decided by the first
// line that gives it and whose conditions hold, and can then be a condition for later ones. Lines for a vendor take
// precedence over those for a kind of device, and these over those for all devices.
//
// Of a user's file and the table of single devices only stepwise lines are read here, before the compiled-in tables of
// kinds (tables/gpu.txt, nvidia.txt, cpu.txt): those with a planning parameter, or with a condition on something that
// is decided while planning. Their other lines apply as a whole (planner/make_plan.cpp).

#pragma once

#include "implementations/implementation.hpp"
#include "tuning/table.hpp"

namespace cv { namespace clconv {

//! Whether this line of a user's file takes part in decisions one by one, instead of being taken as a whole.
bool decidesStepwise(const TuningEntry& line);

class Lookup : public Decisions
{
public:
    //! @param first the tables whose stepwise lines take precedence over those of `kinds`
    Lookup(const char* implementation, const Problem& problem, const DeviceTraits& traits,
           const Params& given = Params(), const Tuning& first = Tuning(),
           const std::vector<TuningTable>& kinds = kindTables(knownParameters()));

    //! Sets a quantity for the conditions of later lookups.
    void set(const std::string& quantity, int64 value) { quantities_[quantity] = value; }

    //! The value that the first line gives for the parameter, else `otherwise`; a given planning parameter as given.
    int line(const std::string& parameter, int otherwise);

    //! Decides a parameter, also for the conditions of later lookups.
    //! @returns `value`, or what is given
    int decide(const std::string& parameter, int value);

    //! Decides a parameter by the lines.
    int value(const std::string& parameter, int otherwise);

    //! These parameters, or what is given for them.
    Params given(Params params) const;

    bool isGiven(const std::string& parameter) const { return given_.count(parameter) != 0; }

    //! Discards the line that decided a parameter: the device does not allow its value.
    void discard(const std::string& parameter) { sources.erase(parameter); }

    //! Whether lines of `first` may take part.
    bool tuned() const { return tuned_; }

private:
    std::vector<const TuningEntry*> lines_; //!< of the implementation, the device and the problem's class
    Quantities quantities_;
    Params given_;
    bool tuned_;
};

}} // namespace cv::clconv
