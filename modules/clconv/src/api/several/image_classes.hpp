// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which images of a batch can share launches.

#pragma once

#include "api/arguments.hpp"
#include "runtime/batch/launch_batch.hpp"

#include <deque>
#include <list>

namespace cv
{
namespace clconv
{

//! Images that one program filters.
struct ImageClass
{
    Problem key;     //!< what its images have in common
    Problem problem; //!< of the largest image
    Call call;       //!< of the first; the others differ in size, and where each has its own filter in coefficients
    std::vector<BatchItem> items;
    std::vector<size_t> indices;      //!< of the items in the call
    int64 scalars;                    //!< of all outputs
    int sourceBuffers, outputBuffers; //!< how often an item's is another one than that of the item before
};

//! The images of a call that can share launches, by class. They are those of the call, which it refers to.
class ImageClasses
{
public:
    ImageClasses(ContextCache& cache, const std::vector<UMat>& sources, const std::vector<UMat*>& results,
                 const BatchCall& batch);
    ImageClasses(const ImageClasses&) = delete;
    ImageClasses& operator=(const ImageClasses&) = delete;

    const std::list<ImageClass>& all() const { return classes_; }

private:
    bool describeItem(const Call& call);
    void add(size_t index);

    const size_t count_; //!< of images
    std::list<ImageClass> classes_;
    std::deque<Problem> problems_;                                    //!< of the items
    std::vector<std::shared_ptr<const CoefficientSet>> coefficients_; //!< of the items
    BatchItem item_ = BatchItem();         //!< the last one; without a problem if it is in no class
    std::list<ImageClass>::iterator last_; //!< its class
};

//! The problem of the images of a class that share a launch. Their number is a power of two, so that few plans serve
//! all numbers.
Problem batchProblem(const ImageClass& images, bool filterEach, const DeviceTraits& traits);

} // namespace clconv
} // namespace cv
