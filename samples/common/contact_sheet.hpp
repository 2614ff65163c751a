// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A contact sheet: rows of small pictures with words on them, and lines of text between, in one picture file.

#ifndef CLCONV_SAMPLES_CONTACT_SHEET_HPP
#define CLCONV_SAMPLES_CONTACT_SHEET_HPP

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace samples
{

class ContactSheet
{
public:
    //! Throws UsageError where such a file cannot be written: now, not when the work is done, is the time to say so.
    explicit ContactSheet(const std::string& file);

    void addLine(const std::string& text) { blocks_.push_back({text, cv::Mat()}); }

    //! @param row as rowOf makes it; all of one width
    void addRow(const cv::Mat& row) { blocks_.push_back({std::string(), row}); }

    //! Writes the picture, or throws UsageError; does nothing where there is no row.
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

//! A picture in a row.
struct Cell
{
    cv::Mat picture; //!< 8 bits, 1 or 3 channels
    std::string caption;
};

//! Side by side, each scaled to that size.
cv::Mat rowOf(const std::vector<Cell>& cells, cv::Size size);

} // namespace samples

#endif // CLCONV_SAMPLES_CONTACT_SHEET_HPP
