// SPDX-License-Identifier: Apache-2.0
//
// The drawn moving pattern, and the choice among the kinds of sources.

#include "source.hpp"
#include "media.hpp"
#include "../../common/pattern.hpp"
#include "programs/command_line.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace samples {

namespace {

const double defaultFramesPerSecond = 25;
const cv::Size syntheticSize(1280, 720);
const int framesDrawnAhead = 12;
const int stepDrawnAhead = 7; // frames between those drawn, so that they differ visibly

using Frames = std::vector<cv::Mat>;

//! The frames drawn ahead, shared by all sources of that size.
std::shared_ptr<const Frames> drawnFrames(cv::Size size)
{
    static std::mutex mutex;
    static std::map<std::pair<int, int>, std::weak_ptr<const Frames>> sets;
    std::lock_guard<std::mutex> lock(mutex);
    std::weak_ptr<const Frames>& known = sets[{size.width, size.height}];
    if (std::shared_ptr<const Frames> frames = known.lock())
        return frames;
    const Pattern pattern(size);
    const auto frames = std::make_shared<Frames>(framesDrawnAhead);
    for (int i = 0; i < framesDrawnAhead; i++)
        pattern.draw((*frames)[i], i * stepDrawnAhead);
    known = frames;
    return frames;
}

class SyntheticSource : public Source
{
public:
    SyntheticSource(cv::Size size, const SourceChoice& choice) : pattern_(size), choice_(choice)
    {
        if (choice.drawnAhead)
            drawn_ = drawnFrames(size);
    }

    bool read(cv::Mat& frame) override
    {
        if (ended())
            return false;
        if (drawn_)
            (*drawn_)[(choice_.first + index_) % framesDrawnAhead].copyTo(frame);
        else
            pattern_.draw(frame, index_);
        index_++;
        return true;
    }

    //! Leaves the frame as it is: a copy would take memory bandwidth from the transfers.
    bool readAgain(cv::Mat& frame) override
    {
        if (!drawn_)
            return read(frame);
        if (ended())
            return false;
        index_++;
        return true;
    }

    void rewind() override { index_ = 0; }
    std::string name() const override { return "synthetic"; }
    int frameCount() const override { return choice_.frames; }
    double framesPerSecond() const override { return defaultFramesPerSecond; }

private:
    bool ended() const { return choice_.frames && index_ == choice_.frames; }

    Pattern pattern_;
    SourceChoice choice_;
    std::shared_ptr<const Frames> drawn_;
    int index_ = 0;
};

} // namespace

bool isSynthetic(const std::string& input)
{
    return input == "synthetic";
}

bool isCamera(const std::string& input)
{
    return !input.empty() && std::all_of(input.begin(), input.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool isPipeline(const std::string& input)
{
    return input.find(" ! ") != std::string::npos;
}

bool isAddress(const std::string& input)
{
    return input.find("://") != std::string::npos || isPipeline(input);
}

std::unique_ptr<Source> openSource(const SourceChoice& choice)
{
    if (isSynthetic(choice.input))
        return std::unique_ptr<Source>(new SyntheticSource(choice.size.empty() ? syntheticSize : choice.size, choice));
    if (!choice.size.empty() && !isCamera(choice.input))
        throw programs::UsageError("--input-size is for synthetic and for a camera; the size of a file is fixed");
    return openCapture(choice);
}

} // namespace samples
