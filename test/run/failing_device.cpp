// SPDX-License-Identifier: Apache-2.0
//
// A program of OpenCV alone, for clconv-run, whose device fails in the middle of a call in place: no kernel can be
// launched, and what the CPU computed instead cannot be unmapped. The call must throw, and OpenCV must not make it
// again on an image that is already filtered. Otherwise the exit code is 1.

#include "faults/faulty_opencl.hpp"

#include <opencv2/core/ocl.hpp>
#include <opencv2/imgproc.hpp>

#include <cstdlib>
#include <iostream>

int main()
{
    using namespace cv;
    setenv("OPENCV_OPENCL_RUNTIME", clconv_faults::libraryPath(), 1);
    if (!ocl::useOpenCL())
        return 2;
    if (!ocl::Device::getDefault().hostUnifiedMemory())
    {
        std::cout << "skipped: OpenCV maps no buffers of this device\n";
        return 0;
    }
    Mat pixels(60, 80, CV_8UC1);
    RNG(3).fill(pixels, RNG::UNIFORM, 0, 256);
    UMat image, blurred;
    pixels.copyTo(image);
    blur(image, blurred, Size(5, 5)); // builds the program
    ocl::finish();
    bool threw = false;
    {
        const clconv_faults::Failing launches(clconv_faults::Function::EnqueueKernel);
        const clconv_faults::Failing unmapping(clconv_faults::Function::Unmap, 0, 1);
        try
        {
            blur(image, image, Size(5, 5));
        }
        catch (const cv::Exception&)
        {
            threw = true;
        }
        std::cout << launches.failed() << " launches and " << unmapping.failed() << " unmappings failed\n";
        if (launches.failed() == 0 || unmapping.failed() != 1)
            return 1;
    }
    Mat once, twice;
    blur(pixels, once, Size(5, 5));
    blur(once, twice, Size(5, 5));
    const Mat result = image.getMat(ACCESS_READ).clone();
    const double fromPixels = cv::norm(result, pixels, NORM_INF), fromOnce = cv::norm(result, once, NORM_INF),
                 fromTwice = cv::norm(result, twice, NORM_INF);
    std::cout << "threw: " << threw << ", the image differs by " << fromPixels << " from the source, " << fromOnce
              << " from the result, " << fromTwice << " from that filtered again\n";
    return threw && (fromPixels == 0 || fromOnce <= 1) ? 0 : 1;
}
