// This file is part of the clconv project; licence terms in the LICENSE file at its root.
// SPDX-License-Identifier: Apache-2.0
//
// A setting of the process that a thread can replace while an object lives: for tests, benchmarks and the tuner.

#pragma once

namespace cv
{
namespace clconv
{

//! Replaces a setting for the calling thread during its lifetime. Overrides nest; the innermost one is in effect.
//! @tparam T the setting; one override stack for each type
template<typename T>
class ThreadOverride
{
public:
    explicit ThreadOverride(const T& value) : value_(value), outer_(innermost()) { innermost() = this; }
    ~ThreadOverride() { innermost() = outer_; }
    ThreadOverride(const ThreadOverride&) = delete;
    ThreadOverride& operator=(const ThreadOverride&) = delete;

    //! the thread's innermost value, or null
    static const T* current() { return innermost() ? &innermost()->value_ : nullptr; }

    //! Puts the overrides of another thread, which works for or waits for this one meanwhile, into effect.
    class Borrowed
    {
    public:
        //! @param lender the other thread's stack()
        explicit Borrowed(ThreadOverride* lender) : own_(innermost()) { innermost() = lender; }
        ~Borrowed() { innermost() = own_; }
        Borrowed(const Borrowed&) = delete;
        Borrowed& operator=(const Borrowed&) = delete;

    private:
        ThreadOverride* const own_;
    };

    //! Of the calling thread, for Borrowed.
    static ThreadOverride* stack() { return innermost(); }

private:
    static ThreadOverride*& innermost()
    {
        static thread_local ThreadOverride* override_ = nullptr;
        return override_;
    }

    const T value_;
    ThreadOverride* const outer_;
};

} // namespace clconv
} // namespace cv
