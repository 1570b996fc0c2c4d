// SPDX-License-Identifier: GPL-3.0-or-later

#include "CXMLReader.h"

#include <limits.h>
#include <string.h>

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

typedef struct {
    xmlParserCtxtPtr parser;
    const CXMLHandler *handler;
    void *context;
    unsigned depth;
    unsigned deepest;
    size_t left;
    int status;
} Reading;

static void stop(Reading *reading, int status) {
    if (reading->status == CXML_WHOLE) reading->status = status;
    xmlStopParser(reading->parser);
}

static void start_element(
    void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *space, int namespaces,
    const xmlChar **declared, int count, int defaulted, const xmlChar **attributes) {
    Reading *reading = data;
    (void)prefix, (void)namespaces, (void)declared, (void)defaulted;
    if (reading->status != CXML_WHOLE) return;
    if (reading->depth >= reading->deepest || reading->left == 0) {
        stop(reading, CXML_LIMIT);
        return;
    }
    reading->depth += 1;
    reading->left -= 1;
    const char *local = (const char *)name;
    const char *uri = space ? (const char *)space : "";
    reading->handler->start(reading->context, local, strlen(local), uri, strlen(uri));
    // Each attribute has five pointers: name, prefix, namespace, and the beginning and end of the value.
    for (int index = 0; index < count; index += 1) {
        const xmlChar **attribute = attributes + 5 * index;
        const char *key = (const char *)attribute[0];
        reading->handler->attribute(
            reading->context, key, strlen(key), (const char *)attribute[3], (size_t)(attribute[4] - attribute[3]));
    }
}

static void end_element(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *space) {
    Reading *reading = data;
    (void)name, (void)prefix, (void)space;
    if (reading->status != CXML_WHOLE || reading->depth == 0) return;
    reading->depth -= 1;
    reading->handler->end(reading->context);
}

static void text(void *data, const xmlChar *characters, int length) {
    Reading *reading = data;
    if (reading->status != CXML_WHOLE || reading->depth == 0 || length <= 0) return;
    reading->handler->text(reading->context, (const char *)characters, (size_t)length);
}

/// Called at "<!DOCTYPE", before its contents are parsed.
static void doctype(void *data, const xmlChar *name, const xmlChar *external, const xmlChar *system) {
    (void)name, (void)external, (void)system;
    stop(data, CXML_DOCTYPE);
}

// Whether an element seems to have more attributes than any invoice. libxml2 compares each attribute of an element with
// all others before it reports the element. Zero bytes are skipped, because the text may be UTF-16.
static int has_many_attributes(const unsigned char *bytes, size_t length) {
    const int most = 256;
    int count = 0, is_equals = 0;
    for (size_t i = 0; i < length; i++) {
        switch (bytes[i]) {
        case '<': count = 0; break;
        case '=': is_equals = 1; continue;
        case 0: case ' ': case '\t': case '\r': case '\n': continue;
        case '"': case '\'':
            if (is_equals && ++count > most) return 1;
        }
        is_equals = 0;
    }
    return 0;
}

int cxml_read(
    const void *bytes, size_t length, unsigned deepest, size_t mostElements, const CXMLHandler *handler, void *context,
    int *line) {
    *line = 0;
    if (length == 0 || length > INT_MAX) return CXML_DAMAGED;
    if (has_many_attributes(bytes, length)) return CXML_LIMIT;
    xmlParserCtxtPtr parser = xmlCreateMemoryParserCtxt(bytes, (int)length);
    if (parser == NULL) return CXML_MEMORY;
    Reading reading = {parser, handler, context, 0, deepest, mostElements, CXML_WHOLE};
    xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    // Callbacks that aren't set do nothing: entities are unknown, no tree is built, and nothing is printed.
    memset(parser->sax, 0, sizeof(*parser->sax));
    parser->sax->initialized = XML_SAX2_MAGIC;
    parser->sax->startElementNs = start_element;
    parser->sax->endElementNs = end_element;
    parser->sax->characters = text;
    parser->sax->cdataBlock = text;
    parser->sax->internalSubset = doctype;
    parser->userData = &reading;
    xmlParseDocument(parser);
    *line = parser->input ? parser->input->line : 0;
    int status = reading.status;
    if (status == CXML_WHOLE && (!parser->wellFormed || parser->errNo == XML_ERR_NO_MEMORY)) {
        status = parser->errNo == XML_ERR_NO_MEMORY ? CXML_MEMORY : CXML_DAMAGED;
    }
    xmlFreeParserCtxt(parser);
    return status;
}
