// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dark marks on a page, for cleaning and quality measurements.
#ifndef DOCSCAN_CVISION_MARKS_H
#define DOCSCAN_CVISION_MARKS_H

#include <vector>

#include "Pixels/Support.h"

namespace vision {

/// Returns the brightness of the paper without marks narrower than `reach` pixels, with 8 bits per channel and the size of `image`. Source:
/// J. Sauvola, M. Pietikainen, "Adaptive document image binarization", Pattern Recognition 33 (2000), the background as a grayscale closing.
cv::Mat paperUnder(const cv::Mat &image, int reach);

/// A connected mark.
struct Mark {
    cv::Rect box;
    int area;
    /// The maximum darkness relative to the paper, from 0 to 255.
    int darkness;
};

/// Returns the marks that are darker than the paper by at least `threshold`. `darker` is the darkness of each pixel relative to the paper.
std::vector<Mark> marksOf(const cv::Mat &darker, int threshold, cv::Mat &labels);

/// Returns the median height of marks that can be letters, or 0 if there are none.
double letterHeightOf(const std::vector<Mark> &marks, cv::Size page);

/// Returns the darkness that most letters reach, or 0 if there are none.
int inkDarkness(const std::vector<Mark> &marks, double letterHeight);

}  // namespace vision

#endif
