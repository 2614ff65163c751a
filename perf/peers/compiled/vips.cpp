// SPDX-License-Identifier: Apache-2.0
//
// libvips, from memory to memory. Sums are floats (VIPS_PRECISION_FLOAT, its default); bytes are rounded afterwards, in
// the same pass.
//
// on: cpu
// packages: g++ pkg-config libvips-dev
// build: $(pkg-config --cflags --libs vips)

#include "serve.hpp"

#include <vips/vips.h>

#include <cmath>

namespace {

using peers::Bytes;

void check(int status, const char* what)
{
    const std::string text = status ? std::string(what) + ": " + vips_error_buffer() : "";
    vips_error_clear();
    peers::require(status == 0, text);
}

struct Unref
{
    void operator()(void* object) const { g_object_unref(object); }
};
using Image = std::unique_ptr<VipsImage, Unref>;

class Convolution : public peers::Filter
{
public:
    explicit Convolution(const peers::Case& c) : c_(c), separable_(c.function != "filter2D")
    {
        const Bytes source = c.source();
        sources_.assign(c.images, source);
        const std::vector<float> taps = separable_ ? c.taps() : c.kernel();
        std::vector<double> mask(taps.begin(), taps.end());
        const int rows = separable_ ? 1 : c.ksize;
        mask_.reset(vips_image_new_matrix_from_array(c.ksize, rows, mask.data(), int(mask.size())));
    }

    void call(size_t image) override
    {
        Bytes& source = sources_[image];
        const VipsBandFormat format = c_.isFloat() ? VIPS_FORMAT_FLOAT : VIPS_FORMAT_UCHAR;
        Image in(vips_image_new_from_memory(source.data(), source.size(), c_.width, c_.height, c_.channels(), format));
        VipsImage* out = nullptr;
        check((separable_ ? vips_convsep : vips_conv)(in.get(), &out, mask_.get(), nullptr), "convolution");
        Image convolved(out), rounded;
        if (!c_.isFloat())
        {
            check(vips_linear1(convolved.get(), &out, 1., .5, "uchar", gboolean(1), nullptr), "vips_linear");
            rounded.reset(out);
        }
        size_t size = 0;
        const auto pixels = static_cast<uint8_t*>(vips_image_write_to_memory(out, &size));
        check(pixels ? 0 : 1, "vips_image_write_to_memory");
        if (first_.empty())
            first_.assign(pixels, pixels + size);
        g_free(pixels);
    }

    Bytes result() override { return first_; }

    std::string notes() const override
    {
        return std::string("calls=") + (separable_ ? "vips_convsep" : "vips_conv") +
               " border=replicate threads=" + std::to_string(vips_concurrency_get());
    }

private:
    const peers::Case c_;
    const bool separable_;
    std::vector<Bytes> sources_;
    Image mask_;
    Bytes first_;
};

std::unique_ptr<peers::Filter> prepare(const peers::Case& c)
{
    if (c.function != "filter2D" && c.taps().empty())
        throw peers::Unsupported("libvips has only the magnitude of gradients");
    vips_concurrency_set(c.threads);
    return std::make_unique<Convolution>(c);
}

} // namespace

int main(int, char** argv)
{
    if (vips_init(argv[0]))
        return 1;
    vips_cache_set_max(0); // no cached results: each call computes
    return peers::serve(std::string("libvips ") + vips_version_string(), prepare);
}
