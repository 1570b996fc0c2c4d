// SPDX-License-Identifier: GPL-3.0-or-later
//
// libxlsxwriter, which writes spreadsheets and reads none.
#include <xlsxwriter.h>
