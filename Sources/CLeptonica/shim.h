// SPDX-License-Identifier: GPL-3.0-or-later
#include <leptonica/allheaders.h>
