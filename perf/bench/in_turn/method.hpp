// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Two ways to the same result, measured in turn: the times of each, and a line of the table about both.

#pragma once

#include "../options.hpp"

#include <functional>
#include <memory>
#include <ostream>

namespace bench
{

std::unique_ptr<cv::clconv::ForceScope> scopeOf(const std::string& force);

//! One of them, and its times in microseconds.
struct Method
{
    std::function<void()> next; //!< takes other images; empty: the same for each call
    std::function<void()> call;
    std::string force, ran;
    std::vector<double> wall, device;

    void roundOfCalls();
    void roundOfEvents(const cv::ocl::OpenCLExecutionContext& profiling);
};

//! Rounds of both, alternating which is first.
void measureInTurn(Method& one, Method& other, int rounds);

//! Times of both for the table and the file: wall times, their ratio, device times.
std::vector<std::string> timesOf(const Method& one, const Method& other);

//! A row about both to the table and to the file.
void printRow(std::ostream& csv, std::vector<std::string> row, const Method& one, const Method& other, bool correct);

void printCells(std::ostream& out, const std::vector<std::string>& cells, const char* separator, const char* widths);

} // namespace bench
