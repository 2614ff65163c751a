// SPDX-License-Identifier: Apache-2.0
//
// The test program's main function. Without an OpenCL device it fails, because a run on the CPU would have tested
// nothing. With --without-device it looks for none, for the tests that need none (test/labels.cmake). Commands must end
// before the process: PoCL 5 and Mesa's driver may crash if their threads still compile at exit.

#include "support/test_precomp.hpp"
#include "support/device.hpp"

#ifdef __OPENCV_TESTS
CV_TEST_MAIN("", if (!clconv_test::chooseDevice()) std::exit(1))
#else
int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    if (argc == 2 && std::string(argv[1]) == "--without-device")
        return RUN_ALL_TESTS();
    if (!clconv_test::chooseDevice())
        return 1;
    const int result = RUN_ALL_TESTS();
    cv::ocl::finish();
    return result;
}
#endif
