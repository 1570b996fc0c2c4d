// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attempts that a worker might make once hostile bytes control it.
#ifndef DOCSCAN_CESCAPE_H
#define DOCSCAN_CESCAPE_H

/// Makes the attempt on a file, a program, or a port; returns -1 with errno set if it was denied, or 0 if it succeeded.
int escape_try(const char *attempt, const char *target);

#endif
