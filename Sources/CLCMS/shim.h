// SPDX-License-Identifier: GPL-3.0-or-later
#include <lcms2.h>
