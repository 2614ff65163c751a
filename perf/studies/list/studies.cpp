// SPDX-License-Identifier: Apache-2.0
//
// The list of studies.

#include "study.hpp"

namespace study {

const std::vector<const Study*>& studies()
{
    static const std::vector<const Study*> list = {&reda, &imagination, &amd, &gaster, &sellner};
    return list;
}

} // namespace study
