// SPDX-License-Identifier: Apache-2.0
//
// OpenCV's pool of released buffers.

#pragma once

#include "support/test_precomp.hpp"

#include <opencv2/core/bufferpool.hpp>

namespace opencv_test {

//! While it lives, OpenCV's pool reuses released buffers.
class BufferPool
{
public:
    explicit BufferPool(size_t bytes) : controller_(ocl::getOpenCLAllocator()->getBufferPoolController())
    {
        before_ = controller_ ? controller_->getMaxReservedSize() : 0;
        if (controller_)
            controller_->setMaxReservedSize(bytes);
    }
    ~BufferPool()
    {
        if (controller_)
            controller_->setMaxReservedSize(before_);
    }

private:
    BufferPoolController* controller_;
    size_t before_;
};

} // namespace opencv_test
