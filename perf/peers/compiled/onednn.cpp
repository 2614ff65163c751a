// SPDX-License-Identifier: Apache-2.0
//
// oneDNN: a depthwise convolution of floats, one filter for all channels, images as OpenCV stores them (nhwc), padded
// with zeros.
//
// on: cpu
// packages: g++ libdnnl-dev
// build: -ldnnl

#include "serve.hpp"

#include <dnnl.hpp>

namespace {

using dnnl::memory;
using peers::Bytes;

class Depthwise : public peers::Filter
{
public:
    explicit Depthwise(const peers::Case& c) : engine_(dnnl::engine::kind::cpu, 0), stream_(engine_)
    {
        const long channels = c.channels(), radius = c.ksize / 2;
        const memory::dims image = {1, channels, c.height, c.width}, weights = {channels, 1, 1, c.ksize, c.ksize};
        const auto floats = memory::data_type::f32;
        const memory::desc layout(image, floats, memory::format_tag::nhwc);
        const memory::desc filter(weights, floats, memory::format_tag::any);
        const dnnl::convolution_forward::desc operation(dnnl::prop_kind::forward_inference,
                                                        dnnl::algorithm::convolution_direct, layout, filter, layout,
                                                        {1, 1}, {radius, radius}, {radius, radius});
        const dnnl::convolution_forward::primitive_desc planned(operation, engine_);
        name_ = planned.impl_info_str();
        convolution_ = dnnl::convolution_forward(planned);
        weights_ = memory(planned.weights_desc(), engine_);
        copyWeights(c, memory::desc(weights, floats, memory::format_tag::goihw));
        const Bytes source = c.source();
        for (size_t i = 0; i < c.images; i++)
        {
            sources_.emplace_back(layout, engine_);
            results_.emplace_back(layout, engine_);
            std::memcpy(sources_.back().get_data_handle(), source.data(), source.size());
        }
    }

    void call(size_t image) override
    {
        convolution_.execute(
            stream_, {{DNNL_ARG_SRC, sources_[image]}, {DNNL_ARG_WEIGHTS, weights_}, {DNNL_ARG_DST, results_[image]}});
        stream_.wait();
    }

    Bytes result() override
    {
        const auto first = static_cast<const uint8_t*>(results_[0].get_data_handle());
        return Bytes(first, first + results_[0].get_desc().get_size());
    }

    std::string notes() const override { return "calls=convolution," + name_ + " border=zeros threads=0"; }

private:
    void copyWeights(const peers::Case& c, const memory::desc& plain)
    {
        std::vector<float> taps;
        for (int i = 0; i < c.channels(); i++)
        {
            const std::vector<float> kernel = c.kernel();
            taps.insert(taps.end(), kernel.begin(), kernel.end());
        }
        memory from(plain, engine_, taps.data());
        dnnl::reorder(from, weights_).execute(stream_, from, weights_);
        stream_.wait();
    }

    dnnl::engine engine_;
    dnnl::stream stream_;
    std::string name_;
    dnnl::convolution_forward convolution_;
    memory weights_;
    std::vector<memory> sources_, results_;
};

std::unique_ptr<peers::Filter> prepare(const peers::Case& c)
{
    if (c.function != "filter2D")
        throw peers::Unsupported("only filter2D: it has no named filters");
    if (!c.isFloat())
        throw peers::Unsupported("its convolutions of bytes have no float weights");
    return std::make_unique<Depthwise>(c);
}

} // namespace

int main()
{
    const dnnl_version_t& version = *dnnl_version();
    return peers::serve("oneDNN " + std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
                            std::to_string(version.patch),
                        prepare);
}
