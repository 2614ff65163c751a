// SPDX-License-Identifier: Apache-2.0
//
// OpenCL's initialisation, the device for Mats where OpenCV has none, and fork().

#include "api/host/mats.hpp"
#include "dispatch/background_thread.hpp"
#include "util/log.hpp"
#include "util/process.hpp"

#include <chrono>
#include <exception>

namespace cv { namespace clconv {
namespace {

//! A context on a CPU device (PoCL); empty where there is none.
ocl::OpenCLExecutionContext cpuContext()
{
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    for (const cl::Platform& platform : platforms)
    {
        cl_uint count = 0;
        if (clGetDeviceIDs(platform(), CL_DEVICE_TYPE_CPU, 0, nullptr, &count) != CL_SUCCESS || count == 0)
            continue;
        const ocl::Context context = ocl::Context::create(platform.getInfo<CL_PLATFORM_NAME>() + ":CPU:");
        const ocl::Queue queue(context, context.device(0));
        // A CPU loses nothing by profiling, and `clconv-run --report` needs it.
        return ocl::OpenCLExecutionContext::create(context, context.device(0), queue.getProfilingQueue());
    }
    return ocl::OpenCLExecutionContext();
}

//! OpenCL's initialisation on behalf of calls on Mats, by the background thread or by a call. OpenCV holds locks
//! meanwhile for which all of its functions would wait in a child of fork(), and a child that is made later lacks the
//! driver's threads. Therefore fork() waits, and OpenCL is off in the child, as if there was no device.
class Initialisation
{
public:
    static Initialisation& instance()
    {
        static Initialisation* const it = new Initialisation; // never destroyed: calls may come while the process ends
        return *it;
    }

    bool isDone() const { return done_; }

    //! The context for threads in which OpenCV has no device; empty where there is no CPU device. Not before isDone().
    const ocl::OpenCLExecutionContext& ownContext() const { return ownContext_; }

    void run()
    {
        if (done_)
            return;
        std::unique_lock<std::mutex> lock(mutex_);
        ended_.wait(lock, [this] { return !running_; });
        if (done_)
            return;
        running_ = true;
        thread_ = std::this_thread::get_id();
        lock.unlock();
        std::exception_ptr failure;
        ocl::OpenCLExecutionContext context, own;
        try
        {
            if (areUMatsOnHost() && ocl::haveOpenCL())
                withoutThrowing("no CPU device can be used for Mats", [&] { own = cpuContext(); });
            const DeviceForMatsScope device(own);
            if (ocl::useOpenCL())
            {
                Dispatcher::current();
                HostMemory::current();
                context = ocl::OpenCLExecutionContext::getCurrent();
            }
        }
        catch (...)
        {
            failure = std::current_exception();
        }
        lock.lock();
        running_ = false;
        context_ = context;
        ownContext_ = own;
        done_ = !failure;                          // set after what is then read without the lock
        std::atexit([] { instance().release(); }); // before OpenCV's own reference to it
        ended_.notify_all();
        if (failure)
            std::rethrow_exception(failure);
    }

    //! Before fork(): waits, but not for ever, for the driver may wait for a lock that the calling thread holds.
    void lock()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        if (thread_ != std::this_thread::get_id()) // a compiler that the driver starts
            ended_.wait_for(lock, std::chrono::seconds(10), [this] { return !running_; });
        if (done_)
            withoutThrowing("the data of the thread in OpenCV cannot be made before fork()",
                            [] { ocl::OpenCLExecutionContext::getCurrentRef(); }); // a lock, while they are made
        lock.release();
    }

    void unlock() { mutex_.unlock(); }

    //! Called in a child of fork().
    void abandon()
    {
        const bool used = running_ || done_;
        running_ = false; // the thread is missing
        unlock();
        if (used)
            withoutThrowing("OpenCL cannot be switched off in a child of fork()", [this] { switchOff(); });
    }

private:
    void release()
    {
        context_.release();
        ownContext_.release();
    }

    //! Switches OpenCL off for this thread, and for those that it starts, whose context is OpenCV's own.
    void switchOff()
    {
        ocl::setUseOpenCL(false);
        if (!context_.empty())
            context_.setUseOpenCL(false);
    }

    //! The log's handlers are registered first, so that its lock is taken last: the initialisation may log.
    Initialisation()
    {
        forgetLogged();
        atFork([] { instance().lock(); }, [] { instance().unlock(); }, [] { instance().abandon(); });
    }

    std::mutex mutex_;
    std::condition_variable ended_;
    std::thread::id thread_;              //!< that initialises
    ocl::OpenCLExecutionContext context_; //!< of that thread
    ocl::OpenCLExecutionContext ownContext_;
    std::atomic<bool> done_{false};
    bool running_ = false;
};

//! Made while the library is loaded: a child of fork() would wait for ever for a static object that another thread was
//! making.
const Initialisation& loadedWithLibrary = Initialisation::instance();

std::atomic<bool> openclIsRequested(false);

} // namespace

bool areUMatsOnHost()
{
    static const char* const text = std::getenv("OPENCV_OPENCL_DEVICE");
    static const bool isSelected = text && *text;
    return !isSelected && ocl::OpenCLExecutionContext::getCurrent().empty();
}

DeviceForMatsScope::DeviceForMatsScope() : DeviceForMatsScope(Initialisation::instance().ownContext()) {}

DeviceForMatsScope::DeviceForMatsScope(const ocl::OpenCLExecutionContext& own) :
    isBound_(!own.empty() && areUMatsOnHost())
{
    if (isBound_)
        own.bind();
}

DeviceForMatsScope::~DeviceForMatsScope()
{
    if (!isBound_)
        return;
    ocl::OpenCLExecutionContext::getCurrentRef() = ocl::OpenCLExecutionContext();
    ocl::setUseOpenCL(false);
}

void makeOpenCLReady()
{
    Initialisation::instance().run();
}

bool isOpenCLReady()
{
    return Initialisation::instance().isDone();
}

void requestOpenCL()
{
    if (!openclIsRequested.exchange(true))
        BackgroundThread::instance().post(
            []
            {
                makeOpenCLReady();
                BackgroundThread::stopAtExit(); // drivers and compilers are loaded now
            });
}

}} // namespace cv::clconv
