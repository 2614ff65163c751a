// SPDX-License-Identifier: Apache-2.0
//
// clconv_bits: the share of values in which filters of UMats differ from OpenCV's of Mats, and from the exact sum,
// rounded once. Prints a table by function, size and type; fails if values differ that must be equal (docs/accuracy).

#include "support/device.hpp"
#include "support/oracle.hpp"
#include "../../perf/common/text.hpp"
#include "programs/command_line.hpp"

#include <opencv2/clconv.hpp>

#include <functional>
#include <iostream>

namespace {

using namespace cv;

const char* const keys = "{help h||this text}"
                         "{size|512x384|of the images, in pixels}"
                         "{seed|1|of images and random filters}";

const int sides[] = {15, 31}, largestSize = 10000;

//! A filter of images of one depth.
struct Filter
{
    Mat taps;              //!< CV_64F; empty: no exact sum is computed
    double divisor = 1;    //!< of the exact sum
    bool halvesUp = false; //!< the quotient is rounded half up
    int ddepth = -1;
    bool isExact = false, equalsMat = false; //!< what the documentation promises
    bool stockRuns = true;                   //!< whether OpenCV can run it on this device
    std::function<void(InputArray, OutputArray)> clconv, opencv;
};

//! A line of the table: a function at some sizes.
struct Line
{
    std::string name;
    std::vector<int> sizes; //!< number of taps in a row
    std::function<Filter(int depth, int size, RNG&)> filter;
};

bool isInteger(int depth)
{
    return depth <= CV_32S;
}

Mat randomTaps(Size size, double from, double to, int type, RNG& rng)
{
    Mat taps(size, CV_64F), result;
    rng.fill(taps, RNG::UNIFORM, from, to);
    taps.convertTo(result, type);
    return result;
}

Filter gaussian(int depth, int size, double sigma)
{
    Filter f;
    f.equalsMat = depth == CV_8U || depth == CV_16U;
    f.clconv = [=](InputArray a, OutputArray b) { cv::clconv::GaussianBlur(a, b, Size(size, size), sigma); };
    f.opencv = [=](InputArray a, OutputArray b) { cv::GaussianBlur(a, b, Size(size, size), sigma); };
    return f;
}

const double exactFloats = 1 << 24;

//! The limit of exact sums on this device. A device without double leaves sums beyond the limit of floats to the CPU.
double exactSums()
{
    return clconv_test::hasDoubles() ? clconv_test::exactDoubles : exactFloats;
}

//! Whether all sums of an integer image are within a limit.
bool sumsFit(int depth, const Mat& taps, double limit)
{
    return isInteger(depth) && cv::norm(taps, NORM_L1) * clconv_test::largestPixel(depth) <= limit;
}

Filter box(int depth, Size size, bool normalize)
{
    const double maxOfBytes = 256;
    Filter f;
    f.taps = Mat::ones(size, CV_64F);
    f.divisor = normalize ? size.area() : 1;
    f.halvesUp = normalize && depth == CV_8U && f.divisor <= maxOfBytes;
    f.ddepth = normalize ? -1 : isInteger(depth) ? CV_32S : CV_32F;
    f.isExact = sumsFit(depth, f.taps, exactSums());
    const int ddepth = f.ddepth;
    f.clconv = [=](InputArray a, OutputArray b)
    { cv::clconv::boxFilter(a, b, ddepth, size, Point(-1, -1), normalize); };
    f.opencv = [=](InputArray a, OutputArray b) { cv::boxFilter(a, b, ddepth, size, Point(-1, -1), normalize); };
    return f;
}

//! The depth of a Mat's derivatives.
int derivativeDepth(int depth)
{
    return depth == CV_8U || depth == CV_16S ? CV_16S : CV_32F;
}

Filter sobel(int depth, int size, int dx, int dy)
{
    Mat row, column;
    getDerivKernels(row, column, dx, dy, size, false, CV_64F);
    Filter f;
    f.taps = column * row.t();
    f.ddepth = derivativeDepth(depth);
    f.isExact = sumsFit(depth, f.taps, exactSums());
    const int ddepth = f.ddepth;
    f.clconv = [=](InputArray a, OutputArray b) { cv::clconv::Sobel(a, b, ddepth, dx, dy, size); };
    f.opencv = [=](InputArray a, OutputArray b) { cv::Sobel(a, b, ddepth, dx, dy, size); };
    return f;
}

Filter laplacian(int depth, int size)
{
    Mat second, smooth;
    getDerivKernels(second, smooth, 2, 0, size, false, CV_64F);
    Filter f;
    f.taps = smooth * second.t() + second * smooth.t();
    f.ddepth = derivativeDepth(depth);
    const int maxExact = 11, largestOnCpu = 3; // 5 and more: a crash of OpenCV 4.6 on UMats with PoCL 3.1
    f.isExact = size <= maxExact && sumsFit(depth, f.taps, exactSums());
    f.stockRuns = size <= largestOnCpu || !(ocl::Device::getDefault().type() & ocl::Device::TYPE_CPU);
    const int ddepth = f.ddepth;
    f.clconv = [=](InputArray a, OutputArray b) { cv::clconv::Laplacian(a, b, ddepth, size); };
    f.opencv = [=](InputArray a, OutputArray b) { cv::Laplacian(a, b, ddepth, size); };
    return f;
}

Filter separable(const Mat& row, const Mat& column)
{
    Mat x, y;
    row.convertTo(x, CV_64F);
    column.convertTo(y, CV_64F);
    Filter f;
    f.taps = y * x;
    f.clconv = [=](InputArray a, OutputArray b) { cv::clconv::sepFilter2D(a, b, -1, row, column); };
    f.opencv = [=](InputArray a, OutputArray b) { cv::sepFilter2D(a, b, -1, row, column); };
    return f;
}

Filter dense(const Mat& taps)
{
    Filter f;
    taps.convertTo(f.taps, CV_64F);
    f.clconv = [=](InputArray a, OutputArray b) { cv::clconv::filter2D(a, b, -1, taps); };
    f.opencv = [=](InputArray a, OutputArray b) { cv::filter2D(a, b, -1, taps); };
    return f;
}

//! Random taps of a smoothing or differentiating filter; their sum is 1 or less.
Filter randomDense(int size, RNG& rng)
{
    return dense(randomTaps(Size(size, size), -1., 1., CV_32F, rng) / double(size));
}

Filter integers(int depth, int size, RNG& rng)
{
    Filter f = dense(randomTaps(Size(size, size), -8.49, 8.49, CV_16S, rng));
    const size_t fewTaps = 121;
    f.isExact =
        sumsFit(depth, f.taps, exactSums()) && (f.taps.total() <= fewTaps || sumsFit(depth, f.taps, exactFloats));
    return f;
}

std::vector<Line> lines()
{
    const std::vector<int> small = {3, 4, 5, 6, 7, 9}, odd = {3, 5, 7, 9}, large(std::begin(sides), std::end(sides));
    std::vector<Line> all;
    for (const std::vector<int>& sizes : {odd, large})
    {
        all.push_back({"GaussianBlur, sigma 0", sizes, [](int d, int n, RNG&) { return gaussian(d, n, 0); }});
        all.push_back({"GaussianBlur, sigma 1.7", sizes, [](int d, int n, RNG&) { return gaussian(d, n, 1.7); }});
    }
    for (const std::vector<int>& sizes : {small, large})
    {
        all.push_back({"blur", sizes, [](int d, int n, RNG&) { return box(d, Size(n, n), true); }});
        all.push_back({"blur, unequal sides", sizes, [](int d, int n, RNG&) { return box(d, Size(n + 3, n), true); }});
        all.push_back({"boxFilter, sum", sizes, [](int d, int n, RNG&) { return box(d, Size(n, n), false); }});
    }
    for (const std::vector<int>& sizes : {odd, large})
    {
        all.push_back({"Sobel 1 0", sizes, [](int d, int n, RNG&) { return sobel(d, n, 1, 0); }});
        all.push_back({"Sobel 1 1", sizes, [](int d, int n, RNG&) { return sobel(d, n, 1, 1); }});
        all.push_back({"Laplacian", sizes, [](int d, int n, RNG&) { return laplacian(d, n); }});
    }
    for (const std::vector<int>& sizes : {small, large})
    {
        all.push_back({"sepFilter2D, random", sizes,
                       [](int, int n, RNG& rng)
                       {
                           return separable(randomTaps(Size(n, 1), 0., 2. / n, CV_32F, rng),
                                            randomTaps(Size(1, n), 0., 2. / n, CV_32F, rng));
                       }});
        all.push_back({"sepFilter2D, Gaussian", sizes,
                       [](int, int n, RNG&)
                       {
                           const Mat taps = getGaussianKernel(n, 0, CV_32F);
                           return separable(taps.t(), taps);
                       }});
        all.push_back({"filter2D, random", sizes, [](int, int n, RNG& rng) { return randomDense(n, rng); }});
        all.push_back({"filter2D, integers", sizes, [](int d, int n, RNG& rng) { return integers(d, n, rng); }});
    }
    return all;
}

//! Random numbers over the whole range of the type, or a smooth image with noise; floats: 0 to 255.
Mat imageOf(Size size, int type, bool smooth, RNG& rng)
{
    const int depth = CV_MAT_DEPTH(type);
    const double low = depth == CV_16S ? -32768 : 0, high = depth == CV_8U || depth == CV_32F ? 255 : low + 65535;
    Mat image(size, CV_MAKETYPE(CV_64F, CV_MAT_CN(type))), result;
    rng.fill(image, RNG::UNIFORM, low, high);
    if (smooth)
    {
        Mat noise = image.clone();
        cv::blur(image, image, Size(41, 41));
        addWeighted(image, 0.97, noise, 0.03, 0, image);
        normalize(image, image, low, high, NORM_MINMAX);
    }
    image.convertTo(result, type);
    return result;
}

//! The sum in double, row of taps by row of taps; sums of integers up to 2^53 are exact.
Mat exactSum(const Mat& image, const Filter& filter)
{
    const Size taps = filter.taps.size();
    Mat padded, wide;
    copyMakeBorder(image, padded, taps.height / 2, taps.height - 1 - taps.height / 2, taps.width / 2,
                   taps.width - 1 - taps.width / 2, BORDER_REFLECT_101);
    padded.convertTo(wide, CV_64F);
    Mat sum = Mat::zeros(image.size(), CV_MAKETYPE(CV_64F, image.channels()));
    for (int j = 0; j < taps.height; j++)
        for (int i = 0; i < taps.width; i++)
            if (filter.taps.at<double>(j, i) != 0)
                scaleAdd(wide(Rect(Point(i, j), image.size())), filter.taps.at<double>(j, i), sum, sum);
    return filter.divisor > 1 ? clconv_test::roundedQuotients(sum, int(filter.divisor), filter.halvesUp) : sum;
}

//! The differences between images of one type.
struct Difference
{
    int64 count = 0, values = 0;
    double largest = 0;

    void add(const Mat& a, const Mat& b)
    {
        Mat difference;
        absdiff(a.reshape(1), b.reshape(1), difference);
        count += countNonZero(difference);
        values += int64(difference.total());
        largest = std::max(largest, cv::norm(difference, NORM_INF));
    }
    std::string text() const
    {
        const double percent = values ? 100. * double(count) / double(values) : 0;
        return count == 0 ? "0" : format("%.2g", percent);
    }
};

//! The four comparisons of a cell.
struct Cell
{
    Difference clconvMat, opencvMat, clconvExact, matExact;
    int promised = 0, broken = 0; //!< number of images

    //! @param equal whether these images must be equal
    void promise(bool equal, const Mat& result, const Mat& expected)
    {
        promised += equal;
        broken += equal && cv::norm(result, expected, NORM_INF) != 0;
    }
    std::string text(bool integers) const
    {
        std::string all = clconvMat.text() + "/" + opencvMat.text();
        if (clconvMat.count)
            all += format(" (%.2g)", clconvMat.largest);
        if (integers && clconvExact.values)
            all += " " + clconvExact.text() + "/" + matExact.text();
        return all + (broken ? format(" BROKEN in %d of %d", broken, promised) : promised ? " =" : "");
    }
};

void compare(const Filter& filter, const Mat& image, Cell& cell)
{
    UMat source, own, stock;
    Mat onMat;
    image.copyTo(source);
    filter.clconv(source, own);
    filter.opencv(image, onMat);
    if (filter.stockRuns)
        filter.opencv(source, stock);
    const Mat result = own.getMat(ACCESS_READ);
    cell.clconvMat.add(result, onMat);
    if (filter.stockRuns)
        cell.opencvMat.add(stock.getMat(ACCESS_READ), onMat);
    cell.promise(filter.equalsMat, result, onMat);
    if (!filter.taps.empty() && isInteger(image.depth()))
    {
        const Mat exact = clconv_test::saturated(exactSum(image, filter), onMat.depth());
        cell.promise(filter.isExact, result, exact);
        cell.clconvExact.add(result, exact);
        cell.matExact.add(onMat, exact);
    }
}

std::string textOf(const std::vector<int>& sizes)
{
    return sizes.size() > 2 ? format("%d to %d", sizes.front(), sizes.back())
                            : format("%d, %d", sizes.front(), sizes.back());
}

//! @returns the number of cells that break a promise
int printTable(Size size, unsigned seed)
{
    const int depths[] = {CV_8U, CV_16U, CV_16S, CV_32F};
    const std::vector<int> channels = {1, 3, 4};
    const size_t nameWidth = 24, tapsWidth = 8, cellWidth = 38;
    const auto cellText = [&](const std::string& text) { return bench::padded(text, cellWidth, false); };
    std::cout << bench::padded("", nameWidth, false) << bench::padded("taps", tapsWidth, false) << cellText("8U")
              << cellText("16U") << cellText("16S") << "32F\n";
    int broken = 0;
    for (const Line& line : lines())
    {
        std::cout << bench::padded(line.name, nameWidth, false) << bench::padded(textOf(line.sizes), tapsWidth, false);
        for (int depth : depths)
        {
            RNG rng(seed);
            Cell cell;
            for (size_t i = 0; i < line.sizes.size(); i++) // building a program for each takes a second
                for (bool smooth : {false, true})
                {
                    const int type = CV_MAKETYPE(depth, channels[i % channels.size()]);
                    compare(line.filter(depth, line.sizes[i], rng), imageOf(size, type, smooth, rng), cell);
                }
            broken += cell.broken > 0;
            std::cout << cellText(cell.text(isInteger(depth))) << std::flush;
        }
        std::cout << std::endl;
    }
    return broken;
}

int run(int argc, char** argv)
{
    Size size;
    int seed = 0;
    const auto read = [&](const CommandLineParser& parser)
    {
        size = programs::sizeFromText(parser.get<cv::String>("size"), "--size", largestSize);
        seed = programs::wholeNumber(parser, "seed", 0, INT_MAX);
    };
    if (!programs::readCommandLine(argc, argv, keys, "clconv_bits: what differs from a Mat, and from exact sums", 0,
                                   read))
        return 0;
    if (!clconv_test::chooseDevice())
        return 1;
    std::cout
        << "Percent of values that differ: clconv/OpenCV on UMats, from OpenCV " CV_VERSION
           " on a Mat (largest difference of clconv);\nthen clconv/OpenCV on Mats, from the exact sum rounded "
           "once. =: images that are promised to be equal to a Mat's (GaussianBlur) or to the exact sums are so.\n";
    const int broken = printTable(size, unsigned(seed));
    std::cout << broken << " promises broken\n";
    return broken ? 1 : 0;
}

} // namespace

int main(int argc, char** argv)
{
    return programs::runProgram("clconv_bits", [&] { return run(argc, argv); });
}
