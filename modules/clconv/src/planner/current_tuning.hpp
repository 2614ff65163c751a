// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// Which tuning tables hold: the file that the environment names, before the compiled-in table of single devices.

#pragma once

#include "tuning/table.hpp"
#include "util/thread_override.hpp"

namespace cv
{
namespace clconv
{

//! What holds for the calling thread: the innermost TuningScope, else the file that OPENCV_CLCONV_TUNING_FILE named at the first
//! call, before the compiled-in table.
const Tuning& currentTuning();

//! The tables of this file, if it is not empty, before the compiled-in one. A file that cannot be read is warned of.
Tuning loadTuning(const std::string& file);

//! Puts another file in that place for the calling thread while it lives: for tests. A file that cannot be read is warned of.
class TuningScope : public ThreadOverride<Tuning>
{
public:
    explicit TuningScope(const std::string& file) : ThreadOverride(loadTuning(file)) {}
};

} // namespace clconv
} // namespace cv
