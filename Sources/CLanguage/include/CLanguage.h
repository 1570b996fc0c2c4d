// SPDX-License-Identifier: GPL-3.0-or-later
//
// A C interface to CLD2 for detecting languages. No C++ exception leaves it.
#ifndef DOCSCAN_CLANGUAGE_H
#define DOCSCAN_CLANGUAGE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A language detected in a text.
typedef struct {
    /// The library's code, such as "de" or "zh-Hant", or "un" if unknown. Zero-terminated.
    char code[16];
    /// The percentage of the text in this language.
    int32_t percent;
    /// The score of the text, which is about 1000 for running text.
    double score;
} LanguageShare;

/// The languages of a text.
typedef struct {
    LanguageShare shares[3];
    /// Whether the library considers its result reliable.
    int32_t is_reliable;
    /// The number of examined bytes: letters and the characters between them.
    int32_t bytes;
} LanguageFound;

/// Detects up to three languages in `length` bytes of plain UTF-8 text. The language with the largest share comes
/// first. Returns 0, or a nonzero status on failure.
int language_find(const char *text, int32_t length, LanguageFound *found);

/// Returns the version of the library's tables, such as "20140204". Zero-terminated and valid indefinitely.
const char *language_version(void);

#ifdef __cplusplus
}
#endif

#endif
