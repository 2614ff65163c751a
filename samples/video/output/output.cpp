// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The output of the filtered pictures: a window, a video file, or none.

#include "output.hpp"
#include "../../common/quiet.hpp"
#include "../../common/support.hpp"

#include <opencv2/highgui.hpp>
#include <opencv2/videoio.hpp>

#include <cstdio>

#ifdef __linux__
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace samples
{

namespace
{

const char* const windowName = "clconv_video (q or Esc: end)";

class NoOutput : public Output
{
public:
    bool show(const cv::Mat&) override { return true; }
};

class WindowOutput : public Output
{
public:
    WindowOutput() { cv::namedWindow(windowName, cv::WINDOW_NORMAL | cv::WINDOW_KEEPRATIO); }
    ~WindowOutput() override { cv::destroyAllWindows(); }

    bool show(const cv::Mat& picture) override
    {
        if (!sized_)
            cv::resizeWindow(windowName, picture.size());
        sized_ = true;
        cv::imshow(windowName, picture);
        const int key = cv::waitKey(1) & 0xff;
        const bool closed = cv::getWindowProperty(windowName, cv::WND_PROP_VISIBLE) < 1;
        return key != 'q' && key != 27 && !closed;
    }

private:
    bool sized_ = false;
};

//! The writer is opened with the first picture, whose size it needs.
class FileOutput : public Output
{
public:
    FileOutput(const std::string& file, double framesPerSecond) : file_(file), framesPerSecond_(framesPerSecond)
    {
        // Reports a missing folder now, not after the first frame.
        std::FILE* const probe = std::fopen(file.c_str(), "wb");
        if (!probe)
            throw UsageError("--output: cannot write: " + file);
        std::fclose(probe);
    }

    bool show(const cv::Mat& picture) override
    {
        if (!writer_.isOpened())
            open(picture.size());
        writer_.write(picture);
        return true;
    }

private:
    void open(cv::Size size)
    {
        const bool mp4 = file_.compare(file_.size() - 4, 4, ".mp4") == 0;
        const int codec =
            mp4 ? cv::VideoWriter::fourcc('m', 'p', '4', 'v') : cv::VideoWriter::fourcc('M', 'J', 'P', 'G');
        const Quiet quiet;
        if (!writer_.open(file_, codec, framesPerSecond_, size))
            throw UsageError("--output: this OpenCV cannot write " + std::string(mp4 ? "MPEG-4" : "Motion JPEG") +
                             " video, try a file that ends in " + (mp4 ? ".avi" : ".mp4"));
    }

    std::string file_;
    double framesPerSecond_;
    cv::VideoWriter writer_;
};

} // namespace

std::unique_ptr<Output> openOutput(const std::string& where, double framesPerSecond)
{
    if (where == "none")
        return std::unique_ptr<Output>(new NoOutput);
    if (where == "window")
        return std::unique_ptr<Output>(new WindowOutput);
    return std::unique_ptr<Output>(new FileOutput(where, framesPerSecond));
}

#ifdef __linux__
// Qt and GTK end the whole process if there is no display, so a child process tries first. It must not inherit threads.
void requireDisplay()
{
    const pid_t child = fork();
    if (child == 0)
    {
        const rlimit noCoreFile = {0, 0};
        setrlimit(RLIMIT_CORE, &noCoreFile);
        if (!std::freopen("/dev/null", "w", stderr))
            _exit(1);
        try
        {
            cv::namedWindow(windowName);
            _exit(0);
        }
        catch (const cv::Exception&)
        {
            _exit(1);
        }
    }
    int status = 1;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        throw UsageError("no display for a window: use --output=none or --output=FILE.mp4");
}
#else
void requireDisplay() {}
#endif

} // namespace samples
