// SPDX-License-Identifier: Apache-2.0
//
// Several filters and pixel operations as one object, which runs them in as few launches as possible.

#ifndef OPENCV_CLCONV_CHAIN_HPP
#define OPENCV_CLCONV_CHAIN_HPP

#include "opencv2/clconv.hpp"

#include <memory>

namespace cv { namespace clconv {

//! @addtogroup clconv
//! @{

struct ChainStage;

/** @brief Filters and pixel operations that are applied to images one after the other.

Separate calls each read and write a whole image, and on a GPU each costs a launch. A chain keeps the images between its
stages in registers or caches where it can:

@code
cv::clconv::Chain edges;
edges.GaussianBlur(cv::Size(5, 5), 0).gradientMagnitude(CV_8U);
edges.apply(image, result);

cv::clconv::Chain sharp; // 2 image - blurred
sharp.GaussianBlur(cv::Size(5, 5), 0).addWeighted(-1, cv::clconv::Chain(), 2, 0);
sharp.apply(image, sharpened);
@endcode

Results are bit for bit those of the stages applied one by one, each to the image that the stage before it returns, in
the depth that its arguments name. A stage's border extends that image. Only stages that read the source read the pixels
around a region (see filter2D).

A stage has the arguments and defaults of the function of its name, without images and masks, and throws what that
function throws. It is checked when it is added, as far as that does not depend on the image, and otherwise when the
chain is applied. Stages that take a second chain apply it to the source of the first; an empty second chain stands for
the source itself. Chains take no images of CV_16F.

On a device, results of stages other than filters may differ from those of OpenCV's functions in three ways. Products
and sums are rounded once (fma), so that results next to a half may be rounded to its other side. Results of CV_32S
saturate, where those of OpenCV overflow. Roots may differ in the last bits.

A chain is a value: copies are independent. Several threads may apply the same chain at once, as long as none adds
stages to it.
*/
class CV_EXPORTS Chain
{
public:
    Chain(); //!< without stages, apply() copies
    Chain(const Chain& other);
    Chain& operator=(const Chain& other);
    ~Chain();

    /** @name Filters: see the functions of these names
    @{ */
    Chain& filter2D(int ddepth, InputArray kernel, Point anchor = Point(-1, -1), double delta = 0,
                    int borderType = BORDER_DEFAULT, const Scalar& borderValue = Scalar());
    Chain& sepFilter2D(int ddepth, InputArray kernelX, InputArray kernelY, Point anchor = Point(-1, -1),
                       double delta = 0, int borderType = BORDER_DEFAULT, const Scalar& borderValue = Scalar());
    Chain& GaussianBlur(Size ksize, double sigmaX, double sigmaY = 0, int borderType = BORDER_DEFAULT);
    Chain& boxFilter(int ddepth, Size ksize, Point anchor = Point(-1, -1), bool normalize = true,
                     int borderType = BORDER_DEFAULT);
    Chain& blur(Size ksize, Point anchor = Point(-1, -1), int borderType = BORDER_DEFAULT);
    Chain& Sobel(int ddepth, int dx, int dy, int ksize = 3, double scale = 1, double delta = 0,
                 int borderType = BORDER_DEFAULT);
    Chain& Scharr(int ddepth, int dx, int dy, double scale = 1, double delta = 0, int borderType = BORDER_DEFAULT);
    Chain& Laplacian(int ddepth, int ksize = 1, double scale = 1, double delta = 0, int borderType = BORDER_DEFAULT);
    //! @}

    /** @brief The magnitude of the gradient, by two Sobel filters.

    @param ddepth depth of the result
    @param ksize of cv::Sobel; FILTER_SCHARR: the filters of Scharr
    @param root false: |dx| + |dy|. To CV_8U it is add(convertScaleAbs(dx), convertScaleAbs(dy)), with derivatives of
    CV_16S where the image is CV_8U, else CV_32F; to other depths it is computed in CV_32F and converted. true:
    sqrt(dx^2 + dy^2), computed in CV_32F and converted
    @param borderType see filter2D
    */
    Chain& gradientMagnitude(int ddepth, int ksize = 3, bool root = false, int borderType = BORDER_DEFAULT);

    /** @name Pixel by pixel: see the functions of these names
    @{ */
    //! @param rtype a depth; the number of channels stays
    //! @param alpha,beta see cv::Mat::convertTo. On the device numbers beyond 32-bit integers saturate too, as in
    //! cv::UMat::convertTo; on the CPU they become what cv::Mat::convertTo makes of them there
    Chain& convertTo(int rtype, double alpha = 1, double beta = 0);
    Chain& convertScaleAbs(double alpha = 1, double beta = 0);
    Chain& abs();
    //! @param thresh,maxval see cv::threshold
    //! @param type one of cv::ThresholdTypes except THRESH_OTSU and THRESH_TRIANGLE, which need the whole image first
    Chain& threshold(double thresh, double maxval, int type);
    //! @param code COLOR_BGR2GRAY, COLOR_BGRA2GRAY, COLOR_GRAY2BGR, COLOR_GRAY2BGRA, or those with RGB
    Chain& cvtColor(int code);
    //! @}

    /** @name With a second chain, applied to the same source
    @{ */
    Chain& add(const Chain& other);
    Chain& subtract(const Chain& other); //!< this minus the other
    Chain& absdiff(const Chain& other);
    Chain& min(const Chain& other);
    Chain& max(const Chain& other);
    Chain& magnitude(const Chain& other); //!< sqrt(this^2 + other^2), of CV_32F or CV_64F
    Chain& addWeighted(double alpha, const Chain& other, double beta, double gamma, int dtype = -1);
    //! @}

    /** @brief Applies the stages to an image, or to each image of a vector.

    Images of a vector share launches, as in filterBatch, if one launch runs all stages. Mats run on the device where
    those of filters do, see useDeviceForMats and SplitScope.

    @param[in] src image, see filter2D; or std::vector of images of one type, see filterBatch
    @param[out] dst image of the size of @p src and the type of the last stage's result, or a vector of such images; may
    be @p src
    */
    void apply(InputArray src, OutputArray dst) const;

    //! Reports which stages share a launch on this device: a line for each launch, with its implementation.
    String explain(InputArray src) const;

    //! Builds the programs that apply() needs, and waits for them.
    //! @returns false where a stage will run on the CPU
    bool prepare(int srcType, Size size) const;

    bool empty() const; //!< whether it has no stages

private:
    struct Impl;
    static void applyOnDevice(const Impl& impl, const UMat& image, OutputArray dst);
    static void applyOnHost(const Impl& impl, const Mat& image, OutputArray dst);
    void applyToMany(InputArrayOfArrays src, OutputArrayOfArrays dst) const;
    Chain& append(const ChainStage& stage, int channels = 1);
    Chain& join(const Chain& other, const ChainStage& stage);
    std::shared_ptr<const Impl> impl_;
};

//! @}

}} // namespace cv::clconv

#endif // OPENCV_CLCONV_CHAIN_HPP
