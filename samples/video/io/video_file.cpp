// SPDX-License-Identifier: Apache-2.0
//
// Video files by cv::VideoWriter, which does not report failed writes: the space on the disk is checked while frames
// are written, and a complete file is opened again.

#include "backends.hpp"
#include "media.hpp"
#include "../../common/quiet.hpp"
#include "programs/command_line.hpp"

#include <atomic>
#include <cstdio>
#include <filesystem>

namespace samples {

namespace {

//! Space for ending a file besides a frame: the muxer's buffers, and an index entry for each frame (MPEG-4: up to 20
//! bytes; AVI: 16 twice), rounded up.
const uint64 bytesOfBuffers = 256 << 10;
const uint64 bytesOfIndexEntry = 64;

//! The space that all open files need together, since they may be on the same disk.
std::atomic<uint64> reservedBytes{0};

//! The writer is opened with the first frame, whose size it needs.
class WrittenVideo : public VideoFile
{
public:
    WrittenVideo(const std::string& file, double framesPerSecond) : file_(file), framesPerSecond_(framesPerSecond)
    {
        // Reports a missing folder now instead of after the first frame.
        std::FILE* const probe = std::fopen(file.c_str(), "wb");
        if (!probe)
            throw programs::UsageError("cannot write: " + file);
        std::fclose(probe);
    }

    ~WrittenVideo() override { reservedBytes -= reserved_; }

    void write(const cv::Mat& frame) override
    {
        if (size_.empty())
            open(frame.size());
        if (frame.size() != size_)
            throw programs::UsageError(cv::format("frame %d is %dx%d, those before it %dx%d", written_, frame.cols,
                                                  frame.rows, size_.width, size_.height));
        requireSpace(frame.total() * frame.elemSize());
        writer_.write(frame);
        written_++;
    }

    void close() override
    {
        writer_.release();
        const Quiet quiet;
        cv::VideoCapture capture;
        const int found = written_ && openToRead(capture, file_) ? int(capture.get(cv::CAP_PROP_FRAME_COUNT)) : 0;
        if (found != written_)
            throw programs::UsageError(cv::format("%s has %d of %d frames: the disk is full or fails", file_.c_str(),
                                                  std::max(found, 0), written_));
    }

private:
    void open(cv::Size size)
    {
        const bool mp4 = std::filesystem::path(file_).extension() == ".mp4";
        const int codec =
            mp4 ? cv::VideoWriter::fourcc('m', 'p', '4', 'v') : cv::VideoWriter::fourcc('M', 'J', 'P', 'G');
        const Quiet quiet;
        if (!openToWrite(writer_, file_, codec, framesPerSecond_, size))
            throw programs::UsageError("this OpenCV cannot write " + std::string(mp4 ? "MPEG-4" : "Motion JPEG") +
                                       " video, try a file that ends in " + (mp4 ? ".avi" : ".mp4"));
        size_ = size;
    }

    //! An encoded frame is smaller than its pixels.
    void requireSpace(uint64 frameBytes)
    {
        const uint64 needed = bytesOfBuffers + frameBytes + bytesOfIndexEntry * uint64(written_ + 1);
        reservedBytes += needed - reserved_;
        reserved_ = needed;
        std::error_code error;
        const std::filesystem::space_info space = std::filesystem::space(file_, error);
        if (!error && space.available < reservedBytes)
            throw programs::UsageError(
                cv::format("the disk is full; %s ends after %d frames", file_.c_str(), written_));
    }

    std::string file_;
    double framesPerSecond_;
    cv::VideoWriter writer_;
    cv::Size size_;
    int written_ = 0;
    uint64 reserved_ = 0;
};

} // namespace

std::unique_ptr<VideoFile> openVideoFile(const std::string& file, double framesPerSecond)
{
    return std::unique_ptr<VideoFile>(new WrittenVideo(file, framesPerSecond));
}

} // namespace samples
