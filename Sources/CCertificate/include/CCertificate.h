// SPDX-License-Identifier: GPL-3.0-or-later
//
// Certificates that sign themselves, over GnuTLS: libmicrohttpd speaks TLS with the same library.
#ifndef DOCSCAN_CCERTIFICATE_H
#define DOCSCAN_CCERTIFICATE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ccertificate_fingerprint_size = 32 };

/// What is known of a certificate whose key is with it.
typedef struct {
    /// When it begins and ends, in seconds since 1970.
    int64_t begin, end;
    /// 1 where it is for all hosts that were asked about.
    int names_hosts;
    /// SHA-256 of the certificate.
    unsigned char fingerprint[ccertificate_fingerprint_size];
} ccertificate_facts;

/// Makes a key (ECDSA, P-256) and a certificate that it signs, both in PEM, to be given to `ccertificate_free`; NULL where that fails.
///
/// `name` is shown to people. `hosts` are names in ASCII and numeric addresses, with NULL at the end. The times are seconds since 1970.
char *ccertificate_make(const char *name, const char *const hosts[], int64_t begin, int64_t end);
void ccertificate_free(char *pem);

/// Reads a certificate and its key; 0 if there are none, or they do not belong together.
int ccertificate_read(const void *pem, size_t size, const char *const hosts[], ccertificate_facts *facts);

/// The version of GnuTLS, such as "3.7.9".
const char *ccertificate_version(void);

#ifdef __cplusplus
}
#endif

#endif
