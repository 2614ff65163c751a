// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// One engine, or one variant of clconv, on one case: calls it, in several ways, and keeps the times.

#pragma once

#include "image_pairs.hpp"
#include "../common/statistics.hpp"

#include <memory>

namespace cv
{
namespace clconv
{
class ForceScope;
}
} // namespace cv

namespace bench
{

enum class Engine
{
    Clconv,
    Stock, //!< cv::filter2D on UMat
    Native //!< cv::filter2D on Mat
};

class Subject
{
public:
    //! @param force the variant, as ForceScope takes it
    //! @param forced false: the library chooses, or the environment
    Subject(Engine engine, const Case& c, const cv::Mat& kernel, Ring& lineBuffer, const std::string& force,
            bool forced);
    ~Subject();

    Engine engine() const { return engine_; }
    const std::string& force() const { return force_; }

    //! Calls on the ring's first pair, its output filled with another number, and waits; compiles what there is to compile.
    void warmUp();
    //! "name" and "PARAM=value ..., group WxH" of what warmUp() ran; the reason where a forced variant does not apply.
    std::string implementation, parameters, refusal;

    //! One call and the wait for it, in microseconds; kept nowhere.
    double once();

    //! One round: calls back to back, then some waited for one by one; or device times alone.
    void roundOfCalls();
    void roundOfEvents(const cv::ocl::OpenCLExecutionContext& profiling);

    //! Whether a call is so short that microseconds of the host's time are seen in it; the first question makes some calls.
    bool isShort();

    //! Drops the times so far.
    void forget();

    double wallUs() const { return median(wall_); }
    double singleUs() const { return median(single_); }
    double deviceUs() const { return median(device_); }

private:
    std::unique_ptr<cv::clconv::ForceScope> scope() const;
    void call(Pair& pair);
    double batch(int calls);
    void calibrate();
    void explain();

    Engine engine_;
    Case case_;
    cv::Mat kernel_;
    Ring& ring_;
    std::string force_;
    bool forced_;
    cv::Mat hostSrc_, hostDst_; //!< of the native engine
    int calls_ = 0;             //!< of one round back to back
    double callUs_ = 0;         //!< one of them, roughly
    std::vector<double> wall_, single_, device_;
};

} // namespace bench
