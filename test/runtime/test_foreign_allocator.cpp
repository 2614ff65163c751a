// SPDX-License-Identifier: Apache-2.0
//
// UMats with another allocator's memory, like those of OpenCV 5 on CUDA: their handles are not OpenCL buffers.

#include "captured_log.hpp"

#include "opencv2/clconv/chain.hpp"
#include "util/log.hpp"

namespace opencv_test { namespace {

//! Stores pixels behind a handle; a Mat gets a copy, which is written back when the Mat is released.
class OtherAllocator : public MatAllocator
{
public:
    UMatData* allocate(int dims, const int* sizes, int type, void*, size_t* step, AccessFlag,
                       UMatUsageFlags) const override
    {
        size_t total = CV_ELEM_SIZE(type);
        for (int i = dims; i-- > 0; total *= size_t(sizes[i]))
            step[i] = total;
        UMatData* const u = new UMatData(this);
        u->size = total;
        u->handle = fastMalloc(total);
        return u;
    }
    bool allocate(UMatData*, AccessFlag, UMatUsageFlags) const override { return false; }
    void map(UMatData* u, AccessFlag) const override
    {
        if (!u->data)
            u->data = u->origdata = static_cast<uchar*>(fastMalloc(u->size));
        std::memcpy(u->data, u->handle, u->size);
    }
    void unmap(UMatData* u) const override
    {
        std::memcpy(u->handle, u->data, u->size);
        fastFree(u->data);
        u->data = u->origdata = nullptr;
        if (u->urefcount == 0)
            deallocate(u);
    }
    void deallocate(UMatData* u) const override
    {
        fastFree(u->handle);
        u->handle = nullptr;
        delete u;
    }
};

OtherAllocator& other()
{
    static OtherAllocator allocator;
    return allocator;
}

UMat foreign(const Mat& image)
{
    UMat result;
    result.allocator = &other();
    result.create(image.size(), image.type());
    Mat pixels = result.getMat(ACCESS_WRITE);
    image.copyTo(pixels);
    return result;
}

Mat onHost(const UMat& image)
{
    return image.getMat(ACCESS_READ).clone();
}

struct Clconv_ForeignAllocator : ::testing::Test
{
    Clconv_ForeignAllocator()
    {
        RNG rng(5);
        rng.fill(image, RNG::UNIFORM, 0, 256);
        cv::filter2D(image, expected, CV_16S, laplacian);
    }

    //! Expects an exact result.
    void expectResult(const UMat& result, bool staysForeign) const
    {
        EXPECT_EQ(staysForeign, result.u->currAllocator == &other());
        EXPECT_EQ(0, cv::norm(expected, onHost(result), NORM_INF));
    }

    Mat image = Mat(90, 130, CV_8UC3), expected;
    const Mat laplacian = (Mat_<float>(3, 3) << 1, 1, 1, 1, -8, 1, 1, 1, 1);
};

TEST_F(Clconv_ForeignAllocator, filter2D)
{
    UMat device, onDevice, kept = foreign(Mat::zeros(image.size(), CV_16SC3)), both = foreign(image);
    image.copyTo(device);
    {
        clconv::forgetLogged();
        const Log log(utils::logging::LOG_LEVEL_WARNING);
        clconv::filter2D(foreign(image), onDevice, CV_16S, laplacian);
        clconv::filter2D(foreign(image), onDevice, CV_16S, laplacian);
        EXPECT_EQ(1, log.count("WARN", "an allocator that is not OpenCL's")) << log.text();
    }
    EXPECT_NE("opencv-cpu", clconv::lastImplementation());
    expectResult(onDevice, false);
    clconv::filter2D(device, kept, CV_16S, laplacian);
    expectResult(kept, true);
    const UMat source = foreign(image);
    clconv::filter2D(source, kept, CV_16S, laplacian);
    expectResult(kept, true);
    cv::filter2D(image, expected, -1, laplacian);
    clconv::filter2D(both, both, -1, laplacian);
    expectResult(both, true);
}

TEST_F(Clconv_ForeignAllocator, banksAndBatches)
{
    const UMat source = foreign(image);
    std::vector<UMat> results;
    clconv::filterBank(source, results, CV_16S, std::vector<Mat>{laplacian, laplacian});
    for (const UMat& result : results)
        expectResult(result, false);
    UMat device;
    image.copyTo(device);
    clconv::filterBatch(std::vector<UMat>{device, source, device}, results, CV_16S, laplacian);
    for (const UMat& result : results)
        expectResult(result, false);
}

TEST_F(Clconv_ForeignAllocator, chains)
{
    clconv::Chain chain;
    chain.filter2D(CV_16S, laplacian).convertTo(-1, -1);
    expected = -expected;
    UMat result;
    chain.apply(foreign(image), result);
    expectResult(result, false);
    EXPECT_NE("", chain.explain(foreign(image)));
}

TEST_F(Clconv_ForeignAllocator, inquiriesAndBorders)
{
    const UMat source = foreign(image);
    EXPECT_NE(std::string::npos, clconv::explain(source, CV_16S, laplacian).find("3x3"));
    EXPECT_NO_THROW(clconv::isReady(source, CV_16S, laplacian));
    UMat result;
    clconv::filter2D(source, result, CV_16S, laplacian, Point(-1, -1), 0, BORDER_CONSTANT, Scalar::all(9));
    Mat padded;
    cv::copyMakeBorder(image, padded, 1, 1, 1, 1, BORDER_CONSTANT, Scalar::all(9));
    cv::filter2D(padded(Rect(Point(1, 1), image.size())), expected, CV_16S, laplacian);
    expectResult(result, false);
}

}} // namespace opencv_test
