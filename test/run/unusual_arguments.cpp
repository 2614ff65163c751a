// SPDX-License-Identifier: Apache-2.0
//
// A program of OpenCV alone, for clconv-run: unusual_arguments FUNCTION makes that function's unusual calls on UMats,
// and compares them with the same calls on Mats. It prints each call before making it, because an unchecked one may end
// the process, or never end. Exit code 1 if a call differs.

#include "support/unusual/unusual_call.hpp"

#include <opencv2/core/ocl.hpp>

#include <iostream>

int main(int argc, char** argv)
{
    using namespace clconv_test;
    if (argc != 2 || !cv::ocl::useOpenCL())
    {
        std::cerr << "usage: unusual_arguments FUNCTION, with an OpenCL device\n";
        return 2;
    }
    int calls = 0, differences = 0;
    for (const Function function : allFunctions())
    {
        if (nameOf(function) != argv[1])
            continue;
        for (const UnusualCall& call : unusualCalls(function))
        {
            std::cout << call.what << std::flush;
            const std::string difference = findDifference(call, performByOpenCV);
            std::cout << (difference.empty() ? "" : " differs: ") << difference << std::endl;
            ++calls;
            differences += difference.empty() ? 0 : 1;
        }
    }
    return calls > 0 && differences == 0 ? 0 : 1;
}
