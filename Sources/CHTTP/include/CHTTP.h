// SPDX-License-Identifier: GPL-3.0-or-later
//
// An HTTP server with libmicrohttpd, whose variadic start function Swift can't call. The server has no thread: the
// caller must call `chttp_turn` whenever `chttp_descriptor` is readable or `chttp_patience` has elapsed.
#ifndef DOCSCAN_CHTTP_H
#define DOCSCAN_CHTTP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct chttp_server chttp_server;
typedef struct chttp_request chttp_request;

/// Called with each complete request. Must call one of the functions that answer. The request is invalid afterwards.
typedef void (*chttp_handler)(void *context, chttp_request *request);

/// Called with each request whose headers are complete, before its body arrives. May answer, wait, or select a receiver
/// for the body with `chttp_receive`. Otherwise the body is stored for the handler. After an answer, nothing of the body
/// is read, and the connection ends.
typedef void (*chttp_opener)(void *context, chttp_request *request);

/// Receives a body while it arrives.
typedef struct {
    /// Accepts bytes at an offset of the body, or of the form part with this key and file name, which may be NULL.
    /// Returns 0 to close the connection.
    int (*take)(void *context, const char *key, const char *file_name, uint64_t offset, const void *bytes, size_t count);
    /// Called when the request ends, complete or not.
    void (*release)(void *context);
    void *context;
} chttp_sink;

/// Called with each header of a request. Repeated headers are passed several times.
typedef void (*chttp_visitor)(void *context, const char *name, const char *value);

/// The limits for clients.
typedef struct {
    unsigned connections;
    size_t header_bytes;
    size_t body_bytes;
    /// The number of bytes of a streamed body that must arrive within `seconds`.
    size_t step_bytes;
    /// The time in seconds within which a request must arrive, and after which an idle connection is closed.
    unsigned seconds;
} chttp_limits;

/// Opens a socket that listens on a numeric address. Returns -1 and sets errno on failure.
int chttp_listen(const char *address, uint16_t port);

/// Returns the port of a socket, or 0 if it has none.
uint16_t chttp_port(int socket);

/// Starts a server on a listening socket and takes ownership of the socket. Returns NULL on failure and closes the
/// socket. A certificate and its key in PEM enable TLS; both may be NULL, and so may `opener`.
chttp_server *chttp_open(int socket, chttp_limits limits, const char *certificate, const char *key, chttp_opener opener,
                         chttp_handler handler, void *context);
void chttp_close(chttp_server *server);

/// Returns a descriptor that becomes readable when `chttp_turn` has work to do.
int chttp_descriptor(const chttp_server *server);
/// Returns the number of milliseconds after which `chttp_turn` must be called in any case.
int chttp_patience(chttp_server *server);
/// Returns the version of libmicrohttpd, such as "0.9.75".
const char *chttp_version(void);

/// Handles all pending connections without blocking.
void chttp_turn(chttp_server *server);

const char *chttp_method(const chttp_request *request);
/// Returns the request target without decoding. It contains no zero byte.
const char *chttp_target(const chttp_request *request);
void chttp_headers(const chttp_request *request, chttp_visitor visitor, void *context);
const void *chttp_body(const chttp_request *request, size_t *size);

/// Streams the body of a request to a receiver. May only be called by the opener. A multipart form is passed part by
/// part. Returns 0 if the body isn't a form or if there is no memory; the receiver isn't released then.
int chttp_receive(chttp_request *request, chttp_sink sink, int is_form);
/// Returns the context of the receiver, or NULL if the body is stored.
void *chttp_received(const chttp_request *request);
/// Returns whether the body is complete. A form must have ended properly.
int chttp_is_whole(const chttp_request *request);

/// Suspends a request for one to two seconds, after which its handler is called again. If too many requests are suspended
/// already, the connection is closed instead. Returns 0 if the request was suspended before.
int chttp_wait(chttp_request *request);

/// Answers with bytes, which are copied. `headers` alternates names and values and ends with NULL.
void chttp_answer_bytes(chttp_request *request, int status, const char *const headers[], const void *bytes, size_t size);
/// Answers with a part of a file and takes ownership of the descriptor.
void chttp_answer_file(chttp_request *request, int status, const char *const headers[], int file, uint64_t offset,
                       uint64_t length);

#ifdef __cplusplus
}
#endif

#endif
