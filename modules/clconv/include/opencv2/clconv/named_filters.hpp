// SPDX-License-Identifier: Apache-2.0
//
// OpenCV's linear filters by name. opencv2/clconv.hpp includes this header.

#ifndef OPENCV_CLCONV_NAMED_FILTERS_HPP
#define OPENCV_CLCONV_NAMED_FILTERS_HPP

#include "opencv2/core.hpp"
#include "opencv2/imgproc.hpp"

namespace cv { namespace clconv {

//! @addtogroup clconv
//! @{

/** @name Filters by name

The functions of OpenCV whose filter is known: the same arguments, defaults, results and errors, each as one launch of
the engine behind filter2D and sepFilter2D. What clconv.hpp states about depths, channels, borders, regions, calls in
place and the CPU fallback applies to them too.

Accuracy: that of sepFilter2D (Laplacian: of filter2D) with the given coefficients, see the table at the head of
clconv.hpp. 8-bit results differ from those of OpenCV on a Mat by at most 1.
@{ */

/** @brief Blurs an image with a Gaussian.

\f[\texttt{dst}(x,y) = \sum_{i=0}^{w-1}\sum_{j=0}^{h-1} g_{w,\sigma_X}(i)\,g_{h,\sigma_Y}(j)\cdot
   \texttt{src}(x+i-\tfrac{w-1}{2},\; y+j-\tfrac{h-1}{2}), \quad
   g_{n,\sigma}(i) \propto e^{-(i-(n-1)/2)^2/2\sigma^2}, \quad \sum_i g_{n,\sigma}(i) = 1\f]

@code
cv::clconv::GaussianBlur(image, blurred, cv::Size(), 2.5);
@endcode

Results of CV_8U and CV_16U are bit for bit those of cv::GaussianBlur on a Mat (with `ALGO_HINT_ACCURATE` where OpenCV
has hints), except for regions that read their parent. Both use coefficients that are multiples of 1/256 and of 1/65536,
exact sums, and round halves up. The sums of CV_16U are taken in double; a device without double leaves them to the CPU.

@param[in] src,borderType see filter2D
@param[out] dst output image of the type of @p src; see filter2D
@param[in] ksize odd numbers; 0: 6*sigma + 1 for CV_8U and 8*sigma + 1 for other depths, rounded to an odd number.
@param[in] sigmaX standard deviation along a row, in pixels; 0: 0.3*((ksize.width - 1)/2 - 1) + 0.8.
@param[in] sigmaY the same along a column; 0: sigmaX.

@throws cv::Exception as filter2D, and `Error::StsAssert` where a size is even or cannot be derived.

@sa cv::GaussianBlur, sepFilter2D
*/
CV_EXPORTS_W void GaussianBlur(InputArray src, OutputArray dst, Size ksize, double sigmaX, double sigmaY = 0,
                               int borderType = BORDER_DEFAULT);

#if CV_VERSION_MAJOR > 4 || (CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 11)
#define CLCONV_HAS_ALGORITHM_HINT
/** @overload
@param[in] src,ksize,sigmaX,sigmaY,borderType see above
@param[out] dst see above
@param[in] hint has no effect: there is one method, whose accuracy is given above.
*/
CV_EXPORTS void GaussianBlur(InputArray src, OutputArray dst, Size ksize, double sigmaX, double sigmaY, int borderType,
                             AlgorithmHint hint);
#endif

/** @brief Sums or averages the pixels of a box.

\f[\texttt{dst}(x,y) = \alpha \sum_{i=0}^{w-1}\sum_{j=0}^{h-1}
   \texttt{src}(x+i-\texttt{anchor.x},\; y+j-\texttt{anchor.y}), \quad
   \alpha = \tfrac{1}{wh} \text{ if normalize, else } 1\f]

@code
cv::clconv::boxFilter(image, sums, CV_32S, cv::Size(5, 5), cv::Point(-1, -1), false);
@endcode

Sums of integers are exact up to 2^53 and saturate, where those of cv::boxFilter overflow beyond 2^31. Averages of
integers are the exact quotient, rounded once: half to even, and half up where cv::boxFilter does so on a Mat, for
CV_8U to CV_8U and up to 256 pixels. (There cv::boxFilter also rounds up quotients just below a half if the number of
pixels is a power of two.) Averages of CV_32F over more than 25 pixels are summed in double, as cv::boxFilter does,
where the device has fast doubles, so that differences such as E[x^2] - E[x]^2 keep their accuracy. On CPU devices the
time hardly grows with the size of the box.

@param[in] src,ddepth,borderType see filter2D
@param[out] dst see filter2D
@param[in] ksize size of the box, positive
@param[in] anchor the box's element that lies over the pixel being computed; a negative number on an axis means its
middle.
@param[in] normalize divides the sums by the area of the box.

@throws cv::Exception as filter2D, and `Error::StsAssert` where a size is not positive.

@sa cv::boxFilter, blur
*/
CV_EXPORTS_W void boxFilter(InputArray src, OutputArray dst, int ddepth, Size ksize, Point anchor = Point(-1, -1),
                            bool normalize = true, int borderType = BORDER_DEFAULT);

/** @brief Averages the pixels of a box: boxFilter with the depth of @p src, normalized.

\f[\texttt{dst}(x,y) = \frac{1}{wh} \sum_{i=0}^{w-1}\sum_{j=0}^{h-1}
   \texttt{src}(x+i-\texttt{anchor.x},\; y+j-\texttt{anchor.y})\f]

@code
cv::clconv::blur(image, blurred, cv::Size(7, 7));
@endcode

@param[in] src,ksize,anchor,borderType see boxFilter
@param[out] dst output image of the type of @p src; see boxFilter

@throws cv::Exception as boxFilter.

@sa cv::blur, boxFilter
*/
CV_EXPORTS_W void blur(InputArray src, OutputArray dst, Size ksize, Point anchor = Point(-1, -1),
                       int borderType = BORDER_DEFAULT);

/** @brief Computes a derivative with a Sobel filter.

\f[\texttt{dst}(x,y) = \texttt{delta} + \texttt{scale} \sum_{i}\sum_{j} d_{dx}(i)\,d_{dy}(j)\cdot
   \texttt{src}(x+i-\tfrac{n-1}{2},\; y+j-\tfrac{n-1}{2})\f]

where \f$d_k\f$ are the coefficients of cv::getDerivKernels for the derivative of order k: for `ksize` 3 (1 2 1),
(-1 0 1) and (1 -2 1).

@code
cv::clconv::Sobel(image, gradientX, CV_16S, 1, 0);
@endcode

@param[in] src,ddepth,delta,borderType see filter2D
@param[out] dst see filter2D
@param[in] dx order of the derivative along a row
@param[in] dy order of the derivative along a column
@param[in] ksize odd, 1 to 31; 1: 3x1 or 1x3 without smoothing; cv::FILTER_SCHARR: the filter of Scharr.
@param[in] scale factor of the derivative

@throws cv::Exception as filter2D, and the errors of cv::getDerivKernels: `Error::StsOutOfRange` where @p ksize is even
or larger than 31, `Error::StsAssert` where an order is negative, both are zero, or one is not below @p ksize.

@sa cv::Sobel, Scharr
*/
CV_EXPORTS_W void Sobel(InputArray src, OutputArray dst, int ddepth, int dx, int dy, int ksize = 3, double scale = 1,
                        double delta = 0, int borderType = BORDER_DEFAULT);

/** @brief Computes a first derivative with the 3x3 filter of Scharr.

Sobel's formula with the coefficients (-1 0 1) along the derivative and (3 10 3) across.

@code
cv::clconv::Scharr(image, gradientY, CV_32F, 0, 1);
@endcode

@param[in] src,ddepth,delta,borderType see filter2D
@param[out] dst see filter2D
@param[in] dx order of the derivative along a row: 1 or 0
@param[in] dy order of the derivative along a column: 0 or 1, so that the two sum to 1
@param[in] scale factor of the derivative

@throws cv::Exception as filter2D, and `Error::StsAssert` for other orders.

@sa cv::Scharr, Sobel
*/
CV_EXPORTS_W void Scharr(InputArray src, OutputArray dst, int ddepth, int dx, int dy, double scale = 1,
                         double delta = 0, int borderType = BORDER_DEFAULT);

/** @brief Computes the sum of the second derivatives along both axes.

\f[\texttt{dst} = \texttt{delta} + \texttt{scale}
   \left(\frac{\partial^2 \texttt{src}}{\partial x^2} + \frac{\partial^2 \texttt{src}}{\partial y^2}\right)\f]

For `ksize` 1 the filter is (0 1 0; 1 -4 1; 0 1 0), for 3 it is (2 0 2; 0 -8 0; 2 0 2). For larger sizes it is the sum
of the two Sobel filters of order 2, which is no outer product and runs as one 2-D filter.

@code
cv::clconv::Laplacian(image, edges, CV_16S, 5);
@endcode

@param[in] src,ddepth,delta,borderType see filter2D
@param[out] dst see filter2D
@param[in] ksize odd, 1 to 31
@param[in] scale factor of the sum

@throws cv::Exception as filter2D; `Error::StsOutOfRange` where @p ksize is even or larger than 31, `Error::StsAssert`
where it is negative.

@sa cv::Laplacian, Sobel
*/
CV_EXPORTS_W void Laplacian(InputArray src, OutputArray dst, int ddepth, int ksize = 1, double scale = 1,
                            double delta = 0, int borderType = BORDER_DEFAULT);

//! @}

//! @}

}} // namespace cv::clconv

#endif // OPENCV_CLCONV_NAMED_FILTERS_HPP
