// SPDX-License-Identifier: Apache-2.0
//
// The machine's OpenCL, in which a test can make single functions fail: a library between OpenCV and clconv on one side
// and the ICD loader on the other.

#pragma once

namespace clconv_faults {

// Every function that OpenCV or clconv calls after the device was selected. CreateProgram stands for both ways to
// create a program. CopyBuffer, ReadBuffer and WriteBuffer include the functions for rectangles; ReleaseImage is
// clReleaseMemObject for anything but a buffer.
#define CLCONV_FAULTY_FUNCTIONS(ENTRY)                                                                                 \
    ENTRY(CreateBuffer)                                                                                                \
    ENTRY(CreateImage)                                                                                                 \
    ENTRY(CreateProgram)                                                                                               \
    ENTRY(BuildProgram)                                                                                                \
    ENTRY(CreateKernel)                                                                                                \
    ENTRY(SetKernelArg)                                                                                                \
    ENTRY(EnqueueKernel)                                                                                               \
    ENTRY(CopyBuffer)                                                                                                  \
    ENTRY(CopyToImage)                                                                                                 \
    ENTRY(ReadBuffer)                                                                                                  \
    ENTRY(WriteBuffer)                                                                                                 \
    ENTRY(FillBuffer)                                                                                                  \
    ENTRY(Map)                                                                                                         \
    ENTRY(Unmap)                                                                                                       \
    ENTRY(Marker)                                                                                                      \
    ENTRY(Finish)                                                                                                      \
    ENTRY(Flush)                                                                                                       \
    ENTRY(WaitForEvents)                                                                                               \
    ENTRY(SetEventCallback)                                                                                            \
    ENTRY(ContextInfo)                                                                                                 \
    ENTRY(DeviceInfo)                                                                                                  \
    ENTRY(QueueInfo)                                                                                                   \
    ENTRY(MemoryInfo)                                                                                                  \
    ENTRY(ProgramInfo)                                                                                                 \
    ENTRY(BuildInfo)                                                                                                   \
    ENTRY(KernelInfo)                                                                                                  \
    ENTRY(WorkGroupInfo)                                                                                               \
    ENTRY(EventInfo)                                                                                                   \
    ENTRY(ImageFormats)                                                                                                \
    ENTRY(RetainContext)                                                                                               \
    ENTRY(RetainQueue)                                                                                                 \
    ENTRY(RetainDevice)                                                                                                \
    ENTRY(RetainMemory)                                                                                                \
    ENTRY(RetainProgram)                                                                                               \
    ENTRY(RetainKernel)                                                                                                \
    ENTRY(RetainEvent)                                                                                                 \
    ENTRY(ReleaseContext)                                                                                              \
    ENTRY(ReleaseQueue)                                                                                                \
    ENTRY(ReleaseDevice)                                                                                               \
    ENTRY(ReleaseBuffer)                                                                                               \
    ENTRY(ReleaseImage)                                                                                                \
    ENTRY(ReleaseProgram)                                                                                              \
    ENTRY(ReleaseKernel)                                                                                               \
    ENTRY(ReleaseEvent)

//! The functions that can be made to fail.
enum class Function
{
#define CLCONV_ENUMERATOR(name) name,
    CLCONV_FAULTY_FUNCTIONS(CLCONV_ENUMERATOR)
#undef CLCONV_ENUMERATOR
        Count
};

const char* nameOf(Function function);

//! Whether the function enqueues a command that can fail later.
bool isCommand(Function function);

//! How a call fails.
enum class Failure
{
    AtOnce, //!< the call returns the error
    Later   //!< a command is accepted, and its event ends with the error; the next call that waits returns it as well
};

//! During its lifetime calls of a function fail, in every thread; at most one object per function at a time.
class Failing
{
public:
    //! @param first number of calls that succeed first
    //! @param count number of calls that fail then; negative: all
    //! @param code 0: CL_MEM_OBJECT_ALLOCATION_FAILURE for CreateBuffer, else CL_OUT_OF_RESOURCES
    explicit Failing(Function function, int first = 0, int count = -1, int code = 0, Failure failure = Failure::AtOnce);
    ~Failing();
    Failing(const Failing&) = delete;
    Failing& operator=(const Failing&) = delete;

    //! The number of failed calls, so that a test can check that the fault happened.
    int failed() const;

private:
    const Function function_;
};

//! Calls of a function since the last reset, including failed ones.
int calls(Function function);
void resetCalls();

//! Objects whose references are counted.
enum class Object
{
    Memory,
    Kernel,
    Event,
    Count
};

//! The number of references that were created or retained and not released.
int references(Object object);

//! During its lifetime clEnqueueCopyBufferRect refuses rectangles as NVIDIA's driver does: the last row including its
//! padding, up to the row pitch, has to end inside the buffer. By OpenCL 1.2, and for PoCL, it is enough that its last
//! byte does.
struct StrictRectangles
{
    StrictRectangles();
    ~StrictRectangles();
    StrictRectangles(const StrictRectangles&) = delete;
    StrictRectangles& operator=(const StrictRectangles&) = delete;
};

//! During its lifetime devices are reported as GPUs that share the host's memory; contexts created then belong to such
//! a GPU.
struct IntegratedGpu
{
    enum class HostMemory
    {
        OfWholeLines, //!< used directly, as by Intel's driver: from the beginning of a page, whole lines of 64 bytes
        Copied
    };
    explicit IntegratedGpu(HostMemory memory);
    ~IntegratedGpu();
    IntegratedGpu(const IntegratedGpu&) = delete;
    IntegratedGpu& operator=(const IntegratedGpu&) = delete;

    int copied() const; //!< number of copies that this GPU made of the host's memory, and of buffers to map them
};

//! The path of this library, for OPENCV_OPENCL_RUNTIME.
const char* libraryPath();

} // namespace clconv_faults
