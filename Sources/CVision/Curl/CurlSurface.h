// SPDX-License-Identifier: GPL-3.0-or-later
//
// A smooth surface over a page, fitted so that curved text lines become straight: how far below its place on the
// flattened page each point lies. Tensor product of cubic B-splines with penalised second differences (Eilers and Marx,
// "Flexible smoothing with B-splines and penalties", Statistical Science 1996); the idea of a disparity that is
// read off the text lines is that of Leptonica's dewarping.
#ifndef DOCSCAN_CVISION_CURLSURFACE_H
#define DOCSCAN_CVISION_CURLSURFACE_H

#include <array>
#include <vector>

#include "Pixels/Support.h"

namespace vision {

/// Feet of one line's letters from left to right; all belong on one height of the flattened page.
using CurvedLine = std::vector<cv::Point2d>;

class Surface {
public:
    /// A surface that is zero everywhere.
    Surface(cv::Rect2d area, cv::Size intervals);

    /// Beyond its area the surface goes on straight.
    double at(double x, double y) const;
    double slopeAcross(double x, double y) const;
    /// The height on the flattened page of a point of the curled one.
    double flattened(double x, double y) const;
    cv::Rect2d area() const { return area_; }

private:
    friend class SurfaceFit;

    /// The four splines that reach a place along one side.
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

/// How much a page may be bent: typical change of a line's slope per letter height along the line, and typical change,
/// per letter height down the page, of how lines differ from those above. Both are priors, which evidence overrules.
struct Suppleness {
    double across;
    double down;
};

/// A curled or folded page, and one that only a homography has distorted: its lines are straight, and their slopes
/// change steadily down the page, or nearly so.
constexpr Suppleness suppleSheet{0.01, 0.002};
constexpr Suppleness rigidSheet{1e-7, 1e-4};

struct FittedSurface {
    Surface surface;
    /// Spread of the letters' feet about their lines, in pixels.
    double spread = 0;
};

/// Fits robustly: feet of g and p, and letters that belong to another line, have no say.
FittedSurface fitSurface(const std::vector<CurvedLine> &lines, const Surface &start, Suppleness suppleness,
                         double letterHeight);

/// What is left of a line's curvature: mean square of the distances, each at most `limit`, of its feet from its middle.
double curvature(const CurvedLine &line, const Surface &surface, double limit);

/// How far the surface is, at most, from one with straight lines whose slopes change steadily down the page.
double bend(const Surface &surface);

}  // namespace vision

#endif
