// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Both ends of the socket between them.

#include "dispatch/builder_process.hpp"
#include "dispatch/dispatcher.hpp"
#include "runtime/known_programs.hpp"
#include "dispatch/background_thread.hpp"
#include "util/log.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#ifdef __linux__
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;
#endif

namespace cv
{
namespace clconv
{

#ifdef __linux__

namespace
{

const char built = 'b'; // the answer

//! Closed with its last use.
struct Descriptor
{
    explicit Descriptor(int number_) : number(number_) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    void close()
    {
        if (number >= 0)
            ::close(number);
        number = -1;
    }
    int number;
};

//! Beside this library as it is installed, or built. Empty where it is not there.
std::string builderPath()
{
    Dl_info info;
    if (!dladdr(reinterpret_cast<void*>(&builderPath), &info) || !info.dli_fname)
        return "";
    const std::string file = info.dli_fname;
    const size_t slash = file.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : file.substr(0, slash);
    for (const char* path : {"clconv-builder", "clconv/clconv-builder", "../bin/clconv-builder"})
        if (access((folder + '/' + path).c_str(), X_OK) == 0)
            return folder + '/' + path;
    return "";
}

//! What distinguishes the calling thread's device among those of the machine; devices that have it in common also have
//! their programs in common.
std::string identityOf(const cl::Device& device)
{
    return cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>()).getInfo<CL_PLATFORM_NAME>() + '\n' +
           device.getInfo<CL_DEVICE_NAME>() + '\n' + device.getInfo<CL_DRIVER_VERSION>();
}

cl::Device currentDevice()
{
    return cl::Device(static_cast<cl_device_id>(ocl::Device::getDefault().ptr()), true);
}

//! Without what is loaded into this program alone.
std::vector<char*> builderEnvironment()
{
    std::vector<char*> variables;
    for (char** variable = environ; *variable; ++variable)
        if (std::strncmp(*variable, "LD_PRELOAD=", std::strlen("LD_PRELOAD=")) != 0)
            variables.push_back(*variable);
    variables.push_back(nullptr);
    return variables;
}

//! @param socket its standard input and output
//! @returns whether it was started
bool spawnBuilder(const std::string& path, int socket)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    char* const arguments[] = {const_cast<char*>(path.c_str()), nullptr};
    std::vector<char*> environment = builderEnvironment();
    pid_t pid = 0;
    const int error = posix_spawn(&pid, path.c_str(), &actions, nullptr, arguments, environment.data());
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        return false;
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) // its child goes on; the program's own handler may be faster
    {
    }
    return true;
}

bool sendAll(int socket, const std::string& text)
{
    for (size_t sent = 0; sent < text.size();)
    {
        const ssize_t count = send(socket, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        sent += size_t(count);
    }
    return shutdown(socket, SHUT_WR) == 0;
}

//! The answer, or that this process ends.
BuilderResult receiveAnswer(int socket)
{
    const int milliseconds = 10; // that the end of the process may have to wait
    pollfd polled = {socket, POLLIN, 0};
    while (poll(&polled, 1, milliseconds) == 0 || (polled.revents == 0 && errno == EINTR))
        if (BackgroundThread::instance().isStopping())
            return BuilderResult::Stopped;
    char answer = 0;
    return recv(socket, &answer, 1, 0) == 1 && answer == built ? BuilderResult::Built : BuilderResult::Unavailable;
}

std::string readAll(int file)
{
    std::string text;
    char part[4096];
    for (ssize_t count = 0; (count = ::read(file, part, sizeof(part))) > 0;)
        text.append(part, size_t(count));
    return text;
}

//! Closes what the program had open: a pipe of it would not end before this process.
void closeInherited()
{
    std::vector<int> files;
    if (DIR* const folder = opendir("/proc/self/fd"))
    {
        while (const dirent* const entry = readdir(folder))
            files.push_back(std::atoi(entry->d_name));
        closedir(folder);
    }
    for (int file : files)
        if (file > STDERR_FILENO)
            close(file);
}

//! Makes OpenCV use that device.
void useDevice(const std::string& identity)
{
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    for (const cl::Platform& platform : platforms)
    {
        std::vector<cl::Device> devices;
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        for (const cl::Device& device : devices)
            if (identityOf(device) == identity)
            {
                const cl::Context context(device);
                clRetainContext(context()); // OpenCV takes a reference over
                ocl::OpenCLExecutionContext::create(platform.getInfo<CL_PLATFORM_NAME>(), platform(), context(),
                                                    device())
                    .bind();
                return;
            }
    }
    throw std::runtime_error("the device is not there");
}

//! The first line of a request is the length of the identity, which follows; then the rehearsal.
std::string requestOf(const Rehearsal& rehearsal)
{
    const std::string identity = identityOf(currentDevice());
    return std::to_string(identity.size()) + '\n' + identity + toText(rehearsal);
}

void buildRequest(const std::string& request)
{
    const size_t line = request.find('\n'), length = size_t(std::stoul(request));
    useDevice(request.substr(line + 1, length));
    const Rehearsal rehearsal = rehearsalFromText(request.substr(line + 1 + length));
    Dispatcher::current()->build(rehearsal);
    ocl::finish();
}

} // namespace

BuilderResult buildInProcess(const Rehearsal& rehearsal)
{
    static const std::string path = builderPath();
    if (path.empty() || KnownPrograms::instance().path().empty())
        return BuilderResult::Unavailable;
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return BuilderResult::Unavailable;
    const Descriptor own(sockets[0]);
    Descriptor other(sockets[1]);
    if (!spawnBuilder(path, other.number))
        return BuilderResult::Unavailable;
    other.close();
    if (!sendAll(own.number, requestOf(rehearsal)))
        return BuilderResult::Unavailable;
    const BuilderResult result = receiveAnswer(own.number);
    if (result == BuilderResult::Built)
        KnownPrograms::instance().read();
    return result;
}

int runBuilder()
{
    signal(SIGPIPE, SIG_IGN);
    closeInherited();
    if (fork() != 0) // the program need not wait for this process
        _exit(0);
    const int lowest = 5;
    setpriority(PRIO_PROCESS, 0, lowest);
    const std::string request = readAll(STDIN_FILENO);
    // One build at a time for all processes: sixteen that want the same program build it once.
    const Descriptor lock(
        open((KnownPrograms::instance().path() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (lock.number < 0 || flock(lock.number, LOCK_EX) != 0)
        return 1;
    KnownPrograms::instance().read();
    try
    {
        buildRequest(request);
    }
    catch (const std::exception&)
    {
        return 1;
    }
    return ::write(STDOUT_FILENO, &built, 1) == 1 ? 0 : 1;
}

#else

BuilderResult buildInProcess(const Rehearsal&)
{
    return BuilderResult::Unavailable;
}

int runBuilder()
{
    return 1;
}

#endif

} // namespace clconv
} // namespace cv
