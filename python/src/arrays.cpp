// SPDX-License-Identifier: Apache-2.0
//
// See arrays.hpp.

#include "arrays.hpp"
#include "arguments.hpp"

#include <limits>

namespace clconv_python {
namespace {

//! OpenCV's depth; -1 if there is none.
int depthOf(const py::dtype& type)
{
    const py::ssize_t size = type.itemsize();
    switch (type.kind())
    {
    case 'u': return size == 1 ? CV_8U : size == 2 ? CV_16U : -1;
    case 'i': return size == 1 ? CV_8S : size == 2 ? CV_16S : size == 4 ? CV_32S : -1;
    case 'f': return size == 2 ? CV_16F : size == 4 ? CV_32F : size == 8 ? CV_64F : -1;
    default: return -1;
    }
}

const char* dtypeOf(int depth)
{
    static const char* const names[] = {"u1", "i1", "u2", "i2", "i4", "f4", "f8", "f2"};
    return names[depth];
}

std::string nameOf(const py::dtype& type)
{
    return py::str(py::handle(type)).cast<std::string>();
}

//! Whether a one-dimensional array is a row, as in cv2 since OpenCV 5; before, it is a column.
bool isRow(const py::array& array)
{
    return CV_VERSION_MAJOR >= 5 && array.ndim() == 1;
}

//! Rows, columns and channels.
struct Shape
{
    py::ssize_t rows = 1, cols = 1, channels = 1;

    Shape(const py::array& array, const char* name)
    {
        if (array.ndim() > 3)
            refuse(std::string(name) + " has " + std::to_string(array.ndim()) +
                   " dimensions; an image has two, and a third one for its channels");
        py::ssize_t* const sizes[] = {&rows, &cols, &channels};
        for (py::ssize_t i = 0; i < array.ndim(); ++i)
            *sizes[i] = array.shape(i);
        if (isRow(array))
            std::swap(rows, cols);
        if (channels > CV_CN_MAX)
            refuse(std::string(name) + " has " + std::to_string(channels) + " channels; OpenCV's limit is " +
                   std::to_string(CV_CN_MAX));
        if (rows > std::numeric_limits<int>::max() || cols > std::numeric_limits<int>::max())
            refuse(std::string(name) + " has more rows or columns than OpenCV counts with 32 bits");
    }
};

//! Whether a Mat can have the array's layout.
bool fits(const py::array& array, const Shape& shape)
{
    const py::ssize_t scalar = array.itemsize(), pixel = scalar * shape.channels, row = pixel * shape.cols;
    if (!py::cast<bool>(array.dtype().attr("isnative")) || !py::cast<bool>(array.attr("flags").attr("aligned")))
        return false;
    return (shape.channels == 1 || array.strides(2) == scalar) &&
           (shape.cols == 1 || array.strides(isRow(array) ? 0 : 1) == pixel) &&
           (shape.rows == 1 || (array.strides(0) >= row && array.strides(0) % scalar == 0));
}

cv::Mat matOver(const py::array& array, const Shape& shape)
{
    if (array.size() == 0)
        return cv::Mat();
    const size_t step = shape.rows > 1 ? size_t(array.strides(0)) : size_t(cv::Mat::AUTO_STEP);
    const int type = CV_MAKETYPE(depthOf(array.dtype()), int(shape.channels));
    return cv::Mat(int(shape.rows), int(shape.cols), type, const_cast<void*>(array.data()), step);
}

//! Integers of 64 bits, NumPy's default, as integers of 32 bits.
py::array narrowed(const py::array& array, const char* name)
{
    if (array.size() > 0)
    {
        // NumPy compares a value of any of its integer types with Python's integers exactly.
        const py::int_ lowest(std::numeric_limits<int>::min()), highest(std::numeric_limits<int>::max());
        if (py::int_(array.attr("min")()) < lowest || py::int_(array.attr("max")()) > highest)
            refuse(std::string(name) + " has values beyond 32 bits, OpenCV's widest integers");
    }
    return py::array(array.attr("astype")("i4"));
}

//! A contiguous copy; numpy.ascontiguousarray would not copy contiguous elements that are misaligned.
py::array copied(const py::array& array)
{
    return py::array(
        py::module_::import("numpy").attr("array")(array, dtypeOf(depthOf(array.dtype())), py::arg("order") = "C"));
}

} // namespace

cv::Mat inputMat(py::array& array, const char* name)
{
    const py::dtype type = array.dtype();
    if ((type.kind() == 'i' || type.kind() == 'u') && type.itemsize() == 8)
        array = narrowed(array, name);
    else if (depthOf(type) < 0)
        refuse(std::string(name) + " has elements of type " + nameOf(type) +
               "; OpenCV's are uint8, int8, uint16, int16, int32, float32, float64, and float16 for kernels");
    const Shape shape(array, name);
    if (array.size() > 0 && !fits(array, shape))
        array = copied(array);
    return matOver(array, Shape(array, name));
}

cv::Mat outputMat(const py::array& array, const char* name)
{
    if (!array.writeable())
        refuse(std::string(name) + " is read-only");
    if (depthOf(array.dtype()) < 0)
        refuse(std::string(name) + " has elements of type " + nameOf(array.dtype()) + ", which OpenCV cannot write");
    const Shape shape(array, name);
    if (array.size() > 0 && !fits(array, shape))
        refuse(
            std::string(name) +
            " has a layout that OpenCV cannot write: its pixels are not contiguous within a row, its rows overlap or "
            "go up in memory, or its bytes are swapped or not aligned");
    return matOver(array, shape);
}

py::array toArray(const cv::Mat& mat)
{
    std::vector<py::ssize_t> shape = {mat.rows, mat.cols},
                             strides = {py::ssize_t(mat.step[0]), py::ssize_t(mat.elemSize())};
    if (mat.channels() > 1)
    {
        shape.push_back(mat.channels());
        strides.push_back(py::ssize_t(mat.elemSize1()));
    }
    const py::capsule owner(new cv::Mat(mat), [](void* kept) { delete static_cast<cv::Mat*>(kept); });
    return py::array(py::dtype(dtypeOf(mat.depth())), shape, strides, mat.data, owner);
}

} // namespace clconv_python
