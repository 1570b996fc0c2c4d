// SPDX-License-Identifier: GPL-3.0-or-later
#include "PageText.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

namespace vision {

cv::Point2d placeOnPage(const VisionText &text, double along, double across) {
    const double angle = text.axes.likely().degrees * degree, sine = std::sin(angle), cosine = std::cos(angle);
    const cv::Point2d point(along * cosine - across * sine, along * sine + across * cosine);
    if (text.axes.horizontal >= 0.5) return point * text.ink.scale;
    return cv::Point2d(point.y, text.ink.size.height - point.x) * text.ink.scale;
}

}  // namespace vision

int vision_read_text(VisionImage source, VisionText **text, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is nowhere to put the text");
        *text = nullptr;
        const cv::Mat image = vision::view(source);
        auto read = std::make_unique<VisionText>();
        read->ink = vision::textInk(image);
        read->axes = vision::textAxes(read->ink);
        read->page = image.size();
        *text = read.release();
    });
}

void vision_text_free(VisionText *text) { delete text; }

int vision_text_marks(const VisionText *text, int32_t *marks, int32_t *on_lines, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        vision::require(marks, "there is nowhere to put the number of marks");
        vision::require(on_lines, "there is nowhere to put the number of marks on lines");
        *marks = int32_t(text->ink.glyphs.size());
        *on_lines = text->axes.likely().fit.glyphs;
    });
}

int vision_text_mark_boxes(const VisionText *text, VisionBox *boxes, int32_t capacity, int32_t *count, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        vision::require(count, "there is nowhere to put the number of marks");
        if (capacity < 0 || (capacity > 0 && !boxes)) throw std::invalid_argument("there is no room for marks");
        std::vector<cv::Rect> marks = text->ink.glyphs;
        marks.insert(marks.end(), text->ink.dots.begin(), text->ink.dots.end());
        const double scale = text->ink.scale;
        *count = int32_t(std::min(marks.size(), size_t(capacity)));
        for (int32_t index = 0; index < *count; ++index) {
            const cv::Rect &mark = marks[size_t(index)];
            boxes[index] = {mark.x * scale, mark.y * scale, (mark.x + mark.width) * scale, (mark.y + mark.height) * scale, 1};
        }
    });
}

int vision_text_height(const VisionText *text, double *height, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        vision::require(height, "there is nowhere to put the height");
        std::vector<double> heights;
        for (const auto &mark : text->axes.likely().marks) {
            // Dots, commas, and dashes don't indicate the size of letters.
            if (mark.bottom - mark.top >= 0.5 * text->ink.glyphHeight) heights.push_back(mark.bottom - mark.top);
        }
        *height = 0;
        // A few marks could be anything.
        constexpr size_t fewest = 20;
        if (heights.size() < fewest) return;
        // The first and last row both count.
        *height = (vision::middle(heights) + 1) * text->ink.scale;
    });
}
