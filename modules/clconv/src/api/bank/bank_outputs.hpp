// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The UMats that the filters of a bank write. Outputs that share memory with the source, or overlap an earlier output,
// are computed in temporary images and copied last.

#pragma once

#include "api/arguments.hpp"

namespace cv
{
namespace clconv
{

class BankOutputs
{
public:
    //! Creates what does not exist.
    BankOutputs(const UMat& src, OutputArrayOfArrays dst, const std::vector<Call>& calls);

    //! What the filters are to write: the outputs, or temporary images. All may be on the host.
    std::vector<UMat>& results() { return results_; }

    //! Moves an image that was made here to the host, so that the device has memory for something else. Its content is
    //! lost.
    //! @returns false if there is none
    bool moveOneToHost();

    //! Moves the images of filters that did not run to the host where the device has no memory for them: drivers may
    //! report that only when a command uses an image.
    void moveThoseWithoutMemory(const std::vector<bool>& done);

    //! Copies temporary images to their outputs.
    //! @param src may be empty: it was released
    void write(const UMat& src);

private:
    void moveToHost(size_t i);

    const _OutputArray& dst_;
    const std::vector<Call>& calls_;
    std::vector<UMat> outputs_, results_;
    std::vector<bool> isMade_; //!< results that were made here, and can be replaced
};

} // namespace clconv
} // namespace cv
