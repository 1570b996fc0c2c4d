// SPDX-License-Identifier: GPL-3.0-or-later
//
// An event-based XML reader with libxml2. It loads and expands nothing, and a document type declaration ends it.
#ifndef DOCSCAN_CXMLREADER_H
#define DOCSCAN_CXMLREADER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The outcome of reading a document.
enum {
    CXML_WHOLE = 0,
    /// The document isn't well-formed or isn't in its declared encoding.
    CXML_DAMAGED = 1,
    /// The document declares a document type, which could contain entities.
    CXML_DOCTYPE = 2,
    /// Elements are nested too deeply, or there are too many.
    CXML_LIMIT = 3,
    CXML_MEMORY = 4
};

/// The callbacks for events. Texts are in UTF-8, not zero-terminated, and valid during the call.
typedef struct {
    void (*start)(void *context, const char *name, size_t length, const char *space, size_t spaceLength);
    void (*attribute)(void *context, const char *name, size_t length, const char *value, size_t valueLength);
    void (*text)(void *context, const char *text, size_t length);
    void (*end)(void *context);
} CXMLHandler;

/// Reads a document of at most INT_MAX bytes. `line` receives the line at which reading ended.
int cxml_read(
    const void *bytes, size_t length, unsigned deepest, size_t mostElements, const CXMLHandler *handler, void *context,
    int *line);

#ifdef __cplusplus
}
#endif

#endif
