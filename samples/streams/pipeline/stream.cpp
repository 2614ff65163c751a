// SPDX-License-Identifier: Apache-2.0
//
// The two threads of a stream.

#include "stream.hpp"
#include "programs/command_line.hpp"

#include <algorithm>

namespace samples {

namespace {

//! Containers may state a few frames more than they have; a file that lacks more than that is cut off.
int allowedMissing(int total)
{
    return std::max(2, total / 100);
}

//! Removes line breaks, which the name of a file may have.
std::string inOneLine(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

} // namespace

Stream::Stream(const StreamChoice& choice, const Place& place, RunControl& control,
               std::function<void(const Frame&)> look) :
    choice_(choice),
    place_(place), control_(control), look_(std::move(look)), frames_(size_t(choice.depth)), free_(frames_.size()),
    results_(frames_.size() + 1)
{
    last_.last = true;
    const auto prepare = [this](Frame& frame)
    {
        frame.stream = choice_.index;
        frame.times = &times_;
        frame.results = &results_;
    };
    prepare(last_);
    for (Frame& frame : frames_)
    {
        prepare(frame);
        free_.push(&frame);
    }
    described_.source = inOneLine(choice.source.input);
    described_.device = place.device;
    reader_ = std::thread([this] { read(); });
    deliverer_ = std::thread([this] { deliver(); });
}

Stream::~Stream()
{
    reader_.join();
    deliverer_.join();
}

//! @returns false after an error, which ends the stream
bool Stream::withoutThrowing(const std::function<void()>& work)
{
    std::string error;
    try
    {
        work();
        return true;
    }
    catch (const cv::Exception& exception)
    {
        error = exception.func + ": " + exception.err;
    }
    catch (const std::exception& exception)
    {
        error = exception.what();
    }
    stopsReading_ = true;
    std::lock_guard<std::mutex> lock(mutex_);
    if (described_.error.empty())
        described_.error = inOneLine(error);
    return false;
}

void Stream::read()
{
    withoutThrowing(
        [this]
        {
            const std::unique_ptr<Source> source = openSource(choice_.source);
            framesPerSecond_ = source->framesPerSecond();
            const int count = source->frameCount();
            {
                std::lock_guard<std::mutex> lock(mutex_);
                described_.total = choice_.frames && count ? std::min(choice_.frames, count) : choice_.frames + count;
            }
            readFrames(*source);
        });
    place_.worker->take(&last_);
}

void Stream::readFrames(Source& source)
{
    for (int index = 0; !stopsReading_ && !control_.ends() && (!choice_.frames || index < choice_.frames); index++)
    {
        Frame& frame = **free_.pop(); // never closed
        cv::Mat& picture = frame.source.picture;
        bool more = false;
        timed(times_[decodeStage], [&] { more = frame.wasRead ? source.readAgain(picture) : source.read(picture); });
        if (!more)
            return requireComplete(source, index);
        if (picture.type() != CV_8UC3)
            throw programs::UsageError("the frames are not 8-bit colour pictures");
        frame.source.pin(place_.context);
        frame.wasRead = true;
        frame.index = index;
        decoded_++;
        place_.worker->take(&frame);
    }
}

void Stream::requireComplete(const Source& source, int read) const
{
    const int total = source.frameCount();
    if (read == 0)
        throw programs::UsageError("not a single frame can be read");
    if (total > 0 && read + allowedMissing(total) < total)
        throw programs::UsageError(cv::format("ends after %d of %d frames: the file is cut off", read, total));
}

void Stream::deliver()
{
    bool delivers = true;
    while (Frame* const frame = *results_.pop()) // never closed
    {
        if (frame->last)
            break;
        delivers = delivers && withoutThrowing([&] { deliverFrame(*frame); });
        frame->error.clear();
        free_.push(frame);
    }
    withoutThrowing(
        [this]
        {
            if (file_)
                file_->close();
        });
    std::lock_guard<std::mutex> lock(mutex_);
    described_.ended = true;
}

void Stream::deliverFrame(const Frame& frame)
{
    if (!frame.error.empty())
        throw std::runtime_error(frame.error);
    if (look_)
        look_(frame);
    const auto write = [&]
    {
        if (!file_)
            file_ = openVideoFile(choice_.file, framesPerSecond_);
        file_->write(frame.result.picture);
    };
    if (!choice_.file.empty())
        timed(times_[encodeStage], write);
    delivered_++;
}

StreamFigures Stream::figures() const
{
    std::lock_guard<std::mutex> lock(mutex_);
    StreamFigures figures = described_;
    figures.delivered = delivered_; // read first: a frame is decoded before it is delivered
    figures.decoded = decoded_;
    for (size_t stage = 0; stage < stageCount; stage++)
        figures.seconds[stage] = double(times_[stage]) / cv::getTickFrequency();
    return figures;
}

} // namespace samples
