// SPDX-License-Identifier: GPL-3.0-or-later
#include "PageText.h"

#include <memory>

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
