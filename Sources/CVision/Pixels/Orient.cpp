// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support.h"

int vision_orient(VisionImage source, int32_t orientation, VisionImage target, VisionError *error) {
    return vision::guarded(error, [&] {
        const cv::Mat from = vision::view(source);
        cv::Mat to = vision::view(target);
        if (orientation >= 5) cv::transpose(from, to);
        const cv::Mat &upright = orientation >= 5 ? to : from;
        switch (orientation) {
            case 2: case 6: cv::flip(upright, to, 1); break;
            case 3: case 7: cv::flip(upright, to, -1); break;
            case 4: case 8: cv::flip(upright, to, 0); break;
            case 5: break;
            default: throw std::invalid_argument("no orientation");
        }
        if (to.data != target.pixels) throw std::invalid_argument("a target of another size");
    });
}
