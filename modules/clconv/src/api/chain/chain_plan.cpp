// SPDX-License-Identifier: Apache-2.0
//
// Begins with launches of one stage each, and joins a producer with its only reader while that is possible.

#include "api/chain/chain_plan.hpp"
#include "api/border_value.hpp"

namespace cv { namespace clconv {
namespace {

bool isSingleFilter(const std::vector<Value>& values, const std::vector<int>& members)
{
    return members.size() == 1 && values[size_t(members[0])].call;
}

//! Fuses stages into one launch, by the filter's kernel if there is one filter only and that is possible. A filter
//! whose border has a value, or with a kernel for each channel, runs alone.
bool fuse(const std::vector<Value>& values, const std::vector<int>& members,
          const std::function<bool(const FusedStages&)>& runs, FusedStages& fused)
{
    for (int member : members)
    {
        const Call* const call = values[size_t(member)].call.get();
        if (call && (hasBorderValue(*call) || call->hasChannelFilters()))
            return false;
    }
    for (const auto& way : {fuseBehindFilter, fuseFilters})
    {
        fused = way(values, members);
        if (fused.refusal.empty() && runs(fused))
            return true;
    }
    return false;
}

} // namespace

bool reads(const std::vector<Value>& values, const std::vector<int>& members, int value)
{
    return std::any_of(members.begin(), members.end(),
                       [&](int member) { return readsValue(*values[size_t(member)].stage, value); });
}

std::vector<ChainLaunch> planChain(const std::vector<Value>& values,
                                   const std::function<bool(const FusedStages&)>& runs)
{
    std::vector<ChainLaunch> launches;
    for (int i = 1; i < int(values.size()); ++i)
    {
        ChainLaunch launch = {{i}, FusedStages(), nullptr};
        if (isSingleFilter(values, launch.members))
            launch.fused.refusal = "a single filter";
        else
            launch.fused = fuseFilters(values, launch.members);
        launches.push_back(launch);
    }
    for (size_t i = launches.size(); i-- > 1;)
    {
        // Joins the last producer that nothing else reads, and looks again: the joined launch may read others.
        bool joined = true;
        while (joined)
        {
            joined = false;
            for (size_t j = i; j-- > 0 && !joined;)
            {
                const int value = launches[j].members.back();
                const auto readsIt = [&](const ChainLaunch& launch) { return reads(values, launch.members, value); };
                if (!readsIt(launches[i]) || std::count_if(launches.begin(), launches.end(), readsIt) != 1)
                    continue;
                ChainLaunch both = launches[i];
                both.members.insert(both.members.begin(), launches[j].members.begin(), launches[j].members.end());
                std::sort(both.members.begin(), both.members.end());
                if (!fuse(values, both.members, runs, both.fused))
                    continue;
                launches[i] = both;
                launches.erase(launches.begin() + std::ptrdiff_t(j));
                --i;
                joined = true;
            }
        }
    }
    return launches;
}

}} // namespace cv::clconv
