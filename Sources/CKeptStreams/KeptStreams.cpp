// SPDX-License-Identifier: GPL-3.0-or-later
// Without this, the headers of qpdf 11 warn about a class that isn't used here.
#define POINTERHOLDER_TRANSITION 4

#include "CKeptStreams.h"

#include <qpdf/DLL.h>
#include <qpdf/qpdf-c.h>

// Since 11.7, qpdf compresses object and cross-reference streams only if it may compress every stream. So compression
// is on, and each existing stream opts out.
#define COMPRESSES_ALL_OR_NONE (QPDF_MAJOR_VERSION > 11 || (QPDF_MAJOR_VERSION == 11 && QPDF_MINOR_VERSION >= 7))

#if COMPRESSES_ALL_OR_NONE
#include <qpdf/QPDFObjectHandle.hh>
#endif

void kept_streams_prepare(qpdf_data pdf) {
    qpdf_set_compress_streams(pdf, QPDF_FALSE);
#if COMPRESSES_ALL_OR_NONE
    const auto keepAll = [pdf] {
        for (QPDFObjectHandle &object : qpdf_c_get_qpdf(pdf)->getAllObjects()) {
            if (object.isStream()) object.setFilterOnWrite(false);
        }
    };
    if ((qpdf_c_wrap(pdf, keepAll) & QPDF_ERRORS) == 0) qpdf_set_compress_streams(pdf, QPDF_TRUE);
#endif
}
