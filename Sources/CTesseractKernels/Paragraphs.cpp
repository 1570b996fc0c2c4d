// SPDX-License-Identifier: GPL-3.0-or-later
//
// The library groups the lines of each block into paragraphs, which takes time that grows with the cube of the number of
// blocks: two minutes for a page with 5,000 strokes. Before recognition, docscan doesn't use the paragraphs. Afterwards,
// a page with that many blocks has no text in paragraphs.
#include "Kernel.h"

namespace kernels {
namespace {

/// The maximum number of blocks whose lines are grouped. A newspaper's page has about 200.
constexpr int mostBlocks = 1000;
/// The library's constants for blocks (RIL_BLOCK).
constexpr int blockLevel = 0;

using Detect = void(void *engine, bool isRecognized);
using Iterator = void *(void *place);
using Step = int(void *iterator, int level);
using Delete = void(void *iterator);

/// Whether the recognized page has few blocks.
bool hasFewBlocks(void *engine) {
    static Iterator *const results = original<Iterator>("TessBaseAPIGetIterator");
    static Iterator *const copy = original<Iterator>("TessPageIteratorCopy");
    static Step *const next = original<Step>("TessPageIteratorNext");
    static Delete *const discard = original<Delete>("TessPageIteratorDelete");
    if (results == nullptr || copy == nullptr || next == nullptr || discard == nullptr) return true;
    void *iterator = results(engine);
    if (iterator == nullptr) return true;
    // The copy has no results, so it doesn't look for the paragraph of each line.
    void *place = copy(iterator);
    discard(iterator);
    if (place == nullptr) return true;
    int count = 1;
    while (count <= mostBlocks && next(place, blockLevel) != 0) ++count;
    discard(place);
    return count <= mostBlocks;
}

} // namespace

Detect standInForDetectParagraphs STANDS_FOR("_ZN9tesseract11TessBaseAPI16DetectParagraphsEb");

void standInForDetectParagraphs(void *engine, bool isRecognized) {
    static Detect *const own = original<Detect>("_ZN9tesseract11TessBaseAPI16DetectParagraphsEb");
    if (isRecognized && own != nullptr && hasFewBlocks(engine)) own(engine, isRecognized);
}

} // namespace kernels
