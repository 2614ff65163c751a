// SPDX-License-Identifier: Apache-2.0
//
// What OpenCV's context owns for this library.

#pragma once

#include "util/precomp.hpp"

#include <typeindex>

namespace cv { namespace clconv {

//! The calling thread's context's object of this type, created at the first call.
template<typename T>
std::shared_ptr<T> ofCurrentContext()
{
    ocl::Context& context = ocl::Context::getDefault();
    const std::type_index type(typeid(T));
    std::shared_ptr<T> object = std::static_pointer_cast<T>(context.getUserContext(type));
    if (object)
        return object;
    static std::mutex mutex;
    std::lock_guard<std::mutex> lock(mutex);
    object = std::static_pointer_cast<T>(context.getUserContext(type));
    if (!object)
    {
        object = std::make_shared<T>();
        context.setUserContext<T>(object);
    }
    return object;
}

}} // namespace cv::clconv
