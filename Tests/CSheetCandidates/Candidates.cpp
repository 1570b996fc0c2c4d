// SPDX-License-Identifier: GPL-3.0-or-later
#include "CSheetCandidates.h"

#include <cstdio>

#include "Sheet/FindPage.h"
#include "Sheet/PageScore.h"

int sheet_candidates_print(VisionImage source, VisionError *error) {
    return vision::guarded(error, [&] {
        const vision::SearchImage image = vision::searchImage(vision::view(source));
        for (const auto &candidate : vision::candidates(image)) {
            for (const auto &corner : candidate) std::printf("%.2f %.2f ", corner.x * image.factor, corner.y * image.factor);
            for (const auto &side : vision::sideCues(image, candidate)) {
                for (const double cue : side) std::printf("%.4f ", cue);
            }
            const vision::Cues cues = vision::cues(image, candidate);
            for (const double cue : cues) std::printf("%.4f ", cue);
            std::printf("%.4f\n", vision::likelihood(cues));
        }
    });
}
