// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dark marks of a page as they lie on its paper: what cleaning and quality look at.
#ifndef DOCSCAN_CVISION_MARKS_H
#define DOCSCAN_CVISION_MARKS_H

#include <vector>

#include "Pixels/Support.h"

namespace vision {

/// The brightness of the paper under everything on it, in 8 bits a channel, at the size of `image`.
///
/// Marks narrower than `reach` pixels are bridged over. Source: the background of a page as a grey-scale closing, as in
/// J. Sauvola, M. Pietikainen, "Adaptive document image binarization", Pattern Recognition 33 (2000).
cv::Mat paperUnder(const cv::Mat &image, int reach);

/// A connected mark.
struct Mark {
    cv::Rect box;
    int area;
    /// The darkest it gets, below the paper, 0 to 255.
    int darkness;
};

/// Marks darker than the paper by at least `threshold`; `darker` is how much darker than the paper each pixel is.
std::vector<Mark> marksOf(const cv::Mat &darker, int threshold, cv::Mat &labels);

/// The middle height of the marks that may be letters; 0 if there are none.
double letterHeightOf(const std::vector<Mark> &marks, cv::Size page);

/// The darkness that most letters reach; 0 if there are none.
int inkDarkness(const std::vector<Mark> &marks, double letterHeight);

}  // namespace vision

#endif
