// SPDX-License-Identifier: Apache-2.0
//
// Unusual anchors, kernels, sizes and numbers.

#include "unusual_lists.hpp"

namespace clconv_test {

using namespace cv;

namespace {

const ByDesign saturates = {"sums beyond the range of int saturate on UMats; OpenCV 4.6 makes 0 of them", 0};
const ByDesign multipliesFirst = {"with infinite coefficients: OpenCV subtracts pixels before it multiplies them", 0};
const ByDesign refusesAnchors = {"OpenCV 5.0 does not see an anchor outside the box where the sums are floats",
                                 Error::StsAssert};

} // namespace

void UnusualList::addAnchors()
{
    static const Point anchors[] = {{4, 2},   {0, 0},   {5, 0},       {0, 3},       {5, 3},       {-2, 0},
                                    {0, -2},  {-2, -2}, {-1, 1},      {1, -1},      {-1, 3},      {5, -1},
                                    {-3, -1}, {1, 99},  {INT_MIN, 0}, {0, INT_MIN}, {INT_MAX, 0}, {0, INT_MAX}};
    UnusualCall call = usual();
    for (int type : {CV_8UC1, CV_32FC1})
        for (Point anchor : anchors)
        {
            call.src = image(type);
            call.anchor = anchor;
            const bool unseen = CV_VERSION_MAJOR >= 5 && type == CV_32FC1 &&
                                isOneOf({Function::BoxFilter, Function::Blur}) && (anchor.x >= 5 || anchor.y >= 3);
            add(call, format("anchor %d,%d, type %d", anchor.x, anchor.y, type), unseen ? refusesAnchors : none);
        }
}

void UnusualList::addKernels()
{
    UnusualCall call = usual();
    const auto with = [&](const Mat& kernel, const std::string& what)
    {
        call.kernel = kernel;
        add(call, what);
    };
    with(Mat(), "an empty kernel");
    with(Mat(0, 3, CV_32F), "a kernel without rows");
    for (int channels : {2, 3, 4})
        with(taps(Size(3, 3), CV_32FC(channels)), format("a kernel of %d channels", channels));
    with(cube(CV_32F), "a kernel of three dimensions");
    for (int depth : {CV_8U, CV_8S, CV_16U, CV_16S, CV_32S, CV_64F, CV_16F})
        with(taps(Size(5, 3), depth), format("a kernel of depth %d", depth));
    for (Size size : {Size(1, 1), Size(2, 4), Size(25, 21), Size(61, 3)})
        with(taps(size), format("a kernel of %dx%d", size.width, size.height));
    with(taps(Size(7, 5))(Rect(1, 1, 5, 3)), "a region as the kernel");
    call.border = 99; // OpenCV uses Fourier transforms for large kernels
    with(taps(Size(15, 15)), "a large kernel and border 99");
    call.src = image(CV_8UC1, Size(51, 49));
    call.region = Rect(14, 15, 23, 19);
    with(taps(Size(15, 15)), "a large kernel in an inner region and border 99");
}

void UnusualList::addFactors()
{
    const UnusualCall plain = usual();
    const auto with = [&](const Mat& x, const Mat& y, const std::string& what)
    {
        UnusualCall call = plain;
        call.kernel = x;
        call.kernelY = y;
        add(call, what);
    };
    const Mat row = taps(Size(5, 1)), column = taps(Size(1, 3)), square = taps(Size(3, 3));
    with(Mat(), column, "an empty row kernel");
    with(row, Mat(), "an empty column kernel");
    with(square, column, "a row kernel of 3x3");
    with(row, square, "a column kernel of 3x3");
    with(square, square, "two kernels of 3x3");
    with(cube(CV_32F), column, "a row kernel of three dimensions");
    with(row, cube(CV_32F), "a column kernel of three dimensions");
    for (int channels : {2, 3, 4})
    {
        const Mat several = taps(Size(5, 1), CV_32FC(channels));
        with(several, taps(Size(1, 3), CV_32FC(channels)), format("kernels of %d channels", channels));
        with(several, column, format("a row kernel of %d channels", channels));
    }
    for (int depth : {CV_8U, CV_8S, CV_16U, CV_16S, CV_32S, CV_64F, CV_16F})
    {
        with(taps(Size(5, 1), depth), taps(Size(1, 3), depth), format("kernels of depth %d", depth));
        with(taps(Size(5, 1), depth), column, format("kernels of depths %d and 5", depth));
    }
    with(taps(Size(1, 5)), taps(Size(3, 1)), "a column as the row kernel");
    for (Size lengths : {Size(1, 1), Size(2, 4), Size(61, 3), Size(3, 61)})
        with(taps(Size(lengths.width, 1)), taps(Size(1, lengths.height)),
             format("%d and %d coefficients", lengths.width, lengths.height));
    with(taps(Size(5, 6)).row(1), taps(Size(6, 3)).col(1), "regions as the kernels");
}

void UnusualList::addSizes()
{
    static const Size refused[] = {{0, 0}, {0, 3}, {3, 0}, {-3, 3}, {3, -3}, {-1, -1}, {INT_MIN, 3}, {3, INT_MIN}};
    static const Size sizes[] = {{2, 2}, {4, 3}, {1, 1}, {1, 3}, {2, 1}, {61, 3}, {3, 61}, {1001, 1}};
    UnusualCall call = usual();
    const auto with = [&](Size size)
    {
        call.ksize = size;
        add(call, format("a size of %dx%d, type %d", size.width, size.height, call.src.type()));
    };
    std::for_each(std::begin(sizes), std::end(sizes), with);
    for (int type : {CV_8UC1, CV_16UC1, CV_32FC1})
    {
        call.src = image(type);
        call.sigmaX = 0; // otherwise GaussianBlur takes its size from sigma
        std::for_each(std::begin(refused), std::end(refused), with);
    }
}

void UnusualList::addSigmas()
{
    UnusualCall call = usual();
    for (int type : {CV_8UC1, CV_16UC1, CV_32FC1})
        for (Size size : {Size(0, 0), Size(0, 3), Size(3, 0), Size(-3, 3), Size(3, 5)})
            for (double x : {1., 0., -1., nan, -infinity, 1e-9})
                for (double y : {2., 0., -1., nan, -infinity})
                {
                    call.src = image(type);
                    call.ksize = size;
                    call.sigmaX = x;
                    call.sigmaY = y;
                    add(call,
                        format("a size of %dx%d, sigmas %g and %g, type %d", size.width, size.height, x, y, type));
                }
    for (double sigma : {1e10, infinity})
        for (Size size : {Size(0, 0), Size(3, 5)})
        {
            call.ksize = size;
            call.sigmaX = sigma;
            call.sigmaY = 0;
            add(call, format("a size of %dx%d, sigma %g", size.width, size.height, sigma));
        }
}

void UnusualList::addOrders()
{
    static const Point orders[] = {{0, 0}, {-1, 0}, {0, -1}, {-1, 2},  {2, -1},      {1, 1},       {2, 0},      {0, 2},
                                   {2, 2}, {3, 0},  {0, 3},  {100, 0}, {INT_MAX, 0}, {INT_MIN, 0}, {INT_MAX, 1}};
    UnusualCall call = usual();
    for (int aperture : {-1, 1, 3, 5})
        for (Point order : orders)
        {
            call.aperture = aperture;
            call.dx = order.x;
            call.dy = order.y;
            add(call, format("orders %d and %d, a size of %d", order.x, order.y, aperture));
        }
}

void UnusualList::addApertures()
{
    UnusualCall call = usual();
    for (int type : {CV_8UC1, CV_32FC1})
        for (int aperture : {INT_MIN, -7, -3, -2, -1, 0, 1, 2, 4, 7, 30, 32, 33, INT_MAX})
        {
            call.src = image(type);
            call.ddepth = CV_32F;
            call.aperture = aperture;
            add(call, format("a size of %d, type %d", aperture, type));
        }
}

void UnusualList::addNumbers()
{
    const UnusualCall plain = usual();
    for (int srcType : {CV_8UC1, CV_32FC1})
        for (int ddepth : {-1, int(CV_32F)})
            for (double number : {nan, infinity, -infinity, 0., 1e300})
            {
                UnusualCall call = plain;
                call.src = image(srcType);
                call.ddepth = ddepth;
                const std::string depths = format(", from type %d to depth %d", srcType, ddepth);
                const bool saturated = srcType == CV_8UC1 && ddepth < 0 && number != 0;
                call.delta = number;
                add(call, format("delta %g", number) + depths, saturated ? saturates : none);
                call.delta = 0;
                call.scale = number;
                if (isOneOf({Function::Sobel, Function::Scharr, Function::Laplacian}))
                    add(call, format("scale %g", number) + depths, number != 0 ? multipliesFirst : none);
            }
}

} // namespace clconv_test
