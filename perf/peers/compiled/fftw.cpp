// SPDX-License-Identifier: Apache-2.0
//
// FFTW: a correlation by overlap-save, written here with FFTW's real transforms. Threads share the tiles.
//
// on: cpu
// packages: g++ libfftw3-dev
// build: -lfftw3f -pthread

#include "serve.hpp"

#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <thread>

namespace {

using peers::Bytes;

template<typename T>
struct Buffer
{
    explicit Buffer(size_t count) : values(static_cast<T*>(fftwf_malloc(count * sizeof(T))), fftwf_free) {}
    operator T*() const { return values.get(); }
    std::unique_ptr<T, void (*)(void*)> values;
};

using Complex = std::complex<float>;

fftwf_complex* raw(Complex* values)
{
    return reinterpret_cast<fftwf_complex*>(values);
}

//! The side of the tile whose transforms cost the least per output.
int sideOf(int ksize)
{
    int best = 0;
    double least = 1e30;
    for (int side : {32, 64, 128, 256, 512})
    {
        const double outputs = side - ksize + 1, cost = side * side * std::log2(double(side)) / (outputs * outputs);
        if (outputs > 0 && cost < least)
        {
            least = cost;
            best = side;
        }
    }
    return best;
}

template<typename T>
class OverlapSave : public peers::Filter
{
public:
    explicit OverlapSave(const peers::Case& c) :
        c_(c), side_(sideOf(c.ksize)), columns_(side_ / 2 + 1), outputs_(side_ - c.ksize + 1),
        spectrum_(size_t(side_ * columns_))
    {
        const Bytes source = c.source();
        sources_.assign(c.images, source);
        results_.assign(c.images, Bytes(source.size()));
        Buffer<float> tile(size_t(side_ * side_));
        forward_ = fftwf_plan_dft_r2c_2d(side_, side_, tile, raw(spectrum_), FFTW_MEASURE);
        backward_ = fftwf_plan_dft_c2r_2d(side_, side_, raw(spectrum_), tile, FFTW_MEASURE);
        const std::vector<float> kernel = c.kernel();
        std::fill_n(static_cast<float*>(tile), side_ * side_, 0.f);
        for (int y = 0; y < c.ksize; y++)
            for (int x = 0; x < c.ksize; x++)
                tile[y * side_ + x] = kernel[size_t(y * c.ksize + x)] / float(side_ * side_);
        fftwf_execute_dft_r2c(forward_, tile, raw(spectrum_));
        for (int i = 0; i < side_ * columns_; i++)
            spectrum_[i] = std::conj(spectrum_[i]); // conjugated, for a correlation
    }

    ~OverlapSave() override
    {
        fftwf_destroy_plan(forward_);
        fftwf_destroy_plan(backward_);
    }

    void call(size_t image) override
    {
        std::vector<std::thread> threads;
        for (int i = 0; i < c_.threads; i++)
            threads.emplace_back([=] { rowsOfTiles(image, i); });
        for (std::thread& thread : threads)
            thread.join();
    }

    Bytes result() override { return results_[0]; }

    std::string notes() const override
    {
        return "calls=fftwf_execute_dft,tiles:" + std::to_string(side_) +
               " border=replicate threads=" + std::to_string(c_.threads);
    }

private:
    void rowsOfTiles(size_t image, int first)
    {
        Buffer<float> tile(size_t(side_ * side_));
        Buffer<Complex> transform(size_t(side_ * columns_));
        const T* src = reinterpret_cast<const T*>(sources_[image].data());
        T* dst = reinterpret_cast<T*>(results_[image].data());
        for (int y = first * outputs_; y < c_.height; y += c_.threads * outputs_)
            for (int x = 0; x < c_.width; x += outputs_)
                for (int channel = 0; channel < c_.channels(); channel++)
                    one(src + channel, dst + channel, x, y, tile, transform);
    }

    void one(const T* src, T* dst, int x0, int y0, float* tile, Complex* transform)
    {
        const int radius = c_.ksize / 2, channels = c_.channels();
        for (int y = 0; y < side_; y++)
        {
            const int row = std::min(std::max(y0 + y - radius, 0), c_.height - 1);
            for (int x = 0; x < side_; x++)
            {
                const int column = std::min(std::max(x0 + x - radius, 0), c_.width - 1);
                tile[y * side_ + x] = float(src[(size_t(row) * size_t(c_.width) + size_t(column)) * size_t(channels)]);
            }
        }
        fftwf_execute_dft_r2c(forward_, tile, raw(transform));
        for (int i = 0; i < side_ * columns_; i++)
            transform[i] *= spectrum_[i];
        fftwf_execute_dft_c2r(backward_, raw(transform), tile);
        for (int y = 0; y < std::min(outputs_, c_.height - y0); y++)
            for (int x = 0; x < std::min(outputs_, c_.width - x0); x++)
                dst[(size_t(y0 + y) * size_t(c_.width) + size_t(x0 + x)) * size_t(channels)] =
                    rounded(tile[y * side_ + x], T());
    }

    static float rounded(float value, float) { return value; }
    static uint8_t rounded(float value, uint8_t) { return uint8_t(std::min(std::max(value + 0.5f, 0.f), 255.f)); }

    const peers::Case c_;
    const int side_, columns_, outputs_;
    Buffer<Complex> spectrum_;
    fftwf_plan forward_, backward_;
    std::vector<Bytes> sources_, results_;
};

std::unique_ptr<peers::Filter> prepare(const peers::Case& c)
{
    if (c.function != "filter2D")
        throw peers::Unsupported("only filter2D");
    if (c.isFloat())
        return std::make_unique<OverlapSave<float>>(c);
    return std::make_unique<OverlapSave<uint8_t>>(c);
}

} // namespace

int main()
{
    return peers::serve(fftwf_version, prepare);
}
