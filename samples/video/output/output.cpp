// SPDX-License-Identifier: Apache-2.0
//
// The output of the filtered pictures: a window, a video file, or none.

#include "output.hpp"
#include "../io/media.hpp"
#include "programs/command_line.hpp"

#include <opencv2/highgui.hpp>

#include <cstdio>

#ifdef __linux__
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace samples {

namespace {

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

class FileOutput : public Output
{
public:
    FileOutput(const std::string& file, double framesPerSecond) : file_(openVideoFile(file, framesPerSecond)) {}

    bool show(const cv::Mat& picture) override
    {
        file_->write(picture);
        return true;
    }

    void close() override { file_->close(); }

private:
    std::unique_ptr<VideoFile> file_;
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
// Qt and GTK end the process if there is no display, so a child process tries first. It must not inherit threads.
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
        throw programs::UsageError("no display for a window: use --output=none or --output=FILE.mp4");
}
#else
void requireDisplay() {}
#endif

} // namespace samples
