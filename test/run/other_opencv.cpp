// SPDX-License-Identifier: Apache-2.0
//
// Imitates another OpenCV for clconv-run. As a library: one filter with OpenCV's symbol. As a program with
// CALLS_LIBRARY: calls it with images that are not objects, so that reading them would crash. As a program without: has
// the text of a statically linked core module.

namespace cv {

class _InputArray;
class _OutputArray;
template<typename T>
struct Size_
{
    T width, height;
};
template<typename T>
struct Point_
{
    T x, y;
};

#ifdef IS_LIBRARY
int calls = 0;

void blur(const _InputArray&, const _OutputArray&, Size_<int>, Point_<int>, int)
{
    ++calls;
}
#else
extern int calls;
void blur(const _InputArray&, const _OutputArray&, Size_<int>, Point_<int>, int);
#endif

} // namespace cv

#ifdef CALLS_LIBRARY
int main()
{
    char* const nowhere = reinterpret_cast<char*>(16);
    const cv::_InputArray& src = *reinterpret_cast<cv::_InputArray*>(nowhere);
    const cv::_OutputArray& dst = *reinterpret_cast<cv::_OutputArray*>(nowhere);
    cv::blur(src, dst, cv::Size_<int>(), cv::Point_<int>(), 4);
    return cv::calls == 1 ? 0 : 1;
}
#elif !defined(IS_LIBRARY)
extern const char information[];
const char information[] = "\nGeneral configuration for OpenCV 9.9.9 =====\n";

int main(int argc, char**)
{
    return information[argc] == 'G' ? 0 : 1;
}
#endif
