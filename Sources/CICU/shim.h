// SPDX-License-Identifier: GPL-3.0-or-later
// ICU's functions are macros that add the version to the name, so Swift can't see them.
#include <unicode/unorm2.h>
#include <unicode/uscript.h>

/// Converts UTF-16 text to NFKC_Casefold (Unicode Standard, 3.13), which unifies compatibility characters and case.
/// Returns the length, which can exceed `capacity`, or -1 if the text can't be converted.
static inline int32_t icu_folded(const uint16_t *text, int32_t length, uint16_t *folded, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2 *normalizer = unorm2_getNFKCCasefoldInstance(&status);
    if (U_FAILURE(status)) return -1;
    int32_t count = unorm2_normalize(normalizer, text, length, folded, capacity, &status);
    return U_SUCCESS(status) || status == U_BUFFER_OVERFLOW_ERROR ? count : -1;
}

/// Returns a Latin, Greek, or Cyrillic character without its diacritics, which users may omit. Other characters are
/// unchanged.
static inline uint32_t icu_without_marks(uint32_t character) {
    UErrorCode status = U_ZERO_ERROR;
    switch (uscript_getScript((UChar32)character, &status)) {
    case USCRIPT_LATIN: case USCRIPT_GREEK: case USCRIPT_CYRILLIC: break;
    default: return character;
    }
    const UNormalizer2 *normalizer = unorm2_getNFDInstance(&status);
    UChar parts[8];
    int32_t count = U_SUCCESS(status) ? unorm2_getDecomposition(normalizer, (UChar32)character, parts, 8, &status) : -1;
    if (U_FAILURE(status) || count < 1) return character;
    UChar32 first;
    U16_GET(parts, 0, 0, count, first);
    return (uint32_t)first;
}
