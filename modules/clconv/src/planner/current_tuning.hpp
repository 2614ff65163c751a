// SPDX-License-Identifier: Apache-2.0
//
// Which tuning tables are in effect: the file that the environment names, or the user's own for a device, before the
// compiled-in table for single devices.

#pragma once

#include "tuning/table.hpp"
#include "util/call_settings.hpp"

namespace cv { namespace clconv {

//! The lines of a table with a value that their implementation accepts for no problem: "table:line: why". Planning
//! ignores them.
std::vector<std::string> unusableLines(const TuningTable& table);

//! The table in this file before the compiled-in one. A file that cannot be read, or an unusable line of it, is ignored
//! with a warning.
//! @param file its name; empty: only the compiled-in table
Tuning loadTuning(const std::string& file);

//! Where the user's tuning file for a device with this driver is, as clconv_tune writes it:
//! $XDG_CONFIG_HOME/clconv/tuning/<device>-<driver>.txt, with $HOME/.config for a variable that is not set. Empty where
//! there is no home.
std::string userTuningFile(const std::string& device, const std::string& driver);

//! That file before the compiled-in table. No tables at all if there is no such file, if it is not the user's, or if
//! OPENCV_CLCONV_TUNING_FILE is set, even to an empty text.
Tuning userTuning(const std::string& device, const std::string& driver);

//! The tables in effect for the calling thread on any device: those of the innermost TuningScope, else the file that
//! OPENCV_CLCONV_TUNING_FILE named at the first call, before the compiled-in table; only the latter if results are
//! repeatable.
inline const Tuning& currentTuning()
{
    if (repeatable() && !callSettings().tuning)
    {
        static const Tuning compiledIn = loadTuning("");
        return compiledIn;
    }
    return currentSetting<Tuning, &CallSettings::tuning>("OPENCV_CLCONV_TUNING_FILE", loadTuning);
}

//! The tables in effect for the calling thread on a device for which the user may have a file.
inline const Tuning& currentTuning(const Tuning& users)
{
    return users.tables.empty() || repeatable() || callSettings().tuning ? currentTuning() : users;
}

//! Replaces the tables for the calling thread while it lives: for tests, benchmark and tuner.
class TuningScope : public SettingScope<Tuning, &CallSettings::tuning>
{
public:
    explicit TuningScope(const std::string& file) : SettingScope(loadTuning(file)) {}
    explicit TuningScope(const Tuning& loaded) : SettingScope(loaded) {}
};

}} // namespace cv::clconv
