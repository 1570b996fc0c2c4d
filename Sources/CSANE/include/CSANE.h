// SPDX-License-Identifier: GPL-3.0-or-later
//
// SANE, loaded at run time, so docscan works without it. Only the process that talks to scanners loads it.
#ifndef DOCSCAN_CSANE_H
#define DOCSCAN_CSANE_H

#include <sane/sane.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Loads the library and its backends. Returns 0 with the version code, or -1 with the reason, zero-terminated.
int scanner_load(SANE_Int *version, char *reason, size_t size);

/// Lists the devices. The list belongs to the library and is valid until the next call.
SANE_Status scanner_list(const SANE_Device ***devices);

SANE_Status scanner_open(const char *name, SANE_Handle *device);

void scanner_close(SANE_Handle device);

/// Returns the descriptor of an option, or NULL if the device has no option with this number.
const SANE_Option_Descriptor *scanner_option(SANE_Handle device, SANE_Int number);

/// Reads an option's value, whose size in bytes is in its descriptor.
SANE_Status scanner_value(SANE_Handle device, SANE_Int number, void *value);

/// Sets an option's value. `changes` receives flags for other changes that this caused.
SANE_Status scanner_set(SANE_Handle device, SANE_Int number, void *value, SANE_Int *changes);

/// Begins the next sheet.
SANE_Status scanner_start(SANE_Handle device);

/// Returns the format of the current sheet's rows.
SANE_Status scanner_parameters(SANE_Handle device, SANE_Parameters *parameters);

/// Reads bytes of the current sheet.
SANE_Status scanner_read(SANE_Handle device, SANE_Byte *bytes, SANE_Int most, SANE_Int *count);

/// Ends the sheet or the pile. The device's next sheet begins a new pile.
void scanner_cancel(SANE_Handle device);

/// Returns the text of a status.
const char *scanner_status_text(SANE_Status status);

#ifdef __cplusplus
}
#endif

#endif
