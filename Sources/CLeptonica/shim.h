// SPDX-License-Identifier: GPL-3.0-or-later
#include <leptonica/allheaders.h>

// Since Leptonica 1.84, allheaders.h only declares struct Pix, which Swift imports as OpaquePointer. This header defines it.
#if __has_include(<leptonica/pix_internal.h>)
#include <leptonica/pix_internal.h>
#endif
