// SPDX-License-Identifier: Apache-2.0
//
// The values of each kind. If a kind leaves a factor open, the sum is 1, so that 8-bit results seldom saturate, which
// would hide errors. Coordinates x, y count from the middle.

#include "coefficients.hpp"
#include "command_line.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace programs {
namespace {

cv::Mat randomCoefficients(cv::Size size, int seed)
{
    cv::Mat kernel(size, CV_32F);
    cv::RNG rng(uint64(1000 * seed + std::max(size.width, size.height)));
    rng.fill(kernel, cv::RNG::UNIFORM, -1, 1);
    kernel -= cv::mean(kernel)[0];
    kernel *= 1. / std::sqrt(double(size.area()));
    kernel += 1. / size.area();
    return kernel;
}

cv::Mat gaussianCoefficients(cv::Size size, int)
{
    return cv::getGaussianKernel(size.height, 0, CV_32F) * cv::getGaussianKernel(size.width, 0, CV_32F).t();
}

cv::Mat boxCoefficients(cv::Size size, int)
{
    return cv::Mat(size, CV_32F, cv::Scalar(1. / size.area()));
}

cv::Mat scharrCoefficients(cv::Size size, int)
{
    cv::Mat kernel = cv::Mat::zeros(size, CV_32F);
    const float weights[] = {3, 10, 3};
    for (int i = 0; i < 3; i++)
    {
        kernel.at<float>(i * (size.height - 1) / 2, 0) = -weights[i];
        kernel.at<float>(i * (size.height - 1) / 2, size.width - 1) = weights[i];
    }
    return kernel;
}

cv::Mat sharpenCoefficients(cv::Size size, int seed)
{
    const float amount = 1.5f;
    cv::Mat kernel = -amount * gaussianCoefficients(size, seed);
    kernel.at<float>(size.height / 2, size.width / 2) += 1 + amount;
    return kernel;
}

cv::Mat glowCoefficients(cv::Size size, int)
{
    const double core = 0.8, longer = std::max(size.width, size.height);
    const auto gaussian = [=](double sigma)
    {
        return cv::Mat(cv::getGaussianKernel(size.height, sigma, CV_64F) *
                       cv::getGaussianKernel(size.width, sigma, CV_64F).t());
    };
    cv::Mat kernel;
    cv::Mat(core * gaussian(longer / 16) + (1 - core) * gaussian(longer / 6)).convertTo(kernel, CV_32F);
    return kernel;
}

//! The values of a function of x and y.
cv::Mat sampled(cv::Size size, const std::function<double(double x, double y)>& function)
{
    cv::Mat kernel(size, CV_32F);
    for (int row = 0; row < size.height; row++)
        for (int column = 0; column < size.width; column++)
            kernel.at<float>(row, column) =
                float(function(column - (size.width - 1) / 2., row - (size.height - 1) / 2.));
    return kernel;
}

double widthOf(cv::Size size)
{
    return std::max(size.width, size.height) / 6.; // the longer side is six standard deviations
}

cv::Mat logCoefficients(cv::Size size, int)
{
    const double twice = 2 * widthOf(size) * widthOf(size);
    cv::Mat kernel = sampled(size,
                             [=](double x, double y)
                             {
                                 const double square = x * x + y * y;
                                 return (twice - square) * std::exp(-square / twice);
                             });
    kernel -= cv::mean(kernel)[0]; // flat areas become exactly 0
    return kernel * (2 / cv::norm(kernel, cv::NORM_L1));
}

cv::Mat gaborCoefficients(cv::Size size, int)
{
    const double sigma = widthOf(size), wavelength = 2 * sigma, aspect = 0.5, angle = CV_PI / 6;
    const cv::Mat kernel = sampled(size,
                                   [=](double x, double y)
                                   {
                                       const double along = x * std::cos(angle) + y * std::sin(angle);
                                       const double across = aspect * (y * std::cos(angle) - x * std::sin(angle));
                                       return std::exp(-(along * along + across * across) / (2 * sigma * sigma)) *
                                              std::cos(2 * CV_PI * along / wavelength);
                                   });
    return kernel * (2 / cv::norm(kernel, cv::NORM_L1));
}

cv::Mat diskCoefficients(cv::Size size, int)
{
    const double a = (size.width - 1) / 2., b = (size.height - 1) / 2.;
    const cv::Mat kernel =
        sampled(size, [=](double x, double y) { return x * x * b * b + y * y * a * a <= a * a * b * b ? 1 : 0; });
    return kernel / cv::sum(kernel)[0];
}

cv::Mat motionCoefficients(cv::Size size, int)
{
    cv::Mat kernel = cv::Mat::zeros(size, CV_32F);
    const int length = std::max(size.width, size.height), steps = std::max(length - 1, 1);
    for (int i = 0; i < length; i++)
        kernel.at<float>(cvRound(double(i) * (size.height - 1) / steps),
                         cvRound(double(i) * (size.width - 1) / steps)) += 1.f / float(length);
    return kernel;
}

//! A row of Pascal's triangle divided by its sum, a power of two.
cv::Mat binomialColumn(int length)
{
    cv::Mat column(length, 1, CV_64F);
    double value = std::ldexp(1., 1 - length);
    for (int i = 0; i < length; i++)
    {
        column.at<double>(i) = value;
        value = value * (length - 1 - i) / (i + 1);
    }
    return column;
}

cv::Mat binomialCoefficients(cv::Size size, int)
{
    const cv::Mat product = binomialColumn(size.height) * binomialColumn(size.width).t();
    cv::Mat kernel;
    product.convertTo(kernel, CV_32F);
    return kernel;
}

cv::Mat integerCoefficients(cv::Size size, int seed)
{
    const int largest = 8;
    const double meanSquare = largest * (largest + 1) / 3.;
    // Divided by this power of two, the results of noise have about the spread of the noise.
    const int sum = 1 << cvRound(std::log2(std::sqrt(meanSquare * size.area())));
    cv::Mat_<int> taps(size);
    cv::RNG rng(uint64(1000 * seed + std::max(size.width, size.height)));
    rng.fill(taps, cv::RNG::UNIFORM, -largest, largest + 1);
    for (int rest = sum - int(cv::sum(taps)[0]); rest != 0;)
    {
        int& tap = taps(rng.uniform(0, size.height), rng.uniform(0, size.width));
        const int step = rest > 0 ? 1 : -1;
        if (std::abs(tap + step) > largest)
            continue;
        tap += step;
        rest -= step;
    }
    cv::Mat kernel;
    taps.convertTo(kernel, CV_32F, 1. / sum);
    return kernel;
}

} // namespace

const std::vector<CoefficientKind>& coefficientKinds()
{
    static const std::vector<CoefficientKind> kinds = {
        {"random", 1, "dense", "uniform random numbers of mean 1/WH, width 2/sqrt(WH)", randomCoefficients},
        {"gaussian", 1, "separable", "exp(-(x^2+y^2)/2s^2), s=0.3((K-1)/2-1)+0.8: cv::getGaussianKernel",
         gaussianCoefficients},
        {"box", 1, "separable", "1/WH: cv::blur", boxCoefficients},
        {"scharr", 3, "sparse", "-3 -10 -3 and 3 10 3 in the outer columns: cv::Scharr (3x3)", scharrCoefficients},
        {"sharpen", 1, "rank 2", "2.5 delta - 1.5 gaussian: unsharp masking", sharpenCoefficients},
        {"glow", 1, "rank 2", "0.8 and 0.2 of two gaussians, s=K/16 and K/6: core and wings of a point spread function",
         glowCoefficients},
        {"log", 3, "rank 3", "(2s^2-x^2-y^2) exp(-(x^2+y^2)/2s^2), s=K/6, less its mean: Marr, Hildreth 1980",
         logCoefficients},
        {"gabor", 1, "dense",
         "exp(-(u^2+v^2/4)/2s^2) cos(pi u/s), s=K/6, u, v turned by 30 degrees: "
         "cv::getGaborKernel",
         gaborCoefficients},
        {"disk", 1, "dense", "1/n within the ellipse that touches the sides, else 0: a lens out of focus",
         diskCoefficients},
        {"motion", 1, "sparse", "1/K on the diagonal: a camera in motion", motionCoefficients},
        {"binomial", 1, "separable", "C(W-1,i) C(H-1,j) / 2^(W+H-2), rows of Pascal's triangle: cv::pyrDown (5x5)",
         binomialCoefficients},
        {"integer", 1, "dense", "random integers from -8 to 8 over a power of two, their sum", integerCoefficients},
    };
    return kinds;
}

std::string coefficientNames()
{
    std::string names;
    for (const CoefficientKind& kind : coefficientKinds())
        names += (names.empty() ? "" : ", ") + kind.name;
    return names;
}

std::string coefficientFormulas()
{
    std::string lines;
    for (const CoefficientKind& kind : coefficientKinds())
        lines += cv::format("  %-9s %-10s ", kind.name.c_str(), kind.rank.c_str()) + kind.formula + "\n";
    return lines;
}

cv::Mat coefficientsOf(const std::string& kind, cv::Size size, int seed)
{
    for (const CoefficientKind& known : coefficientKinds())
        if (known.name == kind && std::min(size.width, size.height) >= known.minSide)
            return known.make(size, seed);
        else if (known.name == kind)
            throw UsageError("'" + kind + "' begins at " + cv::format("%dx%d", known.minSide, known.minSide));
    throw UsageError("unknown coefficients '" + kind + "': one of " + coefficientNames());
}

} // namespace programs
