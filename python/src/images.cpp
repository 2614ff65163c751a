// SPDX-License-Identifier: Apache-2.0
//
// See images.hpp.

#include "images.hpp"
#include "arguments.hpp"
#include "umats.hpp"

namespace clconv_python {

Input::Input(py::handle object, const char* name, bool convert)
{
    if (object.is_none())
        return;
    onDevice = clconv_python::isUMat(object);
    if (onDevice)
    {
        umat = getUMat(object, name);
        return;
    }
    py::array array;
    if (py::isinstance<py::array>(object))
        array = py::reinterpret_borrow<py::array>(object);
    else if (convert && (py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object)))
        array = py::module_::import("numpy").attr("asarray")(object);
    else
        refuse(std::string(name) + " is neither an array of NumPy nor a cv2.UMat, but of type " + typeName(object));
    mat = inputMat(array, name);
    owner = array;
}

cv::Mat Input::toMat() const
{
    if (!onDevice)
        return mat;
    cv::Mat copy;
    umat.copyTo(copy);
    return copy;
}

Output::Output(py::handle dst, bool onDevice_, const char* name) : onDevice(onDevice_)
{
    if (dst.is_none())
        return;
    onDevice = clconv_python::isUMat(dst);
    if (onDevice)
        umat = getUMat(dst, name);
    else if (py::isinstance<py::array>(dst))
        mat = outputMat(py::reinterpret_borrow<py::array>(dst), name);
    else
        refuse(std::string(name) + " is neither an array of NumPy nor a cv2.UMat, but of type " + typeName(dst));
    given = py::reinterpret_borrow<py::object>(dst);
    givenData = mat.data;
}

py::object Output::object() const
{
    if (!onDevice)
        return given && mat.data == givenData ? given : toArray(mat);
    if (!given)
        return toPython(umat);
    setUMat(given, umat);
    return given;
}

std::vector<Input> inputsOf(py::handle sequence, const std::string& name, const char* element, bool convert)
{
    if (sequence.is_none())
        return {};
    if (!PySequence_Check(sequence.ptr()))
        refuse(name + " is not a sequence of " + (convert ? "kernels" : "images") + ", but of type " +
               typeName(sequence));
    std::vector<Input> inputs;
    for (py::handle object : sequence)
        inputs.emplace_back(object, element, convert);
    return inputs;
}

Inputs::Inputs(py::handle src) :
    inputs(inputsOf(src, "src", "an image of src", false)),
    onDevice(std::any_of(inputs.begin(), inputs.end(), [](const Input& image) { return image.isUMat(); }))
{
    for (const Input& image : inputs)
    {
        if (onDevice && !image.isUMat() && !image.isNone())
            refuse("src has both arrays and cv2.UMats");
        if (onDevice)
            umats.push_back(image.toUMat());
        else
            mats.push_back(image.toMat());
    }
}

Outputs::Outputs(py::handle dst, bool onDevice_, size_t count) : onDevice(onDevice_)
{
    if (!dst.is_none())
    {
        if (!PySequence_Check(dst.ptr()))
            refuse("dst is not a sequence of images, but of type " + typeName(dst));
        for (py::handle image : dst)
            outputs.emplace_back(image, onDevice, "an image of dst");
    }
    if (!outputs.empty())
        onDevice = outputs.front().isUMat();
    for (const Output& output : outputs)
        if (output.isUMat() != onDevice)
            refuse("dst has arrays and cv2.UMats; only images of one kind are written by one call");
    outputs.resize(count, Output(py::none(), onDevice));
}

py::tuple Outputs::object() const
{
    py::tuple result(outputs.size());
    for (size_t i = 0; i < outputs.size(); ++i)
        result[i] = outputs[i].object();
    return result;
}

} // namespace clconv_python
