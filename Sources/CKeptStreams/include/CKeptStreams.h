// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CKEPTSTREAMS_H
#define CKEPTSTREAMS_H

#ifdef __cplusplus
extern "C" {
#endif

/// The struct behind `qpdf_data` of qpdf-c.h.
struct _qpdf_data;

/// Makes `qpdf_write` keep the bytes of every existing stream, and compress the object and cross-reference streams that qpdf adds.
/// Call this function last, right before `qpdf_write`. An error is stored in `pdf`, as with the functions of qpdf-c.h.
void kept_streams_prepare(struct _qpdf_data *pdf);

#ifdef __cplusplus
}
#endif

#endif
