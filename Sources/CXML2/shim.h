// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of libxml2 that writes XML.
#include <libxml/xmlwriter.h>
