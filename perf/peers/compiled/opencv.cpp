// SPDX-License-Identifier: Apache-2.0
//
// clconv and OpenCV's own functions as peers; the first argument selects clconv, opencv_umat or opencv_mat.
//
// On a GPU all images are UMats on the device. If the device is a CPU, clconv gets Mats, like the other libraries;
// clconv_peers.py sets OPENCV_CLCONV_MATS.

#include "serve.hpp"
#include "../../common/command_line.hpp"
#include "../../common/device.hpp"
#include "api/filter2d.hpp"

#include <opencv2/clconv.hpp>
#include <opencv2/imgproc.hpp>

namespace {

using peers::Bytes;
using peers::Case;

int typeOf(const std::string& name)
{
    const int depth = name[0] == '8' ? CV_8U : name[0] == '1' ? CV_16S : CV_32F;
    return CV_MAKETYPE(depth, name.back() - '0');
}

// Wraps the functions of a namespace in a class that can be a template argument.
#define FUNCTION(space, name)                                                                                          \
    template<typename... Arguments>                                                                                    \
    static void name(Arguments&&... arguments)                                                                         \
    {                                                                                                                  \
        space::name(std::forward<Arguments>(arguments)...);                                                            \
    }
#define LIBRARY(library, space)                                                                                        \
    struct library                                                                                                     \
    {                                                                                                                  \
        static const char* prefix() { return #space "::"; }                                                            \
        FUNCTION(space, filter2D)                                                                                      \
        FUNCTION(space, GaussianBlur)                                                                                  \
        FUNCTION(space, blur)                                                                                          \
        FUNCTION(space, Sobel)                                                                                         \
        FUNCTION(space, Scharr)                                                                                        \
        FUNCTION(space, Laplacian)                                                                                     \
    }
LIBRARY(Clconv, cv::clconv);
LIBRARY(OpenCV, cv);
#undef LIBRARY
#undef FUNCTION

//! Prepares the call for a case, with images of this class.
template<typename Library, typename Image>
std::function<void(const Image&, Image&)> callFor(const Case& c, std::string& name)
{
    const int depth = CV_MAT_DEPTH(typeOf(c.to)), border = cv::BORDER_REPLICATE;
    const cv::Size size(c.ksize, c.ksize);
    const double sigma = c.sigma;
    name = c.function;
    if (c.function == "GaussianBlur")
        return [=](const Image& src, Image& dst) { Library::GaussianBlur(src, dst, size, sigma, sigma, border); };
    if (c.function == "blur")
        return [=](const Image& src, Image& dst) { Library::blur(src, dst, size, cv::Point(-1, -1), border); };
    if (c.function == "Sobel")
        return [=](const Image& src, Image& dst) { Library::Sobel(src, dst, depth, 1, 0, 3, 1, 0, border); };
    if (c.function == "Scharr")
        return [=](const Image& src, Image& dst) { Library::Scharr(src, dst, depth, 1, 0, 1, 0, border); };
    if (c.function == "Laplacian")
        return [=](const Image& src, Image& dst) { Library::Laplacian(src, dst, depth, 1, 1, 0, border); };
    name = "filter2D";
    const cv::Mat kernel = cv::Mat(c.kernel(), true).reshape(1, c.ksize);
    return [=](const Image& src, Image& dst)
    { Library::filter2D(src, dst, depth, kernel, cv::Point(-1, -1), 0, border); };
}

template<typename Library, typename Image>
class Calls : public peers::Filter
{
public:
    explicit Calls(const Case& c) : src_(c.images), dst_(c.images), call_(callFor<Library, Image>(c, name_))
    {
        Bytes source = c.source();
        const cv::Mat image(c.height, c.width, typeOf(c.type), source.data());
        for (size_t i = 0; i < c.images; i++)
        {
            image.copyTo(src_[i]);
            dst_[i].create(image.size(), typeOf(c.to));
        }
    }

    void call(size_t image) override { call_(src_[image], dst_[image]); }

    void wait() override
    {
        if (std::is_same<Image, cv::UMat>::value)
            cv::ocl::finish();
    }

    Bytes result() override
    {
        const bool ours = std::is_same<Library, Clconv>::value;
        runsAs_ = ours ? cv::clconv::lastImplementation() : "opencv";
        cv::Mat host;
        dst_[0].copyTo(host);
        return Bytes(host.datastart, host.dataend);
    }

    std::string notes() const override
    {
        const bool mats = std::is_same<Image, cv::Mat>::value;
        const bool ours = std::is_same<Library, Clconv>::value;
        const std::string threads = std::to_string(ours || !mats ? 0 : cv::getNumThreads()); // 0: the device's
        return "runs_as=" + runsAs_ + " calls=" + Library::prefix() + name_ + (mats ? "(Mat)" : "(UMat)") +
               " border=replicate threads=" + threads;
    }

private:
    std::vector<Image> src_, dst_;
    std::string name_, runsAs_;
    std::function<void(const Image&, Image&)> call_;
};

int run(const std::string& engine)
{
    const bench::DeviceInfo device = bench::openDevice();
    const std::string versions = std::string("OpenCV ") + cv::getVersionString() + "; " + device.name + ", " +
                                 device.version + ", driver " + device.driver + (device.cpu ? "; cpu" : "; gpu");
    if (engine == "opencv_mat")
        return peers::serve(versions, [](const Case& c) { return std::make_unique<Calls<OpenCV, cv::Mat>>(c); });
    if (engine == "opencv_umat")
        return peers::serve(versions, [](const Case& c) { return std::make_unique<Calls<OpenCV, cv::UMat>>(c); });
    if (engine != "clconv")
        throw programs::UsageError("'" + engine + "' is none of clconv, opencv_umat and opencv_mat");
    const std::string ours = "clconv " CLCONV_VERSION ", " + versions;
    if (device.cpu)
        return peers::serve(ours, [](const Case& c) { return std::make_unique<Calls<Clconv, cv::Mat>>(c); });
    return peers::serve(ours, [](const Case& c) { return std::make_unique<Calls<Clconv, cv::UMat>>(c); });
}

} // namespace

int main(int argc, char** argv)
{
    return programs::runProgram("clconv_peer", [&] { return run(argc > 1 ? argv[1] : "clconv"); });
}
