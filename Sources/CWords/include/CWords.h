// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files in Sources/DocScanWords/Words. SwiftPM would embed them as an array literal, which takes Swift 20 s to compile.
#ifndef DOCSCAN_CWORDS_H
#define DOCSCAN_CWORDS_H

#include <stddef.h>
#include <stdint.h>

/// Returns the text of all files, one after the other, in UTF-8.
const uint8_t *_Nonnull cwords_text(size_t *_Nonnull count);

#endif
