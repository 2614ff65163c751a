// SPDX-License-Identifier: Apache-2.0
//
// The two threads of a stream.

#include "stream.hpp"
#include "../../../common/picture.hpp"
#include "../../../common/support.hpp"

#include <algorithm>

namespace samples {

namespace {

const int pictureWidth = 320; // of the pictures on the dashboard

//! Containers may state a few frames more than there are; a file that lacks more than that is cut off.
int allowedMissing(int total)
{
    return std::max(2, total / 100);
}

bool isPowerOfTwo(int64 number)
{
    return (number & (number - 1)) == 0;
}

//! Without the line breaks that the name of a file may have.
std::string inOneLine(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

} // namespace

Stream::Stream(const StreamChoice& choice, Placement& placement, std::unique_ptr<FrameCheck> check,
               RunControl& control) :
    choice_(choice),
    placement_(placement), check_(std::move(check)), control_(control), frames_(size_t(choice.depth)),
    free_(frames_.size()), results_(frames_.size() + 1)
{
    for (Frame& frame : frames_)
    {
        frame.calls = frames_[0].calls;
        frame.times = &times_;
        frame.results = &results_;
        free_.push(&frame);
    }
    last_.last = true;
    last_.times = &times_;
    last_.results = &results_;
    described_.index = choice.index;
    described_.source = inOneLine(choice.source.input);
    described_.file = choice.file;
}

Stream::~Stream()
{
    for (std::thread* thread : {&reader_, &deliverer_})
        if (thread->joinable())
            thread->join();
}

void Stream::start()
{
    reader_ = std::thread([this] { read(); });
    deliverer_ = std::thread([this] { deliver(); });
}

void Stream::fail(const std::string& what)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (!described_.error.empty())
        return;
    described_.error = inOneLine(what);
    control_.report(cv::format("stream %d (%s): %s", choice_.index, inOneLine(choice_.source.input).c_str(),
                               described_.error.c_str()));
}

//! @returns false after an error, which ends the stream
bool Stream::withoutThrowing(const std::function<void()>& work)
{
    try
    {
        work();
        return true;
    }
    catch (const cv::Exception& error)
    {
        fail(error.func + ": " + error.err);
    }
    catch (const std::exception& error)
    {
        fail(error.what());
    }
    stopsReading_ = true;
    return false;
}

void Stream::read()
{
    withoutThrowing(
        [this]
        {
            const std::unique_ptr<Source> source = openSource(choice_.source);
            open(*source);
            readFrames(*source);
        });
    if (place_.device < 0)
        results_.push(&last_);
    else
        placement_.worker(place_).take(&last_);
}

void Stream::open(const Source& source)
{
    place_ = placement_.take();
    framesPerSecond_ = source.framesPerSecond();
    const int count = source.frameCount();
    std::lock_guard<std::mutex> lock(mutex_);
    described_.source = inOneLine(source.name());
    described_.total = choice_.frames && count ? std::min(choice_.frames, count) : choice_.frames + count;
    described_.device = place_.device;
    described_.worker = place_.worker;
    beginSeconds_ = control_.seconds();
}

void Stream::readFrames(Source& source)
{
    for (int index = 0; !stopsReading_ && !control_.ends() && (!choice_.frames || index < choice_.frames); index++)
    {
        Frame& frame = **free_.pop(); // never closed
        cv::Mat& picture = frame.source.picture;
        const int64 begin = cv::getTickCount();
        if (!(frame.wasRead ? source.readAgain(picture) : source.read(picture)))
        {
            requireComplete(source, index);
            return;
        }
        times_[decodeStage].add(cv::getTickCount() - begin);
        if (picture.type() != CV_8UC3)
            throw UsageError("the frames are not 8-bit colour pictures");
        frame.source.pin(placement_.context(place_));
        frame.wasRead = true;
        frame.index = index;
        decoded_++;
        placement_.worker(place_).take(&frame);
    }
}

void Stream::requireComplete(const Source& source, int read) const
{
    const int total = source.frameCount();
    if (read == 0)
        throw UsageError("not a single frame can be read");
    if (total > 0 && read + allowedMissing(total) < total)
        throw UsageError(cv::format("ends after %d of %d frames: the file is cut off", read, total));
}

void Stream::deliver()
{
    bool delivers = withoutThrowing(
        [this]
        {
            if (check_)
                check_->enterThread();
        });
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
    if (place_.device >= 0) // set before the last frame was sent
        placement_.giveBack(place_);
    std::lock_guard<std::mutex> lock(mutex_);
    endSeconds_ = control_.seconds();
    ended_ = true;
}

void Stream::deliverFrame(Frame& frame)
{
    if (!frame.error.empty())
        throw std::runtime_error(frame.error);
    if (frame.index != delivered_)
        throw std::runtime_error(cv::format("frame %d comes in place of frame %d", int(frame.index), int(delivered_)));
    if (check_)
    {
        const Difference difference = timed(times_[checkStage], [&] { return check_->compare(frame); });
        std::lock_guard<std::mutex> lock(mutex_);
        described_.difference.add(difference);
    }
    if (!choice_.file.empty())
        timed(times_[encodeStage], [&] { write(frame.result.picture); });
    keepPictures(frame);
    delivered_++;
}

void Stream::write(const cv::Mat& picture)
{
    if (!file_)
        file_ = openVideoFile(choice_.file, framesPerSecond_);
    file_->write(picture);
}

//! Those of a frame in the last half of the stream remain.
void Stream::keepPictures(const Frame& frame)
{
    if (!isPowerOfTwo(frame.index))
        return;
    const cv::Size size = sizeOfWidth(frame.result.picture.size(), std::min(pictureWidth, frame.result.picture.cols));
    const cv::Mat before = scaledTo(frame.source.picture, size), after = scaledTo(frame.result.picture, size);
    std::lock_guard<std::mutex> lock(mutex_);
    described_.before = before;
    described_.after = after;
    described_.size = frame.result.picture.size();
}

StreamFigures Stream::figures() const
{
    std::lock_guard<std::mutex> lock(mutex_);
    StreamFigures figures = described_;
    figures.ended = ended_;
    figures.delivered = delivered_; // first: a frame is decoded before it is delivered
    figures.decoded = decoded_;
    const double seconds = (ended_ ? endSeconds_ : control_.seconds()) - beginSeconds_;
    figures.framesPerSecond = seconds > 0 ? double(figures.delivered) / seconds : 0;
    for (int stage = 0; stage < stageCount; stage++)
        figures.stages[stage] = {times_[stage].frames(), times_[stage].seconds()};
    return figures;
}

} // namespace samples
