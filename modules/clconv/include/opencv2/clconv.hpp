// SPDX-License-Identifier: Apache-2.0
//
// The public interface of clconv: linear filters for cv::UMat that replace OpenCV's own.

#ifndef OPENCV_CLCONV_HPP
#define OPENCV_CLCONV_HPP

#include "opencv2/core.hpp"
#include "opencv2/core/ocl.hpp"
#include "opencv2/imgproc.hpp"

#include <functional>

/**
@defgroup clconv Linear filters on OpenCL

These functions compute on a cv::UMat what cv::filter2D computes on a cv::Mat: same arguments, same results, same
errors, on OpenCV's own OpenCL context and queue. A caller changes one namespace.

| | |
|---|---|
| depths | every pair of CV_8U CV_8S CV_16U CV_16S CV_32S CV_32F CV_64F CV_16F for source and destination |
| channels | any number; filtered independently; filter2D also takes a kernel for each channel |
| kernels | any size: even, 1xN, Nx1, larger than the image; any depth; also a UMat |
| borders | #BORDER_CONSTANT (of any value), #BORDER_REPLICATE, #BORDER_REFLECT, #BORDER_REFLECT_101, #BORDER_WRAP |
| isolated | each border also with #BORDER_ISOLATED |
| in place | yes, also with overlapping regions of one image |
| source region | reads its parent's pixels around it unless #BORDER_ISOLATED |
| destination region | pixels around it stay untouched |
| size | images of 2 GiB and more |

Arithmetic: sums are taken in float; in double if CV_64F is the depth of source or destination, or where exact sums of
integers need it. Results are rounded half to even and saturated.

Accuracy on a device (on the CPU it is that of OpenCV's functions):

<table>
<tr><th>call</th><th>result</th></tr>
<tr><td>GaussianBlur of CV_8U and CV_16U, of whole images or with #BORDER_ISOLATED</td>
<td>bit for bit that of cv::GaussianBlur on a Mat</td></tr>
<tr><td>integer image; kernel of integers, or of integers up to 2^16 times a power of two; @p delta a multiple of that
power. Sobel, Scharr and Laplacian belong here if the scale is a power of two (below 1: up to 19x19).</td>
<td>the exact sum, rounded once</td></tr>
<tr><td>boxFilter and blur of an integer image</td>
<td>the exact sum or average, rounded once; averages of up to 256 pixels from CV_8U to CV_8U round halves up, as
cv::boxFilter does on a Mat</td></tr>
<tr><td>boxFilter and blur of CV_32F, more than 25 pixels, on CPUs and NVIDIA's data-centre GPUs</td>
<td>the sum in double, rounded once</td></tr>
<tr><td>any other, integer result</td>
<td>the exact sum rounded, or its neighbour where the error below reaches across a tie</td></tr>
<tr><td>any other, CV_32F or CV_64F result</td>
<td>the exact sum within the error below</td></tr>
</table>

These sums are exact up to 2^24, and up to 2^53 for outer products and for other kernels of up to 121 taps, also where
each channel has its own kernel. Sums beyond 2^24 are taken in double; on a device without double the CPU computes such
calls. filter2D states the error of all other sums.

Asynchrony and threads: a call on UMats that runs on the device returns before the device is done, as OpenCV's own
functions do. All functions may be called from several threads at once.

CPU fallback: without an OpenCL device, with OpenCL switched off, for Mat arguments (unless useDeviceForMats() is set),
wherever the device cannot run the call or fails, and while the program of a call is built (see setColdCalls()),
OpenCV's functions compute the same result on the CPU.

Environment variables, each read at the first call that needs it:

| | |
|---|---|
| `OPENCV_CLCONV_FORCE` | `name[:PARAM=value,...]`: the implementation and its parameters for every call |
| `OPENCV_CLCONV_COLD` | `serve`, `wait`, `cpu`: what a call does if its program is not built, see setColdCalls() |
| `OPENCV_CLCONV_TUNING_FILE` | path of a tuning file that overrides the compiled-in tables and the user's own file |
| `OPENCV_CLCONV_MATS` | `off`, `auto`, `eager`, `always`: calls on Mats on the device, see useDeviceForMats() |
| `OPENCV_CLCONV_REPEATABLE` | `1`: the same bits for the same call, see setRepeatable() |
| `OPENCV_CLCONV_SPECIALIZE` | `off` or `after:N`: when a sparse kernel gets a program of its own, see prepare() |
*/

namespace cv { namespace clconv {

//! @addtogroup clconv
//! @{

/** @brief Correlates an image with a kernel.

\f[\texttt{dst}(x,y) = \texttt{delta} + \sum_{i=0}^{w-1}\sum_{j=0}^{h-1}
   \texttt{kernel}(i,j)\cdot\texttt{src}(x+i-\texttt{anchor.x},\; y+j-\texttt{anchor.y})\f]

where w x h is the size of the kernel. A kernel with as many channels as the image holds one kernel for each channel:

\f[\texttt{dst}_c(x,y) = \texttt{delta} + \sum_{i=0}^{w-1}\sum_{j=0}^{h-1}
   \texttt{kernel}_c(i,j)\cdot\texttt{src}_c(x+i-\texttt{anchor.x},\; y+j-\texttt{anchor.y})\f]

This is correlation: for a convolution, flip the kernel around both axes and pass
`Point(w - anchor.x - 1, h - anchor.y - 1)` as the anchor.

@code
cv::UMat image, result;
cv::imread("in.png").copyTo(image);
const cv::Matx33f sharpen(0, -1, 0, -1, 5, -1, 0, -1, 0);
cv::clconv::filter2D(image, result, -1, sharpen);
@endcode

Pixels outside an image, one row of which is `abcdefgh`:
@code{.unparsed}
BORDER_CONSTANT     000000|abcdefgh|000000
BORDER_REPLICATE    aaaaaa|abcdefgh|hhhhhh
BORDER_REFLECT      fedcba|abcdefgh|hgfedc
BORDER_REFLECT_101  gfedcb|abcdefgh|gfedcb
BORDER_WRAP         cdefgh|abcdefgh|abcdef
@endcode

@param[in] src input image, at most two dimensions. A region of interest reads its parent's pixels around it, unless
@p borderType contains #BORDER_ISOLATED. If the rows of a frame are padded, pass a region of the Mat: in a region of a
UMat made from that Mat, padding cannot be distinguished from pixels.
@param[out] dst output image of the same size and number of channels as @p src; may be @p src itself or overlap it.
@param[in] ddepth depth of @p dst, CV_8U to CV_64F or CV_16F; any negative value means the depth of @p src.
@param[in] kernel coefficients of any depth that OpenCV has, with one channel, or with as many channels as @p src, which
cv::filter2D refuses. Coefficients are data: a new kernel usually compiles nothing. It does if it is the first outer
product of a size, or the first sum of two, three or four; on NVIDIA GPUs, for 8-bit images, the first kernel of a size
whose taps are small integers times a common factor; or a sparse kernel that is used often (see prepare). A kernel in a
UMat is read back at each call, which waits for the device.
@param[in] anchor the kernel's element that lies over the pixel being computed; -1 on an axis means its middle,
`size/2`.
@param[in] delta added to every sum, before rounding, in units of the destination's pixel values.
@param[in] borderType how pixels outside the image are extrapolated, see above.

Depths: on UMats all 64 pairs of CV_8U to CV_64F and CV_16F; sums of half floats are taken in float. On Mats the pairs
that cv::filter2D accepts on a Mat, none of them with CV_16F. #BORDER_WRAP works on both.

Accuracy: on a device the sum before rounding lies within \f$(wh + 8)\,u\,(|\texttt{delta}| + \sum|k||s|)\f$ of the
exact one, where \f$u\f$ is \f$2^{-24}\f$, or \f$2^{-53}\f$ if CV_64F is involved. A kernel that is an outer product
runs as its two factors. Unless sums are exact, each tap is then off by at most two units in the last place of the
largest tap, and by at most four of its own; this adds at most \f$u\,\min(4\max|k|\sum|s|,\; 8\sum|k||s|)\f$ to the
bound. A sum of two to four outer products runs as their factors if its whole error, including that of the factors and
of products that cancel, is within the first bound plus \f$4u\,\max|k|\sum|s|\f$; kernels of integers, and calls with
CV_64F, do not. 8-bit images may be filtered with coefficients in fixed point or of two half floats (on NVIDIA GPUs), or
by Fourier transforms of tiles (large kernels): each adds at most 1/1024 before rounding, nothing for float results. For
all other images, transforms and products on matrix units keep the first bound. The tests check every implementation
against these bounds. Which sums are exact is listed at the head of this page. On the CPU the accuracy is that of
cv::filter2D, which uses a Fourier transform for large kernels.

Memory: images that exceed the device's largest buffer or its free memory are filtered in bands of rows; such a call
returns when its result is complete.

Method: on a device the sum above, term by term. The outputs of a work-item share what they read, from registers or from
a tile and its halo in local memory (J. Sellner, "Performance evaluation of image convolution with gradient filters in
OpenCL", and B. Gaster et al., "Heterogeneous Computing with OpenCL", chapter 7, measure such steps). Outer products,
and sums of a few, run as column and row passes in one launch; other large kernels run by Fourier transforms of tiles
(overlap-save). If each channel has its own kernel, all run term by term in one launch, whatever their size; on Mats and
on the CPU cv::filter2D then filters one channel at a time. explain() reports the choice; the head of each file in
`kernels/` draws it.

@throws cv::Exception before anything is written, with the code that cv::filter2D gives on a Mat:
`Error::StsAssert` for an empty source or kernel, an anchor outside the kernel, a kernel with more than one channel but
not as many as @p src, more than two dimensions, an output whose type is fixed to another one (another fixed size: the
code of its own create()), a source of a depth without filters (those that OpenCV 5 adds; on a Mat also CV_16F) with a
smaller @p ddepth;
`Error::StsBadArg` for an unknown border (#BORDER_TRANSPARENT too) if the filter reads a pixel outside the image;
`Error::StsNotImplemented` for any other @p ddepth that OpenCV 5 adds, and for any other CV_16F on a Mat.

@sa cv::filter2D, sepFilter2D, filterBank, explain
*/
CV_EXPORTS_W void filter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernel, Point anchor = Point(-1, -1),
                           double delta = 0, int borderType = BORDER_DEFAULT);
/** @overload
@param[in] src,dst,ddepth,kernel,anchor,delta,borderType see above
@param[in] borderValue pixels outside the image with #BORDER_CONSTANT, in units of @p src: a number for each channel;
with more than four channels the same number for all (cv::Scalar::all). For a value other than 0, cv::copyMakeBorder
makes a copy of the image with such pixels around it, and the copy is filtered.
*/
CV_EXPORTS_W void filter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernel, Point anchor, double delta,
                           int borderType, const Scalar& borderValue);

/** @brief Correlates an image with the outer product of two one-dimensional kernels.

\f[\texttt{dst}(x,y) = \texttt{delta} + \sum_{i}\sum_{j}
   \texttt{kernelX}(i)\,\texttt{kernelY}(j)\cdot\texttt{src}(x+i-\texttt{anchor.x},\; y+j-\texttt{anchor.y})\f]

@code
const cv::Mat gauss = cv::getGaussianKernel(15, -1, CV_32F);
cv::clconv::sepFilter2D(image, blurred, -1, gauss, gauss);
@endcode

The kernels may have any lengths, odd or even, and any anchor inside them. The first pass's result stays in float
(double with CV_64F) and is not rounded, so that 8-bit results can differ by 1 from cv::sepFilter2D, which uses fixed
point there. The bound on the sum is that of filter2D for the product of the two kernels.

Method: both passes in one launch where that is cheaper, otherwise filter2D with the product. explain(), given the
product as its kernel, reports which.

@param[in] src,ddepth,delta,borderType see filter2D
@param[out] dst see filter2D
@param[in] kernelX coefficients along a row, 1xN or Nx1, one channel.
@param[in] kernelY coefficients along a column, 1xN or Nx1, of the same type as @p kernelX.
@param[in] anchor `x` is a position in @p kernelX, `y` in @p kernelY; a negative number means the middle.

@throws cv::Exception as filter2D, and `Error::StsAssert` if a kernel is not one-dimensional or the types differ; CV_16F
on a Mat always gives `Error::StsNotImplemented`, as in cv::sepFilter2D.

@sa cv::sepFilter2D, filter2D
*/
CV_EXPORTS_W void sepFilter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernelX, InputArray kernelY,
                              Point anchor = Point(-1, -1), double delta = 0, int borderType = BORDER_DEFAULT);
/** @overload
@param[in] src,dst,ddepth,kernelX,kernelY,anchor,delta,borderType see above
@param[in] borderValue see filter2D
*/
CV_EXPORTS_W void sepFilter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernelX, InputArray kernelY,
                              Point anchor, double delta, int borderType, const Scalar& borderValue);

/** @brief Correlates one image with several kernels.

Gives the result of filter2D for each kernel, but reads the source once for several of them: for derivatives along both
axes, or a bank of oriented filters.

@code
std::vector<cv::UMat> gradients; // along x, along y
cv::clconv::filterBank(image, gradients, CV_32F, std::vector<cv::Mat>{scharrX, scharrY});
@endcode

@param[in] src,ddepth,delta,borderType see filter2D
@param[out] dst output images, one for each kernel: `std::vector<UMat>` or `std::vector<Mat>`, resized to the length
of @p kernels. Existing images of the right size and type are reused, also regions of other images, whose remaining
pixels stay untouched. They may be @p src or overlap it: each result is that of the source before the call. Where
outputs overlap one another, the later kernel's result counts.
@param[in] kernels `std::vector<Mat>` or `std::vector<UMat>`, at least one; of any sizes and depths, each as for
filter2D.
@param[in] anchor -1 on an axis means the middle of each kernel, whatever its size; any other number is the anchor of
each kernel, and must lie inside all of them.

Accuracy: that of filter2D for each kernel.

Method: kernels of one size and one anchor share launches of up to eight, in which each work-item holds the sums of all
in registers. Kernels of other sizes are padded with zeros around their anchors where that is cheap and the source has
integers (a NaN times such a zero would be NaN). Kernels that filter2D runs with less work than a sum over all taps are
launched one by one: outer products, 8-bit images on matrix units, sparse kernels with programs of their own (see
prepare). So are all kernels for which no measurement shows a bank to be faster.

@throws cv::Exception as filter2D for each kernel, before anything is written, and `Error::StsAssert` where @p kernels
is empty or either argument is not a vector of images.

@sa filter2D
*/
CV_EXPORTS_W void filterBank(InputArray src, OutputArrayOfArrays dst, int ddepth, InputArrayOfArrays kernels,
                             Point anchor = Point(-1, -1), double delta = 0, int borderType = BORDER_DEFAULT);
/** @overload
@param[in] src,dst,ddepth,kernels,anchor,delta,borderType see above
@param[in] borderValue see filter2D
*/
CV_EXPORTS_W void filterBank(InputArray src, OutputArrayOfArrays dst, int ddepth, InputArrayOfArrays kernels,
                             Point anchor, double delta, int borderType, const Scalar& borderValue);

/** @brief Correlates many images with one kernel, or each with its own, in few launches.

Gives the result of filter2D for each image. Small images do not fill a GPU, and the host needs longer to issue a call
than the device to run it. So one launch filters up to 64 images (on NVIDIA GPUs; 32 elsewhere), or any number of
regions of a few images. It suits pyramids, patches, and frames of many small cameras. Regions of one image cost the
host a fraction of the time of separate images: put many small images into one, and filter them with BORDER_ISOLATED.

@code
std::vector<cv::UMat> edges; // as many as there are frames, which have one type and any sizes
cv::clconv::filterBatch(frames, edges, CV_16S, laplacian);
@endcode

@param[in] src images of one type and any sizes, `std::vector<UMat>` or `std::vector<Mat>`, at least one; regions read
their parents as in filter2D
@param[out] dst an output image for each source, `std::vector<UMat>` or `std::vector<Mat>`, resized to the length of
@p src. Existing images of the right size and type are reused, as in filterBank. They may be sources or overlap them:
each result is that of the sources before the call, if need be through a temporary image. Where outputs overlap one
another, the later image's result counts.
@param[in] ddepth,delta,borderType see filter2D
@param[in] kernels one kernel for all images, as for filter2D, or `std::vector<Mat>` or `std::vector<UMat>` with one for
each image, of any sizes and depths.
@param[in] anchor see filterBank

Accuracy: that of filter2D.

Method: images with kernels of one size share launches, whose work-groups find their image in a table. They are filtered
by all taps or, for outer products, in two passes. Images so large that transforms or matrix units are faster, images on
the host, and Mats are filtered one by one.

@throws cv::Exception as filter2D for each image, before anything is written, and `Error::StsAssert` if @p src is empty,
its types differ, the number of kernels is neither one nor that of the images, or @p src or @p dst is not a vector of
images. An unknown border gives `Error::StsBadArg` in every case.

@sa filter2D, filterBank
*/
CV_EXPORTS_W void filterBatch(InputArrayOfArrays src, OutputArrayOfArrays dst, int ddepth, InputArray kernels,
                              Point anchor = Point(-1, -1), double delta = 0, int borderType = BORDER_DEFAULT);
/** @overload
@param[in] src,dst,ddepth,kernels,anchor,delta,borderType see above
@param[in] borderValue see filter2D
*/
CV_EXPORTS_W void filterBatch(InputArrayOfArrays src, OutputArrayOfArrays dst, int ddepth, InputArray kernels,
                              Point anchor, double delta, int borderType, const Scalar& borderValue);

/** @brief Reports how filter2D would run with these arguments, and why.

@code
std::cout << cv::clconv::explain(image, -1, cv::getGaussianKernel(9, -1) * cv::getGaussianKernel(9, -1).t());
@endcode

prints, for a Mat of 1920x1080, CV_8UC1, on PoCL (long lines are wrapped here; N stands for the number of a line):

@code{.unparsed}
CV_8UC1 to CV_8UC1, 1920x1080, kernel 9x9, BORDER_REFLECT_101
cpu_separable: taken, BLOCK=512 (cpu.txt:N) PX=16 ROWS=4 (cpu.txt:N) STEPS=16 (cpu.txt:N), group 1x1, global 4x17,
    local memory 0 bytes, planned with MIN_TAPS=9 (cpu.txt:N); expected 19.1 multiply-adds a value
cpu_specialized: refused, the coefficients are data: this filter was not prepared,
    and is not both sparse and hot
specialized: refused, the device is a CPU
cpu_box: refused, the filter is not a box, whose taps are all 1
cpu_fft: refused, Fourier transforms would not keep this filter's sums exact, or its taps are out of their range
separable_mma: refused, the device is a CPU
separable: refused, the device is a CPU
fft_large: refused, the device is a CPU
fft: refused, the device is a CPU
mma: refused, the device is a CPU
cpu: refused, 'cpu_separable' comes first; expected 81 multiply-adds a value
direct: refused, the device is a CPU
local: refused, the device is a CPU
image: refused, the device is a CPU
reference: refused, cv::filter2D is faster on a CPU above 24 taps; expected 81 multiply-adds a value
opencv-cpu: refused, 'cpu_separable' comes first, unless the output is a Mat as well
@endcode

The call comes first, then the implementation that is taken, then the others in the order in which they are considered:
`name: taken, ` with its parameters and the lines of the tuning tables that decided them, work-group and global size
(without the work-groups that a launch adds for border tiles) and local memory, or `name: refused, ` and the reason.
`opencv-cpu` is OpenCV's function on the CPU.
For an image beyond the device's memory the line of the implementation states its bands. Within a SplitScope, for a
source on the host, the lines describe the first device that filters bands; the line of the implementation names all
devices that do, and how each of them differs. Where a call would not find its program built (see setColdCalls), the
last line states that the implementation comes first `as soon as its program is built`. Nothing is built or run.

The line of an implementation that could run ends with the multiply-adds that it is expected to take per value, a scalar
of the output: the taps of the filter, fewer for an outer product; for Fourier transforms, their operations divided by
the number of outputs. On matrix units these are `int8 multiply-adds a value, on matrix units` (or `half`, `tf32`).
Fewer are not always faster: a transform moves more numbers, and a matrix unit multiplies many times faster.

@param[in] src as for filter2D; only its type, size and position are used.
@param[in] ddepth,kernel,anchor,borderType see filter2D
@returns the lines, each ended by a newline.

@throws cv::Exception as filter2D.

@sa filter2D
*/
CV_EXPORTS_W String explain(InputArray src, int ddepth, InputArray kernel, Point anchor = Point(-1, -1),
                            int borderType = BORDER_DEFAULT);

/** @brief Reports how any calls of functions of this module would run, and why.

@param[in] calls a function that makes the calls, such as `[&] { Sobel(image, result, CV_16S, 1, 0); }`. They are
planned instead of run: nothing is built, and no image is written.
@returns the lines for each call; for a filterBank or filterBatch those for each launch that takes several of its
filters or images, then those for each of the others. A GaussianBlur of 1x1 taps, which copies, has none.

@throws cv::Exception as the calls do.
*/
CV_EXPORTS String explain(const std::function<void()>& calls);

/** @brief Builds the program that filter2D will need for a kernel, before the first image arrives.

@code
cv::clconv::prepare(kernel, CV_8UC1, -1, cv::Point(-1, -1), cv::BORDER_DEFAULT, cv::Size(1920, 1080));
for (cv::UMat frame; readFrame(frame);)
    cv::clconv::filter2D(frame, result, -1, kernel); // builds nothing
@endcode

It covers calls of filter2D alone. sepFilter2D, filterBank, filterBatch and the filters by name may need other programs
than filter2D does with the same coefficients; see the overload that takes calls.

Afterwards calls with the same coefficients and types, on images of that size, build nothing. Other sizes and borders
reuse the program, except for the first image with a different row alignment and, on a GPU, the first image that is too
small to fill it, or large enough again.

Where it is faster, the program is specialized for this kernel: its coefficients are compiled in, and zero taps are
neither multiplied nor loaded. That pays off for sparse kernels above all, for example a derivative at a large scale:
15x15 with six non-zero taps takes as long as 3x3. A specialized program holds up to 400 non-zero taps, and a context 64
prepared kernels; all others get the usual program. explain() reports which one runs.

A sparse kernel that was not prepared gets such a program after 500 calls with the same coefficients, types and
border; the environment variable `OPENCV_CLCONV_SPECIALIZE` changes the number (`after:N`), or disables it (`off`).

In a specialized program a NaN or an infinity of the source under a zero tap does not reach the result, as in
cv::filter2D on a Mat; with coefficients that are data the result is NaN.

@param[in] kernel,ddepth,anchor,borderType see filter2D
@param[in] srcType type of the images to come, for example CV_8UC1
@param[in] size of the images to come, in pixels
@returns whether the next such call finds everything built; false if it will run on the CPU, without OpenCL or
because no program can be built.

@throws cv::Exception as filter2D.

@sa filter2D, explain
*/
CV_EXPORTS_W bool prepare(InputArray kernel, int srcType, int ddepth, Point anchor = Point(-1, -1),
                          int borderType = BORDER_DEFAULT, Size size = Size(1920, 1080));

/** @brief Builds the programs of any calls of functions of this module.

@param[in] calls a function that makes the calls, such as `[&] { blur(image, result, Size(9, 9)); }`, with images of
the types and sizes to come. They run, and wait for their programs and for the device; sparse kernels are specialized.
@returns whether all ran on the device

@throws cv::Exception as the calls do.

@sa explain, isReady
*/
CV_EXPORTS bool prepare(const std::function<void()>& calls);

//! What a call on UMats does if its program is not built, see setColdCalls
enum ColdCalls
{
    COLD_SERVE = 0, //!< a general program or the CPU computes it, while its own is built in the background
    COLD_WAIT = 1,  //!< it waits until the program is built
    COLD_CPU = 2    //!< nothing is built: the general program, if it is there, or the CPU computes it
};

/** @brief Chooses what calls do if their program is not built, for all threads of the process.

@code
cv::clconv::setColdCalls(cv::clconv::COLD_WAIT); // a benchmark: each call runs on the device
@endcode

OpenCL compiles the program of a filter when it is first used, which takes a tenth of a second to some seconds for each
filter size and type. By default (COLD_SERVE) no call waits for that. The program is built in the background, the one
that is called most first, and the first call that finds it built runs it. Meanwhile, on a GPU, a general program runs
the call; it serves all filters, channels and borders of a pair of depths, and the filters' own programs are 1.6 to 8
times as fast (NVIDIA H100). Until the general program is built, too, and always on a CPU device, OpenCV's function
computes the call on the CPU. On a CPU device the second call of a kind requests the program. Programs that were built
on this machine before, for the same device and driver, are loaded from the caches on disk, in some milliseconds.

A separate process, `clconv-builder` (installed with the library), builds the programs, one at a time for all processes
with the same folder of caches, and the caller loads the result. The builder does not delay the end of the caller's
process, and continues after it, so that the next process finds the program. Without the builder, or without a cache on
disk, a thread of the process builds instead, and the process ends when the program that is being built is complete.

With COLD_WAIT a call waits, and with COLD_CPU nothing is built: calls run on the device only if their program is loaded
already, or on disk. The environment variable `OPENCV_CLCONV_COLD` is `serve`, `wait` or `cpu`.

Calls also wait with COLD_SERVE if OpenCV's function cannot compute them (a pair of depths that cv::filter2D does not
have), and in any mode if images run in bands or are split over devices, or if setRepeatable() is set. prepare() waits.

Results on the CPU are within the accuracy given for filter2D. What is exact (see the table at the head of this page)
has the same bits on the CPU and on the device, except GaussianBlur of regions that read their parents, and sums beyond
2^46 under kernels of 50 taps and more, for which OpenCV runs Fourier transforms.

@param[in] mode one of ColdCalls

@sa coldCalls, isReady, waitUntilReady, prepare
*/
CV_EXPORTS_W void setColdCalls(ColdCalls mode);

//! @returns what calls do if their program is not built, see setColdCalls
CV_EXPORTS_W ColdCalls coldCalls();

/** @brief Whether a call of filter2D with these arguments finds its program built.

@param[in] src as for filter2D; only its type, size and position are used.
@param[in] ddepth,kernel,anchor,borderType see filter2D
@returns true also if no program is needed: for a Mat, a mapped UMat, or where no implementation applies; false if the
program would have to be built, or loaded from disk. Nothing is built.

@throws cv::Exception as filter2D.

@sa waitUntilReady, prepare
*/
CV_EXPORTS_W bool isReady(InputArray src, int ddepth, InputArray kernel, Point anchor = Point(-1, -1),
                          int borderType = BORDER_DEFAULT);

/** @brief Whether any calls of functions of this module find their programs built.

@param[in] calls a function that makes the calls. They are planned instead of run, as by explain().

@throws cv::Exception as the calls do.
*/
CV_EXPORTS bool isReady(const std::function<void()>& calls);

/** @brief Waits until all programs that calls of any thread have requested are built.

@code
cv::clconv::filter2D(image, result, -1, kernel); // at once, by the CPU
cv::clconv::waitUntilReady(10);
cv::clconv::filter2D(image, result, -1, kernel); // by the device
@endcode

@param[in] seconds the longest time to wait
@returns whether nothing is being built

@sa setColdCalls, isReady
*/
CV_EXPORTS_W bool waitUntilReady(double seconds);

/** @brief Chooses whether the device runs calls on Mats too, for all threads of the process.

@code
cv::clconv::useDeviceForMats(true);
for (cv::Mat frame; readFrame(frame);)
    cv::clconv::filter2D(frame, result, -1, kernel); // on the device as soon as its program is built, if that is faster
@endcode

Off by default, unless the environment variable `OPENCV_CLCONV_MATS` is `auto`. The setting is for all functions of this
header except filterBank with UMats. Source and destination have to be Mats, or UMats if OpenCV itself has no device:
then a CPU device (PoCL), which only clconv uses, takes them. Calls return when the result is complete. A CPU device
uses the images' memory itself; for others the images pass through pinned memory, in bands, so that transfers overlap.

A call runs on the device if its time there, transfers included, is shorter than that of OpenCV's function: according to
lines of tuning tables for `host`, and to the times that this process's own calls take. A thread in the background
initialises OpenCL, loads programs that were built before, and has others built (see setColdCalls) once OpenCV's
function has taken so long for such calls that a build pays off; until then OpenCV's function runs the calls. In a child
of fork() Mats stay on the CPU.

Results are those of UMats, within the accuracy given for filter2D; OpenCV's own functions have OpenCV's accuracy.

@param[in] use true: the device where it is faster; false: OpenCV's functions, on the CPU.

@sa usesDeviceForMats, filter2D
*/
CV_EXPORTS_W void useDeviceForMats(bool use);

//! @returns whether calls on Mats may run on the device, see useDeviceForMats
CV_EXPORTS_W bool usesDeviceForMats();

/** @brief Chooses whether the same call gives the same bits each time, for all threads of the process.

@code
cv::clconv::setRepeatable(true); // before the first call
@endcode

Off by default, unless the environment variable `OPENCV_CLCONV_REPEATABLE` is 1. Sums of floats depend on their order,
and therefore on the implementation. With this setting one implementation runs a call on one device, with one version of
clconv and of the driver, from the first call on and in each process: sparse kernels get no program of their own (see
prepare()), no tuning file is read, and Mats for which useDeviceForMats() is set run on the device from the first call
on, which waits for its program. Where the device fails, or its free memory makes bands necessary, results may still
differ.

What is exact (see the table at the head of this page) has the same bits with and without this setting.

@param[in] on true: the same bits; false: whatever is fastest at the time of the call.

@sa isRepeatable, prepare, useDeviceForMats
*/
CV_EXPORTS_W void setRepeatable(bool on);

//! @returns whether the same call gives the same bits each time, see setRepeatable
CV_EXPORTS_W bool isRepeatable();

//! @}

}} // namespace cv::clconv

#include "opencv2/clconv/double_sums.hpp"
#include "opencv2/clconv/masked.hpp"
#include "opencv2/clconv/named_filters.hpp"
#include "opencv2/clconv/split.hpp"
#include "opencv2/clconv/version.hpp"

#endif // OPENCV_CLCONV_HPP
