// SPDX-License-Identifier: GPL-3.0-or-later
//
// Page geometry over OpenCV behind a C interface. The C++ stays inside; no exception crosses.
//
// Conventions
// - Images are 8 bits a channel, 1 (grey) or 3 (RGB, interleaved) channels, rows `stride` bytes apart,
//   row 0 at the top. The origin is the top-left corner of the top-left pixel, x to the right, y down, and pixel (i, j)
//   covers [i, i + 1) x [j, j + 1).
// - A homography is nine doubles, row-major, acting on column vectors (x, y, 1).
// - Angles are degrees; a positive angle is a clockwise turn as seen on the page.
// - Every function returns 0 on success; otherwise a non-zero status, with the reason in `error`.
#ifndef DOCSCAN_CVISION_H
#define DOCSCAN_CVISION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A view of pixels that somebody else owns.
typedef struct {
    uint8_t *pixels;
    int32_t width;
    int32_t height;
    int32_t channels;
    int64_t stride;
} VisionImage;

/// Why a call failed, as a zero-terminated sentence.
typedef struct {
    char message[256];
} VisionError;

/// Four corners in pixels, clockwise from the page's top-left corner: x0, y0, x1, y1, x2, y2, x3, y3.
typedef struct {
    double corners[8];
    /// 0 to 1: how sure it is that this is the outline of a sheet of paper.
    double confidence;
} VisionQuad;

/// A turn in degrees and how sure it is, 0 to 1.
typedef struct {
    double degrees;
    double confidence;
} VisionAngle;

/// Evidence for each quarter turn of a page.
typedef struct {
    /// 0 to 1: how sure it is that text lines run across the image (1), or down it (0). 0.5 knows nothing.
    double horizontal;
    /// 0 to 1: for lines that run across the image, how sure it is that they are upright (1) or upside down (0),
    /// from the asymmetry of ascenders and descenders. When the lines run down the image it is judged after a clockwise
    /// quarter turn of the image.
    double upright;
    /// How many text lines the evidence rests on.
    int32_t lines;
} VisionTurnEvidence;

/// Version of the OpenCV library, such as "4.6.0".
const char *vision_opencv_version(void);

/// Resamples `source` into `target` (whose pixels the caller allocated) through a homography that maps source to target.
/// Areas outside the source are filled with `fill` (first `channels` values). Reduces with an area filter, otherwise
/// interpolates with a cubic, so text keeps its sharpness.
int vision_warp(VisionImage source, const double sourceToTarget[9], VisionImage target, const uint8_t fill[3],
                VisionError *error);

/// Finds the one sheet of paper in a photograph. `quad->confidence` is 0 when there is none, or when the image is a flat
/// scan already; corners may lie slightly outside the image when a corner is out of frame.
int vision_find_page(VisionImage source, VisionQuad *quad, VisionError *error);

/// Skew of the text lines within ±maximumAngle: positive when lines run downwards to the right.
int vision_estimate_skew(VisionImage source, double maximumAngle, VisionAngle *skew, VisionError *error);

/// Evidence for the page's quarter turn from its text lines alone, without recognition.
int vision_turn_evidence(VisionImage source, VisionTurnEvidence *evidence, VisionError *error);

/// Middle height of the letters in pixels, 0 where there are none.
int vision_letter_height(VisionImage source, double *height, VisionError *error);

/// Typical grey value of the paper (0 to 255 in each channel), for filling what a correction uncovers.
int vision_paper_colour(VisionImage source, uint8_t colour[3], VisionError *error);

#ifdef __cplusplus
}
#endif

#endif
