// SPDX-License-Identifier: GPL-3.0-or-later
#include <cairo.h>
#include <cairo-pdf.h>
