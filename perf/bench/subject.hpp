// SPDX-License-Identifier: Apache-2.0
//
// One engine, or one variant of clconv, on one case: calls it in several ways and keeps the times.

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

//! Tuning tables that a variant of clconv runs with.
struct Tables
{
    std::string name;          //!< as in --tuning
    bool generic;              //!< without the compiled-in lines for this device and its vendor
    cv::clconv::Tuning tuning; //!< loaded under that condition
};

//! Reads `library`, `generic`, `library:FILE` or `generic:FILE`.
//! @throws UsageError
std::shared_ptr<const Tables> readTables(const std::string& text);

class Subject
{
public:
    //! @param force the variant, as ForceScope takes it
    //! @param forced false: the library or the environment chooses
    //! @param tables null: those of the library and the environment
    Subject(Engine engine, const Case& c, const cv::Mat& kernel, ImagePairs& images, const std::string& force,
            bool forced, std::shared_ptr<const Tables> tables = nullptr);
    //! A bank of these filters, by filterBank.
    //! @param forced false: the library chooses
    Subject(const Case& c, const std::vector<cv::Mat>& kernels, ImagePairs& images, const std::string& force,
            bool forced);
    //! Another function of clconv, such as a chain's.
    Subject(const Case& c, const std::function<void(const cv::UMat&, cv::UMat&)>& function, ImagePairs& images,
            const std::string& force, bool forced);
    ~Subject();

    Engine engine() const { return engine_; }
    //! What distinguishes variants of clconv: what is forced, or the tables.
    const std::string& variant() const { return tables_ ? tables_->name : force_; }

    //! One call on the first pair, whose output is overwritten beforehand, and the wait for it; builds the programs.
    void warmUp();
    //! Of what warmUp() ran: "name", "PARAM=value ..., group WxH"; the reason if a forced variant is not applicable.
    std::string implementation, parameters, refusal;
    //! And what it is expected to compute; unknown for cv::filter2D on the CPU and for banks.
    cv::clconv::MultiplyAdds expected;

    //! Microseconds of one call and the wait for it; not stored.
    double once();

    //! One round: calls back to back, then calls each waited for; or device times only.
    void roundOfCalls();
    void roundOfEvents(const cv::ocl::OpenCLExecutionContext& profiling);

    //! Whether a call is so short that microseconds of host time matter. The first use makes some calls.
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
    std::vector<cv::Mat> kernels_; //!< one without taps for a function
    std::function<void(const cv::UMat&, cv::UMat&)> function_;
    ImagePairs& images_;
    std::string force_;
    bool forced_;
    std::shared_ptr<const Tables> tables_;
    cv::Mat hostSrc_, hostDst_; //!< of opencv-cpu
    int calls_ = 0;             //!< back to back in one round
    double callUs_ = 0;         //!< of one call, estimated
    std::vector<double> wall_, single_, device_;
};

} // namespace bench
