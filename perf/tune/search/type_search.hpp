// SPDX-License-Identifier: Apache-2.0
//
// Searches the cells of one pixel type together, for single filters or for banks of one size: each batch of proposals
// is built at once, in parallel, and then timed with nothing else running. With few cells a batch is short, and most
// builders wait for its slowest build (NVIDIA H200, cells of one filter size: 30 % of 16 builders busy).

#pragma once

#include "cell_bench.hpp"
#include "../result.hpp"

#include "planner/make_plan.hpp"

namespace tune {

//! The inputs of planning, without the new tuning file.
struct Library
{
    cv::clconv::DeviceTraits traits;
    cv::clconv::Tuning tuning;
};

//! What the searches of a run share.
struct Shared
{
    const Library& library;
    const std::vector<std::string>& implementations; //!< those to try if they are supported
    bool cpu;
    Clock::time_point end; //!< when the run ends
    Builders& builders;
    Gains& gains;
    Results& results; //!< gets counts and wrong outputs
};

class TypeSearch
{
public:
    //! @param images one for each cell
    TypeSearch(const std::vector<Cell>& cells, const std::vector<bench::ImagePairs*>& images, Shared& shared);

    //! Searches until the deadline, or until nothing gains any more.
    void run(Clock::time_point deadline);

    //! Times the library's own choice and the best set of each cell once more, in alternation.
    //! @returns the cells for which there was time
    std::vector<Result> finish();

private:
    struct Searched
    {
        Proposals proposals;
        std::unique_ptr<Candidate> best;
        double us;
        int timed; //!< number of sets
        bool promising;
    };
    struct CellState
    {
        Cell cell;
        CellBench bench;
        Choice library;
        std::vector<Searched> searched;
        double bestUs, onceUs; //!< device time of the fastest; shortest wall time of one call
    };
    struct Batch
    {
        CellState* cell;
        Searched* searched;
        std::vector<ParamSet> sets;
    };

    void addStarts(CellState& state);
    std::vector<Batch> propose(size_t count);
    void build(std::vector<Batch>& batches, Clock::time_point begin, Clock::time_point end);
    void time(Batch& batch, Clock::time_point deadline);
    void keepBest(Batch& batch, std::vector<std::unique_ptr<Candidate>>& candidates, const std::vector<Timed>& times);
    void prune();
    void share();
    size_t proposalsEach(Clock::time_point deadline) const;
    Program programOf(const Batch& batch, const ParamSet& set) const;

    Shared& shared_;
    std::vector<std::unique_ptr<CellState>> cells_;
};

} // namespace tune
