// SPDX-License-Identifier: GPL-3.0-or-later

#include "CWords.h"

// Each file ends with a line break, so the lists need nothing between them.
static const uint8_t text[] = {
#embed "../DocScanTypedData/Words/common.txt" suffix(,)
#embed "../DocScanTypedData/Words/cs.txt" suffix(,)
#embed "../DocScanTypedData/Words/da.txt" suffix(,)
#embed "../DocScanTypedData/Words/de.txt" suffix(,)
#embed "../DocScanTypedData/Words/en.txt" suffix(,)
#embed "../DocScanTypedData/Words/es.txt" suffix(,)
#embed "../DocScanTypedData/Words/fi.txt" suffix(,)
#embed "../DocScanTypedData/Words/fr.txt" suffix(,)
#embed "../DocScanTypedData/Words/hr.txt" suffix(,)
#embed "../DocScanTypedData/Words/hu.txt" suffix(,)
#embed "../DocScanTypedData/Words/id.txt" suffix(,)
#embed "../DocScanTypedData/Words/it.txt" suffix(,)
#embed "../DocScanTypedData/Words/ja.txt" suffix(,)
#embed "../DocScanTypedData/Words/ko.txt" suffix(,)
#embed "../DocScanTypedData/Words/nb.txt" suffix(,)
#embed "../DocScanTypedData/Words/nl.txt" suffix(,)
#embed "../DocScanTypedData/Words/pl.txt" suffix(,)
#embed "../DocScanTypedData/Words/pt.txt" suffix(,)
#embed "../DocScanTypedData/Words/ro.txt" suffix(,)
#embed "../DocScanTypedData/Words/shops.txt" suffix(,)
#embed "../DocScanTypedData/Words/sk.txt" suffix(,)
#embed "../DocScanTypedData/Words/sv.txt" suffix(,)
#embed "../DocScanTypedData/Words/tr.txt" suffix(,)
#embed "../DocScanTypedData/Words/zh.txt" suffix(,)
};

const uint8_t *cwords_text(size_t *count) {
    *count = sizeof text;
    return text;
}
