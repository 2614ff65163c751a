// SPDX-License-Identifier: Apache-2.0
//
// All streams and the workers that they are spread over.

#ifndef CLCONV_SAMPLES_PIPELINE_HPP
#define CLCONV_SAMPLES_PIPELINE_HPP

#include "stream.hpp"
#include "../options.hpp"

#include <memory>
#include <vector>

namespace samples {

class Pipeline
{
public:
    //! Opens the devices.
    //! @throws UsageError without a device
    Pipeline(const StreamsOptions& options, RunControl& control);

    void start();
    bool ended() const;

    //! At this moment, with sums, shares and limits.
    Figures figures() const;

    //! Whether a comparison found more than is allowed.
    bool differs() const;

private:
    void addStream(const StreamsOptions& options, int index);
    std::unique_ptr<FrameCheck> makeCheck(const StreamsOptions& options) const;

    FilterWork work_;
    RunControl& control_;
    Figures described_;
    std::unique_ptr<Placement> placement_;
    std::vector<std::unique_ptr<Stream>> streams_; // end before their workers
};

} // namespace samples

#endif // CLCONV_SAMPLES_PIPELINE_HPP
