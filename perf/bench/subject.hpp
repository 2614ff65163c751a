// SPDX-License-Identifier: Apache-2.0
//
// One engine, or one variant of clconv, on one case: runs it in several ways and keeps the times.

#pragma once

#include "image_pairs.hpp"
#include "../common/statistics.hpp"

#include "problem/plan.hpp"
#include "tuning/table.hpp"

#include <functional>
#include <memory>

namespace bench {

enum class Engine
{
    Clconv,
    Stock,    //!< cv::filter2D on UMat
    OpencvCpu //!< cv::filter2D on Mat
};

//! Tuning tables for a variant of clconv.
struct Tables
{
    std::string name;          //!< as in --tuning
    bool generic;              //!< leaves out the compiled-in lines for this device and its vendor
    cv::clconv::Tuning tuning; //!< loaded accordingly
};

//! Reads `library`, `generic`, `library:FILE` or `generic:FILE`.
//! @throws UsageError
std::shared_ptr<const Tables> readTables(const std::string& text);

class Subject
{
public:
    //! @param force the variant, in the form of ForceScope
    //! @param forced false: the library or the environment chooses
    //! @param tables null: those of the library and the environment
    Subject(Engine engine, const Case& c, const cv::Mat& kernel, ImagePairs& images, const std::string& force,
            bool forced, std::shared_ptr<const Tables> tables = nullptr);
    //! Runs filterBank with these filters.
    //! @param forced false: the library chooses
    Subject(const Case& c, const std::vector<cv::Mat>& kernels, ImagePairs& images, const std::string& force,
            bool forced);
    //! Runs another function of clconv, such as a chain.
    Subject(const Case& c, const std::function<void(const cv::UMat&, cv::UMat&)>& function, ImagePairs& images,
            const std::string& force, bool forced);
    ~Subject();

    Engine engine() const { return engine_; }
    //! What distinguishes variants of clconv: the forced implementation, or the tables.
    const std::string& variant() const { return tables_ ? tables_->name : force_; }

    //! Overwrites the output of the first pair, makes one call and waits for it; builds the programs.
    void warmUp();
    //! Set by warmUp(): "name", "PARAM=value ..., group WxH", and the reason if a forced variant is not applicable.
    std::string implementation, parameters, refusal;
    //! The work expected of that implementation; unknown for cv::filter2D on the CPU and for banks.
    cv::clconv::MultiplyAdds expected;

    //! Microseconds of one call including the wait for it; not stored.
    double once();

    //! One round: back-to-back calls, then calls that are each waited for; or only device times.
    void roundOfCalls();
    void roundOfEvents(const cv::ocl::OpenCLExecutionContext& profiling);

    //! Whether calls are so short that microseconds of host time matter. The first use makes some calls.
    bool isShort();

    //! Discards all times.
    void forget();

    double wallUs() const { return median(wall_); }
    double singleUs() const { return median(single_); }
    double deviceUs() const { return median(device_); }

private:
    class Scope;

    void call(Pair& pair);
    Pair& nextPair();
    double batch(int calls);
    void calibrate();
    void explain();

    Engine engine_;
    Case case_;
    std::vector<cv::Mat> kernels_; //!< an empty one for a function
    std::function<void(const cv::UMat&, cv::UMat&)> function_;
    ImagePairs& images_;
    std::string force_;
    bool forced_;
    std::shared_ptr<const Tables> tables_;
    cv::Mat hostSrc_, hostDst_; //!< for opencv-cpu
    int calls_ = 0;             //!< back-to-back calls in a round
    double callUs_ = 0;         //!< estimated time of one call
    std::vector<double> wall_, single_, device_;
};

} // namespace bench
