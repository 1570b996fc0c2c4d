// SPDX-License-Identifier: GPL-3.0-or-later
//
// One HTTP request at a time over libcurl, whose options take arguments that Swift cannot pass.
#ifndef DOCSCAN_CCURL_H
#define DOCSCAN_CCURL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A connection that is kept for the next request.
typedef struct ccurl_handle ccurl_handle;

/// NULL where there is no memory.
ccurl_handle *ccurl_open(void);
void ccurl_close(ccurl_handle *handle);

/// What came of a request.
enum ccurl_outcome {
    ccurl_answered,
    ccurl_too_long,  // the answer is longer than there is room for
    ccurl_stopped,   // goes_on said so
    ccurl_timed_out, // nothing came in time
    ccurl_failed,    // no connection, or it broke
    ccurl_wrong,     // the address or its certificate is wrong: it would fail again
};

/// What came back.
typedef struct {
    enum ccurl_outcome outcome;
    long status;          // of HTTP
    long retry_after;     // in seconds, 0 if the server does not say
    size_t size;          // bytes of the answer
    char reason[256];     // why there is no answer, for a person
} ccurl_answer;

/// Posts `body`, or gets the address where `body` is NULL. Redirects are not followed. `headers` ends with NULL. The
/// answer's bytes go to `bytes`, at most `capacity`. `goes_on` is asked about once a second whether to wait any longer.
/// With `is_local`, plain HTTP is allowed and no proxy is used.
ccurl_answer ccurl_request(ccurl_handle *handle, const char *address, const char *const headers[], const void *body,
                           size_t body_size, int is_local, double seconds, unsigned char *bytes, size_t capacity,
                           int (*goes_on)(void *), void *context);

/// The version of libcurl, such as "7.88.1".
const char *ccurl_version(void);

#ifdef __cplusplus
}
#endif

#endif
