// SPDX-License-Identifier: GPL-3.0-or-later
#include "CPhoneNumber.h"

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include <dlfcn.h>
#include <phonenumbers/phonenumbermatcher.h>
#include <phonenumbers/phonenumberutil.h>

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberMatcher;
using i18n::phonenumbers::PhoneNumberUtil;

namespace {

/// The library logs nothing unless a log is opened.
const PhoneNumberUtil &library() {
    static const PhoneNumberUtil &instance = *PhoneNumberUtil::GetInstance();
    return instance;
}

}  // namespace

int phone_number_parse(const char *text, const char *region, PhoneNumberFound *found) {
    if (!text || !region || !found) return 0;
    try {
        PhoneNumber number;
        if (library().Parse(text, region, &number) != PhoneNumberUtil::NO_PARSING_ERROR) return 0;
        if (!library().IsValidNumber(number)) return 0;
        std::string form;
        library().Format(number, PhoneNumberUtil::E164, &form);
        if (form.empty() || form.size() >= sizeof found->e164) return 0;
        std::snprintf(found->e164, sizeof found->e164, "%s", form.c_str());
        PhoneNumberMatcher matcher(library(), text, region, PhoneNumberMatcher::STRICT_GROUPING, 1);
        found->is_grouped = matcher.HasNext() ? 1 : 0;
        return 1;
    } catch (...) {
        return -1;
    }
}

int phone_number_knows(const char *region) {
    if (!region) return 0;
    try {
        std::set<std::string> regions;
        library().GetSupportedRegions(&regions);
        return regions.count(region) ? 1 : 0;
    } catch (...) {
        return -1;
    }
}

const char *phone_number_version(void) {
    // The library has no function for its version, but its file name contains it: "libphonenumber.so.8.12".
    static const std::string version = [] {
        Dl_info info{};
        const char *name = nullptr;
        if (dladdr(reinterpret_cast<const void *>(&PhoneNumberUtil::GetInstance), &info) && info.dli_fname) {
            name = realpath(info.dli_fname, nullptr);
        }
        const std::string file = name ? name : info.dli_fname ? info.dli_fname : "";
        std::free(const_cast<char *>(name));
        const auto place = file.rfind(".so.");
        return place == std::string::npos ? std::string("8") : file.substr(place + 4);
    }();
    return version.c_str();
}
