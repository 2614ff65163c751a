// SPDX-License-Identifier: Apache-2.0
//
// See umats.hpp.

#include "umats.hpp"
#include "arguments.hpp"
#include "patch/foreign.hpp"

#include <dlfcn.h>

namespace clconv_python {
namespace {

//! The object of cv2, as its generator of bindings declares it.
struct UMatObject
{
    PyObject_HEAD cv::Ptr<cv::UMat> umat;
};

//! Whether the library that defines cv2.UMat uses the OpenCV that this one uses. pip's opencv-python contains an OpenCV
//! of its own, with other OpenCL contexts, in the same process.
bool sharesOpenCV(const PyTypeObject* type)
{
    Dl_info own, other;
    if (!dladdr(reinterpret_cast<void*>(&cv::getVersionString), &own) || !own.dli_sname ||
        !dladdr(reinterpret_cast<void*>(type->tp_dealloc), &other))
        return false;
    void* const library = dlopen(other.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (!library)
        return false;
    const bool same = dlsym(library, own.dli_sname) == own.dli_saddr;
    dlclose(library);
    return same;
}

//! Why UMats of this cv2 cannot be used; empty where they can.
std::string obstacle(const py::module_& cv2, const PyTypeObject* type)
{
    const std::string version = py::str(cv2.attr("__version__")), own = cv::getVersionString();
    std::string reason;
    if (version != own)
        reason = "cv2 is OpenCV " + version + ", clconv uses " + own;
    else if (!sharesOpenCV(type))
        reason = "cv2 contains an OpenCV of its own, clconv uses the system's";
    else if (type->tp_basicsize != Py_ssize_t(sizeof(UMatObject)))
        reason = "cv2.UMat has " + std::to_string(type->tp_basicsize) + " bytes, not " +
                 std::to_string(sizeof(UMatObject)) + ", so that it does not hold a cv::Ptr<cv::UMat>";
    return reason.empty() ? reason : reason + ". Arrays work, cv2.UMat does not";
}

struct UMatType
{
    py::object type;
    std::string reason;

    UMatType()
    {
        const py::module_ cv2 = py::module_::import("cv2");
        type = cv2.attr("UMat");
        reason = obstacle(cv2, reinterpret_cast<PyTypeObject*>(type.ptr()));
    }
};

//! Never destroyed: the interpreter is gone before this library's static objects are.
const UMatType* umatType = nullptr;

cv::Ptr<cv::UMat>& pointer(py::handle object)
{
    return reinterpret_cast<UMatObject*>(object.ptr())->umat;
}

} // namespace

void findUMatType()
{
    umatType = new UMatType;
}

const std::string& obstacleOfUMats()
{
    return umatType->reason;
}

py::handle umatClass()
{
    return umatType->type;
}

bool isUMatObject(py::handle object)
{
    return py::isinstance(object, umatType->type);
}

bool isUMat(py::handle object)
{
    if (!isUMatObject(object))
        return false;
    if (!umatType->reason.empty() && !ForeignCall::current())
        refuse(umatType->reason);
    return true;
}

cv::UMat getUMat(py::handle object, const char* name)
{
    if (ForeignCall* const call = ForeignCall::current())
        return call->wrap(object);
    const cv::Ptr<cv::UMat>& umat = pointer(object);
    if (!umat)
        refuse(std::string(name) + " is a cv2.UMat whose constructor did not run");
    return *umat;
}

void setUMat(py::handle object, const cv::UMat& umat)
{
    if (!ForeignCall::current()) // a ForeignCall writes to the existing buffer
        *pointer(object) = umat;
}

py::object toPython(const cv::UMat& umat)
{
    const py::object object = umatType->type();
    setUMat(object, umat);
    return object;
}

} // namespace clconv_python
