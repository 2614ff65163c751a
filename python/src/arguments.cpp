// SPDX-License-Identifier: Apache-2.0
//
// See arguments.hpp. As in cv2, numbers are those of Python or NumPy, True and False are not numbers, and a fraction is
// not an integer.

#include "arguments.hpp"

#include <limits>

namespace clconv_python {
namespace {

[[noreturn]] void refuseType(const char* name, const char* expected, py::handle value)
{
    refuse(std::string(name) + " is not " + expected + ", but of type " + typeName(value));
}

//! Whether the value is a truth value. NumPy's type, numpy.bool_ or (NumPy 2) numpy.bool, is not a subclass of bool.
bool isBool(py::handle value)
{
    return PyBool_Check(value.ptr()) || typeName(value).compare(0, 10, "numpy.bool") == 0;
}

std::pair<int, int> toPair(py::handle value, const char* name, const char* expected, std::pair<int, int> byDefault)
{
    if (value.is_none())
        return byDefault;
    const bool isSequence = PySequence_Check(value.ptr()) && !PyUnicode_Check(value.ptr());
    const Py_ssize_t count = isSequence ? PySequence_Size(value.ptr()) : 0;
    PyErr_Clear(); // an array without dimensions has no size
    if (count != 2)
        refuse(std::string(name) + " is not " + expected + ": two integers in a tuple or another sequence");
    const py::object first = value[py::int_(0)], second = value[py::int_(1)];
    return {toInt(first, name, byDefault.first), toInt(second, name, byDefault.second)};
}

} // namespace

void refuse(const std::string& message)
{
    throw cv::Exception(cv::Error::StsBadArg, message, "", "clconv", 0);
}

std::string typeName(py::handle object)
{
    return Py_TYPE(object.ptr())->tp_name;
}

int toInt(py::handle value, const char* name, int byDefault)
{
    if (value.is_none())
        return byDefault;
    if (isBool(value) || !PyIndex_Check(value.ptr()))
        refuseType(name, "an integer", value);
    const py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!number) // an array of several elements
    {
        PyErr_Clear();
        refuseType(name, "an integer", value);
    }
    int overflow = 0;
    const long long result = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (overflow || result < std::numeric_limits<int>::min() || result > std::numeric_limits<int>::max())
        refuse(std::string(name) + " is beyond 32 bits: " + py::str(number).cast<std::string>());
    return int(result);
}

double toDouble(py::handle value, const char* name, double byDefault)
{
    if (value.is_none())
        return byDefault;
    const bool isNumber = PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr()) ||
                          typeName(value).compare(0, 6, "numpy.") == 0; // not Decimal, Fraction
    if (!isNumber || isBool(value) || PyComplex_Check(value.ptr()))
        refuseType(name, "a real number", value);
    const double result = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred())
    {
        PyErr_Clear();
        refuseType(name, "a real number", value);
    }
    return result;
}

bool toBool(py::handle value, const char* name, bool byDefault)
{
    if (value.is_none())
        return byDefault;
    return isBool(value) ? PyObject_IsTrue(value.ptr()) != 0 : toInt(value, name) != 0;
}

cv::Point toPoint(py::handle value, const char* name, cv::Point byDefault)
{
    const std::pair<int, int> xy = toPair(value, name, "a point", {byDefault.x, byDefault.y});
    return {xy.first, xy.second};
}

cv::Size toSize(py::handle value, const char* name, cv::Size byDefault)
{
    const std::pair<int, int> size = toPair(value, name, "a size", {byDefault.width, byDefault.height});
    return {size.first, size.second};
}

cv::Scalar toScalar(py::handle value, const char* name)
{
    cv::Scalar numbers;
    if (value.is_none())
        return numbers;
    if (!py::isinstance<py::sequence>(value))
        return cv::Scalar(toDouble(value, name));
    const py::sequence all = py::reinterpret_borrow<py::sequence>(value);
    if (all.size() > size_t(cv::Scalar::channels))
        throw py::type_error(std::string(name) + " has at most four numbers");
    for (size_t i = 0; i < all.size(); ++i)
        numbers[int(i)] = toDouble(py::object(all[i]), name);
    return numbers;
}

} // namespace clconv_python
