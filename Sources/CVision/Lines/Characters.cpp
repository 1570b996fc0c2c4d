// SPDX-License-Identifier: GPL-3.0-or-later
//
// Best-path decoding of connectionist temporal classification (Graves et al., 2006): the most likely class at each position is used, and adjacent
// positions of the same class are one character. The class "none" separates two equal characters.
#include "CVision.h"
#include "Pixels/Support.h"

namespace {

// Stores the most likely class at a position, apart from that of the character that was read.
void noteOther(const float *row, int32_t classes, const uint8_t *allowed, VisionCharacter &character) {
    for (int32_t number = 1; number < classes; number++) {
        if (number == character.number || row[number] <= character.otherConfidence) continue;
        if (allowed && !allowed[number]) continue;
        character.other = number;
        character.otherConfidence = row[number];
    }
}

}  // namespace

int vision_characters(const float *probabilities, int32_t steps, int32_t classes, const uint8_t *allowed,
                      VisionCharacter *characters, int32_t capacity, int32_t *count, VisionError *error) {
    return vision::guarded(error, [&] {
        vision::require(probabilities && characters && count, "an argument is missing");
        if (classes < 1) throw std::invalid_argument("there are no classes");
        *count = 0;
        int32_t before = 0;
        for (int32_t step = 0; step < steps; step++) {
            const float *row = probabilities + size_t(step) * size_t(classes);
            int32_t best = 0;
            for (int32_t number = 1; number < classes; number++) {
                if (row[number] > row[best] && (!allowed || allowed[number])) best = number;
            }
            if (best != 0 && best == before) {
                VisionCharacter &character = characters[*count - 1];
                character.last = step;
                character.confidence = std::max(character.confidence, row[best]);
                noteOther(row, classes, allowed, character);
            } else if (best != 0) {
                if (*count == capacity) return;
                characters[*count] = {best, step, step, row[best], 0, 0};
                noteOther(row, classes, allowed, characters[(*count)++]);
            }
            before = best;
        }
    });
}
