// SPDX-License-Identifier: GPL-3.0-or-later

#include "CWords.h"

// Each file ends with a line break, so the lists need nothing between them.
static const uint8_t text[] = {
#embed "../DocScanWords/Words/bg.txt" suffix(,)
#embed "../DocScanWords/Words/common.txt" suffix(,)
#embed "../DocScanWords/Words/cs.txt" suffix(,)
#embed "../DocScanWords/Words/currencies.txt" suffix(,)
#embed "../DocScanWords/Words/da.txt" suffix(,)
#embed "../DocScanWords/Words/de.txt" suffix(,)
#embed "../DocScanWords/Words/el.txt" suffix(,)
#embed "../DocScanWords/Words/en.txt" suffix(,)
#embed "../DocScanWords/Words/es.txt" suffix(,)
#embed "../DocScanWords/Words/et.txt" suffix(,)
#embed "../DocScanWords/Words/fi.txt" suffix(,)
#embed "../DocScanWords/Words/fr.txt" suffix(,)
#embed "../DocScanWords/Words/hr.txt" suffix(,)
#embed "../DocScanWords/Words/hu.txt" suffix(,)
#embed "../DocScanWords/Words/id.txt" suffix(,)
#embed "../DocScanWords/Words/it.txt" suffix(,)
#embed "../DocScanWords/Words/ja.txt" suffix(,)
#embed "../DocScanWords/Words/ko.txt" suffix(,)
#embed "../DocScanWords/Words/lt.txt" suffix(,)
#embed "../DocScanWords/Words/lv.txt" suffix(,)
#embed "../DocScanWords/Words/nb.txt" suffix(,)
#embed "../DocScanWords/Words/nl.txt" suffix(,)
#embed "../DocScanWords/Words/pl.txt" suffix(,)
#embed "../DocScanWords/Words/pt.txt" suffix(,)
#embed "../DocScanWords/Words/ro.txt" suffix(,)
#embed "../DocScanWords/Words/ru.txt" suffix(,)
#embed "../DocScanWords/Words/shops.txt" suffix(,)
#embed "../DocScanWords/Words/sk.txt" suffix(,)
#embed "../DocScanWords/Words/sl.txt" suffix(,)
#embed "../DocScanWords/Words/sr.txt" suffix(,)
#embed "../DocScanWords/Words/sv.txt" suffix(,)
#embed "../DocScanWords/Words/tr.txt" suffix(,)
#embed "../DocScanWords/Words/uk.txt" suffix(,)
#embed "../DocScanWords/Words/zh.txt" suffix(,)
};

const uint8_t *cwords_text(size_t *count) {
    *count = sizeof text;
    return text;
}
