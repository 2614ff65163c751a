// SPDX-License-Identifier: Apache-2.0
//
// The part of a compiled peer that communicates with clconv_peers.py: reads lines from standard input and answers on
// standard output, see perf/peers/README.md. What libraries print is redirected to standard error.

#pragma once

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace peers {

struct Unsupported : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

inline void require(bool right, const std::string& what)
{
    if (!right)
        throw std::runtime_error(what);
}

using Bytes = std::vector<uint8_t>;

//! A cell of the grid: a filter, and the image that is the same for all peers.
struct Case
{
    explicit Case(std::istream& words)
    {
        for (std::string word; words >> word;)
            fields[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
        function = fields["function"];
        type = fields["type"];
        to = fields["to"];
        width = std::stoi(fields["width"]);
        height = std::stoi(fields["height"]);
        ksize = std::stoi(fields["ksize"]);
        sigma = std::stod(fields["sigma"]);
        images = size_t(std::stoi(fields["images"]));
        threads = std::stoi(fields["threads"]);
    }

    int channels() const { return type.back() - '0'; }
    bool isFloat() const { return type.compare(0, 3, "32F") == 0; }
    size_t values() const { return size_t(width) * size_t(height) * size_t(channels()); }
    size_t bytes() const { return values() * (isFloat() ? 4 : 1); }
    size_t bytesOfResult() const { return values() * (to.compare(0, 3, "32F") == 0 ? 4 : to[0] == '1' ? 2 : 1); }

    Bytes source() const { return read("source.raw"); }
    //! The coefficients of a correlation, row by row.
    std::vector<float> kernel() const { return floats("kernel.raw"); }
    //! The row whose outer product with itself is the filter; empty if there is none.
    std::vector<float> taps() const { return floats("taps.raw"); }

    std::string function, type, to;
    int width = 0, height = 0, ksize = 0, threads = 1;
    double sigma = 0;
    size_t images = 1; //!< number of sources and destinations used in turn

    Bytes read(const std::string& name) const
    {
        std::ifstream file(fields.at("folder") + "/" + name, std::ios::binary);
        require(bool(file), "cannot read " + name);
        return Bytes(std::istreambuf_iterator<char>(file), {});
    }

    void writeResult(const Bytes& result) const
    {
        require(result.size() == bytesOfResult(), "a result of " + std::to_string(result.size()) + " bytes");
        std::ofstream file(fields.at("result"), std::ios::binary);
        file.write(reinterpret_cast<const char*>(result.data()), std::streamsize(result.size()));
        require(bool(file), "cannot write the result");
    }

private:
    std::vector<float> floats(const std::string& name) const
    {
        const Bytes raw = read(name);
        std::vector<float> values(raw.size() / sizeof(float));
        if (!values.empty())
            std::memcpy(values.data(), raw.data(), raw.size());
        return values;
    }

    std::map<std::string, std::string> fields;
};

//! A filter that is ready to run.
class Filter
{
public:
    virtual ~Filter() = default;
    virtual void call(size_t image) = 0; //!< filters the image of this index
    virtual void wait() {}               //!< waits for all calls
    virtual Bytes result() = 0;          //!< of the call with the first image
    //! Words NAME=VALUE: threads, border, tolerance, runs_as, calls (the function called).
    virtual std::string notes() const = 0;
};

class Measurement
{
public:
    Measurement(const Case& c, std::unique_ptr<Filter> filter) : images_(c.images), filter_(std::move(filter))
    {
        filter_->call(0);
        filter_->wait();
        c.writeResult(filter_->result());
    }

    std::string notes() const { return filter_->notes(); }

    //! Microseconds per call of back-to-back calls that take about `seconds`; short calls are preceded by others.
    double operator()(double seconds)
    {
        double one = batch(1);
        for (size_t calls = 2; calls < 10000 && one * double(calls) < seconds; calls *= 2)
            one = batch(calls) / double(calls);
        const size_t calls = size_t(std::min(std::max(seconds / one, 1.), 10000.));
        return batch(calls) / double(calls) * 1e6;
    }

private:
    double batch(size_t calls)
    {
        const auto start = std::chrono::steady_clock::now();
        for (size_t i = 0; i < calls; i++)
            filter_->call(next_++ % images_);
        filter_->wait();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }

    size_t images_, next_ = 0;
    std::unique_ptr<Filter> filter_;
};

//! Answers until the input ends. `version` names the library, its version and the device or compiler.
inline int serve(const std::string& version, const std::function<std::unique_ptr<Filter>(const Case&)>& prepare)
{
    std::FILE* answers = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    const auto answer = [&](const std::string& text)
    {
        std::fprintf(answers, "%s\n", text.c_str());
        std::fflush(answers);
    };
    answer("peer " + version);
    std::unique_ptr<Measurement> measurement;
    for (std::string line; std::getline(std::cin, line);)
    {
        std::istringstream words(line);
        std::string verb;
        words >> verb;
        try
        {
            if (verb == "case")
            {
                measurement.reset(); // free its memory before the next are allocated
                const Case c(words);
                measurement.reset(new Measurement(c, prepare(c)));
                answer("ready " + measurement->notes());
            }
            else if (verb == "run" && measurement)
            {
                double seconds = 0;
                words >> seconds;
                answer("time " + std::to_string((*measurement)(seconds)));
            }
            else
            {
                measurement.reset();
                answer("ended");
            }
        }
        catch (const Unsupported& reason)
        {
            answer(std::string("unsupported ") + reason.what());
        }
        catch (const std::exception& error)
        {
            std::string text = error.what();
            for (char& letter : text)
                letter = letter == '\n' ? ' ' : letter;
            answer("failed " + text);
        }
    }
    return 0;
}

} // namespace peers
