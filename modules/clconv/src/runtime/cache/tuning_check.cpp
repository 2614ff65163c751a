// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Looks at each file once.

#include "runtime/cache/tuning_check.hpp"
#include "planner/unusable_lines.hpp"
#include "util/log.hpp"

namespace cv
{
namespace clconv
{

void TuningCheck::warnAboutUnusableLines(const Tuning& tuning, const DeviceTraits& traits)
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (!checked_.insert(tuning.id).second)
            return;
    }
    for (const TuningTable& table : tuning.tables)
        if (table.isFile)
            for (const std::string& line : unusableLines(table, traits))
                logLastingWarningOnce("tuning file " + line +
                                      "; no problem supports this line on this device, it is left out");
}

} // namespace clconv
} // namespace cv
