// SPDX-License-Identifier: GPL-3.0-or-later
#include "Sheet/PageText.h"

int vision_text_marks(const VisionText *text, int32_t *marks, int32_t *on_lines, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(text, "there is no text");
        vision::require(marks, "there is nowhere to put the number of marks");
        vision::require(on_lines, "there is nowhere to put the number of marks on lines");
        *marks = int32_t(text->ink.glyphs.size());
        *on_lines = text->axes.likely().fit.glyphs;
    });
}
