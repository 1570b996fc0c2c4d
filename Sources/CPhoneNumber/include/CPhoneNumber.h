// SPDX-License-Identifier: GPL-3.0-or-later
//
// Telephone numbers over libphonenumber behind a C interface. The C++ stays inside; no exception crosses.
#ifndef DOCSCAN_CPHONENUMBER_H
#define DOCSCAN_CPHONENUMBER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What is known of a number that was found.
typedef struct {
    /// Its form by E.164, such as "+12125550142"; zero-terminated.
    char e164[32];
    /// Whether its digits stand in groups as the country writes them, or undivided.
    int32_t is_grouped;
} PhoneNumberFound;

/// Reads the digits, spaces and marks of `text`, zero-terminated, as a telephone number.
/// `region` is the ISO 3166 code of the country whose numbers are written without a country code, such as "US".
/// Returns 1 where the numbering plan of its country has such a number, 0 if not, and -1 when the library fails.
int phone_number_parse(const char *text, const char *region, PhoneNumberFound *found);

/// Whether the library knows numbers of the region with this ISO 3166 code; -1 when it fails.
int phone_number_knows(const char *region);

/// The version of the library that is loaded, such as "8.12"; zero-terminated, valid for good.
const char *phone_number_version(void);

#ifdef __cplusplus
}
#endif

#endif
