// SPDX-License-Identifier: GPL-3.0-or-later
//
// To return to the start of a row, the library walks through all words of the page up to the row, several times for each
// word. On a page of 1,250 words, that is a third of its time. Here the walk starts at the row before.
#include "Kernel.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <new>

namespace kernels {
namespace {

constexpr const char *name = "_ZN9tesseract11PAGE_RES_IT11restart_rowEv";

using Restart = PageWord *(PageIterator *);

/// Moves the iterator's blocks and rows to the last row with words before `row`. Returns whether there is one.
bool moveBefore(PageIterator &iterator, const PageRow *row) {
    bool isMoved = false;
    for (ListIterator<PageBlock> blocks(iterator.page->blocks); !blocks.isAtEnd(); blocks.advance()) {
        for (ListIterator<PageRow> rows(blocks.current->rows); !rows.isAtEnd(); rows.advance()) {
            if (rows.current == row) return isMoved;
            if (rows.current->words.last == nullptr) continue;
            iterator.blocks = blocks;
            iterator.rows = rows;
            isMoved = true;
        }
    }
    return false;
}

/// Moves to the first word of the current row. Returns `nullptr` if the library has to do it, because the row is the
/// page's first one, or because the library skips all words of the row before.
PageWord *restart(const Library &library, PageIterator &iterator) {
    const PageRow *row = iterator.current.row;
    if (row == nullptr || iterator.page == nullptr || !moveBefore(iterator, row)) return nullptr;
    const PageRow *before = iterator.rows.current;
    iterator.words = ListIterator<PageWord>(before->words);
    iterator.current = iterator.next = {};
    // The first step sets the next word, the second one the current word.
    library.forward(&iterator, false, false);
    library.forward(&iterator, false, false);
    if (iterator.current.row != before) return nullptr;
    while (iterator.current.row != nullptr && iterator.current.row != row) library.forward(&iterator, false, false);
    return iterator.current.word;
}

/// Links elements to a list.
template <class Element>
List<Element> linked(std::initializer_list<Element *> elements) {
    if (elements.size() == 0) return {};
    for (auto at = elements.begin(); at != elements.end(); ++at) {
        (*at)->following = std::next(at) == elements.end() ? *elements.begin() : *std::next(at);
    }
    return {*std::prev(elements.end())};
}

/// A word without content, larger than the library's.
struct ProbeWord {
    PageWord word;
    unsigned char content[4096];
};

/// A page of two blocks. The second row of the first block has no words.
struct ProbePage {
    ProbeWord words[5];
    PageRow rows[4];
    PageBlock blocks[2];
    PageResults results;
    void *choice;

    struct Stop {
        int word, row, block;
    };
    /// The words in the order that the library must visit them.
    static constexpr Stop stops[] = {{0, 0, 0}, {1, 0, 0}, {2, 2, 1}, {3, 3, 1}, {4, 3, 1}};

    void fill() {
        rows[0].words = linked({&words[0].word, &words[1].word});
        rows[2].words = linked({&words[2].word});
        rows[3].words = linked({&words[3].word, &words[4].word});
        blocks[0].rows = linked({&rows[0], &rows[1]});
        blocks[1].rows = linked({&rows[2], &rows[3]});
        results.blocks = linked({&blocks[0], &blocks[1]});
        // The library replaces this by the choice of the word before, which is empty.
        choice = this;
        results.choiceBefore = &choice;
    }

    PageIterator::Place place(int index) {
        if (index < 0 || index >= static_cast<int>(std::size(stops))) return {};
        const Stop &stop = stops[index];
        return {&words[stop.word].word, &rows[stop.row], &blocks[stop.block]};
    }
};

/// An iterator followed by memory that the library must not change.
struct ProbeIterator {
    PageIterator iterator;
    unsigned char behind[128];
};

} // namespace

bool areRowsLaidOut(const Library &library) {
    static Restart *const own = original<Restart>(name);
    constexpr unsigned char untouched = 0xA5;
    const std::unique_ptr<ProbePage> page(new (std::nothrow) ProbePage());
    if (own == nullptr || page == nullptr) return false;
    page->fill();
    ProbeIterator probe{};
    std::fill(std::begin(probe.behind), std::end(probe.behind), untouched);
    PageIterator &iterator = probe.iterator;
    iterator.page = &page->results;
    library.startPage(&iterator, false);
    const int words = std::size(ProbePage::stops);
    for (int index = 0; index < words; ++index) {
        const bool isPlaced = iterator.previous == page->place(index - 1) && iterator.current == page->place(index) &&
                              iterator.next == page->place(index + 1);
        if (!isPlaced || page->choice != nullptr) return false;
        PageIterator ours = iterator, theirs = iterator;
        const PageWord *first = restart(library, ours);
        if (first != nullptr && (first != own(&theirs) || !(ours == theirs))) return false;
        library.forward(&iterator, false, false);
    }
    return iterator.current == page->place(words) &&
           std::all_of(std::begin(probe.behind), std::end(probe.behind),
                       [](unsigned char byte) { return byte == untouched; });
}

Restart standInForRestart STANDS_FOR("_ZN9tesseract11PAGE_RES_IT11restart_rowEv");

PageWord *standInForRestart(PageIterator *iterator) {
    static Restart *const own = original<Restart>(name);
    static Check check("restart_row");
    const Library *use = library();
    if (use == nullptr) return own(iterator);
    const PageIterator saved = *iterator;
    PageWord *first = restart(*use, *iterator);
    if (first == nullptr) {
        *iterator = saved;
        return own(iterator);
    }
    if (!check.isDue()) return first;
    const PageIterator answered = *iterator;
    *iterator = saved;
    PageWord *theirs = own(iterator);
    check.note(first == theirs && answered == *iterator);
    return theirs;
}

} // namespace kernels
