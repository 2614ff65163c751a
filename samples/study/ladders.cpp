// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The list of studies.

#include "ladder.hpp"

namespace study
{

const std::vector<const Ladder*>& ladders()
{
    static const std::vector<const Ladder*> list = {&reda, &imagination, &amd, &gaster, &sellner};
    return list;
}

} // namespace study
