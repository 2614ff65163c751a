// SPDX-License-Identifier: Apache-2.0
//
// A program of OpenCV alone, for clconv-run: filters on UMats and on Mats, and a function of OpenCV that calls one.
// plain_opencv FILE         writes the results
// plain_opencv FILE BEFORE  also compares them with those of a run without clconv-run; exit code 1 if they
//                           differ
// plain_opencv --gpu        exit code 0 if OpenCV has a device, else 1
// plain_opencv --exit=CODE  ends with that exit code after one call
// plain_opencv --mats       calls each function on a Mat until its program can be built, compares each result with the
//                           first, and calls one in a child of fork(); exit code 1 if results differ

#include <opencv2/core/ocl.hpp>
#include <opencv2/imgproc.hpp>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace cv;

//! Integers may differ by one, because a rounding error can cross a tie; floats by the error of sums of 81 terms.
const double integerTolerance = 1, floatTolerance = 1e-2;

//! Enough for a compiler to build the programs of all functions, even on a loaded machine; calls go on meanwhile.
const int secondsOfBuilds = 20;

template<typename Image>
std::vector<Image> filtered(const Image& image)
{
    Mat kernel(9, 9, CV_32F);
    RNG(3).fill(kernel, RNG::UNIFORM, -0.2, 0.2);
    const Mat row = getGaussianKernel(7, 1.3, CV_32F);
    std::vector<Image> results(9);
    filter2D(image, results[0], -1, kernel);
    sepFilter2D(image, results[1], CV_32F, row, row);
    GaussianBlur(image, results[2], Size(5, 5), 1.1);
    boxFilter(image, results[3], -1, Size(4, 3));
    blur(image, results[4], Size(7, 7));
    Sobel(image, results[5], CV_16S, 1, 0);
    Scharr(image, results[6], CV_32F, 0, 1);
    Laplacian(image, results[7], CV_16S, 5);
    Canny(image, results[8], 400, 900, 5); // for this aperture it calls Sobel twice
    return results;
}

//! From a second thread too, because the guard against recursion and the queue belong to threads.
std::vector<Mat> allResults()
{
    Mat image(240, 320, CV_8UC1);
    RNG(7).fill(image, RNG::UNIFORM, 0, 256);
    UMat src;
    image.copyTo(src);
    std::vector<UMat> onUMats = filtered(src), inThread;
    std::thread([&] { inThread = filtered(src); }).join();
    std::vector<Mat> results = filtered(image);
    for (const std::vector<UMat>* umats : {&onUMats, &inThread})
        for (const UMat& umat : *umats)
            results.push_back(umat.getMat(ACCESS_READ).clone());
    return results;
}

bool write(const std::string& path, const std::vector<Mat>& results)
{
    std::ofstream file(path.c_str(), std::ios::binary);
    for (const Mat& result : results)
        file.write(reinterpret_cast<const char*>(result.data), std::streamsize(result.total() * result.elemSize()));
    return bool(file.flush());
}

bool agree(const std::string& before, const std::vector<Mat>& results)
{
    std::ifstream file(before.c_str(), std::ios::binary);
    bool same = true;
    for (size_t i = 0; i < results.size(); i++)
    {
        Mat expected(results[i].size(), results[i].type());
        file.read(reinterpret_cast<char*>(expected.data), std::streamsize(expected.total() * expected.elemSize()));
        const double tolerance = expected.depth() == CV_32F ? floatTolerance : integerTolerance;
        const double difference = file ? cv::norm(results[i], expected, NORM_INF) : -1;
        if (difference >= 0 && difference <= tolerance)
            continue;
        std::cerr << "result " << i << " differs by " << difference << '\n';
        same = false;
    }
    return same;
}

//! Calls on Mats for as long as building takes: the first run on the CPU, later ones where they are faster.
bool areSame()
{
    Mat image(600, 800, CV_8UC1);
    RNG(7).fill(image, RNG::UNIFORM, 0, 256);
    const std::vector<Mat> first = filtered(image);
    bool same = true;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 4 || std::chrono::steady_clock::now() - begin < std::chrono::seconds(secondsOfBuilds); i++)
    {
        const std::vector<Mat> results = filtered(image);
        for (size_t n = 0; n < results.size(); n++)
        {
            const double tolerance = first[n].depth() == CV_32F ? floatTolerance : integerTolerance;
            if (cv::norm(results[n], first[n], NORM_INF) > (n + 1 == results.size() ? 255 : tolerance))
            {
                std::cerr << "result " << n << " differs in round " << i << '\n';
                same = false;
            }
        }
    }
    return same;
}

//! The driver's threads do not exist in a child, which must not wait for one.
bool childEnds()
{
    const pid_t child = fork();
    if (child == 0)
    {
        const Mat image(600, 800, CV_8UC1, Scalar(9));
        _exit(filtered(image)[0].empty() ? 1 : 0);
    }
    int status = -1;
    return waitpid(child, &status, 0) == child && status == 0;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc == 2 && std::strcmp(argv[1], "--mats") == 0)
        return areSame() && childEnds() ? 0 : 1;
    if (argc == 2 && std::strcmp(argv[1], "--gpu") == 0)
        return ocl::useOpenCL() ? 0 : 1;
    if (argc == 2 && std::strncmp(argv[1], "--exit=", 7) == 0)
    {
        UMat dst;
        blur(UMat(9, 9, CV_8UC1, Scalar(1)), dst, Size(3, 3));
        return std::atoi(argv[1] + 7);
    }
    if (argc != 2 && argc != 3)
        return 2;
    const std::vector<Mat> results = allResults();
    if (!ocl::useOpenCL())
        std::cerr << "no OpenCL device\n";
    return write(argv[1], results) && (argc == 2 || agree(argv[2], results)) ? 0 : 1;
}
