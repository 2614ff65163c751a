// SPDX-License-Identifier: Apache-2.0
//
// Chain for Python: stages change the object, and applying it makes a new image.

#include "chain.hpp"
#include "arguments.hpp"
#include "images.hpp"

#include <opencv2/clconv/chain.hpp>

namespace clconv_python {
namespace {

using cv::clconv::Chain;

const cv::Point middle(-1, -1);

int toBorder(py::handle border)
{
    return toInt(border, "borderType", cv::BORDER_DEFAULT);
}

void filter2D(Chain& chain, py::handle ddepth, py::handle kernel, py::handle anchor, py::handle delta,
              py::handle border, py::handle value)
{
    const Input filter(kernel, "kernel", true);
    chain.filter2D(toInt(ddepth, "ddepth"), filter, toPoint(anchor, "anchor", middle), toDouble(delta, "delta"),
                   toBorder(border), toScalar(value, "borderValue"));
}

void sepFilter2D(Chain& chain, py::handle ddepth, py::handle kernelX, py::handle kernelY, py::handle anchor,
                 py::handle delta, py::handle border, py::handle value)
{
    const Input row(kernelX, "kernelX", true), column(kernelY, "kernelY", true);
    chain.sepFilter2D(toInt(ddepth, "ddepth"), row, column, toPoint(anchor, "anchor", middle), toDouble(delta, "delta"),
                      toBorder(border), toScalar(value, "borderValue"));
}

void gaussianBlur(Chain& chain, py::handle ksize, py::handle sigmaX, py::handle sigmaY, py::handle border)
{
    chain.GaussianBlur(toSize(ksize, "ksize"), toDouble(sigmaX, "sigmaX"), toDouble(sigmaY, "sigmaY"),
                       toBorder(border));
}

void boxFilter(Chain& chain, py::handle ddepth, py::handle ksize, py::handle anchor, py::handle normalize,
               py::handle border)
{
    chain.boxFilter(toInt(ddepth, "ddepth"), toSize(ksize, "ksize"), toPoint(anchor, "anchor", middle),
                    toBool(normalize, "normalize", true), toBorder(border));
}

void sobel(Chain& chain, py::handle ddepth, py::handle dx, py::handle dy, py::handle ksize, py::handle scale,
           py::handle delta, py::handle border)
{
    chain.Sobel(toInt(ddepth, "ddepth"), toInt(dx, "dx"), toInt(dy, "dy"), toInt(ksize, "ksize", 3),
                toDouble(scale, "scale", 1), toDouble(delta, "delta"), toBorder(border));
}

void laplacian(Chain& chain, py::handle ddepth, py::handle ksize, py::handle scale, py::handle delta, py::handle border)
{
    chain.Laplacian(toInt(ddepth, "ddepth"), toInt(ksize, "ksize", 1), toDouble(scale, "scale", 1),
                    toDouble(delta, "delta"), toBorder(border));
}

void gradientMagnitude(Chain& chain, py::handle ddepth, py::handle ksize, py::handle root, py::handle border)
{
    chain.gradientMagnitude(toInt(ddepth, "ddepth"), toInt(ksize, "ksize", 3), toBool(root, "root", false),
                            toBorder(border));
}

void convertTo(Chain& chain, py::handle rtype, py::handle alpha, py::handle beta)
{
    chain.convertTo(toInt(rtype, "rtype"), toDouble(alpha, "alpha", 1), toDouble(beta, "beta"));
}

void convertScaleAbs(Chain& chain, py::handle alpha, py::handle beta)
{
    chain.convertScaleAbs(toDouble(alpha, "alpha", 1), toDouble(beta, "beta"));
}

void threshold(Chain& chain, py::handle thresh, py::handle maxval, py::handle type)
{
    chain.threshold(toDouble(thresh, "thresh"), toDouble(maxval, "maxval"), toInt(type, "type"));
}

void addWeighted(Chain& chain, py::handle alpha, const Chain& other, py::handle beta, py::handle gamma,
                 py::handle dtype)
{
    chain.addWeighted(toDouble(alpha, "alpha"), other, toDouble(beta, "beta"), toDouble(gamma, "gamma"),
                      toInt(dtype, "dtype", -1));
}

py::object applyToMany(const Chain& chain, py::handle src, py::handle dst)
{
    const Inputs images(src);
    Outputs results(dst, images.areUMats(), images.size());
    {
        const py::gil_scoped_release released;
        results.fill([&](cv::OutputArrayOfArrays outputs) { chain.apply(images, outputs); });
    }
    return results.object();
}

py::object apply(const Chain& chain, py::handle src, py::handle dst)
{
    const Input image(src, "src");
    Output result(dst, image.isUMat());
    {
        const py::gil_scoped_release released;
        chain.apply(image, result);
    }
    return result.object();
}

std::string explain(const Chain& chain, py::handle src)
{
    const Input image(src, "src");
    const py::gil_scoped_release released;
    return chain.explain(image);
}

bool prepare(const Chain& chain, py::handle srcType, py::handle size)
{
    const int type = toInt(srcType, "srcType");
    const cv::Size pixels = toSize(size, "size");
    const py::gil_scoped_release released;
    return chain.prepare(type, pixels);
}

} // namespace

void defineChain(py::module_& module)
{
    py::class_<Chain>(module, "Chain")
        .def(py::init<>())
        .def(py::init<const Chain&>())
        .def("filter2D", &filter2D)
        .def("sepFilter2D", &sepFilter2D)
        .def("GaussianBlur", &gaussianBlur)
        .def("boxFilter", &boxFilter)
        .def("Sobel", &sobel)
        .def("Laplacian", &laplacian)
        .def("gradientMagnitude", &gradientMagnitude)
        .def("convertTo", &convertTo)
        .def("convertScaleAbs", &convertScaleAbs)
        .def("abs", [](Chain& chain) { chain.abs(); })
        .def("threshold", &threshold)
        .def("cvtColor", [](Chain& chain, py::handle code) { chain.cvtColor(toInt(code, "code")); })
        .def("add", [](Chain& chain, const Chain& other) { chain.add(other); })
        .def("subtract", [](Chain& chain, const Chain& other) { chain.subtract(other); })
        .def("absdiff", [](Chain& chain, const Chain& other) { chain.absdiff(other); })
        .def("min", [](Chain& chain, const Chain& other) { chain.min(other); })
        .def("max", [](Chain& chain, const Chain& other) { chain.max(other); })
        .def("magnitude", [](Chain& chain, const Chain& other) { chain.magnitude(other); })
        .def("addWeighted", &addWeighted)
        .def("apply", &apply)
        .def("applyToMany", &applyToMany)
        .def("explain", &explain)
        .def("prepare", &prepare)
        .def("empty", &Chain::empty);
}

} // namespace clconv_python
