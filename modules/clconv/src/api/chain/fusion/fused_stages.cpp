// SPDX-License-Identifier: Apache-2.0
//
// The list that kernels/common/stages.cl compiles: windows, lags of stages behind the source in rows, numbers.

#include "api/chain/fusion/fused_stages.hpp"
#include "api/chain/fusion/stage_values.hpp"
#include "problem/build_options.hpp"

namespace cv { namespace clconv {
namespace {

//! An entry of the list.
struct Node
{
    const Value* value; //!< null: a row that is loaded, or one that is delayed
    int inputs[2];      //!< nodes; -1: none
    int lag;            //!< rows behind the newest of the source
    int which;          //!< of a loaded row: 0 of the source, 1 of the second image
    int delay;          //!< of a delayed one: rows
    int first;          //!< index of its first number
    int left, right;    //!< its window
    int edgeBorder;     //!< of filters that read it, where it is no loaded row; -1: none does
    bool extends;       //!< outside the image it is what the source's border makes of its values, without copies
};

bool needsDouble(int depth)
{
    return depth == CV_32S || depth == CV_64F;
}

//! Why a filter's rows outside the image are not among those that it keeps; empty: they are.
std::string innerBorderRefusal(const Call& call)
{
    const int rows = call.filterSize.height, above = call.anchor.y, below = rows - 1 - above;
    const int border = call.border & ~BORDER_ISOLATED;
    const int distance = border == BORDER_REFLECT_101 ? 0 : border == BORDER_REFLECT ? 1 : INT_MAX;
    if (border == BORDER_WRAP)
        return "BORDER_WRAP of a value that is computed in the same launch";
    if (distance < INT_MAX && (2 * above - distance > rows - 1 || 2 * below - distance > rows - 1))
        return "a reflected border of a filter whose anchor is not in its middle";
    return "";
}

//! Whether a filter's result on a mirrored image is mirrored.
bool isSymmetric(const Call& call)
{
    if (call.anchor != Point(call.filterSize.width / 2, call.filterSize.height / 2) || call.filterSize.width % 2 == 0 ||
        call.filterSize.height % 2 == 0)
        return false;
    for (const Mat& kernel : call.kernels)
        for (int axis : {0, 1})
        {
            Mat flipped;
            flip(kernel, flipped, axis);
            if (cv::norm(kernel, flipped, NORM_INF) != 0)
                return false;
        }
    return true;
}

class Builder
{
public:
    Builder(const std::vector<Value>& values, const std::vector<int>& members) : values_(values), members_(members) {}

    FusedStages build()
    {
        out_.result = members_.back();
        for (int member : members_)
            for (int value : {member, values_[size_t(member)].stage->inputs[0]})
                if (!isKnownDepth(values_[size_t(value)].depth()))
                    out_.refusal = "a depth that kernels do not have";
        if (out_.refusal.empty())
            out_.refusal = findImages();
        if (out_.refusal.empty())
            out_.refusal = findType();
        if (out_.refusal.empty())
        {
            findBorder();
            out_.refusal = makeNodes();
        }
        if (!out_.refusal.empty())
            return out_;
        findExtending();
        findWindows();
        write();
        return out_;
    }

private:
    bool isMember(int value) const { return std::count(members_.begin(), members_.end(), value) > 0; }

    //! The images that the launch reads.
    std::string findImages()
    {
        std::vector<int> outside, filtered;
        for (int member : members_)
        {
            const ChainStage& stage = *values_[size_t(member)].stage;
            for (int i = 0; i < (takesTwo(stage.operation) ? 2 : 1); ++i)
            {
                const int input = stage.inputs[i];
                if (isMember(input))
                    continue;
                outside.push_back(input);
                if (stage.operation == Operation::Filter || stage.operation == Operation::Color)
                    filtered.push_back(input);
            }
        }
        for (std::vector<int>* list : {&outside, &filtered})
        {
            std::sort(list->begin(), list->end());
            list->erase(std::unique(list->begin(), list->end()), list->end());
        }
        if (outside.size() > 2 || filtered.size() > 1)
            return "more images than a launch reads";
        out_.source = filtered.empty() ? outside.front() : filtered.front();
        out_.second = outside.size() < 2 ? -1 : outside.front() + outside.back() - out_.source;
        return "";
    }

    std::string findType()
    {
        bool doubles = false;
        std::vector<int> all = members_;
        all.push_back(out_.source);
        all.push_back(out_.second < 0 ? out_.source : out_.second);
        for (int i : all)
            doubles = doubles || needsDouble(values_[size_t(i)].depth());
        for (int member : members_)
            if (const Call* const call = values_[size_t(member)].call.get())
            {
                const double sum = largestSum(*call);
                if (sum > exactDoubles)
                    return "a filter whose sums are not exact: their order is that of its own program";
                if (isAverage(call->rounding) && call->dstDepth() > CV_32S)
                    return "an average that is no integer";
                doubles = doubles || sum > exactFloats;
            }
        out_.doubles = doubles;
        for (int member : members_)
        {
            const ChainStage& stage = *values_[size_t(member)].stage;
            const bool alone =
                needsDouble(values_[size_t(stage.inputs[0])].depth()) || needsDouble(values_[size_t(member)].depth());
            if (rounds(stage) && stage.operation != Operation::Color && alone != doubles)
                return "a stage that computes in float beside one in double";
            if (stage.operation == Operation::Color && doubles)
                return "colours beside numbers in double";
        }
        return "";
    }

    //! The border of the filters that read the source. Without any it is that of the first filter, so that the stages
    //! before that filter extend their values.
    void findBorder()
    {
        out_.border = BORDER_REPLICATE | BORDER_ISOLATED;
        bool found = false;
        for (int member : members_)
            if (const Call* const call = values_[size_t(member)].call.get())
            {
                const bool direct = !isMember(values_[size_t(member)].stage->inputs[0]);
                if (direct || !found)
                    out_.border = direct ? call->border : call->border | BORDER_ISOLATED;
                found = true;
                if (direct)
                    return;
            }
    }

    //! Whether a stage that is computed outside the image gives what the source's border makes of its values inside.
    bool extends(const Node& node) const
    {
        const int border = out_.border & ~BORDER_ISOLATED;
        if (node.which >= 0)
            return node.which == 0;
        for (int input : node.inputs)
            if (input >= 0)
            {
                const Node& from = nodes_[size_t(input)];
                if (!from.extends ||
                    (from.edgeBorder >= 0 && from.edgeBorder != border)) // another border overwrites it
                    return false;
            }
        const Call* const call = node.value ? node.value->call.get() : nullptr;
        return call ? (border == BORDER_REFLECT || border == BORDER_REFLECT_101) &&
                          (call->border & ~BORDER_ISOLATED) == border && isSymmetric(*call)
                    : border != BORDER_CONSTANT;
    }

    const Value& valueOf(int value) const { return values_[size_t(value)]; }

    int add(Node node)
    {
        node.left = node.right = 0;
        node.edgeBorder = -1;
        nodes_.push_back(node);
        return int(nodes_.size()) - 1;
    }

    //! The node of a value, `lag` rows behind the source; made where there is none.
    int at(int value, int lag)
    {
        const auto key = std::make_pair(value, lag);
        const auto found = places_.find(key);
        if (found != places_.end())
            return found->second;
        const bool loaded = value == out_.source || value == out_.second;
        const int node =
            loaded
                ? add({nullptr, {-1, -1}, lag, value == out_.source ? 0 : 1, 0, 0, 0, 0, 0, false})
                : add({nullptr, {at(value, lags_.at(value)), -1}, lag, -1, lag - lags_.at(value), 0, 0, 0, 0, false});
        places_[key] = node;
        return node;
    }

    int lagOf(int value) const { return isMember(value) ? lags_.at(value) : 0; }

    std::string makeNodes()
    {
        std::vector<double> numbers;
        const Value& front = valueOf(members_.front());
        const bool isColours = front.stage->operation == Operation::Color; // those that it makes are not values
        const int channels = isColours ? 1 : front.channels();
        std::map<int, std::vector<Size>> readers; // filters, by the value that they read
        for (int member : members_)
        {
            const Value& value = valueOf(member);
            const ChainStage& stage = *value.stage;
            const bool two = takesTwo(stage.operation), color = stage.operation == Operation::Color;
            const bool grey = color && value.channels() == 1, colours = color && !grey;
            if ((grey && stage.inputs[0] != out_.source) || (colours && member != out_.result))
                return "colours that are neither read nor written by the launch";
            if (!colours && value.channels() != channels)
                return "values of different numbers of channels";
            if (!grey && valueOf(stage.inputs[0]).channels() != (colours ? 1 : channels))
                return "values of different numbers of channels";
            int lag = two ? std::max(lagOf(stage.inputs[0]), lagOf(stage.inputs[1])) : lagOf(stage.inputs[0]);
            Node node = {&value, {-1, -1}, lag, -1, 0, int(numbers.size()), 0, 0, 0, false};
            node.inputs[0] = at(stage.inputs[0], lag);
            if (two)
                node.inputs[1] = at(stage.inputs[1], lag);
            if (const Call* const call = value.call.get())
            {
                node.lag += call->filterSize.height - 1 - call->anchor.y;
                const bool inner = isMember(stage.inputs[0]);
                readers[stage.inputs[0]].push_back(call->filterSize);
                const std::string refusal = inner ? innerBorderRefusal(*call) : "";
                if (!refusal.empty())
                    return refusal;
                for (const Mat& kernel : call->kernels)
                {
                    Mat taps;
                    kernel.convertTo(taps, CV_64F);
                    numbers.insert(numbers.end(), taps.begin<double>(), taps.end<double>());
                }
                numbers.push_back(call->delta);
                if (!inner)
                {
                    if (call->border != out_.border)
                        return "filters of one image with different borders";
                }
                else
                {
                    Node& input = nodes_[size_t(node.inputs[0])];
                    const int border = call->border & ~BORDER_ISOLATED;
                    if (input.edgeBorder >= 0 && input.edgeBorder != border)
                        return "filters of one value with different borders";
                    input.edgeBorder = border;
                    shape_.minRows = std::max(shape_.minRows,
                                              std::max(call->filterSize.height - call->anchor.y, call->anchor.y + 1));
                }
            }
            else
                addNumbers(values_, value, numbers);
            lags_[member] = node.lag;
            places_[std::make_pair(member, node.lag)] = add(node);
        }
        for (const auto& value : readers)
            for (const Size& filter : value.second)
                shape_.sideTaps += value.second.size() > 1 ? filter.width + filter.height : 0;
        shape_.channels = channels;
        shape_.sourceChannels = valueOf(out_.source).channels();
        shape_.outputChannels = valueOf(out_.result).channels();
        shape_.secondDepth = out_.second < 0 ? -1 : valueOf(out_.second).depth();
        const int depth = valueOf(out_.result).depth();
        if (shape_.outputChannels == 4 && shape_.channels == 1)
        {
            shape_.opaque = int(numbers.size());
            numbers.push_back(depth > CV_32S ? 1 : limitsOf(depth).most);
        }
        if (numbers.empty())
            numbers.push_back(0);
        shape_.numbers = int(numbers.size());
        out_.numbers = Mat(numbers, true).reshape(1, 1);
        return "";
    }

    //! Sets which nodes extend themselves, once all borders are known; inputs come before what reads them.
    void findExtending()
    {
        for (Node& node : nodes_)
            node.extends = extends(node);
    }

    //! From the result to the source: what each node has to compute beside the outputs' columns, and the rows that the
    //! outputs depend on.
    void findWindows()
    {
        std::vector<int> above(nodes_.size(), 0);
        for (size_t i = nodes_.size(); i-- > 0;)
        {
            const Node& node = nodes_[i];
            const Call* const call = node.value ? node.value->call.get() : nullptr;
            for (int input : node.inputs)
            {
                if (input < 0)
                    continue;
                Node& from = nodes_[size_t(input)];
                from.left = std::max(from.left, node.left + (call ? call->anchor.x : 0));
                from.right =
                    std::max(from.right, node.right + (call ? call->filterSize.width - 1 - call->anchor.x : 0));
                above[size_t(input)] = std::max(above[size_t(input)], above[i] + (call ? call->anchor.y : 0));
            }
            if (node.which >= 0)
                shape_.above = std::max(shape_.above, above[i]);
            if (node.which == 0)
                shape_.left = std::max(shape_.left, node.left), shape_.right = std::max(shape_.right, node.right);
            if (node.edgeBorder >= 0)
                shape_.margin = std::max(shape_.margin, std::max(node.left, node.right));
        }
        shape_.below = nodes_.back().lag;
    }

    //! The border as the list has it: values that extend themselves need one only if the source has pixels beside it.
    std::string borderOf(const Node& node) const
    {
        const std::string border = std::to_string(node.edgeBorder);
        return node.extends && node.edgeBorder == (out_.border & ~BORDER_ISOLATED) ? "IMPLIED(" + border + ")" : border;
    }

    void write()
    {
        std::string& list = shape_.stages;
        for (size_t i = 0; i < nodes_.size(); ++i)
        {
            const Node& node = nodes_[i];
            const std::string window = format("%zu,%d,%d,", i, node.left, node.right);
            const int margin = node.left + node.right;
            const int rows = node.which == 0 ? shape_.sourceChannels / shape_.channels : 1; // of colours several
            shape_.values += rows;
            shape_.valueMargin += rows * margin;
            if (node.which >= 0)
            {
                const Value& image = valueOf(node.which == 0 ? out_.source : out_.second);
                list += "LOAD(" + window + typeName(image.depth()) +
                        format(",%d,%d,%d)", image.channels(), node.which, node.lag);
            }
            else if (node.delay > 0)
            {
                list += "DELAY(" + window + format("%d,%d)", node.inputs[0], node.delay);
                shape_.kept.push_back({node.delay + 1, margin});
            }
            else if (node.value->call)
            {
                const Call& call = *node.value->call;
                const Node& input = nodes_[size_t(node.inputs[0])];
                list += "FILTER(" + window +
                        format("%d,%d,%d,%d,%d,%d,", node.inputs[0], call.filterSize.width, call.filterSize.height,
                               call.anchor.x, call.anchor.y, call.isSeparated() ? 1 : 0) +
                        borderOf(input) + "," + roundingOf(values_, *node.value, out_.doubles) +
                        format(",%d)", node.first);
                shape_.kept.push_back({call.filterSize.height, call.isSeparated() ? margin : input.left + input.right});
            }
            else if (node.value->stage->operation == Operation::Color && node.value->channels() == 1)
                list += "GREY(" + window + format("%d,", node.inputs[0]) + typeName(node.value->depth()) +
                        format(",%d,%d)", shape_.sourceChannels, node.first);
            else if (node.value->stage->operation == Operation::Color) // the output repeats it
                list += "ONE(" + window + format("%d,COPIED,AS_IT_IS,0,0,0)", node.inputs[0]);
            else if (node.inputs[1] < 0)
                list += "ONE(" + window + format("%d,", node.inputs[0]) + operationOf(*node.value->stage) + "," +
                        roundingOf(values_, *node.value, out_.doubles) + format(",%d)", node.first);
            else
                list += "TWO(" + window + format("%d,%d,", node.inputs[0], node.inputs[1]) +
                        operationOf(*node.value->stage) + "," + roundingOf(values_, *node.value, out_.doubles) +
                        format(",%d)", node.first);
            if (node.edgeBorder >= 0 && margin > 0)
                list += format("EDGE(%zu,", i) + borderOf(node) + ")";
        }
        shape_.result = int(nodes_.size()) - 1;
        out_.fusion = std::make_shared<Fusion>(shape_);
    }

    const std::vector<Value>& values_;
    const std::vector<int>& members_;
    FusedStages out_;
    Fusion shape_;
    std::vector<Node> nodes_;
    std::map<int, int> lags_;                   //!< of members, in rows
    std::map<std::pair<int, int>, int> places_; //!< nodes, by value and lag
};

} // namespace

FusedStages fuseFilters(const std::vector<Value>& values, const std::vector<int>& members)
{
    return Builder(values, members).build();
}

}} // namespace cv::clconv
