// SPDX-License-Identifier: Apache-2.0
//
// Properties of a device as a plain value. Planning uses only these, so that it can be tested for devices that are not
// present.

#pragma once

#include "util/precomp.hpp"

namespace cv { namespace clconv {

//! The formats of one kind of image, a bit for each. Drivers may leave out some channel orders of a depth.
struct ImageFormats
{
    unsigned bits = ~0u;

    //! @returns 0 where OpenCL has no such image: CL_R, CL_RG and CL_RGBA of CV_8U to CV_32F are the formats in use
    static unsigned bitOf(int depth, int channels)
    {
        const bool exists = depth >= CV_8U && depth <= CV_32F && (channels == 1 || channels == 2 || channels == 4);
        return exists ? 1u << (3 * depth + channels / 2) : 0;
    }

    bool has(int depth, int channels) const { return (bits & bitOf(depth, channels)) != 0; }
};

struct DeviceTraits
{
    std::string name; //!< as the driver gives it
    std::string vendor;
    std::string driver;
    bool cpu;            //!< the host's own cores
    int nvidiaCompute;   //!< compute capability of an NVIDIA GPU, times ten; else 0
    bool fp64;           //!< double in kernels
    bool hasRegisterCap; //!< the compiler accepts a register cap per work-item (cl_nv_compiler_options)
    bool denormals;      //!< denormal floats are supported, not flushed to zero
    bool fma = true;     //!< fused multiply-add of floats; OpenCL's function may be missing, or emulated, without it
    bool images;
    bool imageFromBuffer;    //!< a 2-D image over a buffer without a copy (cl_khr_image2d_from_buffer)
    int imagePitchAlignment; //!< for imageFromBuffer, in pixels
    size_t imageMaxWidth;    //!< of a 2-D image, in pixels
    size_t imageMaxHeight;
    size_t imageMaxBufferPixels; //!< of an image1d_buffer_t
    size_t localBytes;           //!< local memory per work-group
    bool localIsFast;            //!< dedicated local memory, not a part of global memory
    size_t groupItems;           //!< work-items per work-group
    size_t groupWidth;           //!< work-items per work-group along the first axis
    size_t groupHeight;          //!< the same, second axis
    size_t constantBytes;        //!< of one __constant argument
    size_t parameterBytes;       //!< of all kernel arguments together
    int computeUnits;
    int floatLanes;                                             //!< floats per vector register; 1 if there is none
    size_t maxBufferBytes = std::numeric_limits<size_t>::max(); //!< of one buffer
    bool hostMemory = false;                                    //!< device and host share one memory
    bool concurrentQueues = true;                               //!< kernels may run on several queues at a time
    size_t unreportedLocalBytes = 0;                            //!< of a work-group, where the driver allows more
    ImageFormats imageFormats;                                  //!< of 2-D images
    ImageFormats bufferImageFormats;                            //!< of images over a buffer, image1d_buffer_t
};

//! One wave: the work-items with which a GPU stays busy while some of them wait for memory. Images that give fewer get
//! smaller tiles. 0: not known.
int64 workItemsPerWave(const DeviceTraits& traits);

//! Local memory that a program may have for a work-group. A program that uses more than the device reports may fail to
//! build or to launch.
inline size_t maxLocalBytes(const DeviceTraits& traits)
{
    return std::max(traits.localBytes, traits.unreportedLocalBytes);
}

//! Whether doubles take at most about twice the time of floats: on CPUs, and on NVIDIA's data-centre GPUs, of compute
//! capability 6.0, 7.0, 8.0, 9.0 and 10.0. Other GPUs have a 16th to a 64th as many units for them.
inline bool hasFastDoubles(const DeviceTraits& traits)
{
    const int centres[] = {60, 70, 80, 90, 100};
    const auto isCentre = [&] { return std::count(std::begin(centres), std::end(centres), traits.nvidiaCompute) > 0; };
    return traits.fp64 && (traits.cpu || isCentre());
}

DeviceTraits traitsOf(const ocl::Device& device);

}} // namespace cv::clconv
