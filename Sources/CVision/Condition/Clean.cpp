// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cleans pages for recognition. The paper becomes white by division by its brightness, tones that are too light for ink are removed because they
// shine through from the other side, and specks far from any letter are painted over.
#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "Text/Marks.h"
#include "Sheet/PageText.h"

namespace {

/// The maximum width of marks, including headlines, that are removed for estimating the paper, as a fraction of the longer side.
constexpr double paperReach = 1 / 20.0;
/// The minimum ratio of the brightness of dark and light parts of the paper under writing. Below it, the light is uneven.
constexpr double evenLight = 0.86;  // Chosen: 0.8 to 0.92 (clean).
/// The minimum tone of white paper. Darker paper looks gray or brown next to white.
constexpr int whitePaper = 235;  // Chosen: 225 to 245 (white).
constexpr size_t fewestLetters = 20;
/// The minimum brightness relative to the light paper. Darker areas are next to the page, and brightening them would make their grain look like ink.
constexpr double deepestShadow = 0.4;
/// The minimum median tone of a page, and its minimum relative to the paper. Other pages don't have dark letters on light paper and aren't changed.
constexpr int darkestPage = 70;
constexpr double leastPaper = 0.6;
/// The minimum darkness of marks relative to the ink. Fainter marks are on the other side of the sheet.
constexpr double faintShare = 0.4;  // Chosen: 0.3 to 0.5 (clean).
/// The minimum darkness of visible marks.
constexpr int leastDarkness = 14;
/// The minimum fraction of faint marks among those of letter size for removing them. A smaller fraction could be pencil or a light stamp.
constexpr double manyFaint = 0.25;
/// The maximum size of a speck, as a fraction of a letter's height in both directions.
constexpr double speckSize = 0.3;  // Chosen: 0.2 to 0.4 (clean).
/// The maximum distance between a dot or full stop and a letter, in letter heights.
constexpr double neighbourhood = 1.2;
/// The minimum number of specks that justifies their removal.
constexpr int manySpecks = 20;

struct Survey {
    cv::Mat paper;
    cv::Mat darker;
    cv::Mat labels;
    std::vector<vision::Mark> marks;
    double letterHeight = 0;
    int ink = 0;
};

int reachIn(const cv::Mat &image) { return int(std::max(image.cols, image.rows) * paperReach); }

Survey survey(const cv::Mat &page, const cv::Mat &paper) {
    Survey result;
    result.paper = paper;
    cv::subtract(result.paper, page, result.darker);
    result.marks = vision::marksOf(result.darker, leastDarkness, result.labels);
    result.letterHeight = vision::letterHeightOf(result.marks, page.size());
    result.ink = vision::inkDarkness(result.marks, result.letterHeight);
    return result;
}

int atShare(std::vector<uint8_t> &tones, double share) {
    return vision::ranked(tones, size_t(double(tones.size() - 1) * share));
}

/// Returns the paper's tones under writing. Areas next to the page don't count.
std::vector<uint8_t> tonesUnder(const vision::TextInk &ink, const cv::Mat &paper) {
    std::vector<uint8_t> tones;
    for (const cv::Rect &glyph : ink.glyphs) {
        const int x = int((glyph.x + glyph.width / 2) * ink.scale), y = int((glyph.y + glyph.height / 2) * ink.scale);
        if (x < paper.cols && y < paper.rows) tones.push_back(paper.at<uint8_t>(y, x));
    }
    return tones;
}

/// Returns the brightness below which this fraction of a grayscale image is.
int toneAt(const cv::Mat &image, double share) {
    std::vector<uint8_t> tones;
    for (int y = 0; y < image.rows; y += 8) {
        const uint8_t *row = image.ptr<uint8_t>(y);
        for (int x = 0; x < image.cols; x += 8) tones.push_back(row[x]);
    }
    return atShare(tones, share);
}

bool isFaint(const vision::Mark &mark, const Survey &page) { return mark.darkness < faintShare * page.ink; }

bool hasShowThrough(const Survey &page) {
    int letters = 0, faint = 0;
    for (const auto &mark : page.marks) {
        if (mark.box.height < 0.6 * page.letterHeight || mark.box.height > 2 * page.letterHeight) continue;
        ++letters;
        faint += isFaint(mark, page);
    }
    return letters >= 40 && faint > manyFaint * letters;
}

/// Returns the indices of marks that are specks: small, and without a letter nearby.
std::vector<int> specks(const Survey &page) {
    const int reach = std::max(1, int(std::lround(neighbourhood * page.letterHeight)));
    const double largest = speckSize * page.letterHeight;
    const cv::Size cells(page.labels.cols / reach + 3, page.labels.rows / reach + 3);
    cv::Mat hasLetter = cv::Mat::zeros(cells, CV_8U);
    const auto isSmall = [&](const vision::Mark &mark) {
        return mark.box.width <= largest && mark.box.height <= largest;
    };
    for (const auto &mark : page.marks) {
        if (isSmall(mark)) continue;
        const cv::Point first = mark.box.tl() / reach, last = (mark.box.br() - cv::Point(1, 1)) / reach;
        const cv::Rect covered(first, last + cv::Point(3, 3));
        hasLetter(covered & cv::Rect(cv::Point(), cells)).setTo(255);
    }
    std::vector<int> found;
    for (size_t index = 0; index < page.marks.size(); ++index) {
        const auto &mark = page.marks[index];
        const cv::Point cell = mark.box.tl() / reach + cv::Point(1, 1);
        if (isSmall(mark) && !hasLetter.at<uint8_t>(cell)) found.push_back(int(index));
    }
    return found;
}

/// Divides the picture by its paper, so that the paper becomes white.
void evenOut(cv::Mat &image) {
    std::vector<cv::Mat> channels;
    cv::split(image, channels);
    for (cv::Mat &channel : channels) {
        cv::Mat paper = vision::paperUnder(channel, reachIn(channel));
        paper = cv::max(paper, deepestShadow * toneAt(paper, 0.9));
        cv::divide(channel, paper, channel, 255);
    }
    cv::merge(channels, image);
}

/// Removes tones that are too faint for ink, with a gradual transition.
void suppressFaint(cv::Mat &image, const Survey &page) {
    const double none = faintShare * page.ink, all = 1.5 * none;
    cv::Mat keep(1, 256, CV_8U);
    for (int tone = 0; tone < 256; ++tone) {
        keep.at<uint8_t>(tone) = cv::saturate_cast<uint8_t>(255 * vision::ramp(tone, none, all));
    }
    cv::Mat share;
    cv::LUT(page.darker, keep, share);
    // The soft edges of dark letters are as light as marks that shine through, but touch dark pixels.
    cv::dilate(share, share, cv::Mat(), cv::Point(-1, -1), 1);
    for (int y = 0; y < image.rows; ++y) {
        uint8_t *row = image.ptr<uint8_t>(y);
        const uint8_t *kept = share.ptr<uint8_t>(y), *paper = page.paper.ptr<uint8_t>(y);
        const int channels = image.channels();
        for (int x = 0; x < image.cols * channels; ++x) {
            const int white = paper[x / channels], part = kept[x / channels];
            row[x] = uint8_t((row[x] * part + std::max<int>(row[x], white) * (255 - part)) / 255);
        }
    }
}

void paintSpecks(cv::Mat &image, const Survey &page) {
    for (const int index : specks(page)) {
        const cv::Rect box = page.marks[size_t(index)].box;
        // An additional pixel on each side covers the soft edge.
        const cv::Rect wide(box.x - 1, box.y - 1, box.width + 2, box.height + 2);
        const cv::Rect area = wide & cv::Rect(cv::Point(), image.size());
        const int tone = page.paper.at<uint8_t>(box.y, box.x);
        image(area).setTo(cv::Scalar::all(tone));
    }
}

}  // namespace

int vision_cleaning_needed(VisionImage source, const VisionText *text, uint32_t *steps, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        vision::require(steps, "there is nowhere to put the steps");
        const uint32_t wanted = *steps;
        *steps = 0;
        const cv::Mat image = vision::grey(vision::view(source));
        const cv::Mat paper = vision::paperUnder(image, reachIn(image));
        const int middle = toneAt(image, 0.5);
        if (middle < darkestPage || middle < leastPaper * toneAt(paper, 0.5)) return;
        std::vector<uint8_t> tones = tonesUnder(text->ink, paper);
        if (tones.size() >= fewestLetters) {
            const int dark = atShare(tones, 0.05);
            if (dark < evenLight * atShare(tones, 0.9)) *steps |= wanted & VISION_CLEAN_ILLUMINATION;
            if (dark < whitePaper) *steps |= wanted & VISION_CLEAN_WHITE_PAPER;
        }
        if (!(wanted & (VISION_CLEAN_SHOW_THROUGH | VISION_CLEAN_SPECKS))) return;
        const Survey page = survey(image, paper);
        if (page.letterHeight <= 0) return;
        if (hasShowThrough(page)) *steps |= wanted & VISION_CLEAN_SHOW_THROUGH;
        if (int(specks(page).size()) >= manySpecks) *steps |= wanted & VISION_CLEAN_SPECKS;
    });
}

int vision_clean(VisionImage target, uint32_t steps, VisionError *error) {
    return vision::guarded(error, [&] {
        cv::Mat image = vision::view(target);
        if (steps & VISION_CLEAN_ILLUMINATION) {
            cv::Mat even = image.clone();
            evenOut(even);
            even.copyTo(image);
        }
        if (!(steps & (VISION_CLEAN_SHOW_THROUGH | VISION_CLEAN_SPECKS))) return;
        const cv::Mat tones = vision::grey(image);
        const Survey page = survey(tones, vision::paperUnder(tones, reachIn(tones)));
        if (page.letterHeight <= 0) return;
        if (steps & VISION_CLEAN_SHOW_THROUGH) suppressFaint(image, page);
        if (steps & VISION_CLEAN_SPECKS) paintSpecks(image, page);
    });
}
