// SPDX-License-Identifier: GPL-3.0-or-later
#include "CCurl.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct ccurl_handle {
    CURL *curl;
};

struct sink {
    unsigned char *bytes;
    size_t capacity, size;
    int is_full;
};

struct question {
    int (*goes_on)(void *);
    void *context;
};

static void begin(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

ccurl_handle *ccurl_open(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin);
    ccurl_handle *handle = calloc(1, sizeof *handle);
    if (handle == NULL) return NULL;
    handle->curl = curl_easy_init();
    if (handle->curl != NULL) return handle;
    free(handle);
    return NULL;
}

void ccurl_close(ccurl_handle *handle) {
    if (handle == NULL) return;
    curl_easy_cleanup(handle->curl);
    free(handle);
}

static size_t take(char *bytes, size_t unit, size_t count, void *context) {
    struct sink *sink = context;
    size_t size = unit * count;
    if (size > sink->capacity - sink->size) {
        sink->is_full = 1;
        return 0;
    }
    memcpy(sink->bytes + sink->size, bytes, size);
    sink->size += size;
    return size;
}

static int ask(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    (void)a, (void)b, (void)c, (void)d;
    struct question *question = context;
    return !question->goes_on(question->context);
}

static enum ccurl_outcome outcome(CURLcode code, const struct sink *sink) {
    switch (code) {
    case CURLE_OK: return ccurl_answered;
    case CURLE_WRITE_ERROR: return sink->is_full ? ccurl_too_long : ccurl_failed;
    case CURLE_ABORTED_BY_CALLBACK: return ccurl_stopped;
    case CURLE_OPERATION_TIMEDOUT: return ccurl_timed_out;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE: return ccurl_wrong;
    default: return ccurl_failed;
    }
}

ccurl_answer ccurl_request(ccurl_handle *handle, const char *address, const char *const headers[], const void *body,
                           size_t body_size, int is_local, double seconds, unsigned char *bytes, size_t capacity,
                           int (*goes_on)(void *), void *context) {
    ccurl_answer answer = {0};
    struct sink sink = {bytes, capacity, 0, 0};
    struct question question = {goes_on, context};
    char reason[CURL_ERROR_SIZE] = "";
    struct curl_slist *list = NULL;
    for (size_t i = 0; headers[i] != NULL; i++) {
        struct curl_slist *longer = curl_slist_append(list, headers[i]);
        if (longer == NULL) break;
        list = longer;
    }
    CURL *curl = handle->curl;
    curl_easy_reset(curl);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_URL, address);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, is_local ? "http,https" : "https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "docscan");
    // Proxies are configured in the environment. Servers on this computer need none.
    if (is_local) curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)(seconds * 1000));
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)(seconds * 1000));
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, reason);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, list);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &sink);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, ask);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &question);
    if (body != NULL) {
        curl_easy_setopt(curl, CURLOPT_POST, 1L);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)body_size);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
    }
    CURLcode code = curl_easy_perform(curl);
    answer.outcome = outcome(code, &sink);
    curl_off_t after = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer.status);
    if (curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &after) == CURLE_OK) answer.retry_after = (long)after;
    answer.size = sink.size;
    const char *text = reason[0] != 0 ? reason : curl_easy_strerror(code);
    strncpy(answer.reason, text, sizeof answer.reason - 1);
    curl_slist_free_all(list);
    return answer;
}

const char *ccurl_version(void) { return curl_version_info(CURLVERSION_NOW)->version; }
