// SPDX-License-Identifier: Apache-2.0
//
// Processes, pipes, and the loop of a builder.

#include "builders.hpp"
#include "implementations/implementation.hpp"

#include <opencv2/core/ocl.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <iostream>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace tune {
namespace {

using Seconds = std::chrono::duration<double>;

void makePipe(int ends[2])
{
    if (pipe(ends) != 0)
        throw std::runtime_error("no pipe to a builder process");
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC); // otherwise builders would hold each other's pipes open
}

} // namespace

Builders::Builders(int count)
{
    signal(SIGPIPE, SIG_IGN); // a builder that crashed is replaced
    for (int i = 0; i < count; i++)
        workers_.push_back(spawn());
}

Builders::~Builders()
{
    for (Worker& worker : workers_)
        stop(worker);
}

Builders::Worker Builders::spawn() const
{
    int input[2], output[2];
    makePipe(input);
    makePipe(output);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], 0);
    posix_spawn_file_actions_adddup2(&actions, output[1], 1);
    const std::string path = "/proc/self/exe", option = "--builder";
    char* const arguments[] = {const_cast<char*>(path.c_str()), const_cast<char*>(option.c_str()), nullptr};
    pid_t pid = 0;
    const int error = posix_spawn(&pid, path.c_str(), &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(input[0]);
    close(output[1]);
    if (error != 0)
        throw std::runtime_error("a builder process cannot be started");
    return {pid, input[1], output[0], -1, {}};
}

//! The end of its input ends the loop of an idle builder; a running build is killed.
void Builders::stop(Worker& worker) const
{
    if (worker.pid == 0)
        return;
    close(worker.input);
    close(worker.output);
    if (worker.program >= 0)
        kill(worker.pid, SIGKILL);
    waitpid(worker.pid, nullptr, 0);
    worker = {0, -1, -1, -1, {}};
}

bool Builders::assign(Worker& worker, const std::vector<Program>& programs, size_t index)
{
    const std::string line = programs[index].first + "\t" + programs[index].second + "\n";
    worker.program = int(index);
    worker.begin = Clock::now();
    return write(worker.input, line.data(), line.size()) == ssize_t(line.size());
}

//! Waits for one or more builds; ends builders that crashed or take too long.
void Builders::wait(std::vector<bool>& done, Clock::time_point end)
{
    std::vector<pollfd> polled;
    for (const Worker& worker : workers_)
        polled.push_back({worker.program >= 0 ? worker.output : -1, POLLIN, 0});
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    poll(polled.data(), nfds_t(polled.size()), int(std::min<long long>(std::max<long long>(left, 0), 1000)));
    const bool over = Clock::now() >= end;
    for (size_t i = 0; i < workers_.size(); i++)
    {
        Worker& worker = workers_[i];
        if (worker.program < 0 || (!polled[i].revents && !over))
            continue;
        char answer = 0;
        if (polled[i].revents && read(worker.output, &answer, 1) == 1)
        {
            done[size_t(worker.program)] = true;
            built++;
            seconds += Seconds(Clock::now() - worker.begin).count();
            worker.program = -1;
            continue;
        }
        stop(worker);
    }
}

std::vector<bool> Builders::build(const std::vector<Program>& programs, Clock::time_point begin, Clock::time_point end)
{
    const auto start = Clock::now();
    for (Worker& worker : workers_)
        if (worker.pid == 0 && start < begin) // starting it when it ended would disturb measurements
            worker = spawn();
    std::vector<bool> done(programs.size(), workers_.empty());
    size_t next = workers_.empty() ? programs.size() : 0;
    bool busy = true;
    while (busy)
    {
        for (Worker& worker : workers_)
            if (worker.pid && worker.program < 0 && next < programs.size() && Clock::now() < begin)
                assign(worker, programs, next++);
        busy = std::any_of(workers_.begin(), workers_.end(), [](const Worker& w) { return w.program >= 0; });
        if (busy)
            wait(done, end);
    }
    waited += Seconds(Clock::now() - start).count();
    return done;
}

int runBuilder()
{
    using namespace cv;
    const int answers = dup(1); // OpenCV logs failed builds to standard output
    if (!std::freopen("/dev/null", "w", stdout) || !ocl::useOpenCL())
        return 1;
    for (std::string line; std::getline(std::cin, line);)
    {
        const size_t tab = line.find('\t');
        const auto* impl = clconv::implementationOf(line.substr(0, tab));
        if (tab == std::string::npos || !impl)
            return 1;
        String log;
        ocl::ProgramSource& source = *impl->source;
        ocl::Program program = ocl::Context::getDefault().getProg(source, line.substr(tab + 1), log);
        ocl::Context::getDefault().unloadProg(program);
        if (write(answers, "\n", 1) != 1)
            return 1;
    }
    return 0;
}

} // namespace tune
