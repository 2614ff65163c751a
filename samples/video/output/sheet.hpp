// SPDX-License-Identifier: Apache-2.0
//
// The contact sheet of a video: frames spread over the whole run, source beside result, whole and in detail.

#ifndef CLCONV_SAMPLES_SHEET_HPP
#define CLCONV_SAMPLES_SHEET_HPP

#include "../../common/contact_sheet.hpp"

namespace samples {

class Sheet
{
public:
    //! @param rowsPerChain number of frames shown for each chain of filters
    Sheet(const std::string& file, int rowsPerChain);

    //! Adds a candidate frame. Candidates are thinned out as more arrive, so that those kept are spread evenly over any
    //! length.
    void add(const cv::Mat& source, const cv::Mat& result);

    //! Ends a chain: puts its rows on the sheet under this line.
    void endChain(const std::string& line);

    //! See ContactSheet::write.
    void write(const std::string& title) const { sheet_.write(title); }

private:
    struct Row
    {
        int frame;
        cv::Mat picture;
    };

    ContactSheet sheet_;
    int rowsPerChain_;
    int added_ = 0, stride_ = 1;
    std::vector<Row> kept_;
};

} // namespace samples

#endif // CLCONV_SAMPLES_SHEET_HPP
