// SPDX-License-Identifier: Apache-2.0
//
// clconv_look_at_sheet FILE COLUMNS ROWS: checks that no picture of a contact sheet is blank.
//
// Exit code: 0; 1 if a picture is blank; 2 if there is no such sheet.

#include "programs/command_line.hpp"

#include <opencv2/imgcodecs.hpp>

#include <iostream>

namespace {

const int head = 42;        // the title line, and the gap above it
const int margin = 30;      // around a picture, for captions and gaps
const double minSpread = 3; // standard deviation, of 255

int look(const std::string& file, int columns, int rows)
{
    const cv::Mat sheet = cv::imread(file, cv::IMREAD_GRAYSCALE);
    const cv::Size cell(sheet.cols / columns, (sheet.rows - head) / rows);
    if (cell.width <= 2 * margin || cell.height <= 2 * margin)
        throw programs::UsageError(cv::format("no contact sheet of %d columns and %d rows: %s, %dx%d", columns, rows,
                                              file.c_str(), sheet.cols, sheet.rows));
    int blank = 0;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
        {
            const cv::Rect inside(column * cell.width + margin, head + row * cell.height + margin,
                                  cell.width - 2 * margin, cell.height - 2 * margin);
            cv::Scalar mean, spread;
            cv::meanStdDev(sheet(inside), mean, spread);
            std::cout << cv::format("%6.1f", spread[0]) << (column + 1 == columns ? "\n" : "");
            blank += spread[0] < minSpread;
        }
    std::cout << blank << " of " << rows * columns << " are blank" << std::endl;
    return blank ? 1 : 0;
}

} // namespace

int main(int argc, char** argv)
{
    return programs::runProgram("clconv_look_at_sheet",
                                [&]
                                {
                                    if (argc != 4)
                                        throw programs::UsageError("usage: clconv_look_at_sheet FILE COLUMNS ROWS");
                                    return look(argv[1], programs::wholeNumber(argv[2], "COLUMNS", 1, 100),
                                                programs::wholeNumber(argv[3], "ROWS", 1, 100));
                                });
}
