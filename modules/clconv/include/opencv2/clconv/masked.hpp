// SPDX-License-Identifier: Apache-2.0
//
// Filters of images some of whose pixels are missing. opencv2/clconv.hpp includes this header.

#ifndef OPENCV_CLCONV_MASKED_HPP
#define OPENCV_CLCONV_MASKED_HPP

#include "opencv2/core.hpp"

namespace cv { namespace clconv {

//! @addtogroup clconv
//! @{

/** @brief Correlates an image with a kernel, counting only the pixels that are there.

\f[\texttt{dst}(x,y) = \texttt{delta} + \frac{\sum_{i,j} \texttt{kernel}(i,j)\; m(x',y')\; \texttt{src}(x',y')}
   {\sum_{i,j} \texttt{kernel}(i,j)\; m(x',y')},\quad
   x' = x+i-\texttt{anchor.x},\; y' = y+j-\texttt{anchor.y}\f]

where m is the weight of a pixel. A pixel of weight 0 does not count, whatever it holds: a cloud in a satellite image, a
dead pixel of a camera, a pixel outside a telescope's field. This is normalized convolution (H. Knutsson and C.-F.
Westin, "Normalized and differential convolution", 1993). A kernel whose taps are positive gives a weighted mean.

@code
// elevation: CV_32FC1, NaN where the satellite saw nothing
const cv::Mat gauss = cv::getGaussianKernel(9, 2, CV_32F);
cv::clconv::filter2DMasked(elevation, cv::noArray(), smooth, -1, gauss * gauss.t());
@endcode

@param[in] src input image, of any number of channels
@param[in] mask one channel, of the size of @p src: CV_8U, where pixels other than 0 have weight 1, or CV_32F, the
weights themselves, which must be finite. Without a mask (cv::noArray(), or an empty image), NaN has weight 0 and any
other value 1, in each channel separately.
@param[out] dst output image of the same size and number of channels as @p src; may be @p src or @p mask, or overlap
them.
@param[in] ddepth,anchor see filter2D
@param[in] kernel see filter2D; of one channel
@param[in] delta added to every quotient
@param[in] borderType how pixels outside the image and their weights are obtained, see filter2D. With #BORDER_CONSTANT
pixels outside have weight 0. The border surrounds a region of an image too, as with #BORDER_ISOLATED.
@param[in] emptyValue output, without @p delta, where all pixels under the kernel have weight 0 or the divisor is 0; NaN
only where the result has floats

Accuracy: the two sums of one pass are within \f$(wh + 8)\,u\,\sum|k||m||s|\f$ and \f$(wh + 8)\,u\,\sum|k||m|\f$ of the
exact ones, with u as for filter2D, and the quotient is rounded once more. Kernels whose taps cancel can make the second
sum as small as its error.

Method: on a device one pass takes both sums. For large kernels, images on the host and images beyond the device's
memory, filter2D filters the weighted pixels and the weights, both in double, and an image of where weights are not 0,
which finds outputs without weights; the first result is divided by the second.

@throws cv::Exception as filter2D, and `Error::StsAssert` for several channels of @p kernel or a @p mask of another size
or type.

@sa filter2D
*/
CV_EXPORTS_W void filter2DMasked(InputArray src, InputArray mask, OutputArray dst, int ddepth, InputArray kernel,
                                 Point anchor = Point(-1, -1), double delta = 0, int borderType = BORDER_DEFAULT,
                                 double emptyValue = 0);

//! @}

}} // namespace cv::clconv

#endif // OPENCV_CLCONV_MASKED_HPP
