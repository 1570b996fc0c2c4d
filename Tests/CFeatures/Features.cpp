// SPDX-License-Identifier: GPL-3.0-or-later
#include "CFeatures.h"

#include <algorithm>
#include <cstdio>

#include "Sheet/PageScore.h"
#include "Text/TextAxes.h"

int features_print_outlines(VisionImage source, VisionError *error) {
    return vision::guarded(error, [&] {
        const vision::SearchImage image = vision::searchImage(vision::view(source));
        for (const auto &outline : vision::candidates(image)) {
            for (const auto &corner : outline) std::printf("%.2f %.2f ", corner.x * image.factor, corner.y * image.factor);
            for (const auto &side : vision::sideCues(image, outline)) {
                for (const double cue : side) std::printf("%.4f ", cue);
            }
            const vision::Cues cues = vision::cues(image, outline);
            for (const double cue : cues) std::printf("%.4f ", cue);
            std::printf("%.4f\n", vision::logOdds(cues));
        }
    });
}

int features_print_lines(VisionImage source, VisionError *error) {
    return vision::guarded(error, [&] {
        const vision::Axes axes = vision::textAxes(vision::textInk(vision::view(source)));
        const auto across = vision::lineSigns(axes.across), down = vision::lineSigns(axes.down);
        for (size_t sign = 0; sign < across.size(); ++sign) std::printf("%.4f ", across[sign] - down[sign]);
        std::printf("%d %.4f\n", int(std::max(axes.across.fit.glyphs, axes.down.fit.glyphs)), axes.horizontal);
    });
}
