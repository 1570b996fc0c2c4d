// SPDX-License-Identifier: GPL-3.0-or-later
//
// A server of the few things that docscan answers, over libmicrohttpd, whose function that starts one is variadic. It has
// no thread of its own: `chttp_turn` does what is due, whenever `chttp_descriptor` can be read or `chttp_patience` is over.
#ifndef DOCSCAN_CHTTP_H
#define DOCSCAN_CHTTP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct chttp_server chttp_server;
typedef struct chttp_request chttp_request;

/// Called with each request that is complete; it has to call one of the functions that answer. The request ends with the call.
typedef void (*chttp_handler)(void *context, chttp_request *request);

/// Called with each request whose head is complete, before any of its body comes. It may answer, wait, or say with `chttp_receive` where
/// the body goes; otherwise the body is kept for the handler.
typedef void (*chttp_opener)(void *context, chttp_request *request);

/// What takes a body as it comes, in pieces.
typedef struct {
    /// Takes some bytes: those of a body at an offset, or of the part of a form with that key and file name, which may be NULL. 0 ends
    /// the connection.
    int (*take)(void *context, const char *key, const char *file_name, uint64_t offset, const void *bytes, size_t count);
    /// Called when the request is over, whether it was complete or not.
    void (*release)(void *context);
    void *context;
} chttp_sink;

/// Called with each header of a request, as often as it is there.
typedef void (*chttp_visitor)(void *context, const char *name, const char *value);

/// What bounds those who ask.
typedef struct {
    unsigned connections;
    size_t header_bytes;
    size_t body_bytes;
    /// A body that goes elsewhere is too slow where so much of it takes longer than `seconds`.
    size_t step_bytes;
    /// How long a request may take to arrive, and how long nothing may happen while it is answered.
    unsigned seconds;
} chttp_limits;

/// A socket that listens on a numeric address; -1 and errno where there is none.
int chttp_listen(const char *address, uint16_t port);

/// The port of a socket; 0 if it has none.
uint16_t chttp_port(int socket);

/// Starts a server on a socket that listens, which is then the server's; NULL where it cannot be started, and the socket is
/// closed. With a certificate and its key, in PEM, it speaks TLS; both may be NULL, and so may `opener`.
chttp_server *chttp_open(int socket, chttp_limits limits, const char *certificate, const char *key, chttp_opener opener,
                         chttp_handler handler, void *context);
void chttp_close(chttp_server *server);

/// Readable when there is something to do.
int chttp_descriptor(const chttp_server *server);
/// After so many milliseconds there is, in any case.
int chttp_patience(chttp_server *server);
/// The version of libmicrohttpd, such as "0.9.75".
const char *chttp_version(void);

/// Does what is due.
void chttp_turn(chttp_server *server);

const char *chttp_method(const chttp_request *request);
/// What stood in the request's first line, with nothing decoded; it has no zero byte.
const char *chttp_target(const chttp_request *request);
void chttp_headers(const chttp_request *request, chttp_visitor visitor, void *context);
const void *chttp_body(const chttp_request *request, size_t *size);

/// Has the body of a request go elsewhere; for its opener. The parts of a form are taken one by one; 0 if the body is none, or there is
/// no memory for it, and then nothing is released.
int chttp_receive(chttp_request *request, chttp_sink sink, int is_form);
/// The context of what takes a request's body; NULL where that is kept.
void *chttp_received(const chttp_request *request);
/// Whether the body, if it is a form, has ended as forms do.
int chttp_is_whole(const chttp_request *request);

/// Lets a request wait for a second or two before its handler is called again; 1 where it does, 0 if it has waited already.
int chttp_wait(chttp_request *request);

/// Answers with some bytes, which are copied. `headers` are names and values by turns, with NULL at the end.
void chttp_answer_bytes(chttp_request *request, int status, const char *const headers[], const void *bytes, size_t size);
/// Answers with a piece of a file, which is closed in any case.
void chttp_answer_file(chttp_request *request, int status, const char *const headers[], int file, uint64_t offset,
                       uint64_t length);

#ifdef __cplusplus
}
#endif

#endif
