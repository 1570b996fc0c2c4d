// SPDX-License-Identifier: GPL-3.0-or-later
#include <nettle/hmac.h>
#include <nettle/sha2.h>
