// SPDX-License-Identifier: Apache-2.0
//
// clconv-builder: builds a program that a call of another process needs. The library starts it
// (dispatch/builder_process.hpp).

#include "dispatch/builder_process.hpp"

#include <cstdlib>

int main()
{
    // Without destructors: drivers may crash where their threads still compile.
    std::_Exit(cv::clconv::runBuilder());
}
