// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// The public interface of clconv: linear filters for cv::UMat that take the place of OpenCV's own.

#ifndef OPENCV_CLCONV_HPP
#define OPENCV_CLCONV_HPP

#include "opencv2/core.hpp"
#include "opencv2/imgproc.hpp"

/**
@defgroup clconv Linear filters on OpenCL

What cv::filter2D computes on a cv::Mat, these functions compute on a cv::UMat: same arguments, same results,
same errors, on OpenCV's own OpenCL context and queue. A caller changes one namespace.

| | |
|---|---|
| depths | every pair of CV_8U CV_8S CV_16U CV_16S CV_32S CV_32F CV_64F for source and destination |
| channels | any number; each is filtered by itself |
| kernels | any size: even, 1×N, N×1, larger than the image; any depth; one channel; also a UMat |
| borders | #BORDER_CONSTANT (zero), #BORDER_REPLICATE, #BORDER_REFLECT, #BORDER_REFLECT_101, #BORDER_WRAP, each also with #BORDER_ISOLATED |
| in place | yes, also with overlapping regions of one image |
| regions of interest | the source reads its parent's pixels around it unless #BORDER_ISOLATED; a destination's surroundings stay untouched |
| size | images of 2 GiB and more |

The sums are taken in float, in double as soon as CV_64F is the depth of source or destination; results are rounded half
to even and saturated. A call on UMats returns before the device is done, as OpenCV's own functions do. All functions may be
called from several threads at once.

Without an OpenCL device, with OpenCL switched off, for Mat arguments, and wherever the device cannot do what is asked
or fails, the same result comes from OpenCV's functions on the CPU.
*/

namespace cv
{
namespace clconv
{

//! @addtogroup clconv
//! @{

/** @brief Correlates an image with a kernel.

\f[\texttt{dst}(x,y) = \texttt{delta} + \sum_{i=0}^{w-1}\sum_{j=0}^{h-1}
   \texttt{kernel}(i,j)\cdot\texttt{src}(x+i-\texttt{anchor.x},\; y+j-\texttt{anchor.y})\f]

where w×h is the size of the kernel. This is correlation: for a convolution, flip the kernel around both axes and give
`Point(w - anchor.x - 1, h - anchor.y - 1)` as the anchor.

Pixels outside an image, one row of which is `abcdefgh`:
@code
BORDER_CONSTANT     000000|abcdefgh|000000
BORDER_REPLICATE    aaaaaa|abcdefgh|hhhhhh
BORDER_REFLECT      fedcba|abcdefgh|hgfedc
BORDER_REFLECT_101  gfedcb|abcdefgh|gfedcb
BORDER_WRAP         cdefgh|abcdefgh|abcdef
@endcode

@param src input image, at most two dimensions. A region of interest reads its parent's pixels around it, unless @p borderType
holds #BORDER_ISOLATED. A region of a frame whose rows have padding is best given as a region of the Mat: a region of a UMat that was made
from it does not know the padding from pixels.
@param dst output image of the same size and number of channels as @p src; may be @p src itself or overlap it.
@param ddepth depth of @p dst; any negative value means the depth of @p src.
@param kernel coefficients, one channel, CV_8U to CV_64F or CV_16F. They are data: new ones compile nothing, but for the first
outer product of a size, and sparse ones that come often (see prepare). Those in a UMat are read back at each call, which waits for the device.
@param anchor the kernel's element over the pixel that is computed; -1 on an axis means its middle, `size / 2`.
@param delta added to every sum, before rounding.
@param borderType how pixels outside the image are made up, see above.

Depths: on UMats all 49 pairs of CV_8U to CV_64F. On Mats what cv::filter2D takes on a Mat, and #BORDER_WRAP besides.

Accuracy: on a device the sum that is rounded lies within \f$(wh + 8)\,u\,(|\texttt{delta}| + \sum|k||s|)\f$ of the exact one, where
\f$u\f$ is \f$2^{-24}\f$, or \f$2^{-53}\f$ as soon as CV_64F is involved. A kernel that is an outer product is run by its factors,
each tap then off by at most two units in the last place of the largest one, and by four in its own: up to
\f$u\,\min(4\max|k|\sum|s|,\; 8\sum|k||s|)\f$ more. 8-bit images on NVIDIA GPUs may be filtered with coefficients in fixed point of
23 bits, where the sums are off by at most 1/1024 for it before they are rounded (not at all for float results). The tests
hold every implementation to these bounds. An integer result is so the exact sum's rounding, or its neighbour where the error
reaches across a tie. On the CPU the accuracy is cv::filter2D's, which takes a Fourier transform for large kernels.

Method: on a device the sum above, term by term, without a transform. Several outputs a work-item share what they read, from registers
or from a tile and its halo in local memory (J. Sellner, "Performance evaluation of image convolution with gradient filters
in OpenCL", and B. Gaster et al., "Heterogeneous Computing with OpenCL", chapter 7, measure such steps). Outer products run as
a row pass and a column pass in one launch. explain() says what is taken; the head of each file in `kernels/` draws it.

@throws cv::Exception before anything is written, with the code cv::filter2D gives on a Mat:
`Error::StsAssert` for an empty source or kernel, an anchor outside the kernel, a kernel of several channels, more than two
dimensions, an output of a fixed other type (of a fixed other size: the code of its own create());
`Error::StsBadArg` for an unknown border (#BORDER_TRANSPARENT too);
`Error::StsNotImplemented` for depths outside CV_8U to CV_64F.

@sa cv::filter2D, sepFilter2D, explain
*/
CV_EXPORTS_W void filter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernel, Point anchor = Point(-1, -1),
                           double delta = 0, int borderType = BORDER_DEFAULT);

/** @brief Correlates an image with the outer product of two one-dimensional kernels.

\f[\texttt{dst}(x,y) = \texttt{delta} + \sum_{i}\sum_{j}
   \texttt{kernelX}(i)\,\texttt{kernelY}(j)\cdot\texttt{src}(x+i-\texttt{anchor.x},\; y+j-\texttt{anchor.y})\f]

Any lengths, odd or even, any anchor inside. The row filter's result stays in float (double with CV_64F): nothing is
rounded in between, so that 8-bit results can differ by 1 from cv::sepFilter2D, which uses fixed point there. The bound on
the sum is that of filter2D for the product of the two kernels.

Method: a row pass and a column pass in one launch where that is cheaper, else filter2D with the product; explain() with the
product as its kernel says which.

@param src see filter2D
@param dst see filter2D
@param ddepth see filter2D
@param kernelX coefficients along a row, 1×N or N×1, one channel.
@param kernelY coefficients along a column, 1×N or N×1, of the same type as @p kernelX.
@param anchor see filter2D; `x` lies in @p kernelX, `y` in @p kernelY.
@param delta see filter2D
@param borderType see filter2D

@throws cv::Exception as filter2D, and `Error::StsAssert` where a kernel is not one-dimensional or the types differ.

@sa cv::sepFilter2D, filter2D
*/
CV_EXPORTS_W void sepFilter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernelX, InputArray kernelY,
                              Point anchor = Point(-1, -1), double delta = 0, int borderType = BORDER_DEFAULT);

/** @brief Correlates one image with several kernels.

What filter2D gives for each kernel, with the source read once for several of them: derivatives along both axes, or a bank of
oriented filters.

@param src see filter2D
@param dst output images, one for each kernel: `std::vector<UMat>` or `std::vector<Mat>`, made as long as @p kernels. Images of the
right size and type that are there already are written to, also where they are regions of others, whose surroundings stay
untouched. They may be or overlap @p src: each result is that of the source before the call. Where outputs overlap one another the
later kernel's counts.
@param ddepth see filter2D
@param kernels `std::vector<Mat>` or `std::vector<UMat>`, at least one; of any sizes and depths, each as for filter2D.
@param anchor -1 on an axis means the middle of each kernel, whatever its size; any other number is the anchor of each
kernel, and must lie inside all of them.
@param delta see filter2D
@param borderType see filter2D

Accuracy: that of filter2D for each kernel.

Method: kernels of one size and one anchor share launches of up to eight, each work-item holding their sums in registers. Others
are padded with zeros around their anchors where that is cheap and the source has integers (a NaN times such a zero would be
NaN). Kernels that filter2D runs with less work than a sum over all taps, outer products, 8-bit images on matrix units, sparse
kernels with programs of their own (see prepare), are launched one by one; so are all where a bank is not known to be faster.

@throws cv::Exception as filter2D for each kernel, before anything is written, and `Error::StsAssert` where @p kernels is empty or
either is no vector of images.

@sa filter2D
*/
CV_EXPORTS_W void filterBank(InputArray src, OutputArrayOfArrays dst, int ddepth, InputArrayOfArrays kernels,
                             Point anchor = Point(-1, -1), double delta = 0, int borderType = BORDER_DEFAULT);

/** @brief Says in words how filter2D would run with these arguments, and why.

One line for each implementation, in the order in which they are asked: `name: taken, ...` with its parameters, work-group and
global size (without the groups that a launch adds for the image's edges) and local memory, or `name: refused, ` and the reason.
Nothing is built or run.

@param src as for filter2D; only its type, size and position are looked at.
@param ddepth see filter2D
@param kernel see filter2D
@param anchor see filter2D
@param borderType see filter2D
@returns the lines, each ended by a newline.

@throws cv::Exception as filter2D.
*/
CV_EXPORTS_W String explain(InputArray src, int ddepth, InputArray kernel, Point anchor = Point(-1, -1),
                            int borderType = BORDER_DEFAULT);

/** @brief Builds what filter2D will need for a kernel, before the first image comes.

Afterwards calls with the same coefficients, types and border, on images of that size, build nothing; nor do others, but for the
first image whose rows are aligned otherwise, and on a GPU the first that is too small to give it enough to do, or no longer is. Where it is faster, the
program is one for this kernel alone: its coefficients are compiled in, and taps that are zero are neither multiplied nor
loaded. That pays for sparse kernels above all, a derivative at a large scale for instance: 15×15 with six taps takes as long as 3×3. Such
programs hold up to 400 taps that are not zero, and 64 kernels for each context; for all others the usual program is built.
explain() says which one runs.

A sparse kernel that nobody prepared gets such a program too, after some hundred calls with the same coefficients; the environment
variable OPENCV_CLCONV_LITERAL says after how many (`after:N`), or never (`off`).

A NaN or an infinity of the source under a zero tap does not reach the result then, as with cv::filter2D on a Mat; with
coefficients that are data it gives NaN.

@param kernel see filter2D
@param srcType type of the images to come
@param ddepth see filter2D
@param anchor see filter2D
@param borderType see filter2D
@param size of the images to come, in pixels
@returns whether the next such call finds everything built; false where it will run on the CPU, without OpenCL or because no
program can be built.

@throws cv::Exception as filter2D.
*/
CV_EXPORTS_W bool prepare(InputArray kernel, int srcType, int ddepth, Point anchor = Point(-1, -1),
                          int borderType = BORDER_DEFAULT, Size size = Size(1920, 1080));

//! @}

} // namespace clconv
} // namespace cv

#endif // OPENCV_CLCONV_HPP
