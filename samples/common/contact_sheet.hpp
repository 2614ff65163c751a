// SPDX-License-Identifier: Apache-2.0
//
// A contact sheet: rows of small captioned pictures and lines of text, in one picture file.

#ifndef CLCONV_SAMPLES_CONTACT_SHEET_HPP
#define CLCONV_SAMPLES_CONTACT_SHEET_HPP

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace samples {

class ContactSheet
{
public:
    //! Throws UsageError if the file cannot be written, so that the error comes before the work, not after it.
    explicit ContactSheet(const std::string& file);

    void addLine(const std::string& text) { blocks_.push_back({text, cv::Mat()}); }

    //! @param row made by rowOf(); all rows have the same width
    void addRow(const cv::Mat& row) { blocks_.push_back({std::string(), row}); }

    //! Writes the picture, or throws UsageError; does nothing if there is no row.
    void write(const std::string& title) const;

private:
    struct Block
    {
        std::string text;
        cv::Mat row;
    };

    std::string file_;
    std::vector<Block> blocks_;
};

//! A picture of a row.
struct Cell
{
    cv::Mat picture; //!< 8 bits, 1 or 3 channels
    std::string caption;
};

//! Joins pictures side by side, each scaled to that size.
cv::Mat rowOf(const std::vector<Cell>& cells, cv::Size size);

} // namespace samples

#endif // CLCONV_SAMPLES_CONTACT_SHEET_HPP
