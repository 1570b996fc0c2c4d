// SPDX-License-Identifier: GPL-3.0-or-later
//
// libxlsxwriter, which can write spreadsheets but not read them.
#include <xlsxwriter.h>
