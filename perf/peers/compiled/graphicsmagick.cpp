// SPDX-License-Identifier: Apache-2.0
//
// GraphicsMagick on images in its own format: always three channels and opacity, of 8 or 16 bits.
//
// on: cpu
// packages: g++ pkg-config libgraphicsmagick1-dev
// build: $(pkg-config --cflags --libs GraphicsMagick)

#include "serve.hpp"

#include <magick/api.h>

namespace {

using peers::Bytes;

class Convolution : public peers::Filter
{
public:
    explicit Convolution(const peers::Case& c) : c_(c), gaussian_(c.function == "GaussianBlur")
    {
        GetExceptionInfo(&exception_);
        const std::vector<float> kernel = c.kernel();
        kernel_.assign(kernel.begin(), kernel.end());
        const Bytes source = c.source();
        for (size_t i = 0; i < c.images; i++)
            sources_.push_back(require(
                ConstituteImage(size_t(c.width), size_t(c.height), map(), CharPixel, source.data(), &exception_)));
    }

    ~Convolution() override
    {
        for (Image* image : sources_)
            DestroyImage(image);
        if (last_)
            DestroyImage(last_);
        DestroyExceptionInfo(&exception_);
    }

    void call(size_t image) override
    {
        if (last_)
            DestroyImage(last_);
        last_ = nullptr;
        last_ = require(gaussian_ ? GaussianBlurImage(sources_[image], c_.ksize / 2, c_.sigma, &exception_)
                                  : ConvolveImage(sources_[image], unsigned(c_.ksize), kernel_.data(), &exception_));
    }

    Bytes result() override
    {
        Bytes pixels(c_.bytesOfResult());
        peers::require(DispatchImage(last_, 0, 0, size_t(c_.width), size_t(c_.height), map(), CharPixel, pixels.data(),
                                     &exception_) == MagickPass,
                       "DispatchImage");
        return pixels;
    }

    std::string notes() const override
    {
        return std::string("calls=") + (gaussian_ ? "GaussianBlurImage" : "ConvolveImage") +
               " border=replicate tolerance=2 threads=" + std::to_string(GetMagickResourceLimit(ThreadsResource));
    }

private:
    const char* map() const { return c_.channels() == 1 ? "I" : "RGB"; }

    Image* require(Image* image)
    {
        peers::require(image, exception_.reason ? exception_.reason : "no image");
        return image;
    }

    const peers::Case c_;
    const bool gaussian_;
    ExceptionInfo exception_;
    std::vector<double> kernel_;
    std::vector<Image*> sources_;
    Image* last_ = nullptr;
};

std::unique_ptr<peers::Filter> prepare(const peers::Case& c)
{
    if (c.type != "8UC1" && c.type != "8UC3")
        throw peers::Unsupported("its fourth channel is opacity, and it has no floats");
    if (c.to != c.type)
        throw peers::Unsupported("it has no negative results");
    if (c.function != "filter2D" && c.function != "GaussianBlur")
        throw peers::Unsupported("it has no such function");
    SetMagickResourceLimit(ThreadsResource, c.threads);
    return std::make_unique<Convolution>(c);
}

} // namespace

int main(int, char** argv)
{
    InitializeMagick(argv[0]);
    unsigned long number = 0;
    const std::string version = GetMagickVersion(&number);
    return peers::serve(version.substr(0, version.find(" http")), prepare);
}
