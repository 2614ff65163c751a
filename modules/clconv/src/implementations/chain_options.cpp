// SPDX-License-Identifier: Apache-2.0
//
// What the implementations of chains have in common.

#include "implementations/chain_options.hpp"

namespace cv { namespace clconv {

bool hasEdges(const Problem& problem, int pixels)
{
    const int columns = problem.size.width, margin = problem.chain->margin;
    return pixels > margin && columns >= pixels && (columns == pixels || columns - pixels >= margin);
}

std::string chainUnsupported(const Problem& problem, int pixels)
{
    const Fusion& chain = *problem.chain;
    if (!hasEdges(problem, pixels))
        return format("images of %d columns in tiles of %d: edges are copied from %d columns inside",
                      problem.size.width, pixels, chain.margin + 1);
    return problem.size.height < chain.minRows ? "so few rows that a filter reads beyond both edges" : "";
}

void configureStages(const Problem& problem, Plan& plan)
{
    const Fusion& chain = *problem.chain;
    plan.layout = CoefficientKind::Full;
    plan.options.define("CHAIN", chain.stages)
        .define("CHAIN_RESULT", chain.result)
        .define("ABOVE", chain.above)
        .define("BELOW", chain.below)
        .define("SOURCE_BORDER", problem.border)
        .define("SURROUNDED", problem.beside != Beside::Border)
        .define("OUTPUT_CN", chain.outputChannels)
        .define("OPAQUE", chain.opaque);
    if (chain.secondDepth >= 0)
        plan.options.define("SECOND_T", typeName(chain.secondDepth));
}

MultiplyAdds stagesMultiplyAdds(const Problem& problem, const Params&)
{
    return MultiplyAdds(double(problem.chain->numbers));
}

}} // namespace cv::clconv
