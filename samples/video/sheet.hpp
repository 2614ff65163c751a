// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The contact sheet of a video: a few frames of the whole run, source beside result, whole and in detail.

#ifndef CLCONV_SAMPLES_SHEET_HPP
#define CLCONV_SAMPLES_SHEET_HPP

#include "../common/contact_sheet.hpp"

namespace samples
{

class Sheet
{
public:
    //! @param rowsPerFilter frames shown of each filter.
    Sheet(const std::string& file, int rowsPerFilter);

    //! Offers a frame. Which ones are kept is decided on the way, so that they are spread evenly over any length.
    void offer(const cv::Mat& source, const cv::Mat& result);

    //! Ends a filter: its rows go onto the sheet under this line.
    void endFilter(const std::string& line);

    //! As ContactSheet does.
    void write(const std::string& title) const { sheet_.write(title); }

private:
    struct Row
    {
        int frame;
        cv::Mat picture;
    };

    ContactSheet sheet_;
    int rowsPerFilter_;
    int offered_ = 0, stride_ = 1;
    std::vector<Row> kept_;
};

} // namespace samples

#endif // CLCONV_SAMPLES_SHEET_HPP
