// SPDX-License-Identifier: Apache-2.0
//
// clconv_fuzz_chain: random chains on random images, each compared bit for bit with its stages one by one. The images
// are UMats, sometimes filtered in place, vectors of UMats, or Mats that run on the device: in their own memory, in
// bands, or split over two contexts.

#include "api/filter2d.hpp"
#include "api/host/mats.hpp"
#include "host/host_memory.hpp"
#include "support/chain/random_chain.hpp"
#include "support/device.hpp"
#include "support/fuzz/contexts.hpp"
#include "support/thrown.hpp"
#include "programs/command_line.hpp"

#include <iostream>

namespace {

using namespace cv;
using namespace clconv_test;
using opencv_test::codeOf;

const char* const keys = "{help h||this text}"
                         "{count|500|how many chains}"
                         "{images|3|images for each}"
                         "{first|0|number of the first chain; with --count=1 repeats one}"
                         "{seed|1|of everything random}"
                         "{explain||prints what shares a launch}";

struct Options
{
    int count = 0, images = 0, first = 0;
    unsigned seed = 1;
    bool explains = false;
};

//! In some calls a region of a larger image.
UMat randomSource(int type, RNG& rng)
{
    const int most = 300;
    const Size size(1 + rng.uniform(0, rng.uniform(0, 4) ? most : 12),
                    1 + rng.uniform(0, rng.uniform(0, 4) ? most : 12));
    const int left = rng.uniform(0, 2) ? rng.uniform(0, 9) : 0, top = rng.uniform(0, 2) ? rng.uniform(0, 9) : 0;
    const bool region = rng.uniform(0, 3) == 0;
    const Size whole = region ? size + Size(left + rng.uniform(0, 9), top + rng.uniform(0, 9)) : size;
    Mat pixels(whole, type);
    const int depth = CV_MAT_DEPTH(type);
    if (depth >= CV_32F)
    {
        Mat small(whole, CV_MAKETYPE(CV_16S, CV_MAT_CN(type)));
        rng.fill(small, RNG::UNIFORM, -4096, 4096);
        small.convertTo(pixels, depth, 1. / 16);
    }
    else
        rng.fill(pixels, RNG::UNIFORM, depth == CV_32S ? -100000 : -40000, depth == CV_32S ? 100000 : 70000, true);
    UMat image;
    pixels.copyTo(image);
    return region ? image(Rect(Point(left, top), size)) : image;
}

bool equalBits(const Mat& a, const Mat& b)
{
    if (a.type() != b.type() || a.size() != b.size())
        return false;
    Mat x = a.clone(), y = b.clone();
    if (a.depth() >= CV_32F) // NaNs differ from themselves, and zeros have signs
        x = x + 0., y = y + 0.;
    return std::memcmp(x.data, y.data, x.total() * x.elemSize()) == 0;
}

std::string difference(const Mat& a, const Mat& b)
{
    if (a.type() != b.type() || a.size() != b.size())
        return "of another type or size";
    for (int y = 0; y < a.rows; ++y)
        for (int x = 0; x < a.cols; ++x)
            if (std::memcmp(a.ptr(y, x), b.ptr(y, x), a.elemSize()) != 0)
            {
                Mat first, second;
                a(Rect(x, y, 1, 1)).clone().reshape(1, 1).convertTo(first, CV_64F);
                b(Rect(x, y, 1, 1)).clone().reshape(1, 1).convertTo(second, CV_64F);
                std::ostringstream text;
                text.precision(10);
                text << "at column " << x << ", row " << y << ": " << first << " instead of " << second;
                return text.str();
            }
    return "";
}

enum Way
{
    OnDevice,
    InPlace, // if the type allows it
    OfMany,
    OnMats, // from here on only chains of one launch: in bands, sums of float filters differ
    InBands,
    Split,
    ways
};

Mat onMats(const clconv::Chain& chain, const UMat& source, Way way, bool byDevice = true)
{
    const clconv::MatsModeScope mode(byDevice ? clconv::MatsMode::Always : clconv::MatsMode::Off);
    const bool shared = way == OnMats && clconv::HostMemory::current()->isShared();
    const clconv::MatTransferScope transfer(shared ? clconv::MatTransfer::Shared : clconv::MatTransfer::Staged);
    std::unique_ptr<clconv::SplitScope> split;
    if (way == Split && byDevice)
    {
        static const std::vector<ocl::OpenCLExecutionContext> contexts = contextsOf(1, 2);
        split.reset(new clconv::SplitScope(contexts));
    }
    Size whole;
    Point origin;
    source.locateROI(whole, origin);
    UMat parent = source;
    parent.adjustROI(origin.y, whole.height, origin.x, whole.width); // clipped to the parent
    const Mat pixels = parent.getMat(ACCESS_READ).clone();
    Mat result;
    chain.apply(pixels(Rect(origin, source.size())), result);
    return result;
}

//! Applies the chain to several images; the source is one of them.
Mat ofMany(const clconv::Chain& chain, const UMat& source, RNG& rng)
{
    std::vector<UMat> sources, results;
    const int count = 1 + rng.uniform(0, 3), place = rng.uniform(0, count);
    for (int i = 0; i < count; ++i)
    {
        UMat other = randomSource(source.type(), rng);
        while (std::min(other.rows, other.cols) == 1) // a box with an anchor refuses these
            other = randomSource(source.type(), rng);
        sources.push_back(i == place ? source : other);
    }
    chain.apply(sources, results);
    return results[size_t(place)].getMat(ACCESS_READ).clone();
}

Mat applied(const clconv::Chain& chain, UMat& source, Way way, RNG& rng)
{
    if (way >= OnMats)
        return onMats(chain, source, way);
    if (way == OfMany)
        return ofMany(chain, source, rng);
    UMat result;
    chain.apply(source, way == InPlace ? source : result);
    return (way == InPlace ? source : result).getMat(ACCESS_READ).clone();
}

bool isOneLaunch(const clconv::Chain& chain, const UMat& source)
{
    const std::string text = chain.explain(source);
    return std::count(text.begin(), text.end(), '\n') == 1 && text.find("chain, ") != std::string::npos;
}

//! Whether OpenCV's functions computed what the device does not support; they round sums twice.
bool ranOnCpu(Way way)
{
    return way >= OnMats && clconv::lastImplementation() == "opencv-cpu";
}

int run(const Options& options)
{
    int wrong = 0, thrown = 0, images = 0;
    for (int i = options.first; i < options.first + options.count; ++i)
    {
        RNG rng((uint64(options.seed) << 32) + uint64(i) * 2 + 1);
        rng.next();
        rng.next();
        static const int depths[] = {CV_8U, CV_8U, CV_8U, CV_16U, CV_16S, CV_32F, CV_8S, CV_64F, CV_32S};
        const int type = CV_MAKETYPE(depths[rng.uniform(0, 9)], 1 + rng.uniform(0, 4));
        std::string text, error;
        try
        {
            const RandomChain random = randomChain(type, 1 + rng.uniform(1, 6), rng);
            text = random.text();
            const clconv::Chain chain = random.chain();
            for (int n = 0; n < options.images && error.empty(); ++n)
            {
                UMat source = randomSource(type, rng);
                if (options.explains)
                    std::cout << typeToString(type) << " " << source.size() << ", step " << source.step << ", offset "
                              << source.offset << "\n"
                              << chain.explain(source);
                ++images;
                UMat expected;
                Mat result;
                const int code = codeOf([&] { expected = random.runOneByOne(source); });
                const Way way = Way(rng.uniform(0, code == 0 && isOneLaunch(chain, source) ? ways : OnMats));
                const int own = codeOf([&] { result = applied(chain, source, way, rng); });
                if (way >= OnMats && own != 0 && own == codeOf([&] { onMats(chain, source, way, false); }))
                    continue;              // such depths are refused on Mats, with and without a device
                if (code != 0 || own != 0) // a box with an anchor, on an image of one row, throws
                {
                    error = code == own ? "" : format("it throws %d instead of %d", own, code);
                    continue;
                }
                const Mat b = expected.getMat(ACCESS_READ);
                if (!ranOnCpu(way) && !equalBits(result, b))
                    error = difference(result, b) + format(", %dx%d, way %d", source.cols, source.rows, int(way));
            }
        }
        catch (const std::exception& e)
        {
            error = e.what();
            thrown++;
        }
        wrong += !error.empty();
        if (!error.empty())
            std::cout << "--seed=" << options.seed << " --first=" << i << " --count=1: " << typeToString(type) << ": "
                      << text << ": " << error << std::endl;
    }
    std::cout << options.count << " chains, " << images << " images: " << wrong << " wrong, " << thrown
              << " of them thrown" << std::endl;
    return wrong ? 1 : 0;
}

int fuzz(int argc, char** argv)
{
    Options options;
    const int largest = 1000000000;
    const auto read = [&](const CommandLineParser& parser)
    {
        options.count = programs::wholeNumber(parser, "count", 1, largest);
        options.images = programs::wholeNumber(parser, "images", 1, largest);
        options.first = programs::wholeNumber(parser, "first", 0, largest);
        options.seed = unsigned(programs::wholeNumber(parser, "seed", 0, largest));
        options.explains = parser.has("explain");
    };
    if (!programs::readCommandLine(
            argc, argv, keys, "clconv_fuzz_chain: random chains, each compared with its stages one by one", 0, read))
        return 0;
    return chooseDevice() ? run(options) : 1;
}

} // namespace

int main(int argc, char** argv)
{
    return programs::runProgram("clconv_fuzz_chain", [&] { return fuzz(argc, argv); });
}
