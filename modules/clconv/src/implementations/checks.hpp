// SPDX-License-Identifier: Apache-2.0
//
// Decisions, checks and options that several implementations share.

#pragma once

#include "implementations/implementation.hpp"
#include "implementations/table_lookup.hpp"

namespace cv { namespace clconv {

//! The reason of implementations that run outer products alone.
const char* const notOuterProducts = "the filter is not an outer product, nor a sum of few that is accurate enough";

int givenOr(const Params& given, const char* name, int otherwise);

// Functions that return a reason return an empty text if there is none.

std::string firstOf(std::initializer_list<std::string> reasons); //!< that is not empty

//! a reason if a work-group of this shape or its local memory is more than the device has
std::string groupTooLarge(const DeviceTraits& traits, size_t width, size_t height, size_t localBytes);

//! The work-group that the tables give, or the part of it that the device allows.
Size groupOf(const DeviceTraits& traits, Size otherwise, Lookup& lookup);

//! Decides WG_X and WG_Y by groupOf; some implementations decide nothing else.
void decideGroup(const Problem&, const DeviceTraits& traits, Lookup& lookup);

constexpr int maxPrefetchKiB = 1 << 20;

//! The prefetch distance in KiB that is worth trying; 0 for devices other than NVIDIA's, which have no such
//! instruction, and for those before compute capability 8.0, where it was not measured.
int prefetchDistance(const Problem&, const DeviceTraits& traits);

//! Scalars of a source row in addition to those under the outputs.
size_t haloScalars(const Problem& problem);

//! TAPS_PER_CHUNK for rows that are not divided into chunks, and a reason if a given one is larger.
int filterWidth(const Problem& problem, const DeviceTraits&);
std::string chunkUnsupported(const Problem& problem, const Params& params);

//! A reason if PREFETCH requires what the device lacks; definePrefetch sets HAS_PREFETCH and the plan's distance.
std::string prefetchUnsupported(const DeviceTraits& traits, const Params& params);
void definePrefetch(const Params& params, Plan& plan);

//! Whether the source's integers can be operands of float sums as denormal numbers (DENORM_OPERANDS): the sums become
//! integers. In float results, taps that are tiny compared with others would lose bits.
bool canUseDenormOperands(const Problem& problem, const DeviceTraits& traits);
std::string denormUnsupported(const Problem& problem, const DeviceTraits& traits, const Params& params);

//! Decides MAX_REGISTERS, or another cap, by the tables; 0, left to the compiler, if it has no such option or if a
//! multiprocessor does not hold a group of `groupItems` work-items with as many registers.
void decideRegisterCap(const DeviceTraits& traits, int64 groupItems, Lookup& lookup,
                       const char* parameter = "MAX_REGISTERS");

//! a reason if MAX_REGISTERS, a cap or 0, is no option of the device's compiler, or a group of so many does not fit
std::string maxRegistersUnsupported(const DeviceTraits& traits, int registers, int groupItems);
void capRegisters(int registers, Plan& plan);

//! Options of common/memory.cl for a work-item's `px` adjacent outputs. Destination rows are assumed to have the
//! alignment of the source's.
void defineStores(const Problem& problem, int px, BuildOptions& options);

//! a reason if Fourier transforms cannot run this filter, whatever the size of their tiles
std::string fourierUnsupported(const Problem& problem);

//! Whether transform kernels check the magnitudes under each window to decide on their accuracy. For 8-bit images the
//! errors vanish when results are rounded.
bool checksMagnitudes(const Problem& problem);

//! Decides FILTERS of a bank, such that its launches have about the same number: 6 filters, of which 4 fit, run as 3
//! and 3. The tables give how many fit, else `otherwise`.
void decideFilters(const Problem& problem, int otherwise, Lookup& lookup);

//! A reason if FILTERS is not between 2 and the number of a bank's filters, or given without a bank.
std::string filterCountUnsupported(const Problem& problem, const Params& params);

//! The number of tiles, each of a single channel and `step` outputs.
int64 channelTiles(const Problem& problem, Size step);

MultiplyAdds everyTap(const Problem& problem, const Params&);

//! The operations of a whole call divided by the number of its values.
MultiplyAdds perValue(const Problem& problem, double operations);

//! Local sizes, and global sizes rounded up to whole groups.
void setSizes(Plan& plan, size_t localWidth, size_t localHeight, size_t itemsX, size_t itemsY);

//! Sizes for groups that compute `outputs` each: scalars of a row and rows. They become the plan's groupOutputs.
void setTiles(const Problem& problem, Size group, Size outputs, Plan& plan);

//! Sizes for groups of WG_X x WG_Y whose work-items compute `outputs` each.
void setItems(const Problem& problem, const Params& params, Size outputs, Plan& plan);

}} // namespace cv::clconv
