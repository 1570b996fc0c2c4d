// SPDX-License-Identifier: GPL-3.0-or-later
#include "PageText.h"

#include <memory>

int vision_read_text(VisionImage source, VisionText **text, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is nowhere to put the text");
        *text = nullptr;
        const cv::Mat image = vision::view(source);
        const vision::TextInk ink = vision::textInk(image);
        auto read = std::make_unique<VisionText>();
        read->axes = vision::textAxes(ink);
        read->size = ink.size;
        read->glyphHeight = ink.glyphHeight;
        read->scale = ink.scale;
        *text = read.release();
    });
}

void vision_text_free(VisionText *text) { delete text; }
