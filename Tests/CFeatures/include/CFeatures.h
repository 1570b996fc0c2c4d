// SPDX-License-Identifier: GPL-3.0-or-later
//
// The measurements that docscan's weights are applied to, for the programs that fit the weights. Each line's numbers are
// separated by spaces.
#ifndef DOCSCAN_CFEATURES_H
#define DOCSCAN_CFEATURES_H

#include "CVision.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Prints a line for each outline that may be the sheet's in a photograph: the corners in pixels (8), the cues of each
/// side (4 x 15), the cues of the whole (45), and the likelihood by the current weights.
int features_print_outlines(VisionImage photograph, VisionError *error);

/// Prints one line: the evidence that text lines run across a page minus the evidence that they run down it (5), the
/// larger number of marks on lines, and the likelihood that they run across by the current weights.
int features_print_lines(VisionImage page, VisionError *error);

#ifdef __cplusplus
}
#endif

#endif
