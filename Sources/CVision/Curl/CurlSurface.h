// SPDX-License-Identifier: GPL-3.0-or-later
//
// A smooth surface over a page that straightens curved text lines. Its value at each point is the downward displacement from the flattened page. The
// surface is a tensor product of cubic B-splines with penalized second differences (Eilers and Marx, "Flexible smoothing with B-splines and
// penalties", Statistical Science 1996). Deriving the disparity from text lines follows Leptonica's dewarping.
#ifndef DOCSCAN_CVISION_CURLSURFACE_H
#define DOCSCAN_CVISION_CURLSURFACE_H

#include <array>
#include <vector>

#include "Pixels/Support.h"

namespace vision {

/// The baseline points of a line's letters from left to right, all of which have the same height on the flattened page.
using CurvedLine = std::vector<cv::Point2d>;

class Surface {
public:
    /// Creates a surface that is zero everywhere.
    Surface(cv::Rect2d area, cv::Size intervals);

    /// Returns the value at a point. Outside its area, the surface continues linearly.
    double at(double x, double y) const;
    double slopeAcross(double x, double y) const;
    /// Returns the height on the flattened page for a point of the curled page.
    double flattened(double x, double y) const;
    cv::Rect2d area() const { return area_; }

private:
    friend class SurfaceFit;

    /// The four splines that contribute to a position along one axis.
    struct Reach {
        int first;
        std::array<double, 4> weights;
    };

    static Reach reach(double place, int intervals);
    static Reach slopeReach(double place, int intervals);
    double sum(const Reach &across, const Reach &down) const;
    Reach reachAcross(double x) const;
    Reach reachDown(double y) const;
    int columns() const { return intervals_.width + 3; }
    int rows() const { return intervals_.height + 3; }

    cv::Rect2d area_;
    cv::Size intervals_;
    std::vector<double> coefficients_;
};

/// The flexibility of a page, as priors: the typical change per letter height of a line's slope along it, and of lines' differences down the page.
struct Suppleness {
    double across;
    double down;
};

/// The flexibility of a curled or folded page, and of a flat page with perspective, whose straight lines change slope almost steadily downwards.
constexpr Suppleness suppleSheet{0.01, 0.002};
constexpr Suppleness rigidSheet{1e-7, 1e-4};

struct FittedSurface {
    Surface surface;
    /// The spread of the letters' baseline points around their lines, in pixels.
    double spread = 0;
};

/// Fits a surface robustly: the descenders of g and p, and letters of other lines, have no influence.
FittedSurface fitSurface(const std::vector<CurvedLine> &lines, const Surface &start, Suppleness suppleness,
                         double letterHeight);

/// Returns the remaining curvature of a line: the mean squared distance of its baseline points from their median, with distances limited to `limit`.
double curvature(const CurvedLine &line, const Surface &surface, double limit);

/// Returns the maximum distance between the surface and one with straight lines whose slopes change steadily down the page.
double bend(const Surface &surface);

}  // namespace vision

#endif
