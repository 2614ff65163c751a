// SPDX-License-Identifier: Apache-2.0
//
// Conditions of a tuning line beyond types and filter size: ranges of named quantities.

#pragma once

#include "problem/device_traits.hpp"
#include "problem/problem.hpp"

namespace cv { namespace clconv {

//! Whole numbers from min to max.
struct Interval
{
    int min, max;

    bool holds(int64 value) const { return value >= min && value <= max; }
    bool operator==(const Interval& other) const { return min == other.min && max == other.max; }
};

struct Condition
{
    std::string quantity;
    Interval range;

    bool operator==(const Condition& other) const { return quantity == other.quantity && range == other.range; }
};

//! A number that conditions compare. They can also compare parameters of the implementation that are already decided.
struct Quantity
{
    const char *name, *meaning;
    int64 (*value)(const Problem&, const DeviceTraits&); //!< null: it is decided while an implementation plans
};

const std::vector<Quantity>& quantities();

typedef std::map<std::string, int64> Quantities; //!< values by name

//! The values of those that are known of the problem and the device.
Quantities quantitiesOf(const Problem& problem, const DeviceTraits& traits);

//! Whether all conditions hold; one on a quantity without a value does not.
bool hold(const std::vector<Condition>& conditions, const Quantities& quantities);

const Quantity* quantityOf(const std::string& name); //!< null if there is none
bool isProblemQuantity(const std::string& name);     //!< one that is known before anything is decided

//! Reads "3", "3..5", "3..*", "*".
//! @param minimum the smallest number that is allowed
bool readRange(const std::string& text, int minimum, Interval& range);

//! The text that readRange reads with the same minimum.
std::string toString(const Interval& range, int minimum = 1);

}} // namespace cv::clconv
