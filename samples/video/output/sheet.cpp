// SPDX-License-Identifier: Apache-2.0
//
// The contact sheet of a video: frames spread over the whole run, source beside result, whole and in detail.

#include "sheet.hpp"
#include "../../common/picture.hpp"

#include <algorithm>

namespace samples {

namespace {

const int cellWidth = 480;
const int minKept = 8; // rows, so that the middle one is near the middle of the run

//! The middle quarter of the area, since a small kernel's effect is not visible in a whole frame at the sheet's scale.
cv::Mat detail(const cv::Mat& frame)
{
    return frame(cv::Rect(frame.cols / 4, frame.rows / 4, std::max(frame.cols / 2, 1), std::max(frame.rows / 2, 1)));
}

cv::Mat rowOfFrame(const cv::Mat& source, const cv::Mat& result, int frame)
{
    return rowOf({{source, cv::format("source, frame %d", frame)},
                  {result, cv::format("filtered, frame %d", frame)},
                  {detail(source), "source, detail"},
                  {detail(result), "filtered, detail"}},
                 sizeOfWidth(source.size(), cellWidth));
}

} // namespace

Sheet::Sheet(const std::string& file, int rowsPerChain) : sheet_(file), rowsPerChain_(rowsPerChain) {}

void Sheet::add(const cv::Mat& source, const cv::Mat& result)
{
    if (added_ % stride_ == 0)
        kept_.push_back({added_, rowOfFrame(source, result, added_)});
    added_++;
    if (static_cast<int>(kept_.size()) <= std::max(2 * rowsPerChain_, minKept))
        return;
    std::vector<Row> everySecond;
    for (size_t i = 0; i < kept_.size(); i += 2)
        everySecond.push_back(kept_[i]);
    kept_.swap(everySecond);
    stride_ *= 2;
}

void Sheet::endChain(const std::string& line)
{
    const int rows = std::min(rowsPerChain_, static_cast<int>(kept_.size()));
    if (rows > 0)
        sheet_.addLine(line);
    for (int row = 0; row < rows; row++)
    {
        const size_t last = kept_.size() - 1;
        const size_t index = rows > 1 ? row * last / (rows - 1) : last / 2;
        sheet_.addRow(kept_[index].picture);
    }
    kept_.clear();
    added_ = 0;
    stride_ = 1;
}

} // namespace samples
