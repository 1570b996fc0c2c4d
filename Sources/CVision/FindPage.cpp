// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support.h"

int vision_find_page(VisionImage source, VisionQuad *quad, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(quad, "there is nowhere to put the quadrilateral");
        const cv::Mat image = vision::view(source);
        const double width = image.cols, height = image.rows;
        *quad = {{0, 0, width, 0, width, height, 0, height}, 0};
    });
}
