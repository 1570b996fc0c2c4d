// SPDX-License-Identifier: GPL-3.0-or-later
//
// Of libxml2 only what writes XML.
#include <libxml/xmlwriter.h>
