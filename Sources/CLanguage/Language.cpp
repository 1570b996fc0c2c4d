// SPDX-License-Identifier: GPL-3.0-or-later
#include "CLanguage.h"

// The library's header uses FILE without including <cstdio>.
#include <cstdio>
#include <string>

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

int language_find(const char *text, int32_t length, LanguageFound *found) {
    if (!text || length < 0 || !found) return 1;
    try {
        CLD2::CLDHints hints = {nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
        CLD2::Language languages[3];
        int percents[3];
        double scores[3];
        int bytes = 0;
        bool isReliable = false;
        int valid = 0;
        CLD2::ExtDetectLanguageSummaryCheckUTF8(
            text, length, true, &hints, CLD2::kCLDFlagBestEffort, languages, percents, scores, nullptr, &bytes,
            &isReliable, &valid);
        *found = LanguageFound{};
        for (int index = 0; index < 3; ++index) {
            LanguageShare &share = found->shares[index];
            std::snprintf(share.code, sizeof share.code, "%s", CLD2::LanguageCode(languages[index]));
            share.percent = percents[index];
            share.score = scores[index];
        }
        found->is_reliable = isReliable ? 1 : 0;
        found->bytes = bytes;
        return 0;
    } catch (...) {
        return 1;
    }
}

const char *language_version(void) {
    // The library returns a text such as "V2.0 - 20140204".
    static const std::string version = [] {
        const std::string text = CLD2::DetectLanguageVersion();
        const auto place = text.rfind(' ');
        return place == std::string::npos ? text : text.substr(place + 1);
    }();
    return version.c_str();
}
