// SPDX-License-Identifier: Apache-2.0
//
// Stages of a chain that share a launch, as a program needs them: which stages, but not their numbers. Kernels compile
// the list (kernels/common/stages.cl); api/chain/fusion/fused_stages.hpp makes it.

#pragma once

#include "util/precomp.hpp"

namespace cv { namespace clconv {

//! Rows of a value that a filter keeps.
struct KeptRows
{
    int rows;
    int margin; //!< pixels of such a row besides those of the tile
};

struct Fusion
{
    std::string stages;      //!< the entries of CHAIN
    int result = 0;          //!< number of the value that is the output
    int above = 0;           //!< source rows above an output's own row that the output depends on
    int below = 0;           //!< the same below
    int margin = 0;          //!< pixels on either side of a tile that stages copy from its inside, at the image's edges
    int left = 0, right = 0; //!< source pixels beside a tile that are loaded with it
    int minRows = 1;         //!< rows that an image needs for such copies above and below it
    int sourceChannels = 1, channels = 1, outputChannels = 1;
    int secondDepth = -1; //!< of a second image; -1: there is none
    int numbers = 1;      //!< how many the program reads: the taps of all filters, ...
    int opaque = 0;       //!< index of the number for the fourth channel, where grey becomes colours
    int values = 0;       //!< rows of values that a work-item has at a time, besides those that it keeps
    int valueMargin = 0;  //!< pixels of these besides those of the tile
    int sideTaps = 0;     //!< rows and columns of the filters that read the same value; 0 if none do
    std::vector<KeptRows> kept;

    //! All but the list and what is kept, which follows from it.
    std::vector<int> fields() const
    {
        return {result,   above,          below,          margin,      left,    right,  minRows,     opaque,
                channels, sourceChannels, outputChannels, secondDepth, numbers, values, valueMargin, sideTaps};
    }

    bool operator==(const Fusion& other) const { return stages == other.stages && fields() == other.fields(); }

    //! Scalars that a work-item keeps from row to row, for a tile of so many pixels.
    size_t keptScalars(int pixels) const
    {
        size_t scalars = 0;
        for (const KeptRows& one : kept)
            scalars += size_t(one.rows) * size_t(pixels + one.margin) * size_t(channels);
        return scalars;
    }
};

}} // namespace cv::clconv
