// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CHTTP.h"

#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netdb.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/// A connection. libmicrohttpd closes idle connections. Those that send a byte now and then are closed here.
struct line {
    struct line *next, **link;
    int socket;
    struct MHD_Connection *connection;
    /// The other side's address: an IPv4 address, or the network of an IPv6 address. All zero for this computer.
    unsigned char address[16];
    int is_answered;
    /// Whether a request on the connection was answered without a refusal, or its body is being received.
    int is_known;
    /// Whether the connection is being closed. It never becomes idle again.
    int is_closing;
    /// Whether the last request was answered before its body was read.
    int is_unread;
    /// The time until which the connection is suspended, in milliseconds, or 0 if it isn't suspended. The socket of a
    /// suspended connection must not be shut down, because libmicrohttpd would keep the connection for a long time.
    int64_t waits_until;
    /// The time at which the connection was opened or its last request ended, in milliseconds.
    int64_t since;
};

/// A connection that libmicrohttpd has closed, although bytes of a refused body may still arrive. If the socket were
/// closed at once, the kernel would reset the connection, and the client could lose the answer. Nothing is read from it.
struct rest {
    int socket;
    int64_t until;
    unsigned char address[16];
};

/// The maximum number of such connections, in total and from one address.
enum { most_rests = 16, most_rests_per_address = 4 };

struct chttp_server {
    struct MHD_Daemon *daemon;
    chttp_limits limits;
    chttp_opener opener;
    chttp_handler handler;
    void *context;
    struct line *lines;
    struct rest rests[most_rests];
    unsigned rest_count;
    /// The certificate and the key in PEM, which the daemon may read until it stops. NULL without TLS.
    char *certificate, *key;
};

struct chttp_request {
    chttp_server *server;
    struct MHD_Connection *connection;
    char *target;
    const char *method;
    unsigned char *body;
    size_t size;
    /// The receiver of the body. Empty if the body is stored in `body`.
    chttp_sink sink;
    /// The parser of a multipart form, or NULL if the body isn't a form.
    struct MHD_PostProcessor *form;
    /// Whether the form ended properly.
    int is_whole;
    /// The number of bytes received since the connection's time was last renewed.
    size_t arrived;
    int has_begun;
    int has_waited;
    /// Whether the connection is closed after the answer, so its time isn't renewed.
    int is_refused;
    enum MHD_Result result;
};

/// The time for a client to receive the answer to a refused request and close the connection, in milliseconds.
static const int64_t farewell = 2000;

/// The time by which an answer is delayed, in milliseconds.
static const int64_t delay = 1000;

/// The maximum number of connections that are suspended, in total and from one address. They need no place of others.
static const unsigned most_waiting = 8, most_waiting_per_address = 4;

/// The maximum number of connections from another computer. Browsers open six.
static const unsigned most_per_address = 16;

/// The number of connections beyond the limit that can be accepted before others are closed in their favor.
static const unsigned reserve = 64;

static int64_t now(void) {
    struct timespec time = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int chttp_listen(const char *address, uint16_t port) {
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM}, *found = NULL;
    if (getaddrinfo(address, NULL, &hints, &found) != 0 || found == NULL) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    if (found->ai_family == AF_INET6) {
        ((struct sockaddr_in6 *)found->ai_addr)->sin6_port = htons(port);
    } else {
        ((struct sockaddr_in *)found->ai_addr)->sin_port = htons(port);
    }
    int on = 1, listener = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener >= 0) {
        // Allows a restart while old connections are still in TIME_WAIT.
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        if (bind(listener, found->ai_addr, found->ai_addrlen) != 0 || listen(listener, 128) != 0) {
            int reason = errno;
            close(listener);
            listener = -1;
            errno = reason;
        }
    }
    freeaddrinfo(found);
    return listener;
}

uint16_t chttp_port(int socket) {
    struct sockaddr_storage address = {0};
    socklen_t size = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &size) != 0) return 0;
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                               : ((struct sockaddr_in *)&address)->sin_port);
}

/// Stores the other side's address. Addresses of this computer are left out.
static void read_address(struct line *line) {
    struct sockaddr_storage address = {0};
    socklen_t size = sizeof address;
    if (getpeername(line->socket, (struct sockaddr *)&address, &size) != 0) return;
    if (address.ss_family == AF_INET) {
        struct in_addr *number = &((struct sockaddr_in *)&address)->sin_addr;
        if (ntohl(number->s_addr) >> 24 != 127) memcpy(line->address + 12, number, 4);
    } else if (address.ss_family == AF_INET6) {
        struct in6_addr *number = &((struct sockaddr_in6 *)&address)->sin6_addr;
        if (IN6_IS_ADDR_LOOPBACK(number)) return;
        int is_mapped = IN6_IS_ADDR_V4MAPPED(number);
        if (is_mapped && number->s6_addr[12] == 127) return;
        // A computer has a whole network of IPv6 addresses.
        if (is_mapped) memcpy(line->address + 12, number->s6_addr + 12, 4);
        else memcpy(line->address, number, 8);
    }
}

static int is_remote(const struct line *line) {
    static const unsigned char own[sizeof line->address];
    return memcmp(line->address, own, sizeof own) != 0;
}

static int is_same_address(const struct line *one, const struct line *other) {
    return memcmp(one->address, other->address, sizeof one->address) == 0;
}

/// Closes the connection that has waited longest for a request, preferably one on which no request was welcome. With an
/// address, only connections from there are considered.
static void close_one(chttp_server *server, const struct line *newest, int only_from_its_address) {
    struct line *victim = NULL;
    for (struct line *line = server->lines; line != NULL; line = line->next) {
        if (line == newest || line->is_answered || line->is_closing || line->waits_until != 0) continue;
        if (only_from_its_address && !is_same_address(line, newest)) continue;
        if (victim == NULL || line->is_known < victim->is_known ||
            (line->is_known == victim->is_known && line->since < victim->since)) victim = line;
    }
    if (victim == NULL) return;
    victim->is_closing = 1;
    shutdown(victim->socket, SHUT_RDWR);
}

/// Makes room for a new connection, so that nobody has to wait until others end.
static void make_room(chttp_server *server, const struct line *newest) {
    unsigned count = 0, from_its_address = 0;
    for (struct line *line = server->lines; line != NULL; line = line->next) {
        if (line->is_closing) continue;
        if (is_same_address(line, newest)) from_its_address++;
        if (line->waits_until == 0) count++;
    }
    if (is_remote(newest) && from_its_address > most_per_address) close_one(server, newest, 1);
    else if (count > server->limits.connections) close_one(server, newest, 0);
}

static void drop_rest(chttp_server *server, unsigned index) {
    close(server->rests[index].socket);
    server->rest_count--;
    memmove(server->rests + index, server->rests + index + 1, (server->rest_count - index) * sizeof *server->rests);
}

/// Keeps the socket of a connection that is closed before a body was read. Drops the oldest rest if there are too many.
static void keep_rest(chttp_server *server, const struct line *line) {
    unsigned oldest = most_rests, from_its_address = 0;
    for (unsigned i = server->rest_count; i-- > 0;) {
        if (memcmp(server->rests[i].address, line->address, sizeof line->address) != 0) continue;
        from_its_address++;
        oldest = i;
    }
    if (is_remote(line) && from_its_address >= most_rests_per_address) drop_rest(server, oldest);
    else if (server->rest_count == most_rests) drop_rest(server, 0);
    struct rest rest = {fcntl(line->socket, F_DUPFD_CLOEXEC, 0), now() + farewell, {0}};
    if (rest.socket < 0) return;
    memcpy(rest.address, line->address, sizeof rest.address);
    shutdown(rest.socket, SHUT_WR);
    server->rests[server->rest_count++] = rest;
}

/// Closes the rests whose clients are gone or had enough time.
static void drop_rests(chttp_server *server) {
    int64_t time = now();
    for (unsigned i = server->rest_count; i-- > 0;) {
        struct pollfd state = {server->rests[i].socket, POLLRDHUP, 0};
        if (time >= server->rests[i].until || poll(&state, 1, 0) != 0) drop_rest(server, i);
    }
}

static void connection_changed(void *context, struct MHD_Connection *connection, void **state,
                               enum MHD_ConnectionNotificationCode code) {
    chttp_server *server = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        struct line *line = info != NULL ? calloc(1, sizeof *line) : NULL;
        if (line == NULL) return;
        line->socket = info->connect_fd;
        line->since = now();
        line->connection = connection;
        line->next = server->lines;
        line->link = &server->lines;
        if (line->next != NULL) line->next->link = &line->next;
        server->lines = line;
        *state = line;
        read_address(line);
        make_room(server, line);
    } else if (*state != NULL) {
        struct line *line = *state;
        if (line->is_unread) keep_rest(server, line);
        *line->link = line->next;
        if (line->next != NULL) line->next->link = line->link;
        free(line);
        *state = NULL;
    }
}

static struct line *line_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info != NULL ? info->socket_context : NULL;
}

static void note(struct MHD_Connection *connection, int is_answered) {
    struct line *line = line_of(connection);
    if (line == NULL) return;
    line->is_answered = is_answered && !line->is_closing;
    line->since = now();
}

/// Creates a request when its first line arrives, because libmicrohttpd decodes the target afterwards.
static void *begin(void *context, const char *target, struct MHD_Connection *connection) {
    (void)context, (void)connection;
    chttp_request *request = calloc(1, sizeof *request);
    if (request == NULL) return NULL;
    request->target = strdup(target);
    if (request->target != NULL) return request;
    free(request);
    return NULL;
}

static void end(void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code) {
    (void)context, (void)code;
    chttp_request *request = *state;
    if (request == NULL) return;
    if (!request->is_refused) note(connection, 0);
    if (request->form != NULL) MHD_destroy_post_processor(request->form);
    if (request->sink.release != NULL) request->sink.release(request->sink.context);
    free(request->target);
    free(request->body);
    free(request);
    *state = NULL;
}

static enum MHD_Result take(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                            const char *version, const char *bytes, size_t *count, void **state) {
    (void)url, (void)version;
    chttp_server *server = context;
    chttp_request *request = *state;
    if (request == NULL) return MHD_NO;
    if (!request->has_begun) {
        request->server = server;
        request->connection = connection;
        request->method = method;
        request->result = MHD_YES;
        request->is_whole = 1;
        if (server->opener != NULL) server->opener(server->context, request);
        struct line *line = line_of(connection);
        // A suspended request begins again after it is resumed.
        if (line == NULL || line->waits_until == 0) request->has_begun = 1;
        return request->result;
    }
    if (*count > 0 && request->sink.take != NULL) {
        request->arrived += *count;
        if (request->arrived >= server->limits.step_bytes) {
            request->arrived = 0;
            note(connection, 0);
        }
        if (request->form != NULL) {
            if (MHD_post_process(request->form, bytes, *count) != MHD_YES) return MHD_NO;
        } else if (!request->sink.take(request->sink.context, NULL, NULL, request->size, bytes, *count)) {
            return MHD_NO;
        }
        request->size += *count;
        *count = 0;
        return MHD_YES;
    }
    if (*count > 0) {
        if (*count > server->limits.body_bytes - request->size) return MHD_NO;
        unsigned char *longer = realloc(request->body, request->size + *count);
        if (longer == NULL) return MHD_NO;
        memcpy(longer + request->size, bytes, *count);
        request->body = longer;
        request->size += *count;
        *count = 0;
        return MHD_YES;
    }
    if (request->form != NULL) {
        request->is_whole = MHD_destroy_post_processor(request->form) == MHD_YES;
        request->form = NULL;
    }
    request->result = MHD_NO;
    note(connection, 1);
    server->handler(server->context, request);
    return request->result;
}

static enum MHD_Result take_part(void *context, enum MHD_ValueKind kind, const char *key, const char *file_name,
                                 const char *type, const char *encoding, const char *bytes, uint64_t offset, size_t count) {
    (void)kind, (void)type, (void)encoding;
    chttp_request *request = context;
    return request->sink.take(request->sink.context, key, file_name, offset, bytes, count) ? MHD_YES : MHD_NO;
}

int chttp_receive(chttp_request *request, chttp_sink sink, int is_form) {
    // The buffer must be large enough for the headers of a part.
    if (is_form) request->form = MHD_create_post_processor(request->connection, 4096, take_part, request);
    if (is_form && request->form == NULL) return 0;
    request->sink = sink;
    struct line *line = line_of(request->connection);
    if (line != NULL) line->is_known = 1;
    return 1;
}

void *chttp_received(const chttp_request *request) { return request->sink.context; }

int chttp_is_whole(const chttp_request *request) { return request->is_whole; }

/// Resumes connections whose suspension is over, or with `all` every suspended one. Returns 1 if there were any.
static int wake(chttp_server *server, int all) {
    int count = 0;
    for (struct line *line = server->lines; line != NULL; line = line->next) {
        if (line->waits_until == 0 || (!all && now() < line->waits_until)) continue;
        line->waits_until = 0;
        MHD_resume_connection(line->connection);
        count = 1;
    }
    if (count) MHD_run(server->daemon);
    return count;
}

int chttp_wait(chttp_request *request) {
    struct line *line = line_of(request->connection);
    if (request->has_waited || line == NULL) return 0;
    request->has_waited = 1;
    unsigned count = 0, from_its_address = 0;
    for (struct line *other = request->server->lines; other != NULL; other = other->next) {
        if (other->waits_until == 0) continue;
        count++;
        if (is_remote(line) && is_same_address(other, line)) from_its_address++;
    }
    if (count >= most_waiting || from_its_address >= most_waiting_per_address) {
        request->result = MHD_NO;
        return 1;
    }
    line->waits_until = now() + delay;
    MHD_suspend_connection(request->connection);
    request->result = MHD_YES;
    return 1;
}

static void discard(chttp_server *server) {
    free(server->certificate);
    free(server->key);
    free(server);
}

chttp_server *chttp_open(int socket, chttp_limits limits, const char *certificate, const char *key, chttp_opener opener,
                         chttp_handler handler, void *context) {
    chttp_server *server = calloc(1, sizeof *server);
    int is_secure = certificate != NULL && key != NULL;
    if (server != NULL && is_secure) {
        server->certificate = strdup(certificate);
        server->key = strdup(key);
    }
    if (server == NULL || (is_secure && (server->certificate == NULL || server->key == NULL))) {
        if (server != NULL) discard(server);
        close(socket);
        return NULL;
    }
    // GnuTLS's usual protocols include TLS 1.0 and 1.1, which RFC 8996 deprecates.
    static const char protocols[] = "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2";
    struct MHD_OptionItem secure[] = {{MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)protocols},
                                      {MHD_OPTION_HTTPS_MEM_CERT, 0, server->certificate},
                                      {MHD_OPTION_HTTPS_MEM_KEY, 0, server->key},
                                      {MHD_OPTION_END, 0, NULL}};
    server->limits = limits;
    server->opener = opener;
    server->handler = handler;
    server->context = context;
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | (is_secure ? MHD_USE_TLS : 0), 0, NULL, NULL, take, server, MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_LIMIT,
        limits.connections + most_waiting + reserve, MHD_OPTION_CONNECTION_TIMEOUT, limits.seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        limits.header_bytes, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_URI_LOG_CALLBACK, begin, NULL, MHD_OPTION_NOTIFY_COMPLETED, end, NULL, MHD_OPTION_NOTIFY_CONNECTION,
        connection_changed, server, MHD_OPTION_ARRAY, is_secure ? secure : secure + 3, MHD_OPTION_END);
    if (server->daemon != NULL) return server;
    close(socket);
    discard(server);
    return NULL;
}

void chttp_close(chttp_server *server) {
    if (server == NULL) return;
    wake(server, 1);
    MHD_stop_daemon(server->daemon);
    while (server->rest_count > 0) drop_rest(server, 0);
    discard(server);
}

int chttp_descriptor(const chttp_server *server) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info != NULL ? info->epoll_fd : -1;
}

int chttp_patience(chttp_server *server) {
    MHD_UNSIGNED_LONG_LONG milliseconds = 0;
    // Slow clients must be checked once a second.
    int most = server->lines != NULL || server->rest_count > 0 ? 1000 : 60000;
    if (MHD_get_timeout(server->daemon, &milliseconds) != MHD_YES) return most;
    return milliseconds < (MHD_UNSIGNED_LONG_LONG)most ? (int)milliseconds : most;
}

void chttp_turn(chttp_server *server) {
    MHD_run(server->daemon);
    if (wake(server, 0)) MHD_run(server->daemon);
    drop_rests(server);
    int64_t time = now();
    unsigned count = 0;
    for (struct line *line = server->lines; line != NULL; line = line->next) count += line->waits_until == 0;
    // If there is no room for other connections, idle ones are closed sooner.
    int64_t usual = (int64_t)server->limits.seconds * 1000;
    int64_t patience = count < server->limits.connections ? usual : 1000;
    for (struct line *line = server->lines; line != NULL; line = line->next) {
        if (line->is_answered || line->waits_until != 0) continue;
        if (time - line->since <= (line->is_known ? usual : patience)) continue;
        line->is_closing = 1;
        shutdown(line->socket, SHUT_RDWR);
    }
    // After its limit was reached, libmicrohttpd accepts connections again only at the beginning of a turn. Without
    // further turns, waiting clients would have to wait for the next one.
    if (count >= server->limits.connections) {
        MHD_run(server->daemon);
        MHD_run(server->daemon);
    }
}

const char *chttp_method(const chttp_request *request) { return request->method; }

const char *chttp_target(const chttp_request *request) { return request->target; }

struct visit {
    chttp_visitor visitor;
    void *context;
};

static enum MHD_Result visit(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind;
    struct visit *visit = context;
    visit->visitor(visit->context, name, value != NULL ? value : "");
    return MHD_YES;
}

void chttp_headers(const chttp_request *request, chttp_visitor visitor, void *context) {
    struct visit all = {visitor, context};
    MHD_get_connection_values(request->connection, MHD_HEADER_KIND, visit, &all);
}

const void *chttp_body(const chttp_request *request, size_t *size) {
    *size = request->body != NULL ? request->size : 0;
    return request->body;
}

static void answer(chttp_request *request, int status, const char *const headers[], struct MHD_Response *response) {
    request->result = MHD_NO;
    if (response == NULL) return;
    int is_whole = 1;
    struct line *line = line_of(request->connection);
    if (line != NULL && status < 400) line->is_known = 1;
    // The opener answers before the body arrives, and nothing will read the body.
    int is_unread = !request->has_begun;
    switch (is_unread ? 400 : status) {
    case 400: case 401: case 403: case 405: case 421:
        request->is_refused = 1;
        is_whole = MHD_add_response_header(response, "Connection", "close") == MHD_YES;
        break;
    default: break;
    }
    for (size_t i = 0; headers[i] != NULL && headers[i + 1] != NULL; i += 2) {
        // Without one of its headers, the answer could allow what that header forbids.
        if (MHD_add_response_header(response, headers[i], headers[i + 1]) != MHD_YES) is_whole = 0;
    }
    if (is_unread) note(request->connection, 1);
    if (is_unread && line != NULL) line->is_unread = 1;
    if (is_whole) request->result = MHD_queue_response(request->connection, (unsigned)status, response);
    MHD_destroy_response(response);
}

void chttp_answer_bytes(chttp_request *request, int status, const char *const headers[], const void *bytes,
                        size_t size) {
    answer(request, status, headers, MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY));
}

void chttp_answer_file(chttp_request *request, int status, const char *const headers[], int file, uint64_t offset,
                       uint64_t length) {
    struct MHD_Response *response = MHD_create_response_from_fd_at_offset64(length, file, offset);
    if (response == NULL) close(file);
    answer(request, status, headers, response);
}

const char *chttp_version(void) { return MHD_get_version(); }
