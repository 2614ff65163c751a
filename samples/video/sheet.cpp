// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The contact sheet: a few frames of the whole run in one picture, source beside result, whole and in detail.

#include "sheet.hpp"
#include "picture.hpp"
#include "quiet.hpp"
#include "../support.hpp"

#include <opencv2/imgcodecs.hpp>

#include <algorithm>

namespace samples
{

namespace
{

const int cellWidth = 480;
const int captionHeight = 22;
const int lineHeight = 36;
const int gap = 6;
const int choice = 8; // rows kept at least, so that the middle one is near the middle
const cv::Scalar paper = cv::Scalar::all(32);

cv::Mat cell(const cv::Mat& picture, cv::Size size, const std::string& caption)
{
    cv::Mat scaled = scaledTo(picture, size);
    label(scaled, caption, captionHeight);
    cv::copyMakeBorder(scaled, scaled, 0, gap, 0, gap, cv::BORDER_CONSTANT, paper);
    return scaled;
}

//! The middle quarter: at the sheet's scale a small kernel does not show in a whole frame.
cv::Mat detail(const cv::Mat& frame)
{
    return frame(cv::Rect(frame.cols / 4, frame.rows / 4, std::max(frame.cols / 2, 1), std::max(frame.rows / 2, 1)));
}

cv::Mat rowOf(const cv::Mat& source, const cv::Mat& result, int frame)
{
    const cv::Size size = sizeOfWidth(source, cellWidth);
    const std::vector<cv::Mat> cells = {cell(source, size, cv::format("source, frame %d", frame)),
                                        cell(result, size, cv::format("filtered, frame %d", frame)),
                                        cell(detail(source), size, "source, detail"),
                                        cell(detail(result), size, "filtered, detail")};
    cv::Mat row;
    cv::hconcat(cells, row);
    return row;
}

cv::Mat textLine(const std::string& text, int width)
{
    cv::Mat line(lineHeight, width, CV_8UC3, paper);
    label(line, text, lineHeight);
    return line;
}

} // namespace

Sheet::Sheet(const std::string& file, int rowsPerFilter) : file_(file), rowsPerFilter_(rowsPerFilter)
{
    const Quiet quiet;
    if (!cv::haveImageWriter(file))
        throw UsageError("--sheet: OpenCV writes no pictures of this kind: " + file);
    // Now, not after the last frame, is the time to say that there is no such folder.
    if (!cv::imwrite(file, cv::Mat::zeros(1, 1, CV_8UC3)))
        throw UsageError("--sheet: cannot be written: " + file);
}

void Sheet::offer(const cv::Mat& source, const cv::Mat& result)
{
    if (offered_ % stride_ == 0)
        kept_.push_back({offered_, rowOf(source, result, offered_)});
    offered_++;
    if (static_cast<int>(kept_.size()) <= std::max(2 * rowsPerFilter_, choice))
        return;
    std::vector<Row> everySecond;
    for (size_t i = 0; i < kept_.size(); i += 2)
        everySecond.push_back(kept_[i]);
    kept_.swap(everySecond);
    stride_ *= 2;
}

void Sheet::endFilter(const std::string& line)
{
    const int rows = std::min(rowsPerFilter_, static_cast<int>(kept_.size()));
    if (rows > 0)
        blocks_.push_back(textLine(line, kept_[0].picture.cols));
    for (int row = 0; row < rows; row++)
    {
        const size_t last = kept_.size() - 1;
        const size_t index = rows > 1 ? row * last / (rows - 1) : last / 2;
        blocks_.push_back(kept_[index].picture);
    }
    kept_.clear();
    offered_ = 0;
    stride_ = 1;
}

void Sheet::write(const std::string& title) const
{
    if (blocks_.empty())
        return;
    cv::Mat sheet = textLine(title, blocks_[0].cols);
    for (const cv::Mat& block : blocks_)
        cv::vconcat(sheet, block, sheet);
    cv::copyMakeBorder(sheet, sheet, gap, 0, gap, 0, cv::BORDER_CONSTANT, paper);
    const Quiet quiet;
    if (!cv::imwrite(file_, sheet))
        throw UsageError("--sheet: cannot be written: " + file_);
}

} // namespace samples
