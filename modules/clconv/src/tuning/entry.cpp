// SPDX-License-Identifier: Apache-2.0
//
// Which devices and problems an entry matches, and its text.

#include "tuning/entry.hpp"

#include <sstream>

namespace cv { namespace clconv {
namespace {

std::string trimmed(const std::string& text)
{
    const char* const blanks = " \t\r";
    const size_t first = text.find_first_not_of(blanks);
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

const int fieldCount = 6;

//! The texts between bars, trimmed. A comment begins in the last field: the name of a device may contain #.
std::vector<std::string> fieldsOf(const std::string& text)
{
    std::vector<std::string> fields;
    size_t begin = 0, end;
    do
    {
        const bool last = fields.size() + 1 >= size_t(fieldCount);
        end = std::min(text.find_first_of(last ? "|#" : "|", begin), text.size());
        fields.push_back(trimmed(text.substr(begin, end - begin)));
        begin = end + 1;
    } while (end < text.size() && text[end] == '|');
    return fields;
}

std::pair<std::string, std::string> firstWord(const std::string& text)
{
    const size_t blank = std::min(text.find_first_of(" \t"), text.size());
    return std::make_pair(text.substr(0, blank), trimmed(text.substr(blank)));
}

bool readDevices(const std::string& text, DeviceClass& devices)
{
    const auto words = firstWord(text);
    const bool named = !words.second.empty();
    devices.cpu = words.first == "cpu";
    devices.name = words.second;
    if (words.first == "device")
        devices.level = DeviceClass::Device;
    else if (words.first == "cpu" || words.first == "gpu")
        devices.level = named ? DeviceClass::Vendor : DeviceClass::Kind;
    else if (words.first == "default")
        devices.level = DeviceClass::All;
    else
        return false;
    return named ? devices.level != DeviceClass::All : devices.level != DeviceClass::Device;
}

std::string depthName(int depth)
{
    return depth < 0 ? "*" : depthToString(depth) + 3; // without its "CV_"
}

bool readDepth(const std::string& text, int& depth)
{
    for (depth = -1; depth <= CV_16F; ++depth)
        if (text == depthName(depth))
            return true;
    return false;
}

bool readDepths(const std::string& text, ProblemClass& problems)
{
    const size_t dash = text.find('-');
    return readDepth(text.substr(0, dash), problems.srcDepth) &&
           readDepth(dash == std::string::npos ? text : text.substr(dash + 1), problems.dstDepth);
}

bool readFilterSize(const std::string& text, ProblemClass& problems)
{
    const size_t by = text.find('x');
    return readRange(text.substr(0, by), 1, problems.width) &&
           readRange(by == std::string::npos ? text : text.substr(by + 1), 1, problems.height);
}

const char* const structures[] = {"*", "separable", "dense"}; // in the order of Structure

bool readConditions(const std::string& text, ProblemClass& problems)
{
    problems.structure = Structure::Any;
    std::istringstream words(text);
    for (std::string word; words >> word;)
    {
        const auto structure = std::find(std::begin(structures), std::end(structures), word);
        const size_t equals = word.find('=');
        Condition condition = {word.substr(0, equals), Interval()};
        if (structure != std::end(structures))
            problems.structure = Structure(structure - structures);
        else if (equals != std::string::npos && readRange(word.substr(equals + 1), 0, condition.range))
            problems.conditions.push_back(condition);
        else
            return false;
    }
    return !text.empty();
}

std::string conditionsText(const ProblemClass& problems)
{
    std::string text;
    if (problems.structure != Structure::Any || problems.conditions.empty())
        text = structures[int(problems.structure)];
    for (const Condition& condition : problems.conditions)
        text += (text.empty() ? "" : " ") + condition.quantity + "=" + toString(condition.range, 0);
    return text;
}

std::string readParameters(const std::string& text, const KnownParameters& known, TuningEntry& entry)
{
    const auto words = firstWord(text);
    entry.preferred = words.first == "prefer";
    const Force force = parseForce(entry.preferred ? words.second : text);
    const auto impl = known.find(force.name);
    if (impl == known.end())
        return "there is no implementation '" + force.name + "'";
    if (!force.error.empty())
        return force.error;
    for (const auto& param : force.params)
        if (impl->second.count(param.first) == 0)
            return "'" + force.name + "' has no parameter " + param.first;
    if (force.params.empty() && !entry.preferred)
        return "it gives '" + force.name + "' neither parameters nor preference";
    for (const Condition& condition : entry.problems.conditions)
        if (!quantityOf(condition.quantity) && impl->second.count(condition.quantity) == 0)
            return "'" + condition.quantity + "' is neither a quantity nor a parameter of '" + force.name + "'";
    for (const Condition& condition : entry.problems.conditions)
        if (entry.preferred && !isProblemQuantity(condition.quantity))
            return "'" + condition.quantity + "' is decided after an implementation is preferred";
    entry.implementation = force.name;
    entry.params = force.params;
    return "";
}

bool fits(const std::string& pattern, const std::string& name)
{
    const std::string known = trimmed(name);
    if (!pattern.empty() && pattern.back() == '*')
        return known.compare(0, pattern.size() - 1, pattern, 0, pattern.size() - 1) == 0;
    return known == pattern;
}

bool areForBanks(const std::vector<Condition>& conditions)
{
    return std::any_of(conditions.begin(), conditions.end(),
                       [](const Condition& condition)
                       { return condition.quantity == "filters" || condition.quantity == "FILTERS"; });
}

} // namespace

bool ProblemClass::holds(const Problem& p) const
{
    return (srcDepth < 0 || srcDepth == p.srcDepth) && (dstDepth < 0 || dstDepth == p.dstDepth) &&
           channels.holds(p.channels) && width.holds(p.filterSize.width) && height.holds(p.filterSize.height) &&
           (structure == Structure::Any || (structure == Structure::Separable) == p.separable()) &&
           (p.filterCount == 1 || areForBanks(conditions));
}

bool DeviceClass::holds(const DeviceTraits& traits) const
{
    if (level == Device)
        return fits(name, traits.name);
    if (level == All)
        return true;
    return cpu == traits.cpu && (level == Kind || fits(name, traits.vendor));
}

std::string readEntry(const std::string& text, const KnownParameters& known, TuningEntry& entry)
{
    const std::vector<std::string> fields = fieldsOf(text);
    if (fields.size() != size_t(fieldCount))
        return format("it has %d fields instead of %d", int(fields.size()), fieldCount);
    if (!readDevices(fields[0], entry.devices))
        return "'" + fields[0] + "' names no devices";
    if (!readDepths(fields[1], entry.problems))
        return "'" + fields[1] + "' is no depth or pair of depths";
    if (!readRange(fields[2], 1, entry.problems.channels))
        return "'" + fields[2] + "' is no number of channels";
    if (!readFilterSize(fields[3], entry.problems))
        return "'" + fields[3] + "' is no filter size";
    if (!readConditions(fields[4], entry.problems))
        return "'" + fields[4] + "' is neither separable nor dense nor *, nor conditions like taps=3..5";
    return readParameters(fields[5], known, entry);
}

std::string toString(const TuningEntry& entry)
{
    const DeviceClass& d = entry.devices;
    const ProblemClass& p = entry.problems;
    const std::string kind = d.level == DeviceClass::Device ? "device"
                             : d.level == DeviceClass::All  ? "default"
                             : d.cpu                        ? "cpu"
                                                            : "gpu";
    return kind + (d.name.empty() ? "" : " " + d.name) + " | " + depthName(p.srcDepth) +
           (p.srcDepth == p.dstDepth ? "" : "-" + depthName(p.dstDepth)) + " | " + toString(p.channels) + " | " +
           toString(p.width) + (p.width == p.height ? "" : "x" + toString(p.height)) + " | " + conditionsText(p) +
           " | " + (entry.preferred ? "prefer " : "") + toString(entry.implementation, entry.params);
}

DeviceClass onlyDevice(const DeviceTraits& traits)
{
    const std::string name = trimmed(traits.name);
    const size_t bar = name.find('|'); // separates fields
    return {DeviceClass::Device, traits.cpu, bar == std::string::npos ? name : name.substr(0, bar) + "*"};
}

}} // namespace cv::clconv
