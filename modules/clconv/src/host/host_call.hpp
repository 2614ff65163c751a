// SPDX-License-Identifier: Apache-2.0
//
// A call whose images are not all on the device, or do not fit there, and its bands' layout in buffers of the device.
//
// A band's source is an image of its own, whose rows include those that the vertical border would give: a band is
// filtered as a region of that image and never reads beyond it, above or below.

#pragma once

#include "problem/problem.hpp"

namespace cv { namespace clconv {

//! Coordinates along one axis that a filter reads, with the border applied. An image cropped to them is filtered like
//! the whole: where the filter reaches across an end of the axis, the range ends there too.
//! @param first coordinate under the filter's first element for the first output; may be negative
//! @param count of coordinates: the outputs and the halo
//! @param border without BORDER_ISOLATED
Range readCoordinates(int first, int count, int length, int border);

//! Maps each of `count` coordinates from `first` on to the one inside that the border gives; -1: zeros.
std::vector<int> insideCoordinates(int first, int count, int length, int border);

//! The rectangle that the outputs of a region read in its parent.
//! @param region in its parent
Rect readWindow(const Rect& region, Size parent, Size filter, Point anchor, int border);

struct HostImage
{
    int type;
    UMat device; //!< where it is, if it is on the device
    uchar* data; //!< else its first pixel
    size_t step; //!< in bytes, of an image on the host

    bool isOnHost() const { return device.empty(); }
};

struct HostCall
{
    //! A call without images.
    //! @param source a region reads its parent, unless the border is isolated
    HostCall(const Layout& source, Size filterSize, Point anchor, int border);

    //! Sets the source that the constructor got the layout of.
    void readFrom(const Mat& source);
    void readFrom(const UMat& source);

    bool isOnHost() const; //!< all images are

    Point toWindow() const { return window.tl() - origin; } //!< from the source's first pixel
    Mat windowOf(const Mat& source) const;                  //!< without its parent

    //! The window's row for each row of a band's source; -1: zeros.
    std::vector<int> rowsOfSource(const Range& rows) const;

    //! The layout of a band of so many rows in a buffer.
    Layout sourceLayout(int rows) const;
    Layout outputLayout(const HostImage& output, int rows) const;

    HostImage src;            //!< the call's source; on the host from the window's first pixel on
    bool copiesSource = true; //!< bands have buffers for it: it is on the host, isolated, or in padded memory
    Size readable;            //!< of the image that the border surrounds
    Point origin;             //!< of the source in it
    Rect window;              //!< the part of it that the outputs read
    Size size;                //!< of the outputs
    Size filterSize;          //!< in taps
    Point anchor;
    int border; //!< without BORDER_ISOLATED
    std::vector<HostImage> dst;
    //! Whether outputs overlap the source: bands then wait in slots of one device until the last one is filtered. Else
    //! no output shares memory with the source.
    bool isInPlace = false;
};

}} // namespace cv::clconv
