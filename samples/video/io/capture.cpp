// SPDX-License-Identifier: Apache-2.0
//
// Sources that cv::VideoCapture opens.

#include "backends.hpp"
#include "media.hpp"
#include "../../common/quiet.hpp"
#include "programs/command_line.hpp"

#include <opencv2/core/utils/filesystem.hpp>

namespace samples {

namespace {

const double defaultFramesPerSecond = 25;

class CameraSource : public Source
{
public:
    CameraSource(int number, cv::Size size) : name_("camera " + std::to_string(number))
    {
        const Quiet quiet;
        if (!capture_.open(number))
            throw programs::UsageError(name_ + " cannot be opened");
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
        if (!isAddress(file) && (!cv::utils::fs::exists(file) || cv::utils::fs::isDirectory(file)))
            throw programs::UsageError("no such video file: " + file);
        open();
    }

    bool read(cv::Mat& frame) override { return capture_.read(frame); }

    void rewind() override { open(); }

    std::string name() const override { return isAddress(file_) ? file_ : file_.substr(file_.find_last_of("/\\") + 1); }

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
    // Reopens the file instead of seeking: not every container supports seeking, and not every one reports that.
    void open()
    {
        const Quiet quiet;
        if (!openToRead(capture_, file_))
            throw programs::UsageError("not a video that OpenCV can read: " + file_);
    }

    std::string file_;
    cv::VideoCapture capture_;
};

} // namespace

std::unique_ptr<Source> openCapture(const SourceChoice& choice)
{
    if (isCamera(choice.input))
        return std::unique_ptr<Source>(
            new CameraSource(programs::wholeNumber(choice.input, "camera number", 0, 1000), choice.size));
    return std::unique_ptr<Source>(new FileSource(choice.input));
}

} // namespace samples
