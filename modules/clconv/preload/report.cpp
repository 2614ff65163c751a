// SPDX-License-Identifier: Apache-2.0
//
// The report: one line for each function that was called, on stderr.

#include "preload.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <pthread.h>
#include <unistd.h>

namespace clconv_preload {
namespace {

#define CLCONV_NAME(name, ...) #name,
const char* const names[] = {CLCONV_SERVED(CLCONV_NAME)};
#undef CLCONV_NAME
#define CLCONV_WORDS(name, words) words,
const char* const reasons[] = {CLCONV_REASONS(CLCONV_WORDS)};
#undef CLCONV_WORDS

std::atomic<unsigned long> served[functionCount], passed[functionCount][int(Reason::count)];
std::atomic<const Calls*> table;

unsigned long passedOn(int function)
{
    unsigned long sum = 0;
    for (const std::atomic<unsigned long>& count : passed[function])
        sum += count;
    return sum;
}

//! Printed as a whole: processes that end together write to one stderr.
void printFunction(int function)
{
    char text[1000] = "";
    if (const Calls* calls = table)
        calls->describe(Function(function), text, sizeof(text));
    char* line = NULL;
    size_t size = 0;
    FILE* const out = open_memstream(&line, &size);
    if (!out)
        return;
    std::fprintf(out, "clconv-run: %s: %lu served", names[function], served[function].load());
    if (*text)
        std::fprintf(out, " (%s)", text);
    std::fprintf(out, ", %lu passed on", passedOn(function));
    const char* separator = " (";
    for (int reason = 0; reason < int(Reason::count); ++reason)
        if (const unsigned long count = passed[function][reason])
        {
            std::fprintf(out, "%s%s %lu", separator, reasons[reason], count);
            separator = ", ";
        }
    std::fputs(passedOn(function) ? ")\n" : "\n", out);
    std::fclose(out);
    std::fputs(line, stderr);
    std::free(line);
}

//! A child of fork() reports its own calls.
void beginAnew()
{
    for (int f = 0; f < functionCount; ++f)
    {
        served[f] = 0;
        for (std::atomic<unsigned long>& count : passed[f])
            count = 0;
    }
}

__attribute__((constructor)) void registerFork()
{
    pthread_atfork(NULL, NULL, &beginAnew);
}

//! Whether this is the process that clconv-run started, and not one that the program started.
bool isProgram()
{
    const char* const process = std::getenv("CLCONV_RUN_REPORT");
    return process && std::atol(process) == long(getpid());
}

//! Every process with calls prints a report, also children of the program (PoCL starts linkers); the line about another
//! OpenCV is printed without --report too.
__attribute__((destructor)) void print()
{
    unsigned long reached = 0, own = 0;
    for (int f = 0; f < functionCount; ++f)
    {
        reached += served[f] + passedOn(f);
        own += served[f] + passedOn(f) - passed[f][int(Reason::OtherOpenCV)];
        if (isReporting() && served[f] + passedOn(f))
            printFunction(f);
    }
    const char* const other = own ? NULL : otherOpenCV();
    if (other)
        std::fprintf(stderr,
                     "clconv-run: %s uses another OpenCV than %s, which clconv serves: it ran as it does "
                     "without clconv-run (%s)\n",
                     program_invocation_short_name, CLCONV_OPENCV_SONAME, other);
    else if (isProgram() && !reached)
        std::fprintf(stderr, "clconv-run: %s called none of the functions that clconv serves\n",
                     program_invocation_short_name);
}

} // namespace

bool isReporting()
{
    static const bool reporting = std::getenv("CLCONV_RUN_REPORT") != NULL;
    return reporting;
}

void countServed(Function function, const Calls* calls)
{
    ++served[int(function)];
    table = calls;
}

const Calls* passOn(Function function, Reason reason)
{
    ++passed[int(function)][int(reason)];
    return NULL;
}

} // namespace clconv_preload
