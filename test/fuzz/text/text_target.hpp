// SPDX-License-Identifier: Apache-2.0
//
// Shared by the programs that fuzz functions of text: the entry point that libFuzzer and replay.cpp call, statements
// that must hold, and problems on described devices, drawn from bytes of the input.

#pragma once

#include "problem/device_traits.hpp"
#include "problem/plan.hpp"

#include <cstdint>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace clconv_test {

//! Ends the program if a statement does not hold, so that a fuzzer keeps the input.
void require(bool holds, const std::string& statement);

//! Consumes bytes from the front of the input; after its end they are zero.
class Bytes
{
public:
    Bytes(const uint8_t* data, size_t size) : data_(data), left_(size) {}

    //! A number from [0, end).
    int below(int end);
    std::string rest() const { return std::string(reinterpret_cast<const char*>(data_), left_); }
    const uint8_t* data() const { return data_; }
    size_t left() const { return left_; }

private:
    const uint8_t* data_;
    size_t left_;
};

struct PlannedProblem
{
    cv::clconv::Problem problem;
    cv::clconv::DeviceTraits device;
};

//! Draws types, sizes, a filter and a described device from eight bytes.
PlannedProblem problemFrom(Bytes& bytes);

//! Requires that a plan may reach a compiler: names and values have known characters, and the device allows its sizes.
void requireSoundPlan(const PlannedProblem& planned, const cv::clconv::Plan& plan);

} // namespace clconv_test
