// SPDX-License-Identifier: Apache-2.0
//
// Converts Python arguments to numbers, points and sizes of C++. What does not fit is a cv2.error that names it.

#pragma once

#include <opencv2/core.hpp>
#include <pybind11/pybind11.h>

namespace clconv_python {

namespace py = pybind11;

//! Throws the exception that Python gets as cv2.error, with the code StsBadArg.
[[noreturn]] void refuse(const std::string& message);

//! The name of an object's type, for messages.
std::string typeName(py::handle object);

// None stands for the default, as in cv2, also as one number of a pair; the default of a required argument is 0.
int toInt(py::handle value, const char* name, int byDefault = 0);
double toDouble(py::handle value, const char* name, double byDefault = 0);
bool toBool(py::handle value, const char* name, bool byDefault);
cv::Point toPoint(py::handle value, const char* name, cv::Point byDefault);
cv::Size toSize(py::handle value, const char* name, cv::Size byDefault = cv::Size());

//! A number, for the first channel, or up to four numbers.
cv::Scalar toScalar(py::handle value, const char* name);

} // namespace clconv_python
