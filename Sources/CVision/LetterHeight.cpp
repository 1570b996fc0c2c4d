// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <vector>

#include "Support.h"
#include "TextInk.h"

int vision_letter_height(VisionImage source, double *height, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(height, "there is nowhere to put the height");
        const cv::Mat image = vision::view(source);
        const vision::TextInk ink = vision::textInk(image);
        std::vector<int> heights;
        for (const cv::Rect &glyph : ink.glyphs) {
            // Dots, commas and dashes say nothing of the size of the letters.
            if (glyph.height >= 0.5 * ink.glyphHeight) heights.push_back(glyph.height);
        }
        *height = 0;
        // A few marks may be anything.
        constexpr size_t fewest = 20;
        if (heights.size() < fewest) return;
        const auto middle = heights.begin() + std::ptrdiff_t(heights.size() / 2);
        std::nth_element(heights.begin(), middle, heights.end());
        *height = double(*middle) * image.cols / ink.size.width;
    });
}
