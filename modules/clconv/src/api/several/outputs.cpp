// SPDX-License-Identifier: Apache-2.0
//
// Which outputs can be written directly, and copying the others. Batches have thousands of images: nothing here
// compares all pairs of them, except images in a caller's memory, which may be in several buffers.

#include "api/several/outputs.hpp"
#include "api/cpu_fallback.hpp"
#include "api/filter2d.hpp"
#include "runtime/launch.hpp"
#include "util/log.hpp"

#include <array>

namespace cv { namespace clconv {
namespace {

//! Images that were allocated one after the other often are in order already.
template<typename T>
void sortUnlessSorted(std::vector<T>& values)
{
    if (!std::is_sorted(values.begin(), values.end()))
        std::sort(values.begin(), values.end());
}

//! Marks outputs in the memory of a source.
//! @param pairs whether images over a caller's memory are among them
void markSharing(const UMat* sources, size_t sourceCount, const std::vector<UMat>& outputs, bool pairs,
                 std::vector<bool>& marked)
{
    std::vector<const UMatData*> read;
    read.reserve(sourceCount);
    for (size_t i = 0; i < sourceCount; ++i)
        if (read.empty() || read.back() != sources[i].u)
            read.push_back(sources[i].u);
    sortUnlessSorted(read);
    for (size_t i = 0; i < outputs.size(); ++i)
    {
        const auto shares = [&](const UMat& source)
        { return (isTemporary(source) || isTemporary(outputs[i])) && shareMemory(source, outputs[i]); };
        // regions of one image follow one another
        marked[i] = i > 0 && outputs[i].u == outputs[i - 1].u
                        ? bool(marked[i - 1])
                        : std::binary_search(read.begin(), read.end(), outputs[i].u);
        marked[i] = marked[i] || (pairs && std::any_of(sources, sources + sourceCount, shares));
    }
}

//! Marks outputs that have pixels in common with an earlier one. Sorted by their first byte, an image can only overlap
//! those that begin before its last one.
//! @param pairs as for markSharing
void markOverlapping(const std::vector<UMat>& outputs, bool pairs, std::vector<bool>& marked)
{
    std::vector<std::array<size_t, 3>> sorted; // buffer, offset, number
    sorted.reserve(outputs.size());
    for (size_t i = 0; i < outputs.size(); ++i)
        sorted.push_back({{reinterpret_cast<size_t>(outputs[i].u), outputs[i].offset, i}});
    sortUnlessSorted(sorted);
    const auto compare = [&](size_t a, size_t b)
    {
        if (intersect(outputs[a], outputs[b]))
            marked[std::max(a, b)] = true;
    };
    for (size_t i = 0; i < sorted.size(); ++i)
    {
        const UMat& image = outputs[sorted[i][2]];
        const size_t end = image.offset + image.step * size_t(image.rows - 1) + image.elemSize() * size_t(image.cols);
        for (size_t j = i + 1; j < sorted.size() && sorted[j][0] == sorted[i][0] && sorted[j][1] < end; ++j)
            compare(sorted[i][2], sorted[j][2]);
    }
    for (size_t i = 0; pairs && i < outputs.size(); ++i)
        for (size_t j = 0; j < i && isTemporary(outputs[i]); ++j)
            if (isTemporary(outputs[j]) && outputs[j].u != outputs[i].u)
                compare(j, i);
}

//! Whether an output overlaps a source. Of all sources, sorted by their first byte, that begin before an output's end,
//! the one with the last end matters.
//! @param parents sources are regions that read their parents
bool overlap(const std::vector<Mat>& sources, const std::vector<Mat>& outputs, bool parents)
{
    typedef std::pair<const uchar*, const uchar*> Bytes;
    const auto bytesOf = [](const Mat& image)
    { return Bytes(image.data, image.ptr(image.rows - 1) + image.elemSize() * size_t(image.cols)); };
    std::vector<Bytes> read;
    read.reserve(sources.size());
    for (const Mat& source : sources)
        read.push_back(parents ? Bytes(source.datastart, source.dataend) : bytesOf(source));
    std::sort(read.begin(), read.end());
    for (size_t i = 1; i < read.size(); ++i)
        read[i].second = std::max(read[i].second, read[i - 1].second); // from here on: of this one and those before
    return std::any_of(outputs.begin(), outputs.end(),
                       [&](const Mat& output)
                       {
                           const Bytes written = bytesOf(output);
                           const auto behind =
                               std::lower_bound(read.begin(), read.end(), Bytes(written.second, nullptr));
                           return behind != read.begin() && (behind - 1)->second > written.first;
                       });
}

} // namespace

std::vector<UMat>& vectorOfUMats(const _InputArray& images)
{
    CV_DbgAssert(images.isUMatVector());
    return *static_cast<std::vector<UMat>*>(images.getObj());
}

SafeOutputs::SafeOutputs(const UMat* sources, size_t sourceCount, OutputArrayOfArrays dst, size_t count, int dstType) :
    outputs_(vectorOfUMats(dst)), made_(count)
{
    dst.create(int(count), 1, dstType);
    for (size_t i = 0; i < count; ++i)
    {
        const UMat &source = sources[std::min(i, sourceCount - 1)], &output = outputs_[i];
        if (output.dims != 2 || output.size() != source.size() || output.type() != dstType)
        {
            made_[i] = true;
            dst.create(source.size(), dstType, int(i));
        }
        waits_ = waits_ || isTemporary(source) || isTemporary(output);
    }
    std::vector<bool> overSource(count);
    markSharing(sources, sourceCount, outputs_, waits_, overSource);
    std::vector<bool> marked = overSource;
    markOverlapping(outputs_, waits_, marked);
    temporary_.reserve(size_t(std::count(marked.begin(), marked.end(), true)));
    results_.reserve(count);
    for (size_t i = 0; i < count; ++i)
    {
        if (marked[i])
        {
            temporary_.push_back({i, overSource[i], UMat(outputs_[i].size(), dstType)});
            if (ocl::useOpenCL())
                checkOnDevice(temporary_.back().image, "a temporary result");
        }
        results_.push_back(marked[i] ? &temporary_.back().image : &outputs_[i]);
    }
}

bool SafeOutputs::moveOneToHost()
{
    for (size_t i = results_.size(); i-- > 0;)
    {
        UMat& result = *results_[i];
        if (!isReplaceable(i) || !isOnDevice(result))
            continue;
        const Size size = result.size();
        const int type = result.type();
        result.release();
        result = newOnHost(size, type);
        return true;
    }
    return false;
}

void SafeOutputs::discardMade(const std::vector<bool>& done)
{
    for (size_t i = 0; i < results_.size(); ++i)
        if (!done[i] && isReplaceable(i))
            results_[i]->release();
}

void SafeOutputs::write(const std::function<Mat(size_t)>& computeAgain)
{
    bool sourcesAreWhole = bool(computeAgain);
    size_t next = 0;
    try
    {
        for (; next < temporary_.size(); ++next)
        {
            UMat& output = outputs_[temporary_[next].index];
            copyImage(temporary_[next].image, output);
            sourcesAreWhole = sourcesAreWhole && !temporary_[next].overSource;
            if (isTemporary(output))
                finishQueue();
        }
    }
    catch (const std::exception& e)
    {
        logWarningOnce(std::string("the device cannot copy results, they are copied through the host: ") + e.what());
    }
    // All others are read, or computed again, before the first is written, which may overwrite a source.
    std::vector<Mat> copies(temporary_.size());
    for (size_t i = next; i < copies.size(); ++i)
        try
        {
            temporary_[i].image.copyTo(copies[i]);
        }
        catch (const std::exception&)
        {
            if (!sourcesAreWhole)
                throw;
            copies[i] = computeAgain(temporary_[i].index);
        }
    for (size_t i = next; i < copies.size(); ++i)
    {
        MappedImage target(outputs_[temporary_[i].index]);
        copies[i].copyTo(target.mat);
        target.releaseWritten();
    }
}

void runOneByOne(InputArrayOfArrays src, OutputArrayOfArrays dst, int dstType, bool parents, const RunOne& runOne)
{
    const int count = int(src.total());
    std::vector<Mat> mats, outputs; // these keep memory that create() replaces
    std::vector<UMat> umats;
    if (src.isUMatVector())
        src.getUMatVector(umats);
    else
        src.getMatVector(mats);
    const auto source = [&](size_t i) { return umats.empty() ? _InputArray(mats[i]) : _InputArray(umats[i]); };
    if (callSettings().inquiry)
    {
        for (size_t i = 0; i < size_t(count); ++i)
            runOne(i, source(i), noArray());
        return;
    }
    dst.create(count, 1, dstType);
    for (int i = 0; i < count; ++i)
    {
        dst.create(source(size_t(i)).size(), dstType, i);
        if (!dst.isUMatVector())
            outputs.push_back(dst.getMat(i));
    }
    const bool direct = !mats.empty() && !outputs.empty() && !overlap(mats, outputs, parents);
    std::vector<Mat> onHost = direct ? outputs : std::vector<Mat>(size_t(count));
    std::vector<UMat> onDevice(onHost.size());
    for (size_t i = 0; i < onHost.size(); ++i)
        runOne(i, source(i), outputs.empty() ? _OutputArray(onDevice[i]) : _OutputArray(onHost[i]));
    for (size_t i = 0; i < onHost.size() && !direct; ++i)
        if (outputs.empty())
            onDevice[i].copyTo(dst.getUMatRef(int(i)));
        else
            onHost[i].copyTo(outputs[i]);
}

void runOneByOne(InputArrayOfArrays src, OutputArrayOfArrays dst, const std::vector<Call>& filters)
{
    for (Call call : filters) // cv::filter2D rejects its arguments before anything is written
    {
        Mat pixel;
        call.size = Size(1, 1);
        if (!dst.isUMatVector() && !callSettings().inquiry && !call.ofChain())
            runOnCpu(Mat::zeros(1, 1, call.srcType), pixel, call);
    }
    const auto runOne = [&](size_t i, InputArray image, OutputArray result)
    {
        const Implementation* const impl = run(image, result, callOf(filters, i, image.size()));
        if (!callSettings().inquiry)
            setLastImplementation(impl);
    };
    runOneByOne(src, dst, filters[0].dstType, !(filters[0].border & BORDER_ISOLATED), runOne);
}

}} // namespace cv::clconv
