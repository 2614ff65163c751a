// SPDX-License-Identifier: Apache-2.0
//
// cv2.UMat: an object of another extension module, cv2, that holds a cv::Ptr<cv::UMat>. clconv can use that UMat only
// if both modules use the same OpenCV and the object has the expected layout; otherwise it refuses UMats, with the
// reason, except in calls of a patched cv2 (patch/foreign.hpp).

#pragma once

#include <opencv2/core.hpp>
#include <pybind11/pybind11.h>

namespace clconv_python {

namespace py = pybind11;

//! Imports cv2 and checks its UMat; once, before all other functions.
void findUMatType();

//! Why UMats of this cv2 cannot be used; empty where they can.
const std::string& obstacleOfUMats();

//! The class cv2.UMat.
py::handle umatClass();

//! Whether the object is a cv2.UMat, of whichever cv2.
bool isUMatObject(py::handle object);

//! Whether the object is a cv2.UMat; refuses it where cv2's UMats cannot be used.
bool isUMat(py::handle object);

//! The UMat inside; the object shares the pixels with it.
cv::UMat getUMat(py::handle object, const char* name);

//! Makes the object hold this UMat.
void setUMat(py::handle object, const cv::UMat& umat);

//! A new cv2.UMat that holds this UMat.
py::object toPython(const cv::UMat& umat);

} // namespace clconv_python
