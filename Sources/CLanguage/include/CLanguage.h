// SPDX-License-Identifier: GPL-3.0-or-later
//
// The languages of texts over CLD2 behind a C interface. The C++ stays inside; no exception crosses.
#ifndef DOCSCAN_CLANGUAGE_H
#define DOCSCAN_CLANGUAGE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A language that part of a text is in.
typedef struct {
    /// Its code as the library gives it, such as "de" or "zh-Hant"; zero-terminated, "un" where it knows none.
    char code[16];
    /// How much of the text, in percent.
    int32_t percent;
    /// How well the text fits: about 1000 for running text.
    double score;
} LanguageShare;

/// What the library says of a text.
typedef struct {
    LanguageShare shares[3];
    /// Whether it believes itself.
    int32_t is_reliable;
    /// How much it looked at: letters and what is between them.
    int32_t bytes;
} LanguageFound;

/// Looks at a plain text of `length` bytes of UTF-8, and finds up to three languages, the one with the largest share first.
/// Returns 0 on success; otherwise a non-zero status.
int language_find(const char *text, int32_t length, LanguageFound *found);

/// The version of the library's tables, such as "20140204"; zero-terminated, valid for good.
const char *language_version(void);

#ifdef __cplusplus
}
#endif

#endif
