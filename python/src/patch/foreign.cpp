// SPDX-License-Identifier: Apache-2.0
//
// See foreign.hpp.

#include "patch/foreign.hpp"

#include <map>

namespace clconv_python {
namespace {

//! cv::UMatData of OpenCV 4 and 5, as far as it is read.
struct ForeignData
{
    const void *prevAllocator, *currAllocator;
    int urefcount, refcount;
    const unsigned char *data, *origdata;
    size_t size;
    int flags;
    void* handle;
};

//! cv::UMat of OpenCV 4 and 5, as far as it is read.
struct ForeignUMat
{
    int flags, dims, rows, cols;
    const void* allocator;
    int usageFlags;
    const ForeignData* u;
    size_t offset;
    union
    {
        struct
        {
            const int* size;
            const size_t* steps;
            size_t step; // of two dimensions, as in 5
        } of4;
        struct
        {
            int shape[13];
            size_t step;
        } of5;
    };
};

//! The object of cv2 begins with a cv::Ptr, which begins with the pointer.
struct ForeignObject
{
    PyObject_HEAD const ForeignUMat* umat;
    const void* counts;
};

//! How this cv2 lays out its UMats; set once.
struct Layout
{
    int major;             //!< of the version
    int channelShift;      //!< of a type's channels
    const void* allocator; //!< of UMats on the device
};

const int depthMask = 7; // of the depths that clconv takes; OpenCV 5 has others, with higher bits

struct Image
{
    int depth, channels, rows, cols;
    size_t offset, step, size; //!< bytes; `size` is that of the buffer
    const void* allocator;
    void* handle;

    size_t pixel() const { return CV_ELEM_SIZE(type()); }
    int type() const { return CV_MAKETYPE(depth, channels); }
};

const ForeignUMat& umatOf(py::handle object)
{
    const ForeignUMat* const umat = reinterpret_cast<const ForeignObject*>(object.ptr())->umat;
    if (!umat || !umat->u || umat->dims != 2)
        throw std::runtime_error("cv2.UMat is empty, or has more than two dimensions");
    return *umat;
}

Image imageOf(py::handle object, const Layout& layout)
{
    const ForeignUMat& umat = umatOf(object);
    const int typeMask = 0xFFF, type = umat.flags & typeMask;
    Image image;
    image.depth = type & ((1 << layout.channelShift) - 1);
    image.channels = (type >> layout.channelShift) + 1;
    if (image.depth > depthMask)
        throw std::runtime_error("cv2.UMat has a depth that clconv does not have");
    image.rows = umat.rows, image.cols = umat.cols;
    image.offset = umat.offset;
    image.step = layout.major == 4 ? umat.of4.step : umat.of5.step;
    image.size = umat.u->size;
    image.allocator = umat.u->currAllocator;
    image.handle = umat.u->handle;
    return image;
}

void* pointerOf(const py::object& number)
{
    return number.is_none() ? nullptr : PyLong_AsVoidPtr(number.ptr());
}

//! Brings the pixels to the device, if only the host has them, and obtains the buffer.
void* bufferOf(py::handle object, cv::AccessFlag access)
{
    return pointerOf(object.attr("handle")(int(access)));
}

//! Whether the fields before a UMat's pointer to its data, and the one after it, have these values.
bool isHeader(const ForeignUMat& umat, py::handle object, int rows, int cols)
{
    return (uint32_t(umat.flags) & cv::UMat::MAGIC_MASK) == cv::UMat::MAGIC_VAL && umat.rows == rows &&
           umat.cols == cols && umat.offset == object.attr("offset").cast<size_t>();
}

//! Whether the layout fits a UMat with known fields, and a region of it.
bool fits(const Layout& layout, py::handle type, int depth, int channels, int rows, int cols)
{
    const py::object umat = type(rows, cols, depth | (channels - 1) << layout.channelShift);
    const py::tuple rectangle = py::make_tuple(1, 2, cols - 1, rows - 2);
    const py::object region = type(umat, rectangle);
    const size_t pixel = size_t(CV_ELEM_SIZE(CV_MAKETYPE(depth, channels))), step = pixel * size_t(cols);
    const auto isKnown = [&](const py::object& object, int height, int width)
    {
        if (!isHeader(umatOf(object), object, height, width))
            return false; // before the pointer is followed
        const Image image = imageOf(object, layout);
        return image.depth == depth && image.channels == channels && image.step == step &&
               image.size == step * size_t(rows) && image.allocator == layout.allocator &&
               image.handle == bufferOf(object, cv::ACCESS_READ);
    };
    return isKnown(umat, rows, cols) && isKnown(region, rows - 2, cols - 1) &&
           region.attr("offset").cast<size_t>() == 2 * step + pixel;
}

//! @throws std::runtime_error, with the reason, where the layout is unknown
Layout findLayout(py::handle type)
{
    const py::module_ cv2 = py::module_::import("cv2");
    const std::string version = py::str(cv2.attr("__version__"));
    Layout layout = {std::atoi(version.c_str()), 0, nullptr};
    const int step = cv2.attr("CV_8UC2").cast<int>() - cv2.attr("CV_8UC1").cast<int>();
    while (1 << layout.channelShift < step)
        ++layout.channelShift;
    const int rows = 5, cols = 7;
    const auto refuse = [&]
    { throw std::runtime_error("the layout of cv2.UMat of OpenCV " + version + " is unknown"); };
    if ((layout.major != 4 && layout.major != 5) ||
        reinterpret_cast<PyTypeObject*>(type.ptr())->tp_basicsize != Py_ssize_t(sizeof(ForeignObject)))
        refuse();
    const py::object first = type(rows, cols, int(CV_8U));
    if (!isHeader(umatOf(first), first, rows, cols))
        refuse();
    layout.allocator = umatOf(first).u->currAllocator;
    if (!fits(layout, type, CV_8U, 1, rows, cols) || !fits(layout, type, CV_16S, 3, rows + 6, cols) ||
        !fits(layout, type, CV_64F, 4, rows, cols + 6))
        refuse();
    return layout;
}

//! Never destroyed, like the contexts: OpenCL is gone before this library's static objects are.
const Layout* known = nullptr;

//! The context of cv2's queue for clconv's OpenCV, with a queue of its own.
const cv::ocl::OpenCLExecutionContext& contextOn(const cl::CommandQueue& theirs, bool timed)
{
    static auto* const all = new std::map<std::pair<cl_context, cl_device_id>, cv::ocl::OpenCLExecutionContext>;
    const cl::Context context = theirs.getInfo<CL_QUEUE_CONTEXT>();
    const cl::Device device = theirs.getInfo<CL_QUEUE_DEVICE>();
    cv::ocl::OpenCLExecutionContext& own = (*all)[std::make_pair(context(), device())];
    if (!own.empty())
        return own;
    const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
    clRetainContext(context()), clRetainDevice(device()); // OpenCV takes these references over
    own =
        cv::ocl::OpenCLExecutionContext::create(platform.getInfo<CL_PLATFORM_NAME>(), platform(), context(), device());
    if (timed)
        own = own.cloneWithNewQueue(own.getQueue().getProfilingQueue());
    return own;
}

thread_local ForeignCall* currentCall = nullptr;

} // namespace

void orderQueues(const cl::CommandQueue& first, const cl::CommandQueue& second)
{
    cl::Event done;
    first.enqueueMarkerWithWaitList(nullptr, &done); // for all that is before it
    first.flush();                                   // before another queue waits for it
    const std::vector<cl::Event> events(1, done);
    second.enqueueBarrierWithWaitList(&events);
}

ForeignUMats foreignUMats(py::handle type)
{
    static bool isUnknown = false;
    if (!isUnknown && !py::module_::import("cv2").attr("ocl").attr("useOpenCL")().cast<bool>())
        return ForeignUMats::OnHost;
    try
    {
        if (!isUnknown && !known)
            known = new Layout(findLayout(type));
    }
    catch (const std::exception&)
    {
        isUnknown = true;
    }
    return isUnknown ? ForeignUMats::Unknown : ForeignUMats::Usable;
}

ForeignCall::ForeignCall(py::handle type, bool timed) :
    type_(type), theirs_(static_cast<cl_command_queue>(pointerOf(type.attr("queue")())), true), outer_(currentCall)
{
    const cv::ocl::OpenCLExecutionContext& own = contextOn(theirs_, timed);
    cv::ocl::OpenCLExecutionContext::getCurrent(); // otherwise the scope could restore nothing in a new thread
    scope_.reset(new cv::ocl::OpenCLExecutionContextScope(own));
    currentCall = this;
}

void ForeignCall::start()
{
    orderQueues(theirs_, cv::clconv::currentQueue());
}

ForeignCall::~ForeignCall()
{
    currentCall = outer_;
    try
    {
        orderQueues(cv::clconv::currentQueue(), theirs_);
    }
    catch (const std::exception&)
    {
        cv::ocl::finish(); // what is complete needs no order
    }
}

ForeignCall* ForeignCall::current()
{
    return currentCall;
}

py::object ForeignCall::output(py::handle src, py::handle dst, int depth)
{
    const Image source = imageOf(src, *known);
    const int resultDepth = depth < 0 ? source.depth : depth;
    py::object result = py::reinterpret_borrow<py::object>(dst);
    if (dst.is_none())
        result = type_(source.rows, source.cols, resultDepth | (source.channels - 1) << known->channelShift);
    const Image image = imageOf(result, *known);
    if (image.rows != source.rows || image.cols != source.cols || image.channels != source.channels ||
        image.depth != resultDepth)
        return py::object();
    bufferOf(result, cv::ACCESS_RW);
    return result;
}

cv::UMat ForeignCall::wrap(py::handle object)
{
    void* const buffer = bufferOf(object, cv::ACCESS_READ);
    const Image image = imageOf(object, *known);
    if (!buffer || image.allocator != known->allocator)
        throw std::runtime_error("the pixels of cv2.UMat are in no buffer of OpenCL");
    if (image.step % image.pixel() != 0 || image.offset % image.pixel() != 0)
        throw std::runtime_error("the step of cv2.UMat is not a whole number of pixels");
    const cv::Size size(int(image.step / image.pixel()), int(image.size / image.step));
    auto whole = std::find_if(buffers_.begin(), buffers_.end(),
                              [&](const cv::UMat& other) { return other.u->handle == buffer; });
    if (whole == buffers_.end())
    {
        cv::UMat umat;
        cv::ocl::convertFromBuffer(buffer, image.step, size.height, size.width, image.type(), umat);
        umat.u->size = image.size; // a buffer of OpenCV's pool is larger than the image
        whole = buffers_.insert(buffers_.end(), umat);
    }
    if (whole->size() != size || whole->type() != image.type())
        throw std::runtime_error("two cv2.UMats of different types share a buffer");
    const cv::Point corner(int(image.offset % image.step / image.pixel()), int(image.offset / image.step));
    return (*whole)(cv::Rect(corner, cv::Size(image.cols, image.rows)));
}

} // namespace clconv_python
