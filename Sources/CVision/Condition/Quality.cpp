// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures the quality of photos and scans. Blur is the width of the letters' edges: the change of tone from paper to ink divided by its steepest
// step. (P. Marziliano and others, "A no-reference perceptual blur metric", ICIP 2002, measure it between the ends of the change; the steepest step
// is less affected by noise.)
#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "Text/Marks.h"

namespace {

/// The minimum change of tone for the edge of a letter. A smaller one is paper.
constexpr int weakestRun = 12;
/// The minimum darkness of a letter's body as a fraction of the contrast. Including the soft edges of blurred letters would merge marks.
constexpr double solidShare = 0.65;
/// The maximum number of rows that are measured. More don't improve the result.
constexpr int sampledRows = 400;
/// The minimum brightness of glare, as a fraction of the range between paper and white.
constexpr double glareShare = 0.6;
constexpr int glareTone = 245;
/// The minimum brightness of paper at which glare can't be distinguished from it.
constexpr int brightPaper = 238;
/// The maximum brightness of a page that is white on black instead of overexposed paper.
constexpr int darkPaper = 100;
/// The minimum fraction of the page that glare covers.
constexpr double leastGlare = 0.0005;

struct Run {
    int amplitude;
    int steepest;
};

/// Collects the monotonic changes of tone along a row.
void collectRuns(const uint8_t *row, int width, std::vector<Run> &runs) {
    int start = 0, steepest = 0, direction = 0;
    for (int x = 1; x <= width; ++x) {
        const int step = x < width ? row[x] - row[x - 1] : 0;
        const int sign = (step > 0) - (step < 0);
        if (sign != direction || sign == 0) {
            const int amplitude = std::abs(row[x - 1] - row[start]);
            if (direction != 0 && amplitude >= weakestRun) runs.push_back({amplitude, steepest});
            start = x - 1;
            steepest = 0;
            direction = sign;
        }
        steepest = std::max(steepest, std::abs(step));
    }
}

/// Returns the amplitude that half of all changes of tone exceed, which is that of letters if there are any.
int middleAmplitude(const std::vector<Run> &runs) {
    std::vector<int> amplitudes;
    for (const Run &run : runs) amplitudes.push_back(run.amplitude);
    std::sort(amplitudes.begin(), amplitudes.end());
    double total = 0, seen = 0;
    for (const int amplitude : amplitudes) total += amplitude;
    for (const int amplitude : amplitudes) {
        seen += amplitude;
        if (seen >= total / 2) return amplitude;
    }
    return 0;
}

/// Returns the median width of the edges, in pixels.
double edgeWidth(const std::vector<Run> &runs, int amplitude) {
    std::vector<double> widths;
    for (const Run &run : runs) {
        if (run.amplitude >= 0.6 * amplitude) widths.push_back(double(run.amplitude) / run.steepest);
    }
    return widths.empty() ? 0 : vision::middle(widths);
}

double glareOf(const cv::Mat &page, const cv::Mat &paper) {
    // Glare and pictures cover less than a quarter of a page, so the tone of the other three quarters is that of the paper.
    std::vector<double> tones;
    for (int y = 0; y < paper.rows; y += 8) {
        for (int x = 0; x < paper.cols; x += 8) tones.push_back(paper.at<uint8_t>(y, x));
    }
    const double tone = vision::ranked(tones, tones.size() * 3 / 4);
    if (tone >= brightPaper || tone < darkPaper) return 0;
    cv::Mat bright = page >= std::max(double(glareTone), tone + glareShare * (255 - tone));
    // An opening keeps only areas, not the light edges that cameras add to letters by sharpening.
    const int side = std::max(3, std::max(page.cols, page.rows) / 150) | 1;
    cv::morphologyEx(bright, bright, cv::MORPH_OPEN, cv::Mat::ones(side, side, CV_8U));
    const double share = double(cv::countNonZero(bright)) / double(page.total());
    return share < leastGlare ? 0 : share;
}

/// Returns whether another letter is next to a letter, so that it is part of a line.
bool hasNeighbour(const vision::Mark &mark, const std::vector<vision::Mark> &letters, double letterHeight) {
    return std::any_of(letters.begin(), letters.end(), [&](const vision::Mark &other) {
        const int gap = std::max(other.box.x - mark.box.br().x, mark.box.x - other.box.br().x);
        const int shared = std::min(other.box.br().y, mark.box.br().y) - std::max(other.box.y, mark.box.y);
        return gap >= 0 && gap <= 1.5 * letterHeight && shared >= 0.5 * letterHeight;
    });
}

/// Returns the view with half the resolution if it is large enough, for counting and measuring marks.
cv::Mat halved(const cv::Mat &view) {
    constexpr double plenty = 1'500'000;
    if (double(view.total()) < plenty || std::min(view.cols, view.rows) < 2) return view;
    cv::Mat result;
    cv::resize(view, result, cv::Size(view.cols / 2, view.rows / 2), 0, 0, cv::INTER_AREA);
    return result;
}

/// Returns the fraction of rows with text in which a line is cut off at the left or right edge.
double clippedOf(const std::vector<vision::Mark> &marks, double letterHeight, cv::Size size) {
    std::vector<vision::Mark> letters;
    for (const auto &mark : marks) {
        // Slivers of objects behind the page are narrower than recognizable parts of letters.
        if (mark.box.height >= 0.5 * letterHeight && mark.box.height <= 3 * letterHeight &&
            mark.box.width >= 0.4 * letterHeight && mark.box.width <= 6 * letterHeight) {
            letters.push_back(mark);
        }
    }
    std::vector<uint8_t> rows(size_t(size.height), 0);
    for (const auto &mark : letters) {
        const bool isAtEdge = mark.box.x <= 1 || mark.box.br().x >= size.width - 1;
        const uint8_t kind = isAtEdge && hasNeighbour(mark, letters, letterHeight) ? 2 : 1;
        for (int y = mark.box.y; y < mark.box.br().y; ++y) rows[size_t(y)] |= kind;
    }
    const auto text = std::count_if(rows.begin(), rows.end(), [](uint8_t row) { return row != 0; });
    const auto cut = std::count_if(rows.begin(), rows.end(), [](uint8_t row) { return (row & 2) != 0; });
    return text > 0 ? double(cut) / double(text) : 0;
}

}  // namespace

int vision_quality(VisionImage source, VisionImage view, VisionQuality *quality, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(quality, "there is nowhere to put the figures");
        *quality = {0, 0, 0, 0, 0};
        const cv::Mat image = vision::view(source), small = halved(vision::grey(vision::view(view)));
        const cv::Mat paper = vision::paperUnder(small, std::max(small.cols, small.rows) / 20);
        cv::Mat darker, labels;
        cv::subtract(paper, small, darker);
        quality->glare = glareOf(small, paper);
        std::vector<Run> runs;
        const int step = std::max(1, image.rows / sampledRows);
        for (int y = step / 2; y < image.rows; y += step) {
            const cv::Mat row = vision::grey(image.row(y));
            collectRuns(row.ptr<uint8_t>(), row.cols, runs);
        }
        const int amplitude = middleAmplitude(runs);
        const auto marks = vision::marksOf(darker, std::max(weakestRun, int(solidShare * amplitude)), labels);
        const double height = vision::letterHeightOf(marks, small.size());
        if (height <= 0) return;
        quality->letterHeight = height * image.rows / small.rows;
        quality->contrast = amplitude / 255.0;
        quality->blur = edgeWidth(runs, amplitude) / quality->letterHeight;
        quality->clipped = clippedOf(marks, height, small.size());
    });
}
