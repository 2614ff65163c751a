// SPDX-License-Identifier: Apache-2.0
//
// Offsets, in floats, into the head of the coefficients, which all filters by Fourier transforms share. Both kernels
// and the host, which writes the head (src/coefficients/fft/spectrum.cpp), compile this file, so they cannot disagree.
// Before the head, and from FFT_HEAD_END on, each implementation has numbers of its own.

#ifndef CLCONV_FFT_HEAD_CL
#define CLCONV_FFT_HEAD_CL

#define FFT_SCALE 128           // common factor of the spectra
#define FFT_ERROR 129           // error of an output for each unit of the tile's norm
#define FFT_MAGNITUDE_ERROR 130 // the same for sums of magnitudes
#define FFT_GRID 131            // all taps are multiples of this power of two
#define FFT_POSITIVE 132        // 1: no tap is negative
#define FFT_LARGEST 133         // share of a tile's largest number in the bound on its norm (normBound)
#define FFT_NORM 134            // share of the norm itself in that bound
#define FFT_SMALLEST 160        // [i]: sum of the i/64 of the first part's taps that are smallest in magnitude
#define FFT_HEAD_END 256

#endif
