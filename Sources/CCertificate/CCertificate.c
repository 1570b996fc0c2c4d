// SPDX-License-Identifier: GPL-3.0-or-later
#include "CCertificate.h"

#include <arpa/inet.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stdlib.h>
#include <string.h>

/// Adds a host to the certificate, as a numeric address or a name. Returns a negative code on failure.
static int add_host(gnutls_x509_crt_t certificate, const char *host) {
    unsigned char bytes[sizeof(struct in6_addr)];
    if (inet_pton(AF_INET, host, bytes) == 1) {
        return gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_IPADDRESS, bytes, sizeof(struct in_addr), GNUTLS_FSAN_APPEND);
    }
    if (inet_pton(AF_INET6, host, bytes) == 1) {
        return gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_IPADDRESS, bytes, sizeof bytes, GNUTLS_FSAN_APPEND);
    }
    return gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_DNSNAME, host, (unsigned)strlen(host), GNUTLS_FSAN_APPEND);
}

/// Sets the certificate's contents and signs it. Returns a negative code on failure.
static int fill(gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key, const char *name, const char *const hosts[], int64_t begin,
                int64_t end) {
    unsigned char serial[16], id[20];
    size_t size = sizeof id;
    int result = gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof serial);
    // Serial numbers must be positive. This also gives all of them the same length.
    serial[0] = (serial[0] & 0x7f) | 0x40;
    if (result >= 0) result = gnutls_x509_crt_set_version(certificate, 3);
    if (result >= 0) result = gnutls_x509_crt_set_serial(certificate, serial, sizeof serial);
    if (result >= 0) result = gnutls_x509_crt_set_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, name, (unsigned)strlen(name));
    if (result >= 0) result = gnutls_x509_crt_set_activation_time(certificate, (time_t)begin);
    if (result >= 0) result = gnutls_x509_crt_set_expiration_time(certificate, (time_t)end);
    if (result >= 0) result = gnutls_x509_crt_set_key(certificate, key);
    if (result >= 0) result = gnutls_x509_crt_get_key_id(certificate, 0, id, &size);
    if (result >= 0) result = gnutls_x509_crt_set_subject_key_id(certificate, id, size);
    if (result >= 0) result = gnutls_x509_crt_set_basic_constraints(certificate, 0, -1);
    if (result >= 0) result = gnutls_x509_crt_set_key_usage(certificate, GNUTLS_KEY_DIGITAL_SIGNATURE);
    if (result >= 0) result = gnutls_x509_crt_set_key_purpose_oid(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0);
    for (size_t i = 0; result >= 0 && hosts[i] != NULL; i++) result = add_host(certificate, hosts[i]);
    return result < 0 ? result : gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0);
}

/// Concatenates two texts. Returns NULL if there is no memory.
static char *joined(gnutls_datum_t one, gnutls_datum_t other) {
    char *text = malloc((size_t)one.size + other.size + 1);
    if (text == NULL) return NULL;
    memcpy(text, one.data, one.size);
    memcpy(text + one.size, other.data, other.size);
    text[(size_t)one.size + other.size] = 0;
    return text;
}

char *ccertificate_make(const char *name, const char *const hosts[], int64_t begin, int64_t end) {
    gnutls_x509_privkey_t key = NULL;
    gnutls_x509_crt_t certificate = NULL;
    gnutls_datum_t key_text = {NULL, 0}, certificate_text = {NULL, 0};
    char *pem = NULL;
    int result = gnutls_x509_privkey_init(&key);
    if (result >= 0) result = gnutls_x509_crt_init(&certificate);
    if (result >= 0) result = gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
    if (result >= 0) result = fill(certificate, key, name, hosts, begin, end);
    if (result >= 0) result = gnutls_x509_privkey_export2(key, GNUTLS_X509_FMT_PEM, &key_text);
    if (result >= 0) result = gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, &certificate_text);
    if (result >= 0) pem = joined(key_text, certificate_text);
    if (key_text.data != NULL) gnutls_memset(key_text.data, 0, key_text.size);
    gnutls_free(key_text.data);
    gnutls_free(certificate_text.data);
    if (certificate != NULL) gnutls_x509_crt_deinit(certificate);
    if (key != NULL) gnutls_x509_privkey_deinit(key);
    return pem;
}

void ccertificate_free(char *pem) {
    if (pem != NULL) gnutls_memset(pem, 0, strlen(pem));
    free(pem);
}

/// Returns 0 if a key belongs to a certificate, or a negative code.
static int compare(gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key) {
    unsigned char one[64], other[64];
    size_t one_size = sizeof one, other_size = sizeof other;
    int result = gnutls_x509_crt_get_key_id(certificate, GNUTLS_KEYID_USE_SHA256, one, &one_size);
    if (result >= 0) result = gnutls_x509_privkey_get_key_id(key, GNUTLS_KEYID_USE_SHA256, other, &other_size);
    if (result < 0) return result;
    return one_size == other_size && memcmp(one, other, one_size) == 0 ? 0 : GNUTLS_E_CERTIFICATE_KEY_MISMATCH;
}

int ccertificate_read(const void *pem, size_t size, const char *const hosts[], ccertificate_facts *facts) {
    gnutls_x509_privkey_t key = NULL;
    gnutls_x509_crt_t certificate = NULL;
    gnutls_datum_t text = {(unsigned char *)pem, (unsigned)size};
    size_t fingerprint_size = sizeof facts->fingerprint;
    int result = gnutls_x509_privkey_init(&key);
    if (result >= 0) result = gnutls_x509_crt_init(&certificate);
    if (result >= 0) result = gnutls_x509_privkey_import(key, &text, GNUTLS_X509_FMT_PEM);
    if (result >= 0) result = gnutls_x509_crt_import(certificate, &text, GNUTLS_X509_FMT_PEM);
    if (result >= 0) result = compare(certificate, key);
    if (result >= 0) result = gnutls_x509_crt_get_fingerprint(certificate, GNUTLS_DIG_SHA256, facts->fingerprint, &fingerprint_size);
    if (result >= 0) {
        facts->begin = gnutls_x509_crt_get_activation_time(certificate);
        facts->end = gnutls_x509_crt_get_expiration_time(certificate);
        facts->names_hosts = 1;
        for (size_t i = 0; hosts[i] != NULL; i++) {
            if (!gnutls_x509_crt_check_hostname(certificate, hosts[i])) facts->names_hosts = 0;
        }
    }
    if (certificate != NULL) gnutls_x509_crt_deinit(certificate);
    if (key != NULL) gnutls_x509_privkey_deinit(key);
    return result >= 0;
}

const char *ccertificate_version(void) { return gnutls_check_version(NULL); }
