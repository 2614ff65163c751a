// SPDX-License-Identifier: Apache-2.0
//
// See patch.hpp. The table that decides for clconv-run decides here, too. cv2's own function runs what clconv does not
// take, or would take differently from cv2, with unchanged arguments.

#include "patch/patch.hpp"
#include "filters.hpp"
#include "patch/foreign.hpp"
#include "umats.hpp"

#include <opencv2/clconv.hpp>

#include <array>
#include <chrono>
#include <cstring>

namespace clconv_python {
namespace {

using clconv_preload::Calls;
using clconv_preload::Memory;
using clconv_preload::Reason;
using clconv_preload::ServedBy;

const Calls* calls = nullptr;

//! The calls of a function; the interpreter's lock guards them.
struct Counts
{
    std::array<unsigned long, size_t(Reason::count)> passed;
    unsigned long served;
};
std::array<Counts, size_t(clconv_preload::functionCount)> counts;

//! A call that the table gets.
struct Device
{
    static thread_local bool isReached;
    static thread_local ServedBy server;

#define CLCONV_DEVICE(name, parameters, ...)                                                                           \
    static ServedBy name parameters                                                                                    \
    {                                                                                                                  \
        return calls->name(src, dst, __VA_ARGS__);                                                                     \
    }
    CLCONV_SERVED(CLCONV_DEVICE)
#undef CLCONV_DEVICE

    //! @returns null where the call is not served
    template<typename Call>
    static py::object run(const Output& result, const Call& call)
    {
        isReached = true;
        {
            const py::gil_scoped_release released;
            if (ForeignCall* const foreign = ForeignCall::current())
                foreign->start();
            server = call();
        }
        if (server == ServedBy::Nobody)
            return py::object();
        calls->rethrow();
        return result.object();
    }
};
thread_local bool Device::isReached = false;
thread_local ServedBy Device::server = ServedBy::Nobody;

//! A function's arguments by name, in the order in which they may come by position.
struct Signature
{
    std::vector<const char*> names;
    size_t required;
    std::vector<size_t> kernels; //!< positions
    std::function<py::object(const py::handle*)> run;
};

template<typename... P, size_t... i>
Signature signatureOf(py::object (*function)(P...), const std::vector<const char*>& names, size_t required,
                      const std::vector<size_t>& kernels, std::index_sequence<i...>)
{
    return {names, required, kernels, [=](const py::handle* values) { return function(values[i]...); }};
}

template<typename... P>
Signature signatureOf(py::object (*function)(P...), const std::vector<const char*>& names, size_t required,
                      const std::vector<size_t>& kernels = {})
{
    return signatureOf(function, names, required, kernels, std::index_sequence_for<P...>());
}

// clang-format off
//! In the order of clconv_preload::Function.
const Signature signatures[] = {
    signatureOf(&filter2D<Device>, {"src", "ddepth", "kernel", "dst", "anchor", "delta", "borderType"}, 3, {2}),
    signatureOf(&sepFilter2D<Device>,
                {"src", "ddepth", "kernelX", "kernelY", "dst", "anchor", "delta", "borderType"}, 4, {2, 3}),
    signatureOf(&gaussianBlur<Device>, {"src", "ksize", "sigmaX", "dst", "sigmaY", "borderType"}, 3),
    signatureOf(&boxFilter<Device>, {"src", "ddepth", "ksize", "dst", "anchor", "normalize", "borderType"}, 3),
    signatureOf(&blur<Device>, {"src", "ksize", "dst", "anchor", "borderType"}, 2),
    signatureOf(&sobel<Device>, {"src", "ddepth", "dx", "dy", "dst", "ksize", "scale", "delta", "borderType"}, 4),
    signatureOf(&scharr<Device>, {"src", "ddepth", "dx", "dy", "dst", "scale", "delta", "borderType"}, 4),
    signatureOf(&laplacian<Device>, {"src", "ddepth", "dst", "ksize", "scale", "delta", "borderType"}, 2),
};
// clang-format on

const size_t maxArguments = 9;
typedef std::array<py::handle, maxArguments> Values;

//! Assigns arguments to parameters; None to those that are not given.
//! @returns whether each is a parameter, and each required one is given
bool bind(const Signature& signature, const py::tuple& arguments, const py::dict& named, Values& values)
{
    if (arguments.size() > signature.names.size())
        return false;
    values.fill(py::none());
    size_t given = 0;
    for (; given < arguments.size(); ++given)
        values[given] = PyTuple_GET_ITEM(arguments.ptr(), Py_ssize_t(given));
    size_t required = std::min(given, signature.required);
    for (const std::pair<py::handle, py::handle> argument : named)
    {
        size_t i = given;
        while (i < signature.names.size() &&
               PyUnicode_CompareWithASCIIString(argument.first.ptr(), signature.names[i]) != 0)
            ++i;
        if (i == signature.names.size())
            return false;
        values[i] = argument.second;
        required += i < signature.required;
    }
    return required == signature.required;
}

//! The parameter's position; the number of parameters where there is none of that name.
size_t find(const Signature& signature, const char* name)
{
    const auto& names = signature.names;
    return size_t(
        std::find_if(names.begin(), names.end(), [=](const char* other) { return std::strcmp(other, name) == 0; }) -
        names.begin());
}

//! Whether it is an array, but not a cv2.Mat, whose last dimension may be its channels.
bool isPlainArray(py::handle object)
{
    return py::isinstance<py::array>(object) &&
           (Py_TYPE(object.ptr()) == py::detail::npy_api::get().PyArray_Type_ || !py::hasattr(object, "wrap_channels"));
}

//! Whether cv2 returns an array of two dimensions for one whose third has size 1, as clconv does.
bool dropsOneChannel = false;

//! Arrays that cv2 treats as clconv does. Versions differ in integers of 64 bits and one dimension.
bool isPlainImage(const py::array& array)
{
    const py::ssize_t dimensions = array.ndim();
    const bool isWide = array.dtype().kind() != 'f' && array.itemsize() == 8;
    return !isWide && (dimensions == 2 || (dimensions == 3 && (array.shape(2) > 1 || dropsOneChannel)));
}

//! Whether cv2 takes it, too, as a kernel: not a list, a number or float16.
bool isPlainKernel(py::handle object)
{
    if (!isPlainArray(object))
        return false;
    const py::array array = py::reinterpret_borrow<py::array>(object);
    return array.ndim() == 2 && (array.dtype().kind() != 'f' || array.itemsize() >= 4);
}

bool isTimed = false; // whether the report has device times

//! Why the call cannot be served; Reason::count where it may be.
Reason obstacleOf(const Signature& signature, const Values& values, bool onUMats)
{
    const py::handle src = values[0], dst = values[find(signature, "dst")];
    if (onUMats && !obstacleOfUMats().empty())
        switch (foreignUMats(umatClass()))
        {
        case ForeignUMats::Usable: break;
        case ForeignUMats::Unknown: return Reason::OtherOpenCV;
        case ForeignUMats::OnHost: return Reason::NoOpenCL;
        }
    if (!dst.is_none() && isUMatObject(dst) != onUMats)
        return Reason::NoUMats;
    for (const size_t i : signature.kernels)
        if (isUMatObject(values[i]) ? !onUMats || !obstacleOfUMats().empty() : !isPlainKernel(values[i]))
            return Reason::Refused;
    if (onUMats)
        return Reason::count;
    if (!isPlainArray(src))
        return Reason::Refused;
    const py::array array = py::reinterpret_borrow<py::array>(src);
    if (array.size() < clconv_preload::minScalars)
        return Reason::Small;
    const int border = toInt(values[find(signature, "borderType")], "borderType", cv::BORDER_DEFAULT);
    // BORDER_WRAP is refused by OpenCV for Mats.
    return isPlainImage(array) && (border & ~cv::BORDER_ISOLATED) != cv::BORDER_WRAP ? Reason::count : Reason::Refused;
}

//! Begins a call on UMats of another OpenCV. Its result, which cv2 makes if `dst` is None, replaces `dst`.
//! @returns null where `dst` does not fit
std::unique_ptr<ForeignCall> beginForeign(const Signature& signature, Values& values, py::object& result)
{
    std::unique_ptr<ForeignCall> foreign(new ForeignCall(umatClass(), isTimed));
    py::handle& dst = values[find(signature, "dst")];
    const size_t ddepth = find(signature, "ddepth");
    const int depth = ddepth < signature.names.size() ? toInt(values[ddepth], "ddepth") : -1;
    result = foreign->output(values[0], dst, depth);
    dst = result;
    return result ? std::move(foreign) : nullptr;
}

//! @param onHost set if the table got the call and passes it on: then the table needs the time that cv2 takes
//! @returns the result; null where the call is passed on
py::object serve(int function, const py::tuple& arguments, const py::dict& named, bool& onHost)
{
    const Signature& signature = signatures[function];
    Counts& count = counts[size_t(function)];
    Values values;
    Reason reason = Reason::Refused;
    Device::isReached = false;
    try
    {
        if (bind(signature, arguments, named, values))
        {
            const bool onUMats = isUMatObject(values[0]);
            Memory memory = Memory::Host;
            reason = obstacleOf(signature, values, onUMats);
            std::unique_ptr<ForeignCall> foreign;
            py::object result; // keeps the object alive while `values` refers to it
            if (onUMats && reason == Reason::count && !obstacleOfUMats().empty())
            {
                foreign = beginForeign(signature, values, result);
                if (!foreign)
                    reason = Reason::Refused;
            }
            if (onUMats && reason == Reason::count)
            {
                const py::gil_scoped_release released; // OpenCL is initialised
                memory = calls->memoryOfUMats();
            }
            if (memory == Memory::None)
                reason = Reason::NoOpenCL;
            if (reason == Reason::count)
            {
                result = signature.run(values.data());
                if (result && Device::server == ServedBy::Clconv)
                    ++count.served;
                else
                    ++count.passed[size_t(result ? Reason::Refused : calls->whyNotOnHost())];
                onHost = memory == Memory::Host;
                return result;
            }
        }
    }
    catch (const std::exception&)
    {
        if (Device::isReached)
        {
            ++count.passed[size_t(Reason::Refused)];
            throw;
        }
        reason = Reason::Refused; // the arguments are wrong: cv2's own function reports that
    }
    ++count.passed[size_t(reason)];
    return py::object();
}

py::object call(int function, const py::object& original, const py::tuple& arguments, const py::dict& named)
{
    bool onHost = false;
    const py::object served = serve(function, arguments, named, onHost);
    if (served)
        return served;
    const auto start = std::chrono::steady_clock::now();
    const py::object result = original(*arguments, **named);
    if (onHost)
        calls->addCpuTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    return result;
}

//! @param timed whether the report has device times
//! @param dropsOne see dropsOneChannel
void start(bool timed, bool dropsOne)
{
    if (cv::getVersionMajor() != CV_VERSION_MAJOR || cv::getVersionMinor() != CV_VERSION_MINOR)
        throw std::runtime_error("clconv was built with OpenCV " CV_VERSION " and finds " + cv::getVersionString() +
                                 ": cv2, or another module, was imported with RTLD_GLOBAL");
    dropsOneChannel = dropsOne;
    isTimed = timed;
    if (!calls)
        calls = clconv_preload::clconv_preload_calls(timed);
}

//! For each function the number of calls served, their implementations in words, and pairs of reasons and numbers.
py::list report()
{
#define CLCONV_WORDS(name, words) words,
    static const char* const reasons[] = {CLCONV_REASONS(CLCONV_WORDS)};
#undef CLCONV_WORDS
    if (calls)
    {
        const py::gil_scoped_release released;
        calls->readTimes();
    }
    py::list all;
    for (size_t f = 0; f < counts.size(); ++f)
    {
        char text[1000] = "";
        if (calls)
            calls->describe(clconv_preload::Function(f), text, sizeof(text));
        py::list passed;
        for (size_t r = 0; r < counts[f].passed.size(); ++r)
            if (counts[f].passed[r])
                passed.append(py::make_tuple(reasons[r], counts[f].passed[r]));
        all.append(py::make_tuple(counts[f].served, text, passed));
    }
    return all;
}

} // namespace

void definePatch(py::module_& module)
{
#define CLCONV_NAME(name, ...) #name,
    py::list names;
    for (const char* name : {CLCONV_SERVED(CLCONV_NAME)})
        names.append(name);
#undef CLCONV_NAME
    module.attr("patchedFunctions") = names;
    module.def("obstacleOfUMats", &obstacleOfUMats);
    module.def("startPatch", &start);
    module.def("callPatched", &call);
    module.def("reportPatch", &report);
    module.def("orderQueues",
               [](size_t first, size_t second)
               {
                   const auto queue = [](size_t handle)
                   { return cl::CommandQueue(reinterpret_cast<cl_command_queue>(handle), true); };
                   orderQueues(queue(first), queue(second));
               });
    module.def("resetPatch", [] { counts = {}; });
    module.def("useDeviceForMats", &cv::clconv::useDeviceForMats);
    module.def("usesDeviceForMats", &cv::clconv::usesDeviceForMats);
}

} // namespace clconv_python
