// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <vector>

#include "Sheet/PageText.h"

int vision_text_height(const VisionText *text, double *height, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        vision::require(height, "there is nowhere to put the height");
        std::vector<double> heights;
        for (const auto &mark : text->axes.likely().marks) {
            // Dots, commas and dashes say nothing of the size of the letters.
            if (mark.bottom - mark.top >= 0.5 * text->ink.glyphHeight) heights.push_back(mark.bottom - mark.top);
        }
        *height = 0;
        // A few marks may be anything.
        constexpr size_t fewest = 20;
        if (heights.size() < fewest) return;
        const auto middle = heights.begin() + std::ptrdiff_t(heights.size() / 2);
        std::nth_element(heights.begin(), middle, heights.end());
        // From the first row to the last, both included.
        *height = (*middle + 1) * text->ink.scale;
    });
}
