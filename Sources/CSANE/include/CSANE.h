// SPDX-License-Identifier: GPL-3.0-or-later
//
// SANE, opened where it is installed: nothing is linked, so docscan runs without it. Only the process that talks to scanners loads it.
#ifndef DOCSCAN_CSANE_H
#define DOCSCAN_CSANE_H

#include <sane/sane.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens the library and its backends; 0, with the version's code, or -1 with the reason, zero-terminated.
int scanner_load(SANE_Int *version, char *reason, size_t size);

/// Lists the devices; the list is the library's, and valid until the next call.
SANE_Status scanner_list(const SANE_Device ***devices);

/// Opens a device.
SANE_Status scanner_open(const char *name, SANE_Handle *device);

/// Closes a device.
void scanner_close(SANE_Handle device);

/// What an option is; NULL where there is none of that number.
const SANE_Option_Descriptor *scanner_option(SANE_Handle device, SANE_Int number);

/// Reads an option's value, which has as many bytes as its descriptor says.
SANE_Status scanner_value(SANE_Handle device, SANE_Int number, void *value);

/// Sets an option's value; `changes` says what else changed by that.
SANE_Status scanner_set(SANE_Handle device, SANE_Int number, void *value, SANE_Int *changes);

/// Begins the next sheet.
SANE_Status scanner_start(SANE_Handle device);

/// What the rows of the sheet that has begun are like.
SANE_Status scanner_parameters(SANE_Handle device, SANE_Parameters *parameters);

/// Reads some bytes of it.
SANE_Status scanner_read(SANE_Handle device, SANE_Byte *bytes, SANE_Int most, SANE_Int *count);

/// Ends the sheet, or the pile; the device's next sheet begins a new one.
void scanner_cancel(SANE_Handle device);

/// A status in words.
const char *scanner_status_text(SANE_Status status);

#ifdef __cplusplus
}
#endif

#endif
