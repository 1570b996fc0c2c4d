// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files in Sources/DocScanServe/View/Site. SwiftPM would embed them as array literals, which take Swift a minute to compile.
#ifndef DOCSCAN_CSITE_H
#define DOCSCAN_CSITE_H

#include <stddef.h>
#include <stdint.h>

/// The pages that load a file.
enum { csite_website = 1, csite_phone_page = 2 };

typedef struct {
    const char *_Nonnull name;
    const uint8_t *_Nonnull bytes;
    size_t count;
    int pages;
} csite_file;

/// Returns all files, those that pages load in the order in which they do.
const csite_file *_Nonnull csite_files(size_t *_Nonnull count);

#endif
