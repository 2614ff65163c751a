// SPDX-License-Identifier: Apache-2.0
//
// The properties of the element `clconv`: their declarations, and access to their values.

#pragma once

#include "element.hpp"

//! Installs all properties and their accessors.
void installClconvProperties(GObjectClass* type);
