// SPDX-License-Identifier: Apache-2.0
//
// A measurement in order: all steps are prepared and checked, then timed interleaved.

#include "measure.hpp"
#include "util/opencl.hpp"
#include "../common/check.hpp"
#include "../common/device.hpp"

#include <memory>

namespace study {
namespace {

//! A prepared step and its row.
struct Subject
{
    Row row;
    Call call;
    int calls = 0; //!< per sample
};

using Expected = std::vector<std::unique_ptr<bench::Expected>>;

//! The expected outputs of each source and each filter.
Expected expectedOf(const Workload& work)
{
    Expected expected;
    const int type = work.type();
    for (const cv::UMat& source : work.sources)
        for (const cv::Mat& filter : work.filters)
        {
            const bench::Case c{source.size(), {"", type, CV_MAT_DEPTH(type)}, work.width(), "", {"", work.border}};
            expected.emplace_back(new bench::Expected(source, c, filter));
        }
    return expected;
}

std::vector<cv::UMat> outputsOf(const Workload& work)
{
    std::vector<cv::UMat> outputs;
    for (const cv::UMat& source : work.sources)
        for (size_t f = 0; f < work.filters.size(); f++)
            outputs.emplace_back(source.size(), source.type());
    return outputs;
}

//! Overwrites the outputs, because leftovers would hide pixels that are never written; runs once and compares.
void check(const Workload& work, const Expected& expected, Subject& subject)
{
    for (cv::UMat& output : subject.call.outputs)
        output.setTo(cv::Scalar::all(77));
    subject.call.run();
    cv::ocl::finish();
    for (size_t i = 0; i < expected.size(); i++)
    {
        const cv::UMat& output = subject.call.outputs[i];
        const double difference = expected[i]->difference(output, work.computed(output.size()));
        if (difference <= expected[i]->tolerance())
            continue;
        subject.row.check = "wrong";
        subject.row.reason = cv::format("off by %g, tolerance %g", difference, expected[i]->tolerance());
        return;
    }
    subject.row.check = "ok";
}

void open(const Workload& work, const Step& step, const std::vector<cv::UMat>& outputs, const Expected& expected,
          const cv::ocl::OpenCLExecutionContext& profiling, Subject& subject)
{
    try
    {
        subject.call = step.prepare(work, outputs);
        subject.row.how = subject.call.how;
        check(work, expected, subject);
        if (subject.row.check == "wrong" && step.ours)
            return; // not timed
        if (subject.row.check == "wrong")
            subject.row.check = "differs";
        subject.calls = callsOfSample(timeOf(subject.call.run, 1, subject.row.clock, profiling));
    }
    catch (const Unsupported& refusal)
    {
        subject.row.check = "left out";
        subject.row.reason = refusal.what();
    }
    catch (const cl::Error& error)
    {
        subject.row.check = "failed";
        subject.row.reason = cv::format("%s gives %d", error.what(), error.err());
    }
    catch (const std::exception& error)
    {
        subject.row.check = "failed";
        subject.row.reason = error.what();
    }
}

} // namespace

std::vector<Row> measureCase(const Case& c, int repetitions)
{
    const Workload work = c.make();
    const Expected expected = expectedOf(work);
    const std::vector<cv::UMat> outputs = outputsOf(work);
    const cv::ocl::OpenCLExecutionContext profiling = bench::profilingContext();
    std::vector<Subject> subjects(c.steps.size());
    for (size_t i = 0; i < subjects.size(); i++)
    {
        Row& row = subjects[i].row;
        row.step = c.steps[i].name;
        row.claim = c.steps[i].claim;
        row.clock = c.steps[i].clock;
        row.size = c.size;
        row.filter = c.filter;
        row.width = work.width();
        row.pixels = work.pixels();
        open(work, c.steps[i], outputs, expected, profiling, subjects[i]);
    }
    for (int repetition = 0; repetition < repetitions; repetition++)
        for (Subject& subject : subjects)
            if (subject.calls > 0)
                subject.row.times.push_back(timeOf(subject.call.run, subject.calls, subject.row.clock, profiling));
    cv::ocl::finish();
    std::vector<Row> rows;
    for (const Subject& subject : subjects)
        rows.push_back(subject.row);
    return rows;
}

} // namespace study
