// SPDX-License-Identifier: Apache-2.0
//
// The stages of a chain as they were added, and what they are for an image of a certain type and size.

#pragma once

#include "api/arguments.hpp"

namespace cv { namespace clconv {

enum class Operation
{
    Filter,
    Scale,     //!< input * numbers[0] + numbers[1]
    ScaleAbs,  //!< the magnitude of that
    Threshold, //!< numbers[0]: the threshold, numbers[1]: the value; code: of OpenCV
    Sum,       //!< of two values, as are the following
    Difference,
    Distance,
    Lesser,
    Greater,
    Weighted, //!< a * numbers[0] + b * numbers[1] + numbers[2]
    Magnitude,
    Color //!< code: of cv::cvtColor
};

inline bool takesTwo(Operation operation)
{
    return operation >= Operation::Sum && operation <= Operation::Magnitude;
}

//! The stages' values are numbered: 0 is the source, n the result of stage n - 1.
struct ChainStage
{
    Operation operation;
    int inputs[2];    //!< values; the second one counts only where the operation takes two
    std::string text; //!< as in C++; stages with equal texts and inputs are equal
    int depth;        //!< of the result; -1: of the (first) input
    double numbers[3];
    int code;
    //! The filter as a call on an image; null for a filter that copies. Throws as the function of that name.
    std::function<std::unique_ptr<Call>(InputArray src)> filter;

    bool operator==(const ChainStage& other) const
    {
        return operation == other.operation && inputs[0] == other.inputs[0] && inputs[1] == other.inputs[1] &&
               text == other.text;
    }
};

inline bool readsValue(const ChainStage& stage, int value)
{
    return stage.inputs[0] == value || (takesTwo(stage.operation) && stage.inputs[1] == value);
}

//! A value of a chain for a source of a type and size.
struct Value
{
    int type;
    const ChainStage* stage;          //!< null: the source
    std::shared_ptr<const Call> call; //!< of a filter that does not copy

    int depth() const { return CV_MAT_DEPTH(type); }
    int channels() const { return CV_MAT_CN(type); }
};

//! The values of all stages. Throws where a stage does not take the type of its input.
//! @param src its pixels are not read
std::vector<Value> valuesOf(const std::vector<ChainStage>& stages, InputArray src);

//! The type of the result of a stage that is no filter. Throws what OpenCV's function does where it does not take such
//! images.
int typeOf(const ChainStage& stage, int type, int secondType);

//! Computes a stage by OpenCV's function.
//! @param dst may be replaced
//! @param asOnUMats filters have the depths and bits that they have on UMats
void computeStage(const Value& value, const Mat& a, const Mat& b, Mat& dst, bool asOnUMats);

//! Channels of the source and of the result of cv::cvtColor; 0: the code is none between grey and colours.
std::pair<int, int> colorChannels(int code);

//! The threshold and the value as OpenCV rounds them for images of integers.
std::pair<double, double> thresholdFor(const ChainStage& stage, int depth);

}} // namespace cv::clconv
