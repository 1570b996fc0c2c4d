// SPDX-License-Identifier: GPL-3.0-or-later
//
// Self-signed certificates with GnuTLS, which is also the TLS library of libmicrohttpd.
#ifndef DOCSCAN_CCERTIFICATE_H
#define DOCSCAN_CCERTIFICATE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ccertificate_fingerprint_size = 32 };

/// The details of a certificate.
typedef struct {
    /// The beginning and the end of the certificate's validity, in seconds since 1970.
    int64_t begin, end;
    /// 1 if the certificate is valid for all hosts passed to `ccertificate_read`.
    int names_hosts;
    /// The SHA-256 digest of the certificate.
    unsigned char fingerprint[ccertificate_fingerprint_size];
} ccertificate_facts;

/// Makes a private key (ECDSA, P-256) and a certificate signed with it, both in PEM. The caller must release the result
/// with `ccertificate_free`. Returns NULL on failure.
///
/// `name` is the certificate's common name. `hosts` is a NULL-terminated array of ASCII host names and numeric
/// addresses. `begin` and `end` are in seconds since 1970.
char *ccertificate_make(const char *name, const char *const hosts[], int64_t begin, int64_t end);
void ccertificate_free(char *pem);

/// Reads a certificate and its key. Returns 1 and sets `facts`, or returns 0 if one of them is missing or if they don't
/// belong together.
int ccertificate_read(const void *pem, size_t size, const char *const hosts[], ccertificate_facts *facts);

/// Returns the version of GnuTLS, such as "3.7.9".
const char *ccertificate_version(void);

#ifdef __cplusplus
}
#endif

#endif
