// SPDX-License-Identifier: Apache-2.0
//
// The setting of the process, and waiting for the background thread.

#include "dispatch/background_thread.hpp"
#include "dispatch/dispatcher.hpp"
#include "util/log.hpp"

namespace cv { namespace clconv {

static std::atomic<int>& ofProcess()
{
    static std::atomic<int> mode(environmentChoice("OPENCV_CLCONV_COLD", {"serve", "wait", "cpu"}));
    return mode;
}

ColdCalls currentColdCalls()
{
    const CallSettings& settings = callSettings();
    if (settings.coldCalls)
        return *settings.coldCalls;
    if (repeatable() || isRecording() || settings.force || settings.tuning || settings.deviceLines ||
        settings.specialization)
        return COLD_WAIT;
    const ColdCalls mode = coldCalls();
    return BackgroundThread::instance().runs() ? mode : COLD_CPU;
}

void setColdCalls(ColdCalls mode)
{
    CV_Assert(mode == COLD_SERVE || mode == COLD_WAIT || mode == COLD_CPU);
    ofProcess() = mode;
}

ColdCalls coldCalls()
{
    return ColdCalls(ofProcess().load());
}

bool waitUntilReady(double seconds)
{
    return BackgroundThread::instance().drain(seconds > 0 ? std::min(seconds, 1e9) : 0);
}

}} // namespace cv::clconv
