// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the search for a sheet measures of each outline that it considers, for Tests/sheets.py.
#ifndef DOCSCAN_CSHEETCANDIDATES_H
#define DOCSCAN_CSHEETCANDIDATES_H

#include "CVision.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Prints a line for each candidate in a photograph, its numbers separated by spaces: the corners in pixels of the
/// photograph (8), the cues of each side (4 x 15), the cues of the whole (45), and the likelihood by the weights in use.
int sheet_candidates_print(VisionImage photograph, VisionError *error);

#ifdef __cplusplus
}
#endif

#endif
