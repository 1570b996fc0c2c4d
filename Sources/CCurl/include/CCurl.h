// SPDX-License-Identifier: GPL-3.0-or-later
//
// Single HTTP requests with libcurl, whose variadic functions Swift can't call.
#ifndef DOCSCAN_CCURL_H
#define DOCSCAN_CCURL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A handle that keeps its connection open for the next request.
typedef struct ccurl_handle ccurl_handle;

/// Returns NULL if there is no memory.
ccurl_handle *ccurl_open(void);
void ccurl_close(ccurl_handle *handle);

/// The outcome of a request.
enum ccurl_outcome {
    ccurl_answered,
    ccurl_too_long,  // the answer exceeds the capacity
    ccurl_stopped,   // goes_on returned 0
    ccurl_timed_out, // no answer in time
    ccurl_failed,    // no connection, or it was lost
    ccurl_wrong,     // invalid address or certificate: a retry would fail, too
};

/// The answer to a request.
typedef struct {
    enum ccurl_outcome outcome;
    long status;          // the HTTP status
    long retry_after;     // in seconds, or 0 if not specified
    size_t size;          // the answer's length in bytes
    char reason[256];     // why there is no answer, for the user
} ccurl_answer;

/// Sends a POST request with `body`, or a GET request if `body` is NULL. Redirects aren't followed. `headers` ends with
/// NULL. The answer's body is written to `bytes`, at most `capacity` bytes. `goes_on` is called about once a second and
/// returns 0 to stop the request. With `is_local`, plain HTTP is allowed and proxies are ignored.
ccurl_answer ccurl_request(ccurl_handle *handle, const char *address, const char *const headers[], const void *body,
                           size_t body_size, int is_local, double seconds, unsigned char *bytes, size_t capacity,
                           int (*goes_on)(void *), void *context);

/// Returns the version of libcurl, such as "7.88.1".
const char *ccurl_version(void);

#ifdef __cplusplus
}
#endif

#endif
