// SPDX-License-Identifier: Apache-2.0
//
// A contact sheet: rows of small captioned pictures and lines of text, in one picture file.

#include "contact_sheet.hpp"
#include "picture.hpp"
#include "quiet.hpp"
#include "programs/command_line.hpp"

#include <opencv2/imgcodecs.hpp>

namespace samples {

namespace {

const int captionHeight = 22;
const int lineHeight = 36;
const int gap = 6;
const cv::Scalar background = cv::Scalar::all(32);

cv::Mat textLine(const std::string& text, int width)
{
    cv::Mat line(lineHeight, width, CV_8UC3, background);
    label(line, text, lineHeight);
    return line;
}

} // namespace

ContactSheet::ContactSheet(const std::string& file) : file_(file)
{
    const Quiet quiet;
    if (!cv::haveImageWriter(file))
        throw programs::UsageError("--sheet: OpenCV does not support this picture format: " + file);
    if (!cv::imwrite(file, cv::Mat::zeros(1, 1, CV_8UC3)))
        throw programs::UsageError("--sheet: cannot be written: " + file);
}

void ContactSheet::write(const std::string& title) const
{
    int width = 0;
    for (const Block& block : blocks_)
        width = std::max(width, block.row.cols);
    if (width == 0)
        return;
    std::vector<cv::Mat> parts = {textLine(title, width)};
    for (const Block& block : blocks_)
        parts.push_back(block.row.empty() ? textLine(block.text, width) : block.row);
    cv::Mat sheet;
    cv::vconcat(parts, sheet);
    cv::copyMakeBorder(sheet, sheet, gap, 0, gap, 0, cv::BORDER_CONSTANT, background);
    const Quiet quiet;
    if (!cv::imwrite(file_, sheet))
        throw programs::UsageError("--sheet: cannot be written: " + file_);
}

cv::Mat rowOf(const std::vector<Cell>& cells, cv::Size size)
{
    std::vector<cv::Mat> pictures;
    for (const Cell& cell : cells)
    {
        cv::Mat picture = scaledTo(cell.picture, size);
        if (picture.channels() == 1)
            cv::cvtColor(picture, picture, cv::COLOR_GRAY2BGR);
        label(picture, cell.caption, captionHeight);
        cv::copyMakeBorder(picture, picture, 0, gap, 0, gap, cv::BORDER_CONSTANT, background);
        pictures.push_back(picture);
    }
    cv::Mat row;
    cv::hconcat(pictures, row);
    return row;
}

} // namespace samples
