// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a worker might try once hostile bytes have taken it over.
#ifndef DOCSCAN_CESCAPE_H
#define DOCSCAN_CESCAPE_H

/// Tries it on a file, a program or a port; -1 with errno set when it was denied, 0 when it worked.
int escape_try(const char *attempt, const char *target);

#endif
