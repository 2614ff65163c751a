// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The source of the frames: a camera, a video file, or a drawn moving pattern.

#include "source.hpp"
#include "../common/pattern.hpp"
#include "../common/quiet.hpp"
#include "../common/support.hpp"

#include <opencv2/core/utils/filesystem.hpp>
#include <opencv2/videoio.hpp>

#include <algorithm>

namespace samples
{

namespace
{

const double defaultFramesPerSecond = 25;
const cv::Size syntheticSize(1280, 720);
const int syntheticFrames = 300;

class SyntheticSource : public Source
{
public:
    SyntheticSource(cv::Size size, int frames) : pattern_(size), frames_(frames) {}

    bool read(cv::Mat& frame) override
    {
        if (index_ == frames_)
            return false;
        pattern_.draw(frame, index_++);
        return true;
    }

    void rewind() override { index_ = 0; }
    std::string name() const override { return "synthetic"; }
    int frameCount() const override { return frames_; }
    double framesPerSecond() const override { return defaultFramesPerSecond; }

private:
    Pattern pattern_;
    int frames_, index_ = 0;
};

class CameraSource : public Source
{
public:
    CameraSource(int number, cv::Size size) : name_("camera " + std::to_string(number))
    {
        const Quiet quiet;
        if (!capture_.open(number))
            throw UsageError(name_ + " cannot be opened");
        if (!size.empty())
        {
            capture_.set(cv::CAP_PROP_FRAME_WIDTH, size.width);
            capture_.set(cv::CAP_PROP_FRAME_HEIGHT, size.height);
        }
    }

    bool read(cv::Mat& frame) override { return capture_.read(frame); }
    void rewind() override {}
    std::string name() const override { return name_; }
    int frameCount() const override { return 0; }

    double framesPerSecond() const override
    {
        const double rate = capture_.get(cv::CAP_PROP_FPS);
        return rate > 0 ? rate : defaultFramesPerSecond;
    }

private:
    std::string name_;
    cv::VideoCapture capture_;
};

class FileSource : public Source
{
public:
    explicit FileSource(const std::string& file) : file_(file)
    {
        const bool address = file.find("://") != std::string::npos;
        if (!address && (!cv::utils::fs::exists(file) || cv::utils::fs::isDirectory(file)))
            throw UsageError("no such video file: " + file);
        open();
    }

    bool read(cv::Mat& frame) override { return capture_.read(frame); }

    void rewind() override { open(); }
    std::string name() const override { return file_.substr(file_.find_last_of("/\\") + 1); }

    int frameCount() const override
    {
        const double count = capture_.get(cv::CAP_PROP_FRAME_COUNT);
        return count > 0 && count < 1e9 ? static_cast<int>(count) : 0;
    }

    double framesPerSecond() const override
    {
        const double rate = capture_.get(cv::CAP_PROP_FPS);
        return rate > 0 && rate < 1000 ? rate : defaultFramesPerSecond;
    }

private:
    // Reopens in place of seeking: not every container supports seeking, and not every one reports that.
    void open()
    {
        const Quiet quiet;
        if (!capture_.open(file_))
            throw UsageError("not a video that OpenCV can read: " + file_);
    }

    std::string file_;
    cv::VideoCapture capture_;
};

bool isNumber(const std::string& text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

std::unique_ptr<Source> openSource(const Options& options)
{
    const cv::Size size = options.inputSize;
    if (options.input == "synthetic")
        return std::unique_ptr<Source>(new SyntheticSource(size.empty() ? syntheticSize : size,
                                                           options.frames ? options.frames : syntheticFrames));
    if (isNumber(options.input))
    {
        if (options.filters.size() > 1 && options.frames == 0)
            throw UsageError("--filter=all on a camera needs --frames, or the first filter would never end");
        return std::unique_ptr<Source>(new CameraSource(wholeNumber(options.input, "camera number", 0, 1000), size));
    }
    if (!size.empty())
        throw UsageError("--input-size is for synthetic and for a camera; the size of a file is fixed");
    return std::unique_ptr<Source>(new FileSource(options.input));
}

} // namespace samples
