// SPDX-License-Identifier: Apache-2.0
//
// The images and filters of a call: arrays or cv2.UMats, kept while the call runs without the interpreter's lock.

#pragma once

#include "arrays.hpp"

#include <vector>

namespace clconv_python {

//! An array or a cv2.UMat that a call reads. None is an empty image, which the library refuses.
class Input
{
public:
    //! @param convert whether lists, tuples and numbers become arrays, which is allowed for filters, but not for images
    Input(py::handle object, const char* name, bool convert = false);

    bool isUMat() const { return onDevice; }
    bool isNone() const { return !onDevice && !owner; }
    operator cv::_InputArray() const { return onDevice ? cv::_InputArray(umat) : cv::_InputArray(mat); }
    //! The pixels in host memory. Filters on the device are read back.
    cv::Mat toMat() const;
    //! The image on the device; empty if the object is an array.
    cv::UMat toUMat() const { return umat; }

private:
    bool onDevice = false;
    cv::Mat mat;
    cv::UMat umat;
    py::object owner; //!< of the memory of `mat`
};

//! The elements of a sequence; None is an empty one.
//! @param convert as for Input
std::vector<Input> inputsOf(py::handle sequence, const std::string& name, const char* element, bool convert);

//! The images of a call on many, all arrays or all cv2.UMats.
class Inputs
{
public:
    explicit Inputs(py::handle src);

    bool areUMats() const { return onDevice; }
    size_t size() const { return inputs.size(); }
    operator cv::_InputArray() const { return onDevice ? cv::_InputArray(umats) : cv::_InputArray(mats); }

private:
    std::vector<Input> inputs; //!< owners of the memory
    bool onDevice;
    std::vector<cv::Mat> mats;
    std::vector<cv::UMat> umats;
};

//! The result of a call: `dst` where it was given and fits, otherwise a new object.
class Output
{
public:
    //! @param dst an array, a cv2.UMat or None
    //! @param onDevice whether the result is a cv2.UMat if `dst` is None
    Output(py::handle dst, bool onDevice, const char* name = "dst");

    bool isUMat() const { return onDevice; }
    operator cv::_OutputArray() { return onDevice ? cv::_OutputArray(umat) : cv::_OutputArray(mat); }
    cv::Mat mat;
    cv::UMat umat;
    //! The object that Python gets.
    py::object object() const;

private:
    bool onDevice;
    py::object given;
    const uchar* givenData = nullptr;
};

//! The results of a call with several, all arrays or all cv2.UMats.
class Outputs
{
public:
    //! @param dst a sequence of arrays or of cv2.UMats, or None
    Outputs(py::handle dst, bool onDevice, size_t count);

    //! Calls `run` with the vector of Mats or UMats as the output.
    template<typename Run>
    void fill(const Run& run)
    {
        if (onDevice)
            fillVector(&Output::umat, run);
        else
            fillVector(&Output::mat, run);
    }
    py::tuple object() const;

private:
    bool onDevice;
    std::vector<Output> outputs;

    template<typename Image, typename Run>
    void fillVector(Image Output::*image, const Run& run)
    {
        std::vector<Image> images;
        for (Output& output : outputs)
            images.push_back(output.*image);
        run(cv::_OutputArray(images));
        for (size_t i = 0; i < outputs.size(); ++i)
            outputs[i].*image = images[i];
    }
};

} // namespace clconv_python
