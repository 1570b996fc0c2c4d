// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of libxml2 that writes XML.
#include <libxml/xmlversion.h>
// Otherwise, ICU's types conflict with those of Foundation in programs that import both. The writer doesn't need them.
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlwriter.h>
