// SPDX-License-Identifier: Apache-2.0
//
// Both ends of the socket between a process and its builder.

#include "dispatch/builder_process.hpp"
#include "dispatch/dispatcher.hpp"
#include "dispatch/background_thread.hpp"
#include "util/log.hpp"

#include <cerrno>
#include <csignal>
#include <iostream>

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

namespace cv { namespace clconv {

#ifdef __linux__

namespace {

const char endOfText = '\0';          // of both texts of a request: device and rehearsal
const char built = 'b', unable = 'u'; // answers
const unsigned longestBuild = 900;    // seconds, also on a busy machine; then a compiler that hangs is ended

//! Closes its file when it is destroyed.
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

//! The builder's path, relative to this library as installed or as built; empty if it is not there.
std::string builderPath()
{
    Dl_info info;
    if (!dladdr(reinterpret_cast<void*>(&builderPath), &info) || !info.dli_fname)
        return "";
    const std::string file = info.dli_fname;
    const std::string folder = file.substr(0, file.rfind('/') + 1);
    if (folder.empty() || folder[0] != '/') // relative to a current folder that may have changed
        return "";
    for (const char* path : {"clconv-builder", "clconv/clconv-builder", "../bin/clconv-builder"})
        if (access((folder + path).c_str(), X_OK) == 0)
            return folder + path;
    return "";
}

//! What distinguishes a device among those of the machine; devices with the same identity share their programs.
std::string identityOf(const cl::Device& device)
{
    return cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>()).getInfo<CL_PLATFORM_NAME>() + '\n' +
           device.getInfo<CL_DEVICE_NAME>() + '\n' + device.getInfo<CL_DRIVER_VERSION>();
}

//! The environment, without variables that concern only this program.
std::vector<char*> builderEnvironment()
{
    std::vector<char*> variables;
    for (char** variable = environ; *variable; ++variable)
    {
        const std::string name(*variable, std::strcspn(*variable, "="));
        if (name != "LD_PRELOAD" && name != "OPENCV_CLCONV_RECORD")
            variables.push_back(*variable);
    }
    variables.push_back(nullptr);
    return variables;
}

//! @param socket becomes the builder's standard input and output
//! @returns the builder's process; 0: it was not started
pid_t spawnBuilder(const std::string& path, int socket)
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
    return error == 0 ? pid : 0;
}

//! Waits for a builder that has answered or died. The program's own SIGCHLD handler may have reaped it already.
void reap(pid_t builder)
{
    int status = 0;
    while (waitpid(builder, &status, 0) < 0 && errno == EINTR)
    {
    }
}

//! @returns whether all of it was sent
bool sendAll(int socket, const std::string& text)
{
    for (size_t sent = 0; sent < text.size();)
    {
        const ssize_t count = send(socket, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        sent += size_t(count);
    }
    return true;
}

//! Waits for the answer, or for the end of this process.
BuilderResult receiveAnswer(int socket)
{
    const int milliseconds = 10; // that the process's end may be delayed
    pollfd polled = {socket, POLLIN, 0};
    while (poll(&polled, 1, milliseconds) == 0 || (polled.revents == 0 && errno == EINTR))
        if (BackgroundThread::instance().isStopping())
            return BuilderResult::Stopped;
    char answer = 0;
    if (recv(socket, &answer, 1, 0) != 1)
        return BuilderResult::Died;
    return answer == built ? BuilderResult::Built : BuilderResult::Unavailable;
}

//! Closes the files that the program had open: its pipes would otherwise stay open as long as this process.
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

//! Processes build one at a time, so that those that need the same program build it once.
//! @param lock descriptor of the file that they lock
bool isBuilt(int lock, const std::string& identity, const std::string& rehearsal)
{
    static std::string used;
    if (lock < 0 || flock(lock, LOCK_EX) != 0)
        return false;
    bool is = false;
    alarm(longestBuild);
    try
    {
        KnownPrograms::instance().read();
        if (used != identity)
            useDevice(identity);
        used = identity;
        Dispatcher::current()->build(rehearsalFromText(rehearsal));
        finishQueue();
        is = true;
    }
    catch (const std::exception&) // the device is not there, or has no memory
    {
    }
    alarm(0);
    flock(lock, LOCK_UN);
    return is;
}

//! The builder that this process has started, from its first request until stopBuilder(). Only the background thread
//! uses it.
struct Builder
{
    std::unique_ptr<Descriptor> socket;
    pid_t pid = 0;
};

Builder& builder()
{
    static Builder* const it = new Builder;
    return *it;
}

//! @returns whether there is one now
bool startBuilder()
{
    static const std::string path = builderPath();
    if (builder().socket)
        return true;
    int sockets[2];
    if (path.empty() || KnownPrograms::instance().path().empty() ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return false;
    builder().socket.reset(new Descriptor(sockets[0]));
    const Descriptor other(sockets[1]);
    builder().pid = spawnBuilder(path, other.number);
    if (builder().pid == 0)
        builder().socket.reset();
    return builder().socket != nullptr;
}

} // namespace

BuilderResult buildInBuilder(const Rehearsal& rehearsal)
{
    const cl::Device device(static_cast<cl_device_id>(ocl::Device::getDefault().ptr()), true);
    const std::string request = identityOf(device) + endOfText + toText(rehearsal) + endOfText;
    if (!startBuilder())
        return BuilderResult::Unavailable;
    const int socket = builder().socket->number;
    const BuilderResult result = sendAll(socket, request) ? receiveAnswer(socket) : BuilderResult::Died;
    if (result == BuilderResult::Built)
        KnownPrograms::instance().read();
    else if (result != BuilderResult::Stopped)
        stopBuilder();
    return result;
}

void stopBuilder()
{
    if (!builder().socket || BackgroundThread::instance().isStopping()) // it ends when the socket closes
        return;
    shutdown(builder().socket->number, SHUT_RDWR); // children of fork() may have it open, too
    builder().socket.reset();
    reap(builder().pid);
}

int runBuilder()
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL); // drivers wait for linkers that they start
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    setsid(); // it keeps running if a terminal ends the program
    closeInherited();
    const Descriptor answers(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    dup2(STDERR_FILENO, STDOUT_FILENO); // OpenCV prints compilers' messages there
    const int low = 5;                  // at 19 it would get a hundredth of a busy core
    setpriority(PRIO_PROCESS, 0, low);
    KnownPrograms::instance().noteFailures();
    const std::string path = KnownPrograms::instance().path();
    const Descriptor lock(
        path.empty() ? -1 : open((path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    std::string identity, rehearsal;
    while (std::getline(std::cin, identity, endOfText) && std::getline(std::cin, rehearsal, endOfText))
    {
        const char answer = isBuilt(lock.number, identity, rehearsal) ? built : unable;
        if (::write(answers.number, &answer, 1) != 1)
            break;
    }
    return 0;
}

#else

BuilderResult buildInBuilder(const Rehearsal&)
{
    return BuilderResult::Unavailable;
}

void stopBuilder() {}

int runBuilder()
{
    return 1;
}

#endif

}} // namespace cv::clconv
