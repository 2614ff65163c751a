// SPDX-License-Identifier: Apache-2.0
//
// Makes images, calls and comparisons.

#include "images.hpp"
#include "cases/small.hpp"
#include "support/implementations.hpp"

#include "api/filter2d.hpp"

namespace clconv_faults {
namespace {

using namespace cv;
using namespace clconv_test;
using opencv_test::pixels;

const Mat& row()
{
    static const Mat taps = Mat_<float>({1, 5}, {0.25f, -1, 0.5f, 2, 0.125f});
    return taps;
}

const Mat& column()
{
    static const Mat taps = Mat_<float>({3, 1}, {0.5f, 1, -0.25f});
    return taps;
}

std::string wrong(const Mat& result, const Mat& src, int index)
{
    const FilterInput input = {src, filterTaps(index), Point(-1, -1), 0, BORDER_REFLECT, src.depth()};
    return findDifference(result, exactSums(input), Tolerance::FixedPoint);
}

} // namespace

Mat filterTaps(int index)
{
    return column() * row() * (1 + index);
}

Images::Images(const Use& use) : content_(pixels(CV_8UC1)), padded_(29, 64, CV_8UC1, Scalar(200))
{
    Mat part = padded_.colRange(0, 37);
    content_.copyTo(part);
    parent_ = UMat(40, 50, CV_8UC1, Scalar(9));
    source_ = use.from == From::IsolatedRegion ? parent_(Rect(6, 5, 37, 29)) : UMat();
    source_.allocator = use.from == From::Host ? Mat::getDefaultAllocator() : nullptr;
    content_.copyTo(source_);
    mat_ = use.from == From::PaddedMat ? part : content_.clone();
    if (use.to == To::Existing)
        outputs_.assign(3, UMat()), outputs_[0] = UMat(29, 37, CV_8UC1, Scalar(7));
    if (use.to == To::InPlace)
        outputs_.assign(3, UMat()), outputs_[0] = source_;
    if (outputs_.empty())
        outputs_.resize(3);
    matOutputs_.resize(3);
    matOutputs_[0] = Mat(29, 37, CV_8UC1, Scalar(7));
    if (use.to == To::UMatOfAMat)
        outputs_[0] = matOutputs_[0].getUMat(ACCESS_RW);
    toMat_ = use.to == To::Mat;
    fromMat_ = use.from == From::Mat || use.from == From::PaddedMat;
    filterIsUMat_ = use.filterIsUMat;
    if (filterIsUMat_)
        filterTaps().copyTo(filter_);
}

void Images::call(Kind kind)
{
    const _InputArray src = fromMat_ ? _InputArray(mat_) : _InputArray(source_);
    const _OutputArray dst = toMat_ ? _OutputArray(matOutputs_[0]) : _OutputArray(outputs_[0]);
    const _OutputArray all = toMat_ ? _OutputArray(matOutputs_) : _OutputArray(outputs_);
    const Mat taps = filterTaps();
    const _InputArray filter = filterIsUMat_ ? _InputArray(filter_) : _InputArray(taps);
    const Point middle(-1, -1);
    switch (kind)
    {
    case Kind::Filter2D: return clconv::filter2D(src, dst, -1, filter, middle, 0, border);
    case Kind::Sep: return clconv::sepFilter2D(src, dst, -1, row(), column(), middle, 0, border);
    case Kind::Bank:
        return clconv::filterBank(src, all, -1, std::vector<Mat>{taps, filterTaps(1), filterTaps(2)}, middle, 0,
                                  border);
    case Kind::Batch:
    {
        const std::vector<UMat> sources(3, source_);
        const std::vector<Mat> mats(3, mat_), filters = {taps, filterTaps(1), filterTaps(2)};
        return clconv::filterBatch(fromMat_ ? _InputArray(mats) : _InputArray(sources), all, -1, filters, middle, 0,
                                   border);
    }
    case Kind::Prepare:
        clconv::prepare(filter, CV_8UC1, -1, middle, border & ~BORDER_ISOLATED, content_.size());
        return;
    case Kind::Explain: clconv::explain(src, -1, filter, middle, border); return;
    }
}

std::string Images::checkSource() const
{
    const bool isKept = cv::norm(source_, content_, NORM_INF) == 0 && cv::norm(mat_, content_, NORM_INF) == 0;
    return isKept ? "" : "the source has changed";
}

std::string Images::check(Kind kind) const
{
    if (kind == Kind::Prepare || kind == Kind::Explain)
        return "";
    for (int i = 0; i < (hasSeveralOutputs(kind) ? 3 : 1); ++i)
    {
        Mat result;
        if (toMat_)
            result = matOutputs_[size_t(i)];
        else
            outputs_[size_t(i)].copyTo(result);
        const std::string error =
            result.size() == content_.size() ? wrong(result, content_, i) : std::string("no result");
        if (!error.empty())
            return format("output %d: ", i) + error;
    }
    return "";
}

} // namespace clconv_faults
