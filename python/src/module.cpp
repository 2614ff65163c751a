// SPDX-License-Identifier: Apache-2.0
//
// The extension module clconv._clconv: the functions of the public header. All arguments are positional; names,
// defaults and documentation are in clconv/__init__.py.

#include "chain.hpp"
#include "filters.hpp"
#include "patch/patch.hpp"
#include "umats.hpp"

#include <opencv2/clconv.hpp>
#include <pybind11/numpy.h>

#include <algorithm>

namespace clconv_python { namespace {

//! Runs the call without the interpreter's lock.
template<typename Call>
void run(const Call& call)
{
    const py::gil_scoped_release released;
    call();
}

//! clconv's own functions.
struct Library
{
#define CLCONV_LIBRARY(name, ...)                                                                                      \
    template<typename... P>                                                                                            \
    static void name(P&&... arguments)                                                                                 \
    {                                                                                                                  \
        cv::clconv::name(arguments...);                                                                                \
    }
    CLCONV_SERVED(CLCONV_LIBRARY)
#undef CLCONV_LIBRARY

    template<typename Call>
    static py::object run(const Output& result, const Call& call)
    {
        clconv_python::run(call);
        return result.object();
    }
};

py::object filterWithBorder(py::handle src, py::handle ddepth, py::handle kernel, py::handle dst, py::handle anchor,
                            py::handle delta, py::handle border, py::handle value)
{
    return filter2D<Library>(src, ddepth, kernel, dst, anchor, delta, border, toScalar(value, "borderValue"));
}

py::object separableWithBorder(py::handle src, py::handle ddepth, py::handle kernelX, py::handle kernelY,
                               py::handle dst, py::handle anchor, py::handle delta, py::handle border, py::handle value)
{
    return sepFilter2D<Library>(src, ddepth, kernelX, kernelY, dst, anchor, delta, border,
                                toScalar(value, "borderValue"));
}

py::object filter2DMasked(py::handle src, py::handle mask, py::handle ddepth, py::handle kernel, py::handle dst,
                          py::handle anchor, py::handle delta, py::handle border, py::handle emptyValue)
{
    const Input image(src, "src"), weights(mask, "mask"), filter(kernel, "kernel", true);
    Output result(dst, image.isUMat());
    const int depth = toInt(ddepth, "ddepth"), borderType = toInt(border, "borderType", cv::BORDER_DEFAULT);
    const cv::Point point = toPoint(anchor, "anchor", middle);
    const double add = toDouble(delta, "delta"), empty = toDouble(emptyValue, "emptyValue");
    run([&] { cv::clconv::filter2DMasked(image, weights, result, depth, filter, point, add, borderType, empty); });
    return result.object();
}

py::tuple filterBank(py::handle src, py::handle ddepth, py::handle kernels, py::handle dst, py::handle anchor,
                     py::handle delta, py::handle border, py::handle value)
{
    const Input image(src, "src");
    const std::vector<Input> filters = inputsOf(kernels, "kernels", "a kernel of kernels", true);
    Outputs results(dst, image.isUMat(), filters.size());
    const int depth = toInt(ddepth, "ddepth"), borderType = toInt(border, "borderType", cv::BORDER_DEFAULT);
    const cv::Point point = toPoint(anchor, "anchor", middle);
    const double add = toDouble(delta, "delta");
    const cv::Scalar outside = toScalar(value, "borderValue");
    run(
        [&]
        {
            std::vector<cv::Mat> mats;
            for (const Input& filter : filters)
                mats.push_back(filter.toMat());
            results.fill([&](cv::OutputArrayOfArrays images)
                         { cv::clconv::filterBank(image, images, depth, mats, point, add, borderType, outside); });
        });
    return results.object();
}

//! Whether each image has a kernel of its own: a list or tuple of matrices, or an array of three dimensions.
bool areSeveral(py::handle kernels)
{
    if (py::isinstance<py::array>(kernels))
        return py::reinterpret_borrow<py::array>(kernels).ndim() > 2;
    if (!py::isinstance<py::list>(kernels) && !py::isinstance<py::tuple>(kernels))
        return false;
    const py::sequence all = py::reinterpret_borrow<py::sequence>(kernels);
    if (all.size() == 0)
        return false;
    const py::object first = all[0];
    if (isUMat(first) || first.is_none())
        return true;
    const py::array array = py::array::ensure(first);
    return array && array.ndim() > 1;
}

py::tuple filterBatch(py::handle src, py::handle ddepth, py::handle kernels, py::handle dst, py::handle anchor,
                      py::handle delta, py::handle border, py::handle value)
{
    const Inputs images(src);
    std::vector<Input> filters;
    const bool several = areSeveral(kernels);
    if (several)
        filters = inputsOf(kernels, "kernels", "a kernel of kernels", true);
    else
        filters.emplace_back(kernels, "kernels", true);
    Outputs results(dst, images.areUMats(), images.size());
    const int depth = toInt(ddepth, "ddepth"), borderType = toInt(border, "borderType", cv::BORDER_DEFAULT);
    const cv::Point point = toPoint(anchor, "anchor", middle);
    const double add = toDouble(delta, "delta");
    const cv::Scalar outside = toScalar(value, "borderValue");
    run(
        [&]
        {
            std::vector<cv::Mat> mats;
            for (const Input& filter : filters)
                mats.push_back(filter.toMat());
            const cv::_InputArray taps = several ? cv::_InputArray(mats) : cv::_InputArray(mats[0]);
            results.fill([&](cv::OutputArrayOfArrays outputs)
                         { cv::clconv::filterBatch(images, outputs, depth, taps, point, add, borderType, outside); });
        });
    return results.object();
}

std::string explain(py::handle src, py::handle ddepth, py::handle kernel, py::handle anchor, py::handle border)
{
    const Input image(src, "src"), filter(kernel, "kernel", true);
    const int depth = toInt(ddepth, "ddepth"), borderType = toInt(border, "borderType", cv::BORDER_DEFAULT);
    const cv::Point point = toPoint(anchor, "anchor", middle);
    std::string report;
    run([&] { report = cv::clconv::explain(image, depth, filter, point, borderType); });
    return report;
}

bool prepare(py::handle kernel, py::handle srcType, py::handle ddepth, py::handle anchor, py::handle border,
             py::handle size)
{
    const Input filter(kernel, "kernel", true);
    const int type = toInt(srcType, "srcType"), depth = toInt(ddepth, "ddepth");
    const cv::Point point = toPoint(anchor, "anchor", middle);
    const int borderType = toInt(border, "borderType", cv::BORDER_DEFAULT);
    const cv::Size images = toSize(size, "size", cv::Size(1920, 1080));
    bool ready = false;
    run([&] { ready = cv::clconv::prepare(filter, type, depth, point, borderType, images); });
    return ready;
}

bool isReady(py::handle src, py::handle ddepth, py::handle kernel, py::handle anchor, py::handle border)
{
    const Input image(src, "src"), filter(kernel, "kernel", true);
    const int depth = toInt(ddepth, "ddepth"), borderType = toInt(border, "borderType", cv::BORDER_DEFAULT);
    const cv::Point point = toPoint(anchor, "anchor", middle);
    bool ready = false;
    run([&] { ready = cv::clconv::isReady(image, depth, filter, point, borderType); });
    return ready;
}

//! A function that makes the calls with the interpreter's lock, which it takes and releases.
std::function<void()> callsOf(const py::object& function)
{
    return [=] { function(); };
}

void setColdCalls(py::handle mode)
{
    const int number = toInt(mode, "mode");
    run([&] { cv::clconv::setColdCalls(cv::clconv::ColdCalls(number)); });
}

bool waitUntilReady(double seconds)
{
    bool ready = false;
    run([&] { ready = cv::clconv::waitUntilReady(seconds); });
    return ready;
}

//! Exceptions of OpenCV become cv2.error, with the attributes that cv2 gives its own.
void translateException(std::exception_ptr exception)
{
    try
    {
        std::rethrow_exception(exception);
    }
    catch (const cv::Exception& e)
    {
        const py::object type = py::module_::import("cv2").attr("error"), error = type(e.what());
        error.attr("file") = e.file;
        error.attr("func") = e.func;
        error.attr("line") = e.line;
        error.attr("code") = int(e.code); // an enumeration in OpenCV 5
        error.attr("msg") = e.msg;
        error.attr("err") = e.err;
        PyErr_SetObject(type.ptr(), error.ptr());
    }
}

}} // namespace clconv_python

PYBIND11_MODULE(_clconv, module)
{
    using namespace clconv_python;
    findUMatType();
    py::register_local_exception_translator(&translateException);
    module.attr("__version__") = CLCONV_VERSION;
    module.def("filter2D", &filterWithBorder);
    module.def("sepFilter2D", &separableWithBorder);
    module.def("filter2DMasked", &filter2DMasked);
    module.def("filterBank", &filterBank);
    module.def("filterBatch", &filterBatch);
    module.def("GaussianBlur", &gaussianBlur<Library>);
    module.def("boxFilter", &boxFilter<Library>);
    module.def("blur", &blur<Library>);
    module.def("Sobel", &sobel<Library>);
    module.def("Scharr", &scharr<Library>);
    module.def("Laplacian", &laplacian<Library>);
    defineChain(module);
    definePatch(module);
    module.def("explain", &explain);
    module.def("prepare", &prepare);
    module.attr("COLD_SERVE") = int(cv::clconv::COLD_SERVE);
    module.attr("COLD_WAIT") = int(cv::clconv::COLD_WAIT);
    module.attr("COLD_CPU") = int(cv::clconv::COLD_CPU);
    module.def("setColdCalls", &setColdCalls);
    module.def("coldCalls", [] { return int(cv::clconv::coldCalls()); });
    module.def("isReady", &isReady);
    module.def("explainCalls",
               [](const py::object& calls) { return std::string(cv::clconv::explain(callsOf(calls))); });
    module.def("prepareCalls", [](const py::object& calls) { return cv::clconv::prepare(callsOf(calls)); });
    module.def("withDoubleSums",
               [](const py::function& calls)
               {
                   const cv::clconv::DoubleSumsScope sums;
                   return calls();
               });
    module.def("areReady", [](const py::object& calls) { return cv::clconv::isReady(callsOf(calls)); });
    module.def("waitUntilReady", &waitUntilReady);
    module.def("setRepeatable", &cv::clconv::setRepeatable);
    module.def("isRepeatable", &cv::clconv::isRepeatable);
}
