// SPDX-License-Identifier: GPL-3.0-or-later
//
// The library groups the lines of each block into paragraphs, which takes time that grows with the cube of the number of
// blocks, and with the square of the number of words in a line: two minutes for a page with 5,000 strokes. Before
// recognition, docscan doesn't use the paragraphs. Afterwards, a page with that many blocks has no text in paragraphs.
#include "Kernel.h"

namespace kernels {
namespace {

/// The maximum number of blocks whose lines are grouped. A newspaper's page has about 200.
constexpr int mostBlocks = 1000;
/// The maximum of the sum of squares of the numbers of words in lines. A table with 60 lines of 40 words has 96,000.
constexpr long mostPairs = 300000;
/// The library's constants for blocks, lines, and words (RIL_BLOCK, RIL_TEXTLINE, RIL_WORD).
constexpr int blockLevel = 0, lineLevel = 2, wordLevel = 3;

using Detect = void(void *engine, bool isRecognized);
using Iterator = void *(void *place);
using Step = int(void *iterator, int level);
using Delete = void(void *iterator);

/// Whether the recognized page has few blocks, and few words in its lines.
bool isSimple(void *engine) {
    static Iterator *const results = original<Iterator>("TessBaseAPIGetIterator");
    static Iterator *const copy = original<Iterator>("TessPageIteratorCopy");
    static Step *const next = original<Step>("TessPageIteratorNext");
    static Step *const begins = original<Step>("TessPageIteratorIsAtBeginningOf");
    static Delete *const discard = original<Delete>("TessPageIteratorDelete");
    if (results == nullptr || copy == nullptr || next == nullptr || begins == nullptr || discard == nullptr) return true;
    void *iterator = results(engine);
    if (iterator == nullptr) return true;
    // The copy has no results, so it doesn't look for the paragraph of each line.
    void *place = copy(iterator);
    discard(iterator);
    if (place == nullptr) return true;
    int blocks = 1;
    long words = 1, pairs = 0;
    while (blocks <= mostBlocks && pairs <= mostPairs && next(place, wordLevel) != 0) {
        if (begins(place, blockLevel) != 0) ++blocks;
        if (begins(place, lineLevel) != 0) {
            pairs += words * words;
            words = 0;
        }
        ++words;
    }
    discard(place);
    return blocks <= mostBlocks && pairs <= mostPairs;
}

} // namespace

Detect standInForDetectParagraphs STANDS_FOR("_ZN9tesseract11TessBaseAPI16DetectParagraphsEb");

void standInForDetectParagraphs(void *engine, bool isRecognized) {
    static Detect *const own = original<Detect>("_ZN9tesseract11TessBaseAPI16DetectParagraphsEb");
    if (isRecognized && own != nullptr && isSimple(engine)) own(engine, isRecognized);
}

} // namespace kernels
