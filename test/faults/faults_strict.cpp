// SPDX-License-Identifier: Apache-2.0
//
// Drivers that refuse more than OpenCL allows: rectangles of copies from padded memory.

#include "faults.hpp"

namespace opencv_test { namespace {

//! The source as a 2-D image, of padded Mats and UMats, whole or a region. The buffers of padded Mats end with the last
//! pixel.
TEST(Clconv_StrictRectangles, areNoObstacleToImagesOfPaddedMemory)
{
    const clconv_faults::StrictRectangles strict;
    Log log(utils::logging::LOG_LEVEL_WARNING);
    FilterCase filterCase;
    filterCase.srcType = CV_8UC4; // every device with images has CL_RGBA
    filterCase.kernel = smallKernel();
    filterCase.border = BORDER_REPLICATE;
    for (const char* forced : {"image:IMAGE_1D=0,SAMPLER=0", "image:IMAGE_1D=0,SAMPLER=1"})
        for (int padding : {0, 1, 8})
            for (const FilterCase& laidOut : layouts(filterCase))
                for (int mat = 0; mat < 2; mat++)
                {
                    FilterCase t = laidOut;
                    t.force = forced;
                    t.padding = padding;
                    t.srcIsMat = mat != 0;
                    t.border |= mat || !padding || t.srcParent.empty() ? 0 : int(BORDER_ISOLATED);
                    EXPECT_TRUE(isRight(t, "image"));
                }
    EXPECT_EQ(0, log.count("WARN", "")) << log.text();
}

//! The last row is the only one, or the first of a region at the end of its parent.
TEST(Clconv_StrictRectangles, areNoObstacleToImagesOfOneRow)
{
    const clconv_faults::StrictRectangles strict;
    clconv::ForceScope force("image:IMAGE_1D=0");
    std::vector<uchar> bytes(256 * 28 + 4 * 37, 200);
    const Mat frame(29, 37, CV_8UC4, bytes.data(), 256);
    pixels(CV_8UC4).copyTo(frame);
    for (const Rect& region : {Rect(0, 28, 37, 1), Rect(3, 28, 34, 1), Rect(5, 0, 7, 1), Rect(36, 0, 1, 29)})
    {
        UMat dst;
        clconv::filter2D(frame(region), dst, -1, smallKernel(), Point(-1, -1), 0, BORDER_REFLECT | BORDER_ISOLATED);
        EXPECT_EQ("image", clconv::lastImplementation()) << region;
        Mat expected;
        cv::filter2D(frame(region).clone(), expected, -1, smallKernel(), Point(-1, -1), 0, BORDER_REFLECT);
        EXPECT_LE(cv::norm(dst, expected, NORM_INF), 1) << region;
    }
}

}} // namespace opencv_test
