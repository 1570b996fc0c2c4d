// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads XML over libxml2, event by event. Nothing is loaded, nothing is expanded: a document type ends the reading.
#ifndef DOCSCAN_CXMLREADER_H
#define DOCSCAN_CXMLREADER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How a reading ended.
enum {
    CXML_WHOLE = 0,
    /// It is not well-formed, or not in the encoding that it names.
    CXML_DAMAGED = 1,
    /// It declares a document type, which entities could hide in.
    CXML_DOCTYPE = 2,
    /// Elements are nested too deeply, or there are too many.
    CXML_LIMIT = 3,
    CXML_MEMORY = 4
};

/// Who is told of what is read. Texts are UTF-8, not zero-terminated, and valid during the call.
typedef struct {
    void (*start)(void *context, const char *name, size_t length, const char *space, size_t spaceLength);
    void (*attribute)(void *context, const char *name, size_t length, const char *value, size_t valueLength);
    void (*text)(void *context, const char *text, size_t length);
    void (*end)(void *context);
} CXMLHandler;

/// Reads a document of at most INT_MAX bytes; `line` is where the reading ended.
int cxml_read(
    const void *bytes, size_t length, unsigned deepest, size_t mostElements, const CXMLHandler *handler, void *context,
    int *line);

#ifdef __cplusplus
}
#endif

#endif
