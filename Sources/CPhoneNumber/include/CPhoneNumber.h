// SPDX-License-Identifier: GPL-3.0-or-later
//
// A C interface to libphonenumber. No C++ exception leaves it.
#ifndef DOCSCAN_CPHONENUMBER_H
#define DOCSCAN_CPHONENUMBER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parsed telephone number.
typedef struct {
    /// The number in E.164 format, such as "+12125550142". Zero-terminated.
    char e164[32];
    /// Whether the digits are grouped as is usual in the country, or not grouped at all.
    int32_t is_grouped;
} PhoneNumberFound;

/// Parses a zero-terminated text of digits, spaces, and punctuation as a telephone number. `region` is the ISO 3166
/// code of the country to assume for numbers without a country code, such as "US". Returns 1 if the number is valid in
/// its country's numbering plan, 0 if not, and -1 on failure.
int phone_number_parse(const char *text, const char *region, PhoneNumberFound *found);

/// Returns 1 if the library supports the region with this ISO 3166 code, 0 if not, and -1 on failure.
int phone_number_knows(const char *region);

/// Returns the version of the loaded library, such as "8.12". Zero-terminated and valid indefinitely.
const char *phone_number_version(void);

#ifdef __cplusplus
}
#endif

#endif
